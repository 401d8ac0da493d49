"""The Civil War on paper: its sheets, and what was pencilled typed back in."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.printing.arrange import without_pango
from tests.web.arrange import Device, matches, standing
from tests.web.civil_war.arrange import correct
from tests.web.conftest import Tray
from tracker.printing.print_queue import Press


def test_the_paper_page_offers_every_sheet_in_the_language_and_size(
    device: Device, match: str
) -> None:
    page = device.open(f"{match}/paper", language="pl", paper="letter")

    found = [link for link in page.links if ".pdf?" in link]
    assert len(found) == 3
    assert all("language=pl" in link and "paper=letter" in link for link in found)


def test_a_summary_is_offered_of_every_month_that_is_over_and_of_no_other(
    device: Device, match: str
) -> None:
    def offered() -> list[str]:
        links = device.open(f"{match}/paper").links
        return [link.partition("month=")[2] for link in links if "summary.pdf" in link]

    assert offered() == []
    device.write(match, {"do": "end_month"})
    assert offered() == []
    device.write(match, {"do": "upkeep"})
    device.write(match, {"do": "next_month"})
    assert offered() == ["1"]
    device.write(match, correct(0, points=50))
    assert offered() == ["1", "2"]


def test_the_order_has_what_the_address_asks_for(device: Device, match: str, tray: Tray) -> None:
    device.client.get("/paper/blank.pdf?players=99&months=5&for_table=1&language=ru&paper=letter")
    device.client.get(f"{match}/paper/running.pdf")

    blank, running = tray.orders
    asked = {"players": 9, "months": 5, "for_table": 1}
    assert {name: blank.options[name] for name in asked} == asked
    assert (blank.language, blank.paper) == ("ru", "letter")
    assert running.match
    assert running.match.address.endswith(match)


def test_without_the_text_libraries_the_page_says_what_to_install_and_the_rest_works(
    app: Flask,
    device: Device,
    match: str,
    press: Press,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LD_LIBRARY_PATH", str(without_pango(tmp_path)))

    page = device.open(f"{match}/paper/report.pdf")
    device.write(match, correct(0, points=3))

    assert page.status == 503
    assert "apt-get install libpangoft2-1.0-0" in page.text
    assert standing(app, match)["seats"][0]["points"] == 3
    assert device.open(f"{match}/paper").status == 200


@pytest.mark.slow
def test_the_press_prints_for_the_web(device: Device, match: str, press: Press) -> None:
    before = press.renders

    answer = device.client.get(f"{match}/paper/summary.pdf?language=ru")

    assert answer.status_code == 200
    assert answer.data.startswith(b"%PDF-")
    assert press.renders == before + 1


def test_level_players_share_a_place_on_the_page_as_on_paper(device: Device, match: str) -> None:
    def shown() -> list[str]:
        page = device.client.get(f"{match}/points").text
        return re.findall(r'<td class="num">(\d+)</td>\s*<th scope="row">', page)

    device.write(match, correct(1, points=7))
    assert shown() == ["1", "2"]
    device.write(match, correct(0, points=7))
    assert shown() == ["1", "1"]


def pencil(device: Device, match: str, **typed: str) -> Any:
    form = device.open(f"{match}/paper/pencilled").posting("/paper/pencilled")[0]
    return device.send(form, **typed)


def test_what_was_pencilled_becomes_one_correction_a_seat(
    app: Flask, device: Device, match: str
) -> None:
    pencil(device, match, seat0_points="7", seat0_food="33", seat0_cherokee="2", seat1_wood="0")

    anna, boris = standing(app, match)["seats"]
    assert (anna["points"], anna["resources"]["food"], anna["people"]) == (7, 33, {"cherokee": 2})
    assert boris["resources"]["wood"] == 0
    entries = matches(app).entries(match.removeprefix("/m/"))
    assert [entry.entry.reason for entry in entries] == ["pencilled on paper"] * 2


def test_the_typed_points_are_the_total_even_where_a_fort_was_built(
    app: Flask, device: Device, match: str
) -> None:
    pencil(device, match, seat0_wood="64", seat0_points="12", seat0_wagon="1")

    anna = standing(app, match)["seats"][0]
    assert anna["points"] == 12
    assert anna["bonuses"] == ["wagon", "fort"]


def test_the_one_who_wins_is_written_last(app: Flask, device: Device, match: str) -> None:
    pencil(device, match, seat0_points="55", seat1_points="4")

    document = standing(app, match)
    assert [seat["points"] for seat in document["seats"]] == [55, 4]
    assert document["result"]["winners"] == [0]


def test_nothing_is_written_where_nothing_differs(app: Flask, device: Device, match: str) -> None:
    page = pencil(device, match)

    assert "nothing was saved" in page.text
    assert matches(app).entries(match.removeprefix("/m/")) == []


@pytest.mark.parametrize("typed", ["many", "-1", "99999", "1.5"])
def test_what_is_no_number_is_asked_for_again_and_nothing_is_lost(
    app: Flask, device: Device, match: str, typed: str
) -> None:
    page = pencil(device, match, seat0_food=typed, seat1_gold="44")

    assert page.status == 422
    form = page.posting("/paper/pencilled")[0]
    assert form.fields["seat1_gold"] == "44"
    assert matches(app).entries(match.removeprefix("/m/")) == []
