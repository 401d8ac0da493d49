"""A device of each right at a match, and what each of them gets at an address."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import msgspec
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.arrange import Device, matches
from tracker.service import codes
from tracker.service.match import moment
from tracker.store import models
from tracker.store.devices import RequestState, Right

WHO: Final = ("host", "scorer", "own", "other", "looker", "removed", "stranger")
"""Own is Anna's device, whose turn it is; other is Boris's. A stranger knows no address."""
SEATS: Final = {"own": 0, "other": 1}
RIGHTS: Final = {
    "host": Right.HOST,
    "scorer": Right.SCORER,
    "own": Right.SEAT,
    "other": Right.SEAT,
    "looker": Right.LOOKER,
    "removed": Right.REMOVED,
}
NOWHERE: Final = "A" * 22

Statuses = tuple[int, int, int, int, int, int, int]
#                        host scorer own other looker removed stranger
NOT_THERE: Final[Statuses] = (404, 404, 404, 404, 404, 403, 404)
LOOKS: Final[Statuses] = (200, 200, 200, 200, 200, 403, 404)
WRITES: Final[Statuses] = (303, 303, 303, 303, 403, 403, 404)
HOST: Final[Statuses] = (303, 403, 403, 403, 403, 403, 404)
ANYBODY: Final[Statuses] = (200, 200, 200, 200, 200, 200, 200)
ANYBODY_TO: Final[Statuses] = (303, 303, 303, 303, 303, 303, 303)
ANYBODY_MAKES: Final[Statuses] = (201, 201, 201, 201, 201, 201, 201)
NOBODY: Final[Statuses] = (404, 404, 404, 404, 404, 404, 404)
MAKER: Final[Statuses] = (303, 403, 403, 403, 403, 403, 403)

VERSIONED: Final = {"write_id": "", "version": 0}


@dataclass(frozen=True)
class Case:
    """The arguments of an address, and the answers to each right."""

    statuses: Statuses
    fields: Mapping[str, Any] = field(default_factory=dict)
    arguments: Mapping[str, Any] = field(default_factory=dict)


# What needs no token: a match that is put away is nowhere, so nobody is looked at before; a
# program that has no token yet asks for one.
UNCHECKED: Final = {"table.submit_bringing_back": 400, "api.make_device": 201}


Routes = Mapping[tuple[str, str], Case]


@dataclass
class Scene:
    """A match and a device of each right."""

    routes: Routes
    app: Flask
    devices: Mapping[str, Device]
    match_id: str
    others: Mapping[str, str]
    """Other parts of an address: a deck."""
    short: str
    code: str
    token: str
    _writes = count()

    def arguments(self, who: str, rule_arguments: set[str], case: Case) -> dict[str, Any]:
        is_stranger = who == "stranger"
        known = {
            "match_id": NOWHERE if is_stranger else self.match_id,
            **self.others,
            "short": NOWHERE[:8] if is_stranger else self.short,
            "token": NOWHERE if is_stranger else self.token,
            "device": self.devices["looker"].name,
        }
        return {name: known[name] for name in rule_arguments & known.keys()} | dict(case.arguments)

    def ask(self, who: str, method: str, endpoint: str, *, with_token: bool = True) -> TestResponse:
        case = self.routes["GET" if method in ("HEAD", "OPTIONS") else method, endpoint]
        rule = next(self.app.url_map.iter_rules(endpoint))
        with self.app.test_request_context():
            path = self.app.url_for(endpoint, **self.arguments(who, rule.arguments, case))
        device = self.devices[who]
        sent = dict(case.fields)
        if endpoint.startswith("api."):
            return self._ask_as_program(device, method, path, sent, with_token=with_token)
        if method == "POST":
            sent |= {"write_id": f"rights-{next(self._writes)}", "version": str(self.version)}
            sent |= {"code": self.code} if endpoint == "table.submit_code" else {}
            sent |= {"csrf_token": device.token} if with_token else {}
        return device.client.open(path, method=method, data=sent or None, buffered=True)

    def _ask_as_program(
        self, device: Device, method: str, path: str, sent: dict[str, Any], *, with_token: bool
    ) -> TestResponse:
        """As a program does; without its token there is still the cookie, which is not enough."""
        known: dict[str, object] = {"write_id": f"rights-{next(self._writes)}"}
        known |= {"version": self.version, "code": self.code}
        body = sent | {name: known[name] for name in sent.keys() & known.keys()}
        headers = {"Authorization": f"Bearer {device.secret}"} if with_token else {}
        if method != "POST":
            return device.client.open(path, method=method, headers=headers, buffered=True)
        return device.client.post(path, json=body, headers=headers)

    @property
    def version(self) -> int:
        return matches(self.app).sheet(self.match_id).version

    def state(self) -> list[Any]:
        """All that a write could have changed."""
        with matches(self.app)._database.reading() as session:
            match = session.get(models.MatchRow, self.match_id)
            documents = [session.get(models.TitleDocument, id_) for id_ in self.others.values()]
            rights = session.query(
                models.DeviceRow.id, models.DeviceRow.right, models.DeviceRow.seat
            )
            return [
                {name: value for name, value in vars(row).items() if name[0] != "_"}
                for row in (match, *documents)
                if row is not None
            ] + sorted(map(str, rights.filter_by(match_id=self.match_id)))


def set_scene(
    routes: Routes,
    devices: Mapping[str, Device],
    made: str,
    entry: Mapping[str, Any],
    others: Mapping[str, str],
) -> Scene:
    """One entry written, one undone, one that waits for Boris, and everybody at the table."""
    app, host, match_id = devices["host"].app, devices["host"].name, made.removeprefix("/m/")
    written = msgspec.convert(entry, matches(app).sheet(match_id).title.ENTRY)
    matches(app).write(match_id, [written, written], "begun", host)
    matches(app).undo(match_id, 2, "undone", host)
    token = codes.new_token()
    with matches(app)._database.writing() as session:
        match = session.get(models.MatchRow, match_id)
        assert match is not None
        match.recovery = codes.digest(token)
        for who, right in RIGHTS.items():
            device = models.DeviceRow(
                match_id=match_id, id=devices[who].name, right=right, name=who
            )
            device.seat, device.joined, device.seen = SEATS.get(who), moment(), moment()
            session.merge(device)
        asked = models.RequestRow(match_id=match_id, id="asked", kind="write", at="", asked="[1]")
        asked.by, asked.state = devices["own"].name, RequestState.WAITING
        asked.entries = msgspec.json.encode([written])
        session.add(asked)
        short, code = match.short, match.code
    return Scene(routes, app, devices, match_id, others, short, code, token)


def routes_of(app: Flask) -> set[tuple[str, str]]:
    """Every method and view."""
    return {
        (method, rule.endpoint)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def named(routes: Routes, method: str) -> list[str]:
    return [endpoint for allowed, endpoint in routes if allowed == method]


def must_see_only_what_is_for_it(scene: Scene, endpoint: str) -> None:
    """Each right sees what is for it, and looking changes nothing."""
    before = scene.state()

    got = tuple(scene.ask(who, "GET", endpoint).status_code for who in WHO)
    heads = [scene.ask(who, "HEAD", endpoint) for who in WHO]
    options = [scene.ask(who, "OPTIONS", endpoint) for who in WHO]

    expected = scene.routes["GET", endpoint].statuses
    assert got == expected
    assert tuple(head.status_code for head in heads) == expected
    assert not any(head.get_data() for head in heads)
    for answer, status in zip(options, expected, strict=True):
        assert answer.status_code in (200, status)
        assert answer.status_code != 200 or "GET" in answer.headers["Allow"]
    assert scene.state() == before


def must_write_only_what_is_for_it(scene: Callable[[], Scene], endpoint: str) -> None:
    """Each right writes what is for it, and nothing else: in a scene of its own."""
    for who in WHO:
        fresh = scene()
        status = fresh.routes["POST", endpoint].statuses[WHO.index(who)]
        before = fresh.state()
        answer = fresh.ask(who, "POST", endpoint)
        assert answer.status_code == status, who
        if status in (403, 404, 422):
            assert fresh.state() == before, who


def must_need_a_token(scene: Scene, endpoint: str) -> None:
    """Without the token of our own forms nothing is changed."""
    before = scene.state()
    plain = 401 if endpoint.startswith("api.") else 400
    refused = dict.fromkeys(WHO, plain)
    if "match_id" in next(scene.app.url_map.iter_rules(endpoint)).arguments:
        refused |= {"removed": 403 if plain == 400 else plain, "stranger": 404}

    for who in WHO:
        answer = scene.ask(who, "POST", endpoint, with_token=False)
        assert answer.status_code == UNCHECKED.get(endpoint, refused[who]), who
    assert scene.state() == before
