"""The colours: one palette for every page and for paper, and a title's own beside it."""

from typing import Final

from tracker import palette
from tracker.locations import PRINTOUTS
from tracker.web import static

FOLDERS: Final = sorted(
    path.parent.relative_to(palette.FOLDER).as_posix() for path in palette.FOLDER.rglob("*.toml")
)


def test_a_dark_room_and_a_device_that_prefers_the_night_see_the_same_colours() -> None:
    rules = palette.style().splitlines()

    assert len(rules) == 3
    by_itself, chosen = (rule.partition("]")[2].strip("){}") for rule in rules[1:])
    assert by_itself == chosen
    assert "color-scheme:dark" in chosen


def test_every_colour_of_a_page_has_its_day_and_its_night() -> None:
    for folder in FOLDERS:
        for name, colour in palette.colours(folder).items():
            assert bool(colour.day) == bool(colour.night), name
            assert colour.day or colour.print, name


def test_no_two_palettes_have_a_colour_of_one_name() -> None:
    names = [name for folder in FOLDERS for name in palette.colours(folder)]

    assert len(names) == len(set(names)) == len(palette.on_paper())


def test_a_style_sheet_begins_with_its_colours() -> None:
    assert palette.style().encode() in static.contents("frame.css")
    for folder in FOLDERS[1:]:
        assert static.contents(f"{folder}/sheet.css").startswith(palette.style(folder).encode())


def test_paper_has_its_own_colour_where_it_needs_one() -> None:
    rule, line = palette.colours()["rule"], palette.colours()["line"]

    assert rule.print != rule.day
    assert palette.printed("var(--rule) var(--line) var(--x)") == (
        f"{rule.print} {line.day} var(--x)"
    )


def test_what_is_printed_names_no_variable() -> None:
    for path in PRINTOUTS.rglob("print.css"):
        assert "var(" not in palette.printed(path.read_text("utf-8")), path
