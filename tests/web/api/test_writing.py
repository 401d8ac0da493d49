"""Writing by a program: by the same rules, at once or not at all, and first on trial."""

from typing import Any, Final

import pytest
from flask import Flask

from tests.toy.arrange import end_turn, walk
from tests.toy.card import CARD
from tests.web.api.program import SETUP, Program

NEW: Final = {"title": CARD.name, "setup": SETUP, "write_id": "new"}
NO_CARD: Final = {"do": "draw", "seat": 0}


def stands(program: Program, match: str) -> Any:
    """The whole match, as it would be kept."""
    return program.read(f"{match}/match.json")


def test_a_match_is_named_or_takes_its_players_names(program: Program) -> None:
    named = program.act("/matches", {**NEW, "name": "  Friday\x00 night "})
    unnamed = program.act("/matches", {**NEW, "write_id": "another"})

    assert program.read(f"/matches/{named['id']}")["name"] == "Friday night"
    assert program.read(f"/matches/{unnamed['id']}")["name"] == "Anna · Boris"
    assert unnamed["version"] == 0


def test_a_match_that_is_sent_twice_is_made_once(app: Flask, program: Program) -> None:
    first = program.act("/matches", NEW)
    program.write(f"/matches/{first['id']}", walk(0))

    assert program.act("/matches", NEW) == {"id": first["id"], "version": 1}
    other = program.post("/matches", {**NEW, "setup": {**SETUP, "goal": 5}})
    assert other.status_code == 409
    assert Program(app).act("/matches", NEW)["id"] != first["id"]


def test_a_preview_shows_just_what_writing_does_and_writes_nothing(
    program: Program, match: str
) -> None:
    entries = [{"do": "take_shoes", "seat": 0}, walk(0, 2)]
    before = stands(program, match)

    preview = program.act(f"{match}/entries/preview", {"entries": entries, "then": "end_turn"})

    assert stands(program, match) == before
    assert program.write(match, *entries, then="end_turn").get_json() == {
        "version": 3,
        "waits": False,
    }
    after = stands(program, match)
    assert preview["position"] == after["position"]
    assert [entry["lines"] for entry in preview["entries"]] == [
        entry["lines"] for entry in after["entries"]
    ]
    assert preview["version"] == 0


def test_the_same_write_sent_twice_is_one_act(program: Program, match: str) -> None:
    first = program.write(match, walk(0), write_id="once")
    again = program.write(match, walk(0), write_id="once")

    assert first.get_json() == again.get_json() == {"version": 1, "waits": False}
    assert len(stands(program, match)["entries"]) == 1


def test_of_entries_with_one_that_is_refused_none_is_written(program: Program, match: str) -> None:
    before = stands(program, match)

    response = program.write(match, walk(0), NO_CARD)

    assert response.status_code == 422
    problem = response.get_json()
    assert (problem["rule"], problem["type"]) == ("TR-4", "/rules/TR-4")
    assert stands(program, match) == before


def test_a_turn_that_has_ended_already_is_not_ended_again(program: Program, match: str) -> None:
    program.write(match, walk(0), end_turn(0), then="end_turn")

    assert program.read(match)["position"]["turn"] == 1


def test_a_turn_that_is_ended_late_is_not_the_next_ones(program: Program) -> None:
    match = program.make({**SETUP, "keep_order": False})
    program.write(match, end_turn(0))

    program.write(match, walk(0), then="end_turn")

    assert program.read(match)["position"]["turn"] == 1


def test_what_is_refused_because_the_table_moved_on_says_so(program: Program, match: str) -> None:
    program.write(match, end_turn(0))

    assert program.write(match, walk(0), version=0).status_code == 409
    assert program.write(match, walk(0), version=1).status_code == 422
    assert program.write(match, walk(1), version=0).status_code == 200


def test_undo_and_redo_need_the_version_that_is_there(program: Program, match: str) -> None:
    program.write(match, walk(0), end_turn(0), walk(1))
    whole = stands(program, match)["position"]

    late = program.post(f"{match}/undo", {"version": 1, "write_id": "late"})
    back = program.act(f"{match}/undo", {"version": 3, "write_id": "back", "down_to": 1})

    assert late.status_code == 409
    assert back["version"] == 5
    assert program.read(match)["position"]["turn"] == 0
    program.act(f"{match}/redo", {"version": 5, "write_id": "again-1"})
    program.act(f"{match}/redo", {"version": 6, "write_id": "again-2"})
    assert stands(program, match)["position"] == whole
    nothing = program.post(f"{match}/redo", {"version": 7, "write_id": "again-3"})
    assert nothing.status_code == 409


def test_an_amendment_shows_what_becomes_of_later_entries_before_it_is_made(
    program: Program, match: str
) -> None:
    draw = {"do": "draw", "seat": 0}
    program.write(match, {"do": "deal", "cards": ["a", "b"]}, draw, draw, walk(0))
    amended = {"entry": {"do": "deal", "cards": ["a"]}}
    before = stands(program, match)

    preview = program.act(f"{match}/entries/0/preview", amended)

    assert stands(program, match) == before
    assert [dropped["n"] for dropped in preview["dropped"]] == [2]
    assert preview["dropped"][0]["refused"]["rule"]
    body = {**amended, "version": preview["version"], "write_id": "amended"}
    program.act(f"{match}/entries/0", body)
    assert stands(program, match)["position"] == preview["position"]
    states = [entry["state"] for entry in program.read(f"{match}/history")["entries"]]
    assert sorted(states) == ["crossed", "crossed", "live", "live", "live"]


def test_an_entry_is_taken_out(program: Program, match: str) -> None:
    program.write(match, walk(0, 3), walk(0, 4))

    preview = program.act(f"{match}/entries/0/preview", {"entry": None})
    program.act(f"{match}/entries/0", {"entry": None, "version": 2, "write_id": "out"})

    seat = program.read(match)["position"]["seats"][0]
    assert preview["position"]["seats"][0] == seat
    assert seat["steps"] == 4
    gone = program.post(f"{match}/entries/0/preview", {"entry": None})
    assert gone.status_code == 409


@pytest.mark.parametrize(
    ("path", "body", "place"),
    [
        ("/matches", {**NEW, "title": "chess"}, "title"),
        ("/matches", {**NEW, "setup": {**SETUP, "goal": "x"}}, "setup.goal"),
        ("/matches", {"title": CARD.name, "write_id": "x"}, "setup"),
        ("{}/entries", {"write_id": "x", "entries": [walk(0), walk(2)]}, "entries[1].seat"),
        ("{}/entries", {"write_id": "x", "entries": [walk(0, 10)]}, "entries[0].steps"),
        ("{}/entries", {"write_id": "x", "entries": []}, "entries"),
        ("{}/entries", {"write_id": "x", "entries": [end_turn(0)] * 101}, "entries"),
        ("{}/entries", {"write_id": "a b", "entries": [walk(0)]}, "write_id"),
        ("{}/entries", {"write_id": "x", "entries": [walk(0)], "then": "go"}, "then"),
        ("{}/entries/preview", {"entries": [walk(0)], "write_id": "x"}, "write_id"),
        ("{}/entries/0/preview", {"entry": walk(9)}, "entry.seat"),
        ("{}/entries/0/preview", {"entry": {"do": "walk", "seat": 0}}, "entry.steps"),
        ("{}/undo", {"write_id": "x"}, "version"),
        ("{}/redo", {"write_id": "x", "version": -1}, "version"),
        ("{}/undo", [], "body"),
    ],
)
def test_what_is_not_written_properly_is_told_with_its_place(
    program: Program, match: str, path: str, body: Any, place: str
) -> None:
    response = program.post(path.format(match), body)

    assert response.status_code == 400
    assert response.get_json()["place"] == place
