"""The big screen: everything to be read from across the room, and nothing to tap."""

import json
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import ROLES, setup
from tests.web.arrange import Device, correct, end_turn, find, matches
from tracker.engine import match_file
from tracker.games.titles import TITLES

ROOT: Final = Path(__file__).parents[2]
DEMOS: Final = sorted((ROOT / "tracker/games").glob("*/data/demo.json"))
END_MONTH: Final = {"do": "end_month"}
LAID: Final = [{"at": [0, place], "tile": str(1 + place)} for place in range(8)]


def board(app: Flask, match: str) -> Any:
    """The screen, as a device that only looks sees it."""
    return Device(app).open(f"{match}/board")


@pytest.mark.parametrize("demo", DEMOS, ids=lambda path: path.parts[-3])
def test_every_title_has_a_big_screen_without_anything_to_tap(
    app: Flask, device: Device, demo: Path
) -> None:
    title, document = match_file.read(demo.read_bytes(), TITLES)
    match_id = matches(app).make(title.NAME, document.setup, "Friday", device.name)
    matches(app).write(match_id, document.entries, "written", device.name)

    page = board(app, f"/m/{match_id}")

    names = [seat["name"] for seat in json.loads(demo.read_bytes())["setup"]["seats"]]
    assert [heading.text for heading in page.all("h2")][: len(names)] == names
    assert page.forms == []
    assert [link.text for link in page.all("a")] == ["Skip to the content"]
    assert [button.text for button in page.all("button")] == ["Close"]
    assert "/j/" in page.all("aside", "board-join")[0].text
    assert page.html.partition("board-qr")[2].startswith('"><svg')


def test_it_shows_whose_turn_it_is_and_what_was_written_last(
    app: Flask, device: Device, match: str
) -> None:
    device.write(match, find(0, "gold", 4), end_turn(0))
    page = board(app, match)
    assert page.all("p", "board-turn")[0].text == "Boris's turn"
    entries = [list_.text for list_ in page.all("ol", "board-entries")]
    assert entries == ["Anna ends the turn Anna finds 4 gold Anna +4 gold"]


def test_the_upkeep_is_worked_out_before_it_is_done_and_battles_after_it(
    app: Flask, device: Device
) -> None:
    match = device.make(setup(*ROLES))
    hungry = correct(0, people={"cherokee": 5}, resources={"water": 2})
    device.write(match, hungry, END_MONTH)
    assert "Anna 2 3 0 → −7" in board(app, match).all("div", "board-table")[0].text
    strong = correct(1, people={"volunteer": 30}, resources={"weapons": 60})
    device.write(match, {"do": "upkeep"}, strong)
    assert "Boris Anna" in board(app, match).all("div", "board-table")[0].text


def test_the_winner_is_announced(app: Flask, device: Device, match: str) -> None:
    device.write(match, correct(0, points=49), {**find(0), "resource": "wood", "amount": 50})
    page = board(app, match)
    assert page.all("div", "board-over")[0].text == "Victory: Anna"
    assert len(page.all("article", "board-won")) == 1


def test_a_tile_that_lies_face_down_is_not_told(app: Flask, device: Device) -> None:
    shown = set()
    for tiles in (LAID, [{**tile, "tile": str(40 + n)} for n, tile in enumerate(LAID)]):
        match = device.make()
        device.deal(match, {"do": "lay_tiles", "tiles": tiles})
        shown.add(board(app, match).all("ol", "board-entries")[0].text)
    assert len(shown) == 1
    assert "8" in shown.pop()
