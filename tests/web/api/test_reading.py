"""What a program reads: the same numbers, sentences and file that the pages show."""

import json
from pathlib import Path
from typing import Any

from flask import Flask

from tests.recorded import FILES
from tests.web.api.program import Program
from tests.web.arrange import end_turn, find, recorded, standing
from tracker.engine import match_file
from tracker.games.titles import TITLES

SIX_SEATS = next(file for file in FILES if file.name == "six-seats-fifty-points.json")


def play(program: Program, file: Path) -> tuple[str, dict[str, Any]]:
    """A recorded match, written by the program; its address, and the position at its end."""
    document = json.loads(file.read_bytes())
    _, entries, position = recorded(file)
    match = program.make(document["setup"])
    for start in range(0, len(entries), 100):
        assert program.write(match, *entries[start : start + 100]).status_code == 200
    return match, position


def test_a_recorded_match_is_written_and_read_to_its_end(app: Flask, program: Program) -> None:
    match, position = play(program, SIX_SEATS)

    sheet = program.read(match)

    assert sheet["position"] == position == standing(app, f"/m/{sheet['id']}")
    assert sheet["position"]["result"]["reason"] == "fifty_points"
    assert {offer["refused"]["rule"] for offer in sheet["offers"]} == {"CW-12.4"}


def test_the_match_file_plays_again_to_the_same_end(program: Program) -> None:
    match, position = play(program, SIX_SEATS)

    text = program.get(f"{match}/match.json").get_data()

    title, document = match_file.read(text, TITLES)
    assert title.export_position(match_file.play(title, document).position) == position


def test_a_long_history_is_read_in_parts(program: Program) -> None:
    match, _ = play(program, SIX_SEATS)
    first = program.read(f"{match}/history")

    parts: list[Any] = []
    part: dict[str, Any] = {"next": 0}
    while part["next"] is not None:
        part = program.read(f"{match}/history?start={part['next']}&most=60")
        assert len(part["entries"]) <= 60
        parts += part["entries"]

    assert parts[:100] == first["entries"]
    assert [part["n"] for part in parts] == list(range(len(recorded(SIX_SEATS)[1])))
    assert program.read(f"{match}/history?start=100000")["entries"] == []


def test_the_history_says_who_wrote_what_in_the_language_that_is_asked_for(
    app: Flask, program: Program, match: str
) -> None:
    other = program.post("/devices").get_json()
    guest = Program(app, other["token"])
    program.join(guest, match)
    guest.write(match, find(0, "wood", 5))

    [entry] = program.read(f"{match}/history", headers={"Accept-Language": "pl"})["entries"]

    assert entry["by"] == other["device"]
    assert entry["entry"] == find(0, "wood", 5)
    assert entry["lines"] == [{"seat": 0, "what": "wood", "by": 5, "rule": "CW-4.3"}]
    assert (entry["says"], entry["state"]) == ("Anna znajduje: 5 drewna", "live")


def test_the_sheet_says_what_may_be_written_and_why_the_rest_may_not(
    program: Program, match: str
) -> None:
    sheet = program.read(match)

    assert (sheet["version"], sheet["position"]["turn"], sheet["seat"]) == (0, 0, 0)
    offers = {offer["do"]: offer for offer in sheet["offers"]}
    assert end_turn(0) in offers["end_turn"]["entries"]
    assert offers["sabotage"]["entries"] == []
    assert offers["sabotage"]["refused"]["rule"] == "CW-11.4"
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
    program.write(match, find(0), end_turn(0))
    program.act(f"{match}/undo", {"version": 2, "write_id": "back"})

    sheet = program.read(match)

    assert (sheet["undo"]["says"], sheet["redo"]["says"]) == (
        "Anna finds 1 food",
        "Anna ends the turn",
    )


def test_a_match_is_in_the_list_of_whoever_made_it(program: Program) -> None:
    match, _ = play(program, SIX_SEATS)

    [listed] = [
        listed for listed in program.read("/matches")["matches"] if match.endswith(listed["id"])
    ]

    assert listed["over"]
    assert listed["players"] == [seat["name"] for seat in program.read(match)["position"]["seats"]]
