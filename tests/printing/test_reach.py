"""Whatever a player's name contains is printed as text, and reaches nothing."""

import re
import socket
from pathlib import Path
from typing import Any

import pytest

from tests.printing.arrange import TWO, Pdf, Sheet, match, order
from tracker.locations import PRINTOUTS
from tracker.printing import printout_files
from tracker.printing.pdf import Paper, pdf
from tracker.printing.printout_files import FONTS, OutOfReach
from tracker.printing.sheet_files import page
from tracker.printing.sheet_files import printed as made_pdf

HOSTILE = (
    "<img src=file:///etc/passwd>",
    "{{ 7 * 7 }}{% include 'x' %}",
    "</title><link rel=attachment href=//x>",
    "@import url(http://192.0.2.1/x)",
    "Ж" * 40,
    "مرحبا بالعالم",
    "😀🏴 & 'quoted'",
)


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("a printout went to the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("sheet", [Sheet.RUNNING, Sheet.SUMMARY, Sheet.REPORT])
def test_a_name_is_text_on_every_sheet(sheet: Sheet, name: str) -> None:
    source = page(order(sheet, "en", Paper.A4, match(TWO, 20, (name[:40], "Boris"), name)))

    images = re.findall(r"<img[^>]*", source)
    assert all(re.search(r' src="(icon|form):', image) for image in images)
    assert "<link" not in source
    assert source.count("<title>") - source.count("</title>") == 0
    assert ">49" not in source


def test_hostile_names_keep_the_layout_of_the_running_sheet() -> None:
    of = match(TWO, 40, (HOSTILE[4], HOSTILE[6]), HOSTILE[0])
    made = Pdf(made_pdf(order(Sheet.RUNNING, "en", Paper.A4, of)))

    assert made.pages == 3
    assert made.links == []


def test_a_very_wide_name_breaks_instead_of_running_off_the_page() -> None:
    of = match(TWO, 40, ("Ж" * 40, "W" * 40), "Ш" * 80)
    made = Pdf(made_pdf(order(Sheet.SUMMARY, "en", Paper.A4, of)))

    assert made.pages == 1
    assert made.says("Ж" * 40)
    assert made.says("W" * 40)


@pytest.mark.parametrize(
    "url",
    [
        "http://192.0.2.1/x.png",
        "https://example.org/",
        "ftp://192.0.2.1/x",
        "file:///etc/passwd",
        "file://elsewhere/etc/passwd",
        f"{PRINTOUTS.as_uri()}/../pyproject.toml",
        f"{PRINTOUTS.as_uri()}/%2e%2e/pyproject.toml",
        "data:text/plain,hello",
        "//example.org/x",
    ],
)
def test_nothing_outside_is_reached(url: str) -> None:
    with pytest.raises(OutOfReach):
        printout_files.read(url)


def test_a_link_that_leads_out_of_the_folder_is_followed_no_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "printouts"
    folder.mkdir()
    (tmp_path / "secret").write_text("secret")
    (folder / "link").symlink_to(tmp_path / "secret")
    monkeypatch.setattr(printout_files, "PRINTOUTS", folder)

    with pytest.raises(OutOfReach):
        printout_files.read((folder / "link").as_uri())


def test_sources_and_fonts_are_reached() -> None:
    assert printout_files.read((PRINTOUTS / "print.css").as_uri())
    assert printout_files.read((FONTS[0] / "SourceSansPro-Regular.ttf").as_uri())


def test_a_source_that_asks_for_a_file_elsewhere_gets_nothing(tmp_path: Path) -> None:
    secret = tmp_path / "secret.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg"><text>secret</text></svg>')
    source = f'<title>x</title><p>text</p><img src="{secret.as_uri()}" alt="an image">'

    made = Pdf(pdf(source, Paper.A4))

    assert "secret" not in made.text
    assert "text" in made.text
