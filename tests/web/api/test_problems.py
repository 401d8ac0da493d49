"""Whatever goes wrong is a problem document, in the reader's language, and never a page."""

from typing import Any, Final

import pytest
from flask import Flask

from tests.web.api.program import PROBLEM, Program
from tests.web.arrange import Device

JSON: Final = {"Content-Type": "application/json"}
DEEP: Final = b'{"entries":' + b"[" * 100_000


def problem(response: Any, status: int) -> Any:
    assert (response.status_code, response.mimetype) == (status, PROBLEM)
    document = response.get_json()
    assert document["instance"] == response.request.path
    assert document["detail"]
    return document


@pytest.mark.parametrize("path", ["", "/", "/nowhere", "/matches/x/y/z", "/matches/"])
def test_an_address_that_is_none_is_told_as_a_problem(program: Program, path: str) -> None:
    assert "no page at this address" in problem(program.get(path), 404)["detail"]


@pytest.mark.parametrize("path", ["", "/history", "/match.json"])
@pytest.mark.parametrize("match_id", ["nowhere", "x" * 22, "a%0a", "☃" * 22, "x" * 5000])
def test_a_match_that_is_none_is_told_as_a_problem(
    program: Program, path: str, match_id: str
) -> None:
    response = program.get(f"/matches/{match_id}{path}")

    assert "no match at this address" in response.get_json()["detail"]
    assert response.status_code == 404


def test_what_cannot_be_done_at_an_address_says_what_can(program: Program, match: str) -> None:
    response = program.send("DELETE", match)

    problem(response, 405)
    assert "GET" in response.headers["Allow"]


def test_a_file_is_only_sent_where_it_is_brought_in(program: Program) -> None:
    problem(program.get("/matches/import"), 405)
    assert program.send("OPTIONS", "/matches/import").allow.as_set() == {"options", "post"}


@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer x", "Basic YTpi", "Bearer é" * 9])
def test_without_a_token_nothing_is_answered(
    program: Program, match: str, authorization: str
) -> None:
    for response in (
        program.get(match, headers={"Authorization": authorization}),
        program.post(f"{match}/undo", {}, headers={"Authorization": authorization}),
    ):
        problem(response, 401)
        assert response.headers["WWW-Authenticate"] == "Bearer"


def test_a_browsers_cookie_is_no_token(app: Flask, device: Device, match: str) -> None:
    device.open("/")

    read = device.client.get(f"/api{match}")
    written = device.client.post("/api/matches", json={})

    problem(read, 401)
    problem(written, 401)
    assert "device=" not in str(read.headers)


def test_a_token_is_no_way_round_the_forms_of_the_pages(program: Program, match: str) -> None:
    page = match.replace("/matches/", "/m/")
    headers = {"Authorization": f"Bearer {program.token}"}

    response = program.client.post(f"{page}/undo", data={}, headers=headers)

    assert response.status_code == 400


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_only_json_is_taken(program: Program, match: str, kind: str) -> None:
    response = program.post(f"{match}/undo", data=b"{}", headers={"Content-Type": kind})

    assert "application/json" in problem(response, 415)["detail"]


def test_what_is_too_large_is_not_read(program: Program, match: str) -> None:
    response = program.post(f"{match}/entries", data=b" " * 1_000_001, headers=JSON)

    assert "too large for a match" in problem(response, 413)["detail"]


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"", "line 1 column 1"),
        (b'{"entries":\n [}', "line 2 column 3"),
        (b"\xff", "byte 0"),
        (b'{"write_id": "a", "write_id": "b", "entries": [{"do": "next_day"}]}', "write_id"),
        (b'{"write_id": "\\ud800", "entries": []}', "line 1 column 21"),
        (DEEP, "body"),
        (
            b'{"write_id": "a", "entries": [{"do": "end_turn", "seat": ' + b"9" * 5000 + b"}]}",
            "entries[0].seat",
        ),
    ],
)
def test_what_is_not_json_is_told_with_its_place(
    program: Program, match: str, data: bytes, place: str
) -> None:
    response = program.post(f"{match}/entries", data=data, headers=JSON)

    assert problem(response, 400)["place"] == place


@pytest.mark.parametrize("seat", ["2", "-1", "", "x", "1.0", "٣", "9" * 5000, "0x1"])
def test_a_seat_that_there_is_not_has_no_offers(program: Program, match: str, seat: str) -> None:
    assert problem(program.get(f"{match}?seat={seat}"), 400)["place"] == "seat"


@pytest.mark.parametrize("asked", ["most=501", "most=-1", "start=1e3", "start=99999999999"])
def test_a_part_of_the_history_is_bounded(program: Program, match: str, asked: str) -> None:
    assert problem(program.get(f"{match}/history?{asked}"), 400)["place"] in asked


@pytest.mark.parametrize(("name", "most"), [("q", 120), ("title", 40), ("order", 10)])
def test_what_matches_are_asked_for_with_is_bounded(program: Program, name: str, most: int) -> None:
    assert program.get(f"/matches?{name}={'x' * most}").status_code == 200
    assert problem(program.get(f"/matches?{name}={'x' * (most + 1)}"), 400)["place"] == name
