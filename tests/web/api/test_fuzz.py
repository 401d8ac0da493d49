"""Whatever is sent: never a 500, what is refused changes nothing, and every answer is described."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from sqlalchemy import select

from tests.web.api.documents import documents
from tests.web.api.program import DESCRIPTION, SETUP, Program
from tests.web.api.requests import KINDS, METHODS, TOKENS, bodies
from tests.web.arrange import deal, find
from tracker.service.access import Undo
from tracker.service.identity import name_of
from tracker.settings import Settings
from tracker.store.models import Base
from tracker.web import create_app

pytestmark = pytest.mark.slow

EXAMPLES: Final = {"sqlite": 12, "postgresql": 5}
"""How much is sent to each operation; `./dev fuzz` sends more."""
VERSION: Final = 4
DEALT: Final = [{"at": [x, 0], "tile": str(x + 1)} for x in range(8)]
WRITTEN: Final = {"version": VERSION, "write_id": "good"}

REQUEST: Final = "asked"
NOTE: Final = "noted"
TRADE: Final = {"do": "trade", "seat": 1, "with": 0, "give": {"food": 1}, "get": {"gold": 1}}

# For operations with a body, one that the match below takes.
GOOD: Final[Mapping[str, Mapping[str, Any]]] = {
    "make_match": {
        "title": "civil-war",
        "setup": {**SETUP, "switches": {"reward": "meeting"}},
        "write_id": "good",
    },
    "write_entries": {**WRITTEN, "entries": [find(0), find(0, "wood", 2)], "then": "end_turn"},
    "try_entries": {"entries": [{"do": "meet", "seat": 0, "kind": "cherokee", "count": 2}]},
    "amend_entry": {**WRITTEN, "entry": find(0, "gold", 3)},
    "try_amendment": {"entry": find(0, "gold", 3)},
    "undo_entry": {**WRITTEN, "down_to": 0},
    "redo_entry": WRITTEN,
    "deal_tiles": {"write_id": "good", "cells": [[x, y] for x in range(4) for y in range(2)]},
    "answer_request": {"write_id": "good", "agree": True},
    "turn_up_tile": {"write_id": "good", "seat": 0, "at": [3, 0]},
    "import_match": {
        "format": "quartermaster-match/1",
        "title": "civil-war",
        "setup": SETUP,
        "entries": [find(0)],
    },
    "write_note": {"write_id": "good", "text": "Boris was late.", "n": 0},
    "remove_note": {"write_id": "good"},
}
TABLES: Final = [Base.metadata.tables[name] for name in ("match", "entry", "act", "note")]
Described = tuple[str, str, Mapping[str, Any]]
OPERATIONS: Final[list[Described]] = [
    (method.upper(), path, operation)
    for path, operations in DESCRIPTION["paths"].items()
    for method, operation in operations.items()
]
WITH_BODY: Final = [operation for operation in OPERATIONS if "requestBody" in operation[2]]
SETTINGS: Final = settings(suppress_health_check=[HealthCheck.too_slow], database=None)
NUMBERS: Final = st.one_of(
    st.integers(0, 3).map(str), st.sampled_from(["-1", "1.0", "٣", "", "9" * 5000, "%00", "x"])
)


def named(described: Described) -> str:
    return str(described[2]["operationId"])


def body_of(described: Described) -> str:
    """The schema of what is sent."""
    content = described[2]["requestBody"]["content"]["application/json"]
    return str(content["schema"]["$ref"])


def rarely(usual: str, others: Sequence[str]) -> st.SearchStrategy[str]:
    """Mostly the usual one."""
    return st.sampled_from([*[usual] * (3 * len(others)), *others])


@st.composite
def near(draw: DrawFn, described: Described, good: Mapping[str, Any]) -> Any:
    """A good body with some of its fields as any other that looks right has them."""
    other = draw(documents(body_of(described)))
    fields = draw(st.sets(st.sampled_from(sorted(other))))
    return {**good, **{name: other[name] for name in fields}}


def arrange(app: Flask, program: Program, name: str) -> str:
    """A match at version 4: an entry written, another taken back; dealt where tiles are needed."""
    match = program.make()
    if name == "answer_request":
        ask(app, program, match)
        return match
    program.write(match, find(0, "food", 2))
    if name == "turn_up_tile":
        deal(app, match, {"do": "lay_tiles", "tiles": DEALT}, name_of(program.token))
    else:
        program.write(match, find(0, "wood", 3))
    program.write(match, find(0, "water"))
    program.act(f"{match}/undo", {"version": 3, "write_id": "arranged"})
    if name == "remove_note":
        program.act(f"{match}/notes", {"write_id": NOTE, "text": "Boris was late."})
    return match


def ask(app: Flask, program: Program, match: str) -> None:
    """Let another seat's device wait for an answer."""
    host, guest = name_of(program.token), Program(app)
    app.extensions["tables"].settle(match.removeprefix("/matches/"), host, Undo.FREE, asks=True)
    program.join(guest, match, seat=1)
    program.write(match, {"do": "end_month"})
    assert guest.write(match, TRADE, write_id=REQUEST).get_json()["waits"]


class Fuzzed:
    """One operation, and a match that is always the same when something is sent to it."""

    _networks = count()

    def __init__(self, app: Flask, method: str, path: str, name: str) -> None:
        self.program, self.app = Program(app), app
        self.method, self.path, self.name = method, path.removeprefix("/api"), name
        self.database = app.extensions["database"].engine.dialect.name
        self.statuses: Counter[int] = Counter()
        # Wrong guesses of a code are counted by where they come from.
        self.network = {"REMOTE_ADDR": f"10.{next(self._networks)}.0.1"}
        self._match = ""

    @property
    def match(self) -> str:
        """Made anew whenever something has changed it."""
        if "{match_id}" in self.path and not self._match:
            self._match = arrange(self.app, self.program, self.name)
        return self._match

    @property
    def good(self) -> Mapping[str, Any]:
        """A body that the match takes."""
        if self.name == "join_match":
            return {"code": self.program.read(f"{self.match}/table")["code"], "name": "guest"}
        return GOOD[self.name]

    def send(self, match: str, n: str = "0", method: str = "", **sent: Any) -> int:
        """Send it; what is refused must have changed nothing."""
        address = self.path.replace("/matches/{match_id}", match).replace("{n}", n)
        address = address.replace("{request_id}", REQUEST if n == "0" else n)
        address = address.replace("{note_id}", NOTE if n == "0" else n)
        before = everything_in(self.app)
        sent["environ_overrides"] = self.network
        status = self.program.send(method or self.method, address, **sent).status_code
        self.statuses[status] += 1
        if everything_in(self.app) != before:
            assert status < 300, "it was refused, and yet something has changed"
            self._match = ""
        return status


def everything_in(app: Flask) -> list[Any]:
    """All that there is of matches, in whatever database."""
    with app.extensions["database"].reading() as session:
        chosen = [select(*table.columns).order_by(*table.primary_key) for table in TABLES]
        return [session.execute(operation).all() for operation in chosen]


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def app(request: pytest.FixtureRequest, folder: Path) -> Iterator[Flask]:
    """The app over either database."""
    url = ""
    if request.param == "postgresql":
        url = request.getfixturevalue("postgres").new_database()
    made = create_app(Settings(data=folder, database_url=url))
    yield made
    made.extensions["database"].close()


@pytest.fixture
def fuzzed(app: Flask, described: Described) -> Fuzzed:
    method, path, operation = described
    return Fuzzed(app, method, path, operation["operationId"])


@pytest.mark.parametrize("described", WITH_BODY, ids=named)
def test_whatever_looks_right_is_done_or_refused_as_described(
    described: Described, fuzzed: Fuzzed
) -> None:
    good = fuzzed.good

    @settings(SETTINGS, max_examples=EXAMPLES[fuzzed.database])
    @given(body=st.one_of(documents(body_of(described)), near(described, good)))
    def fuzz(body: Any) -> None:
        assert fuzzed.send(fuzzed.match, json=body) not in (401, 404, 405, 413, 415)

    assert fuzzed.send(fuzzed.match, json=good) < 300
    fuzz()


@pytest.mark.parametrize("described", OPERATIONS, ids=named)
def test_whatever_is_sent_is_answered_as_described(described: Described, fuzzed: Fuzzed) -> None:
    _, _, operation = described
    good = fuzzed.good if "requestBody" in operation else None
    queries = [
        parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "query"
    ]
    body = bodies(body_of(described), good) if good else st.binary(max_size=50)

    @settings(SETTINGS, max_examples=EXAMPLES[fuzzed.database])
    @given(
        elsewhere=rarely(
            "", ("/matches/nowhere", "/matches/%00", "/matches/%F0%9F", "/matches/..")
        ),
        n=rarely("0", ("1", "2", "7", "-1", "x", "9" * 5000)),
        method=rarely(fuzzed.method, METHODS),
        kind=rarely(KINDS[0], KINDS),
        token=rarely(f"Bearer {fuzzed.program.token}", TOKENS),
        query=st.dictionaries(st.sampled_from([*queries, "x"]), NUMBERS),
        body=body,
    )
    def fuzz(
        elsewhere: str, n: str, method: str, kind: str, token: str, query: Any, body: bytes
    ) -> None:
        headers = {"Content-Type": kind, "Authorization": token}
        match = elsewhere or fuzzed.match
        fuzzed.send(match, n, method, headers=headers, query_string=query, data=body)

    fuzz()
    # A new device can be refused nothing but the wrong method, which may not have been tried.
    assert any(status >= 400 for status in fuzzed.statuses) or good is None
