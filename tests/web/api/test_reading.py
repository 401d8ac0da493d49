"""Reading by a program: the same numbers, sentences and file that the pages show."""

from typing import Any

import pytest
from flask import Flask

from tests.toy.arrange import end_turn, walk
from tests.web.api.program import SETUP, Program
from tracker.engine import match_file
from tracker.games.titles import TITLES


def long_race(program: Program) -> str:
    """The address of a race of 130 entries, which Anna has won at the end."""
    match = program.make({**SETUP, "goal": 130})
    for number in (70, 60):
        assert program.write(match, *[walk(0)] * number).status_code == 200
    return match


def test_the_match_file_plays_again_to_the_same_end(program: Program) -> None:
    match = program.make()
    program.write(match, walk(0, 9), walk(0, 1))
    position = program.read(match)["position"]

    text = program.get(f"{match}/match.json").get_data()

    title, document = match_file.read(text, TITLES)
    assert title.export_position(match_file.play(title, document).position) == position


@pytest.mark.slow
def test_a_long_history_is_read_in_parts(program: Program) -> None:
    match = long_race(program)
    first = program.read(f"{match}/history")

    parts: list[Any] = []
    part: dict[str, Any] = {"next": 0}
    while part["next"] is not None:
        part = program.read(f"{match}/history?start={part['next']}&most=60")
        assert len(part["entries"]) <= 60
        parts += part["entries"]

    assert parts[:100] == first["entries"]
    assert [part["n"] for part in parts] == list(range(130))
    assert program.read(f"{match}/history?start=100000")["entries"] == []


def test_the_sheet_says_what_may_be_written_and_why_the_rest_may_not(
    program: Program, match: str
) -> None:
    sheet = program.read(match)

    assert (sheet["version"], sheet["position"]["turn"], sheet["seat"]) == (0, 0, 0)
    offers = {offer["do"]: offer for offer in sheet["offers"]}
    assert end_turn(0) in offers["end_turn"]["entries"]
    assert offers["draw"]["entries"] == []
    assert offers["draw"]["refused"]["rule"] == "TR-4"
    assert (sheet["undo"], sheet["redo"]) == (None, None)


def test_everything_that_is_offered_can_be_written_and_what_is_refused_cannot(
    program: Program, match: str
) -> None:
    for seat in (0, 1):
        for offer in program.read(f"{match}?seat={seat}")["offers"]:
            for entry in offer["entries"]:
                tried = program.post(f"{match}/entries/preview", {"entries": [entry]})
                assert tried.status_code == 200, entry
            assert bool(offer["entries"]) == (offer["refused"] is None)


def test_undo_and_redo_say_what_they_will_do(program: Program, match: str) -> None:
    program.write(match, walk(0), end_turn(0))
    program.act(f"{match}/undo", {"version": 2, "write_id": "back"})

    sheet = program.read(match)

    assert (sheet["undo"]["says"], sheet["redo"]["says"]) == (
        "Anna walks 1 step",
        "Anna ends the turn",
    )


def test_a_match_is_in_the_list_of_whoever_made_it(program: Program) -> None:
    match = long_race(program)

    [listed] = [
        listed for listed in program.read("/matches")["matches"] if match.endswith(listed["id"])
    ]

    assert listed["over"]
    assert listed["players"] == [seat["name"] for seat in program.read(match)["position"]["seats"]]


def test_the_history_says_who_wrote_what(app: Flask, program: Program, match: str) -> None:
    other = program.post("/devices").get_json()
    guest = Program(app, other["token"])
    program.join(guest, match)
    guest.write(match, walk(0, 5))

    [entry] = program.read(f"{match}/history")["entries"]

    assert (entry["by"], entry["entry"]) == (other["device"], walk(0, 5))
    assert entry["lines"] == [{"seat": 0, "what": "steps", "by": 5, "rule": "TR-2"}]
    assert (entry["says"], entry["state"]) == ("Anna walks 5 steps", "live")
