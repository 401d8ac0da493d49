"""The same rights as at the pages: who looks, who writes, who is asked, who is gone."""

from typing import Any, Final

import pytest
from flask import Flask

from tests.toy.arrange import end_turn, walk
from tests.web.api.program import Program
from tracker.service.rights import Right, Undo, name_of
from tracker.service.tables import Tables

CARRY: Final = {"do": "carry", "seat": 1, "other": 0, "steps": 2}
VERSIONED: Final = {"write_id": "x", "version": 1}


@pytest.fixture
def guest(app: Flask) -> Program:
    return Program(app)


def tables(app: Flask) -> Tables:
    found: Tables = app.extensions["tables"]
    return found


def id_of(match: str) -> str:
    return match.removeprefix("/matches/")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/entries", {"write_id": "x", "entries": [walk(0)]}),
        ("/entries/0", {**VERSIONED, "entry": None}),
        ("/undo", VERSIONED),
    ],
)
def test_whoever_looks_on_writes_nothing(
    program: Program, guest: Program, match: str, path: str, body: Any
) -> None:
    program.write(match, walk(0))

    response = guest.post(f"{match}{path}", body)

    assert response.status_code == 403
    assert "view only" in response.get_json()["detail"]
    assert guest.read(f"{match}/version")["version"] == 1


def test_whoever_looks_on_reads_and_tries_everything(guest: Program, match: str) -> None:
    sheet = guest.read(match)

    assert (sheet["you"]["right"], sheet["you"]["device"]) == ("looker", name_of(guest.token))
    assert guest.post(f"{match}/entries/preview", {"entries": [walk(0)]}).status_code == 200
    assert guest.read(f"{match}/table")["code"] is None
    assert not any(offer["entries"] for offer in sheet["offers"])
    reasons = {offer["do"]: offer["refused"] for offer in sheet["offers"]}
    assert reasons["walk"]["rule"] is None
    assert reasons["draw"]["rule"] == "TR-4"


def test_with_the_code_a_program_writes_for_a_seat_and_for_no_other(
    program: Program, guest: Program, match: str
) -> None:
    program.join(guest, match, seat=1)

    assert guest.write(match, walk(0)).status_code == 403
    program.write(match, end_turn(0))
    assert guest.write(match, walk(1)).status_code == 200
    sheet = guest.read(match)
    assert (sheet["you"]["right"], sheet["you"]["seat"]) == ("seat", 1)
    offers = {offer["do"]: offer for offer in sheet["offers"]}
    assert offers["walk"]["entries"]
    assert offers["next_day"]["refused"]["rule"] is None


def test_a_wrong_code_gives_no_right_and_cannot_be_guessed(
    program: Program, guest: Program, match: str
) -> None:
    elsewhere = {"REMOTE_ADDR": "203.0.113.9"}
    guesses = [
        guest.post(f"{match}/join", {"code": f"wrong{n}"}, environ_overrides=elsewhere)
        for n in range(25)
    ]

    assert {guess.status_code for guess in guesses} == {403, 429}
    assert guest.read(match)["you"]["right"] == "looker"


def test_whoever_was_removed_does_not_even_look(
    app: Flask, program: Program, guest: Program, match: str
) -> None:
    guest.read(match)
    removed = name_of(guest.token)
    host = name_of(program.token)
    tables(app).change(id_of(match), host, removed, Right.REMOVED, None, "")

    assert guest.get(match).status_code == 403
    assert guest.get(f"{match}/match.json").status_code == 403


def test_a_match_that_was_put_away_is_gone(
    app: Flask, program: Program, guest: Program, match: str
) -> None:
    tables(app).put_away(id_of(match), name_of(program.token))

    assert program.get(match).status_code == 410
    assert guest.get(match).status_code == 404
    assert program.read("/matches")["matches"] == []


@pytest.mark.parametrize("agree", [True, False])
def test_what_another_seat_is_asked_for_waits_for_its_answer(
    app: Flask, program: Program, guest: Program, match: str, agree: bool
) -> None:
    tables(app).settle(id_of(match), name_of(program.token), Undo.FREE, asks=True)
    program.join(guest, match, seat=1)
    program.write(match, end_turn(0))

    assert guest.write(match, CARRY, write_id="carry").get_json()["waits"]
    [waiting] = program.read(match)["waiting"]
    assert (waiting["id"], waiting["asked"], waiting["state"]) == ("carry", [0], "waiting")
    program.act(f"{match}/requests/carry", {"write_id": "answer", "agree": agree})

    steps = [seat["steps"] for seat in program.read(match)["position"]["seats"]]
    assert steps == ([2, 2] if agree else [0, 0])
    told = [request["state"] for request in guest.read(match)["waiting"]]
    assert told == ([] if agree else ["refused"])


def test_a_program_lists_its_own_matches_and_no_others(
    app: Flask, program: Program, match: str
) -> None:
    assert [match["id"] for match in program.read("/matches")["matches"]] == [id_of(match)]
    assert Program(app).read("/matches")["matches"] == []
