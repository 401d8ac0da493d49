"""Print and play: all tiles of a deck, at their size, where ordinary printers can print them."""

from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
from pypdf import PdfReader

from tracker.command import main
from tracker.games.civil_war.box import DATA
from tracker.games.civil_war.deck import Tile, shipped
from tracker.games.civil_war.pictures import PICTURES
from tracker.printing.civil_war import tile_drawing
from tracker.printing.civil_war.tile_drawing import COLOUR, GREY
from tracker.printing.civil_war.tile_sheets import SIZES, SQUARE, TALL, fitting
from tracker.printing.order import Order
from tracker.printing.pdf import Paper
from tracker.printing.sheet_files import page as sheet_page
from tracker.printing.sheet_files import printed

DECK: Final = DATA / "decks" / "standard.json"
NEAREST: Final = 5.0
"""Ordinary printers leave so many millimetres at the edge white."""


def pages(paper: Paper = Paper.A4, language: str = "en", **options: int) -> list[Any]:
    chosen = {"tall": 0, "backs": 0, "grey": 0, **options}
    order = Order("civil-war", "tiles", language, paper, None, chosen)
    return list(PdfReader(BytesIO(printed(order))).pages)


def letters(page: Any) -> str:
    return "".join(page.extract_text().split())


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("size", [SQUARE, TALL], ids=["square", "tall"])
def test_no_picture_is_cut_by_the_edge_of_the_paper(
    paper: Paper, size: tuple[float, float]
) -> None:
    grid = fitting(SIZES[paper], *size)
    for number in range(grid.columns * grid.rows):
        x, y = grid.place(number)
        right, foot = SIZES[paper][0] - x - grid.width, SIZES[paper][1] - y - grid.height
        assert min(x, y, right, foot) - 2 >= NEAREST


def test_fronts_and_backs_meet_because_the_pieces_lie_in_the_middle() -> None:
    grid = fitting(SIZES[Paper.A4], *SQUARE)
    first, last = grid.place(0), grid.place(grid.columns * grid.rows - 1)
    assert first[0] == pytest.approx(210 - last[0] - grid.width)
    assert first[1] == pytest.approx(297 - last[1] - grid.height)


def test_every_tile_is_there_with_role_cards_and_markers() -> None:
    made = pages()
    assert len(made) == 5 + 1 + 1
    words = " ".join(page.extract_text() for page in made).split()
    assert {tile.id for tile in shipped("standard").tiles} <= set(words)
    assert "Southernofficer" in letters(made[-2])
    assert "African-Americanvolunteer" in letters(made[-2])
    assert "Month6" in letters(made[-1])
    assert [float(side) for side in made[0].mediabox[2:]] == pytest.approx([595.3, 841.9], abs=0.1)


def test_cards_of_roles_are_called_role_cards() -> None:
    """The publisher lists starting locations, of which the rulebook says nothing."""
    drawn = source()
    assert "<title>Role cards</title>" in drawn[-2]
    assert not any("location" in page.lower() for page in drawn)


def test_paper_has_the_pictures_of_the_screen_and_in_grey_their_shapes() -> None:
    tile = shipped("standard").tiles[0]
    pictures = {PICTURES[tile.top.resource.value], PICTURES[tile.left.kind.value]}
    coloured, grey = (tile_drawing.face(tile, *SQUARE, palette) for palette in (COLOUR, GREY))
    for picture in pictures:
        assert f'd="{picture.shape}" fill="{picture.colour}"' in coloured
        assert f'd="{picture.shape}" fill="#ffffff"' in grey
        assert picture.colour not in grey


def test_backs_double_the_tiles_and_letter_is_letter() -> None:
    made = pages(Paper.LETTER, "ru", backs=1, tall=1, grey=1)
    each = fitting(SIZES[Paper.LETTER], *TALL)
    assert len(made) == 2 * -(-56 // (each.columns * each.rows)) + 2
    assert [float(side) for side in made[0].mediabox[2:]] == pytest.approx([612, 792], abs=0.1)
    assert "ОфицерармииЮга" in letters(made[-2])


def source(**options: int) -> list[str]:
    """The pages of the sheet as drawings."""
    chosen = {"tall": 0, "backs": 0, "grey": 0, **options}
    return sheet_page(Order("civil-war", "tiles", "en", Paper.A4, None, chosen)).split("<svg ")[1:]


def test_every_front_of_the_last_page_has_a_back_whichever_way_it_is_turned() -> None:
    drawn = source(backs=1)
    grid = fitting(SIZES[Paper.A4], *SQUARE)
    fronts, backs = drawn[8], drawn[9]
    assert fronts.count("clip-path=") == 56 - 4 * grid.columns * grid.rows
    assert backs.count("clip-path=") == grid.columns * grid.rows


def test_there_are_cut_marks_for_the_pieces_and_for_nothing_else() -> None:
    drawn = source()
    for number, rows in ((0, 4), (4, 3), (5, 2), (6, 3)):
        marks = drawn[number].rpartition('<path d="')[2].partition('"')[0]
        assert marks.count("h3") == 2 * 2 * rows


def test_a_loss_is_crossed_out_visibly_without_colour() -> None:
    (crossed, *_) = [tile for tile in shipped("standard").tiles if is_crossed(tile)]
    drawn = str(tile_drawing.face(crossed, *SQUARE, tile_drawing.GREY))
    light, dark = drawn.find('stroke="#ffffff"'), drawn.find('stroke="#000000" stroke-width="1.6"')
    assert 0 < light < dark


def is_crossed(tile: Tile) -> bool:
    return any(
        half.printed is not None and half.printed.crossed for half in (tile.top, tile.bottom)
    )


def test_the_command_prints_a_deck_file(tmp_path: Path) -> None:
    out = tmp_path / "tiles.pdf"
    command = ["print", str(DECK), "--sheet", "tiles", "-o", str(out), "--option", "backs"]
    assert main(command) == 0
    assert len(PdfReader(out).pages) == 12


def test_the_command_says_what_is_wrong_with_a_deck_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "deck.json", tmp_path / "tiles.pdf"
    file.write_text('{"format": "quartermaster-deck/1", "name": "x", "tiles": []}')
    assert main(["print", str(file), "--sheet", "tiles", "-o", str(out)]) == 2
    assert capsys.readouterr().err.startswith("quartermaster: tiles: ")
    assert not out.exists()
