"""The fonts of the pages: what is in them, how small they are, and where they are saved."""

import io
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from fontTools.ttLib import TTFont

from tests.web.arrange import Device
from tracker.translations import LANGUAGES
from tracker.web import fonts
from tracker.web.fonts import FontCache

LATIN, CYRILLIC = "fonts/serif-bold-latin.woff2", "fonts/serif-bold-cyrillic.woff2"
LARGEST = 10_000


@pytest.mark.parametrize(
    ("name", "letters"), [(LATIN, "Aa09 ąćęłńóśźżŁ–×…éü"), (CYRILLIC, "АЯаяЁё№Іі")]
)
def test_a_font_has_the_letters_of_its_languages_and_no_others(name: str, letters: str) -> None:
    data = fonts.cut(name)

    letters_inside = set(map(chr, TTFont(io.BytesIO(data)).getBestCmap()))
    assert set(letters) <= letters_inside <= set(fonts.SUBSETS[fonts.NAMES[name][1]])
    assert len(data) <= LARGEST


def test_a_font_carries_its_copyright_and_licence() -> None:
    names = TTFont(io.BytesIO(fonts.cut(LATIN)))["name"]

    assert "Adobe" in str(names.getDebugName(0))
    assert "SIL Open Font License" in str(names.getDebugName(13))


@pytest.mark.parametrize("name", [name for name in fonts.NAMES if "latin" in name])
def test_figures_are_equally_wide_so_that_columns_stand_straight(name: str) -> None:
    font = TTFont(io.BytesIO(fonts.cut(name)))

    glyphs = font.getBestCmap()
    assert len({font["hmtx"][glyphs[ord(digit)]][0] for digit in "0123456789"}) == 1


def test_a_font_is_cut_once_and_then_read_from_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = FontCache(tmp_path / "fonts").contents(LATIN)
    monkeypatch.setattr(fonts, "cut", lambda name: pytest.fail(f"{name} was cut again"))

    assert FontCache(tmp_path / "fonts").contents(LATIN) == first


@pytest.mark.parametrize("damage", [b"", bytes(1000)])
def test_a_damaged_file_is_replaced(tmp_path: Path, damage: bytes) -> None:
    cache = FontCache(tmp_path)
    whole = cache.contents(LATIN)
    [path] = tmp_path.iterdir()
    path.write_bytes(damage)

    assert cache.contents(LATIN) == path.read_bytes() == whole


def test_a_folder_that_cannot_be_made_does_not_keep_the_fonts_away(tmp_path: Path) -> None:
    (tmp_path / "fonts").write_text("in the way")

    assert FontCache(tmp_path / "fonts").contents(LATIN).startswith(fonts.BEGINS)


def test_the_style_of_every_page_names_each_font_by_its_mark(client: FlaskClient) -> None:
    style = client.get("/static/frame.css").text

    for name in fonts.NAMES:
        assert f'url("{name}?v={fonts.mark(name)}")' in style
        assert client.get(f"/static/{name}").headers["Cache-Control"].endswith("immutable")
    assert "U+20-7E, U+A0" in style


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_page_asks_early_for_the_fonts_of_its_language(device: Device, code: str) -> None:
    device.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = code

    loaded = [
        link.attributes["href"]
        for link in device.open("/").all("link")
        if link.attributes["rel"] == "preload"
    ]

    assert [f"/static/{CYRILLIC}" in address for address in loaded].count(True) == (code == "ru")
    assert len(loaded) == (4 if code == "ru" else 2)
