"""Nothing of a face-down tile is told, whatever a program asks."""

import re
from typing import Any, Final

from flask import Flask

from tests.web.api.program import Program
from tests.web.arrange import deal
from tests.web.civil_war.arrange import SETUP, TITLE, correct
from tracker.service.rights import name_of

FIGURE: Final = [[x, 0] for x in range(8)]
DEALS: Final = ([str(n) for n in range(1, 9)], [str(n) for n in range(56, 48, -1)])
GUESSES: Final = ("1", "2", "50", "55", "56")
TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00")


def over(x: int, **fields: Any) -> dict[str, Any]:
    return {"do": "turn_over", "seat": 0, "at": [x, 0], **fields}


def dealt(app: Flask, program: Program, order: list[str]) -> str:
    """A match in which these tiles lie face down in a row."""
    match = program.make(SETUP, TITLE)
    tiles = [{"at": at, "tile": tile} for at, tile in zip(FIGURE, order, strict=True)]
    deal(app, match, {"do": "lay_tiles", "tiles": tiles}, name_of(program.token))
    return match


def told(program: Program, match: str) -> list[str]:
    """Everything that a curious program is answered, without what differs between any two."""
    program.write(match, correct(0, points=1))
    choices = {"left": {"help": [{"seat": 1, "weapons": 1}]}, "middle": {"sabotage": True}}
    tried = [
        [over(0)],
        [over(0), {"do": "end_turn", "seat": 0}],
        [over(3, choices=choices)],
        *([over(0, tile=guess)] for guess in GUESSES),
        [{"do": "correct", "seat": 0, "set": {"points": 1}, "reason": "none"}, over(7)],
    ]
    answers = [
        program.get(match),
        program.get(f"{match}?seat=1"),
        program.get(f"{match}/history"),
        program.get(f"{match}/match.json"),
        *(program.post(f"{match}/entries/preview", {"entries": step}) for step in tried),
        *(program.post(f"{match}/entries/0/preview", {"entry": step[-1]}) for step in tried),
        *(program.post(f"{match}/entries/1/preview", {"entry": step[-1]}) for step in tried),
        program.post(f"{match}/entries/0/preview", {"entry": None}),
        # What is not plain may not even be written: its refusal would tell.
        *(program.write(match, *step) for step in tried[1:]),
        program.write(match, {"do": "end_month"}, over(1)),
    ]
    return [
        TIME.sub("", answer.get_data(as_text=True)).replace(match[9:], "") for answer in answers
    ]


def test_two_deals_are_told_alike_to_the_last_byte(app: Flask, program: Program) -> None:
    first, second = (told(program, dealt(app, program, order)) for order in DEALS)

    assert first == second


def test_a_preview_of_a_face_down_tile_is_refused_and_the_table_is_as_it_was(
    app: Flask,
    program: Program,
) -> None:
    match = dealt(app, program, DEALS[0])
    before = program.read(f"{match}/match.json")

    response = program.post(f"{match}/entries/preview", {"entries": [over(0)]})

    assert (response.status_code, response.get_json()["rule"]) == (422, "CW-3.3")
    assert program.read(f"{match}/match.json") == before


def test_a_tile_that_is_turned_up_is_seen_by_all_and_comes_before_any_other(
    app: Flask,
    program: Program,
) -> None:
    match = dealt(app, program, DEALS[0])

    body = {"write_id": "up", "seat": 0, "at": [2, 0]}
    assert program.act(f"{match}/turn-up", body)["version"] == 2
    assert program.act(f"{match}/turn-up", body)["version"] == 2

    sheet = program.read(match)
    assert sheet["turned"] == {"seat": 0, "at": [2, 0], "tile": "3"}
    [offer] = [offer for offer in sheet["offers"] if offer["do"] == "turn_over"]
    assert offer["entries"] == [over(2)]
    assert program.write(match, over(1)).get_json()["rule"] == "CW-3.3"
    preview = program.act(f"{match}/entries/preview", {"entries": [over(2)]})
    assert preview["position"]["tiles"][2] == {"at": [2, 0], "face_up": True, "tile": "3"}
    assert program.write(match, over(2)).status_code == 200
    after = program.read(match)
    assert after["turned"] is None
    assert after["position"] == preview["position"]


def test_only_a_tile_that_was_dealt_can_be_turned_up(program: Program) -> None:
    match = program.make(SETUP, TITLE)
    program.write(match, {"do": "lay_tiles", "tiles": [{"at": at} for at in FIGURE]})

    response = program.post(f"{match}/turn-up", {"write_id": "up", "seat": 0, "at": [2, 0]})

    assert response.status_code == 422
    assert program.read(match)["version"] == 1


def test_the_server_deals_what_nobody_is_told(program: Program) -> None:
    match = program.make(SETUP, TITLE)
    body = {"write_id": "deal", "cells": FIGURE}
    program.act(f"{match}/deal", body)
    program.act(f"{match}/deal", body)

    sheet = program.read(match)

    assert sheet["version"] == 1
    assert sheet["position"]["tiles"] == [{"at": at, "face_up": False} for at in FIGURE]
    [entry] = program.read(f"{match}/history")["entries"]
    assert entry["entry"] == {"do": "lay_tiles", "tiles": [{"at": at} for at in FIGURE]}
    assert program.write(match, over(4)).status_code == 200
    assert program.read(match)["position"]["tiles"][4]["tile"]


def test_a_figure_that_is_no_figure_is_not_dealt(program: Program) -> None:
    match = program.make(SETUP, TITLE)
    apart = [[x * 2, 0] for x in range(8)]

    response = program.post(f"{match}/deal", {"write_id": "deal", "cells": apart})

    assert response.get_json()["rule"] == "CW-3.2"
