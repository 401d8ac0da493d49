"""Sending whatever comes to mind to an operation: a match that is always the same before it."""

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from itertools import count
from typing import Any, Final, NamedTuple

from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn
from sqlalchemy import select

from tests.web.api.documents import documents
from tests.web.api.program import Program
from tests.web.api.requests import KINDS, METHODS, TOKENS, bodies
from tracker.store.models import Base
from tracker.web.api.openapi import description

EXAMPLES: Final = {"sqlite": 12, "postgresql": 5}
"""The number of requests to each operation; `./dev fuzz` sends more."""
REQUEST: Final = "asked"
NOTE: Final = "noted"
TABLES: Final = [Base.metadata.tables[name] for name in ("match", "entry", "act", "note")]
Described = tuple[str, str, Mapping[str, Any]]
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


class Scene(NamedTuple):
    """The match that is played while something is sent."""

    good: Mapping[str, Mapping[str, Any]]
    """For each operation with a body, one that the match takes."""
    arrange: Callable[[Flask, Program, str], str]
    """Makes the match that an operation needs; its address."""


class Fuzzed:
    """One operation, and a match that is always the same when something is sent to it."""

    _networks = count()

    def __init__(self, app: Flask, described: Described, scene: "Scene") -> None:
        method, path, operation = described
        self.program, self.app, self.scene = Program(app), app, scene
        self.method, self.path = method, path.removeprefix("/api")
        self.name = str(operation["operationId"])
        self.database = app.extensions["database"].engine.dialect.name
        self.statuses: Counter[int] = Counter()
        # Wrong guesses of a code are counted by where they come from.
        self.network = {"REMOTE_ADDR": f"10.{next(self._networks)}.0.1"}
        self._match = ""

    @property
    def match(self) -> str:
        """Made anew whenever something has changed it."""
        if "{match_id}" in self.path and not self._match:
            self._match = self.scene.arrange(self.app, self.program, self.name)
        return self._match

    @property
    def good(self) -> Mapping[str, Any]:
        """A body that the match takes."""
        if self.name == "join_match":
            return {"code": self.program.read(f"{self.match}/table")["code"], "name": "guest"}
        return self.scene.good[self.name]

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


def operations(names: Container[str], *, with_body: bool = False) -> list[Described]:
    """The operations of these names; or only those to which something is sent."""
    return [
        (method.upper(), path, operation)
        for path, found in description()["paths"].items()
        for method, operation in found.items()
        if operation["operationId"] in names and ("requestBody" in operation or not with_body)
    ]


def send_what_looks_right(fuzzed: Fuzzed, described: Described) -> None:
    """Send bodies that the description allows, or nearly."""
    good = fuzzed.good

    @settings(SETTINGS, max_examples=EXAMPLES[fuzzed.database])
    @given(body=st.one_of(documents(body_of(described)), near(described, good)))
    def fuzz(body: Any) -> None:
        assert fuzzed.send(fuzzed.match, json=body) not in (401, 404, 405, 413, 415)

    assert fuzzed.send(fuzzed.match, json=good) < 300
    fuzz()


def send_anything(fuzzed: Fuzzed, described: Described) -> None:
    """Send whatever there is, by any method, with any token."""
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
