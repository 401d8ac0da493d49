"""Requests that are made to do harm, sent to real servers: a sentence each, and nothing broken."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import pytest
from flask import request

from tests.bench.device import Device, field
from tests.postgres import Postgres
from tests.processes import HOST, PATIENCE_SECONDS, Server, served
from tracker.service.match_list import MatchLists
from tracker.settings import DATA, DATABASE_URL, PROXIES

pytestmark = pytest.mark.slow

MALFORMED: Final = "https://[no-address"
OVER_HTTPS: Final = {"X-Forwarded-Proto": "https"}

BUSY: Final = 503
"""The status that asks to send the file again: while others are played, one waits 5 s."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server behind a proxy, which says whether a request came over https."""
    environment = {DATA: str(tmp_path / "data"), PROXIES: "1"}
    with served(environment, tmp_path / "log") as started:
        yield started


class Program:
    """A program with a token of its own, which any of several servers may have given it."""

    def __init__(self, server: Server) -> None:
        self._headers = {"Content-Type": "application/json"}
        self._headers["Authorization"] = f"Bearer {self.send(server, '/devices', {})['token']}"

    def read(self, server: Server, path: str) -> Any:
        return self.send(server, path, None, "GET")

    def send(self, server: Server, path: str, body: object, method: str = "POST") -> Any:
        connection = HTTPConnection(HOST, server.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request(method, f"/api{path}", json.dumps(body), self._headers)
            answer = connection.getresponse()
            return {"status": answer.status, **json.loads(answer.read())}
        finally:
            connection.close()


def demo(server: Server) -> dict[str, Any]:
    """Return the match file of a demo match of this server."""
    device = Device(server.port)
    document: dict[str, Any] = json.loads(device.ask("GET", f"{device.make_demo()}/match.json")[1])
    device.close()
    return document


@pytest.mark.parametrize("headers", [OVER_HTTPS, {}], ids=["https", "http"])
def test_a_form_with_a_malformed_referrer_is_no_failure_of_the_server(
    server: Server, headers: dict[str, str]
) -> None:
    device = Device(server.port)
    token = field(device.ask("GET", "/", more=headers)[1], "csrf_token")
    fields = {"csrf_token": token, "language": "en", "back": "/"}

    # A token that was found good takes a shorter way, so each is sent twice.
    for referrer, status in ((MALFORMED, 400 if headers else 303), ("https://localhost/", 303)) * 2:
        device.ask(
            "POST", "/language", fields, {**headers, "Host": "localhost", "Referer": referrer}
        )
        assert device.status == status

    device.ask("GET", "/rules/GR-1", more={**headers, "Referer": MALFORMED})
    assert device.status == 200
    device.close()


def test_a_file_whose_id_holds_a_null_is_imported_under_an_id_of_ours(
    postgres: Postgres, tmp_path: Path
) -> None:
    environment = {DATA: str(tmp_path / "data"), DATABASE_URL: postgres.new_database()}
    with served(environment, tmp_path / "log") as server:
        program, document = Program(server), demo(server)
        for made_up in ("\0", "a\0b", "x" * 1000, "../..", "\u202e"):
            answer = program.send(server, "/matches/import", {**document, "id": made_up})
            assert answer["status"] == 201
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_one_file_sent_to_two_processes_at_once_makes_one_match(
    postgres: Postgres, tmp_path: Path
) -> None:
    environment = {DATA: str(tmp_path / "data"), DATABASE_URL: postgres.new_database()}
    log = tmp_path / "log"
    with served(environment, log) as first, served(environment, log) as second:
        program, whole = Program(first), demo(first)
        for number in range(8):
            document = {**whole, "entries": whole["entries"][:number]}

            def send(server: Server, document: dict[str, Any] = document) -> Any:
                answer = program.send(server, "/matches/import", document)
                while answer["status"] == BUSY:
                    answer = program.send(server, "/matches/import", document)
                return answer["id"]

            with ThreadPoolExecutor(8) as pool:
                made = set(pool.map(send, [first, second] * 4))
            assert len(made) == 1


def fail_at_every_list() -> None:
    """Let every list of matches fail with an error that repeats a text of the request."""

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError(request.args["q"])

    MatchLists.page = fail  # type: ignore[method-assign,assignment]


def test_an_error_that_repeats_a_request_writes_no_line_of_its_own_and_steers_no_terminal(
    tmp_path: Path,
) -> None:
    log = tmp_path / "log"
    text = "a\n2026-01-01 00:00:00 INFO All is well\r\x1b[2J\x9b2J"
    with served({DATA: str(tmp_path / "data")}, log, fail_at_every_list) as server:
        assert server.get(f"/matches?{urlencode({'q': text})}")[0] == 500
        written = log.read_bytes().decode()

    assert "Traceback" in written
    assert not re.search(r"[\r\x1b\x9b]", written)
    assert not re.search(r"^2026-01-01", written, re.MULTILINE)
    assert r"INFO All is well\r\x1b[2J\x9b2J" in written


def test_twenty_wrong_codes_from_one_router_lock_nobody_out_of_anything_else(
    tmp_path: Path,
) -> None:
    with served({DATA: str(tmp_path / "data")}, tmp_path / "log") as server:
        host, neighbour, document = Program(server), Program(server), demo(server)
        first = host.send(server, "/matches/import", document)["id"]
        second = host.send(server, "/matches/import", {**document, "entries": []})["id"]
        tables = [host.read(server, f"/matches/{match}/table") for match in (first, second)]
        wrong = "000000" if tables[0]["code"] != "000000" else "111111"

        statuses = [
            neighbour.send(server, f"/matches/{first}/join", {"code": wrong})["status"]
            for _ in range(20)
        ]

        assert statuses == [403] * 10 + [429] * 10
        right = {"code": tables[0]["code"]}
        assert neighbour.send(server, f"/matches/{first}/join", right)["status"] == 429
        right = {"code": tables[1]["code"]}
        assert neighbour.send(server, f"/matches/{second}/join", right)["status"] == 200
        device = Device(server.port)
        assert device.ask("GET", f"/j/{tables[0]['short']}")[0] == f"/m/{first}/table"
        token = field(device.ask("GET", f"/recover/{'x' * 43}")[1], "csrf_token")
        device.ask("POST", f"/recover/{'x' * 43}", {"csrf_token": token})
        assert device.status == 404
        device.close()
