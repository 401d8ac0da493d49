"""The big screen: everything to be read from across the room, and nothing to tap."""

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.toy.arrange import end_turn, walk
from tests.web.arrange import DEMOS, Device, matches, title_folder
from tracker.engine import match_file
from tracker.games.titles import TITLES


def board(app: Flask, match: str) -> Any:
    """The screen, as a device that only looks sees it."""
    return Device(app).open(f"{match}/board")


@pytest.mark.parametrize("demo", DEMOS, ids=title_folder)
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
    device.write(match, walk(0, 4), end_turn(0))
    page = board(app, match)
    assert page.all("p", "board-turn")[0].text == "Boris's turn"
    entries = [list_.text for list_ in page.all("ol", "board-entries")]
    assert entries == ["Anna ends the turn Anna walks 4 steps Anna +4 steps"]


def test_the_winner_is_announced(app: Flask, device: Device, match: str) -> None:
    device.write(match, walk(0, 9), walk(0))
    page = board(app, match)
    assert page.all("div", "board-over")[0].text == "Victory: Anna"
    assert len(page.all("article", "board-won")) == 1


@pytest.mark.slow
def test_a_card_that_lies_face_down_is_not_told(app: Flask, device: Device) -> None:
    shown = set()
    for cards in (["a", "bb"], ["ccc", "d"]):
        match = device.make()
        device.deal(match, {"do": "deal", "cards": cards})
        shown.add(board(app, match).all("ol", "board-entries")[0].text)

    assert len(shown) == 1
    assert "?" in shown.pop()
