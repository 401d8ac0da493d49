"""Importing, searching and notes, for programs."""

from typing import Final

from flask import Flask

from tests.toy.arrange import document, end_turn, walk
from tests.web.api.program import Program

RACE: Final = document(walk(0, 9), walk(0, 1))


def test_a_match_file_becomes_a_match_and_is_found_by_who_played(app: Flask) -> None:
    program = Program(app)

    made = program.post("/matches/import", RACE)

    assert made.status_code == 201
    match_id = made.get_json()["id"]
    name = RACE["setup"]["seats"][0]["name"]
    found = program.read(f"/matches?q={name}&state=over")
    assert [match["id"] for match in found["matches"]] == [match_id]
    assert found["next"] is None
    assert found["matches"][0]["winners"]
    assert program.read("/matches?state=running")["matches"] == []
    assert program.post("/matches/import", RACE).get_json()["id"] == match_id


def test_what_a_rule_refuses_is_refused_with_its_place(app: Flask) -> None:
    program = Program(app)
    refused = document(end_turn(0), end_turn(0))

    answer = program.post("/matches/import", refused)

    assert answer.status_code == 422
    assert answer.get_json()["rule"] == "TR-1"
    assert answer.get_json()["place"] == "entries[1]"
    assert program.read("/matches")["matches"] == []
    assert program.post("/matches/import", {"format": "x"}).status_code == 400
    assert program.get("/matches?since=never").status_code == 400
    assert program.get("/matches?page=x").status_code == 400


def test_notes_are_written_read_and_taken_off(app: Flask) -> None:
    program = Program(app)
    match = program.make()
    program.write(match, {"do": "end_turn", "seat": 0})

    program.post(f"{match}/notes", {"write_id": "n1", "text": "At Clara's"})
    program.post(f"{match}/notes", {"write_id": "n2", "text": "Too early?", "n": 0})

    found = program.read(f"{match}/notes")["notes"]
    assert [(note["text"], note["n"]) for note in found] == [
        ("At Clara's", None),
        ("Too early?", 0),
    ]
    assert (
        program.post(f"{match}/notes", {"write_id": "n3", "text": "x", "n": 9}).status_code == 400
    )
    assert program.post(f"{match}/notes", {"write_id": "n4", "text": " "}).status_code == 400
    assert program.post(f"{match}/notes/n1", {"write_id": "n5"}).status_code == 200
    assert [note["id"] for note in program.read(f"{match}/notes")["notes"]] == ["n2"]
    assert program.post(f"{match}/notes/never", {"write_id": "n7"}).status_code == 404
    answer = program.post(f"{match}/requests/never", {"write_id": "n8", "agree": True})
    assert answer.status_code == 404
    looker = Program(app)
    answer = looker.post(f"{match}/notes", {"write_id": "n6", "text": "x"})
    assert answer.status_code == 403


def test_a_write_id_belongs_to_one_note_and_what_was_never_there_is_not_removed(
    app: Flask,
) -> None:
    program = Program(app)
    match = program.make()
    for name in ("first", "second"):
        program.post(f"{match}/notes", {"write_id": name, "text": name})

    again = program.post(f"{match}/notes", {"write_id": "first", "text": "first"})
    other = program.post(f"{match}/notes", {"write_id": "first", "text": "something else"})
    removed = [
        program.post(f"{match}/notes/{note}", {"write_id": "removal"}).status_code
        for note in ("first", "first", "second", "never")
    ]

    assert (again.status_code, other.status_code) == (200, 409)
    assert removed == [200, 200, 409, 404]
    assert [note["text"] for note in program.read(f"{match}/notes")["notes"]] == ["second"]
