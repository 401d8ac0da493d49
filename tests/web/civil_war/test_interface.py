"""The Civil War for programs: a whole recorded match, and what its rules and words say."""

import json
from pathlib import Path
from typing import Any

from flask import Flask

from tests.recorded import FILES
from tests.web.api.program import Program
from tests.web.api.test_problems import problem
from tests.web.arrange import standing
from tests.web.civil_war.arrange import SETUP, TITLE, find, recorded

SIX_SEATS = next(file for file in FILES if file.name == "six-seats-fifty-points.json")


def play(program: Program, file: Path) -> tuple[str, dict[str, Any]]:
    """A recorded match, written by the program; its address, and the position at its end."""
    document = json.loads(file.read_bytes())
    _, entries, position = recorded(file)
    match = program.make(document["setup"], TITLE)
    for start in range(0, len(entries), 100):
        assert program.write(match, *entries[start : start + 100]).status_code == 200
    return match, position


def test_a_recorded_match_is_written_and_read_to_its_end(app: Flask, program: Program) -> None:
    match, position = play(program, SIX_SEATS)

    sheet = program.read(match)

    assert sheet["position"] == position == standing(app, f"/m/{sheet['id']}")
    assert sheet["position"]["result"]["reason"] == "fifty_points"
    assert {offer["refused"]["rule"] for offer in sheet["offers"]} == {"CW-12.4", "QM-2"}


def test_the_history_says_who_wrote_what_in_the_language_that_is_asked_for(
    app: Flask, program: Program
) -> None:
    match = program.make(SETUP, TITLE)
    other = program.post("/devices").get_json()
    guest = Program(app, other["token"])
    program.join(guest, match)
    guest.write(match, find(0, "wood", 5))

    [entry] = program.read(f"{match}/history", headers={"Accept-Language": "pl"})["entries"]

    assert entry["by"] == other["device"]
    assert entry["entry"] == find(0, "wood", 5)
    assert entry["lines"] == [{"seat": 0, "what": "wood", "by": 5, "rule": "CW-4.3"}]
    assert (entry["says"], entry["state"]) == ("Anna znajduje: 5 drewna", "live")


def test_a_refusal_is_told_in_the_readers_language(program: Program) -> None:
    match = program.make(SETUP, TITLE)
    body = {"entries": [find(1)], "write_id": "x"}

    response = program.post(f"{match}/entries", body, headers={"Accept-Language": "ru"})

    told = problem(response, 422)
    assert told["rule"] == "CW-3.5"
    assert told["detail"].startswith("Сейчас ход")
    assert response.headers["Content-Language"] == "ru"


def test_a_set_up_that_a_rule_forbids_is_told_with_the_rule(program: Program) -> None:
    seats = [{"name": name, "role": "cherokee"} for name in ("Anna", "Boris")]
    setup = {"months": 6, "tiles_per_player": 4, "seats": seats}
    body = {"title": "civil-war", "setup": setup, "write_id": "twice"}

    told = problem(program.post("/matches", body), 422)

    assert (told["rule"], told["type"]) == ("CW-1.3", "/rules/CW-1.3")
    assert told["place"] == "setup.seats[1].role"
    assert "cherokee" in told["detail"]
