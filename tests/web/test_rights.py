"""Every address × every right: what each device gets, with the token of our forms and without."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Final

import msgspec
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.games.civil_war.arrange import entry, setup
from tests.web.arrange import Device, decks, matches
from tracker.games.civil_war import title
from tracker.service import codes
from tracker.service.clock import moment
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

FIND: Final = '[{"do":"find","seat":0,"resource":"food","amount":1}]'
VERSIONED: Final = {"write_id": "", "version": 0}
SETUP: Final = msgspec.to_builtins(setup())
CELLS: Final = ";".join(f"{n % 4},{n // 4}" for n in range(8))


@dataclass(frozen=True)
class Case:
    """What an address is asked with, and what each right gets."""

    statuses: Statuses
    fields: Mapping[str, Any] = field(default_factory=dict)
    arguments: Mapping[str, Any] = field(default_factory=dict)


ROUTES: Final[Mapping[tuple[str, str], Case]] = {
    ("GET", "pages.show_start"): Case(ANYBODY),
    ("GET", "rules.show_rule"): Case(ANYBODY, arguments={"number": "CW-8.2"}),
    ("GET", "rules.show_rulebook"): Case(ANYBODY, arguments={"title": "civil-war"}),
    ("GET", "rules.show_rules_of_match"): Case(LOOKS),
    ("POST", "pages.submit_language"): Case(ANYBODY_TO, {"language": "en"}),
    ("GET", "static.show_file"): Case(ANYBODY, arguments={"name": "frame.css"}),
    ("GET", "setup.show_new_match"): Case(ANYBODY, arguments={"slip": "one"}),
    ("POST", "setup.submit_new_match"): Case(
        (422, 422, 422, 422, 422, 422, 422), {"players-0-name": "Anna"}
    ),
    ("POST", "setup.submit_demo"): Case(ANYBODY_TO),
    ("GET", "matches.show_sheet"): Case(LOOKS),
    ("GET", "history.show_history"): Case(LOOKS),
    ("GET", "history.show_entry"): Case(LOOKS, arguments={"n": 0}),
    ("GET", "history.show_number"): Case(LOOKS, arguments={"seat": 0, "column": "points"}),
    ("GET", "history.show_table_number"): Case(NOT_THERE, arguments={"column": "points"}),
    ("GET", "history.show_points"): Case(LOOKS),
    ("GET", "history.show_match_file"): Case(LOOKS),
    ("POST", "matches.submit_entries"): Case(
        (303, 303, 303, 403, 403, 403, 404), {"entries": FIND}
    ),
    ("POST", "matches.submit_undo"): Case(WRITES, {"sure": "1"}),
    ("POST", "matches.submit_redo"): Case(WRITES),
    ("POST", "history.submit_back"): Case(WRITES, arguments={"n": 0}),
    ("POST", "history.submit_amendment"): Case(HOST, {"take_out": "y"}, {"n": 0}),
    ("GET", "tiles.show_tiles"): Case(LOOKS),
    ("POST", "tiles.submit_figure"): Case(
        (303, 303, 403, 403, 403, 403, 404), {"cells": CELLS, "how": "own"}
    ),
    ("POST", "tiles.submit_turn"): Case((303, 303, 303, 403, 403, 403, 404), {"at": "0,0"}),
    ("GET", "calculator.show_calculator"): Case(ANYBODY),
    # The match is of another title, which has no calculator.
    ("GET", "calculator.show_calculator_of_match"): Case((404, 404, 404, 404, 404, 403, 404)),
    ("GET", "paper.show_paper"): Case(LOOKS),
    ("GET", "paper.show_blank_paper"): Case(ANYBODY),
    ("GET", "paper.show_plain_sheet"): Case(
        (404, 404, 404, 404, 404, 404, 404), arguments={"name": "nothing"}
    ),
    # No such sheet, so that nothing has to be printed for it.
    ("GET", "paper.show_sheet_of_match"): Case(
        (404, 404, 404, 404, 404, 403, 404), arguments={"name": "nothing"}
    ),
    ("GET", "pencil.show_pencilled"): Case((200, 403, 403, 403, 403, 403, 404)),
    ("POST", "pencil.submit_pencilled"): Case(HOST, {"seat0_gold": "77"}),
    ("GET", "table.show_table"): Case(LOOKS),
    ("GET", "table.show_typed_address"): Case(ANYBODY_TO, arguments={"address": "2345-6789"}),
    ("GET", "table.show_short"): Case((303, 303, 303, 303, 303, 403, 404)),
    ("GET", "table.show_recovery"): Case(ANYBODY),
    ("POST", "table.submit_recovery"): Case((303, 303, 303, 303, 303, 303, 404)),
    ("POST", "table.submit_code"): Case((303, 303, 303, 303, 303, 403, 404)),
    ("POST", "table.submit_new_code"): Case(HOST),
    ("POST", "table.submit_settings"): Case(HOST, {"undo": "own", "asks": "1"}),
    ("POST", "table.submit_device"): Case(HOST, {"right": "seat:1", "name": "Boris"}),
    ("POST", "table.submit_host"): Case(HOST),
    ("POST", "table.submit_new_link"): Case((200, 403, 403, 403, 403, 403, 404)),
    ("POST", "table.submit_answer"): Case(
        (303, 403, 403, 303, 403, 403, 404), {"answer": "yes"}, {"request_id": "asked"}
    ),
    ("POST", "table.submit_putting_away"): Case(HOST),
    ("POST", "table.submit_bringing_back"): Case(HOST),
    # The server hands streams over; where it does not, as here, a page asks again.
    ("GET", "live.show_stream"): Case((503, 503, 503, 503, 503, 403, 404)),
    ("GET", "live.show_version"): Case(LOOKS),
    ("GET", "live.show_token"): Case(ANYBODY),
    ("GET", "health.show_life"): Case(ANYBODY),
    ("GET", "health.show_readiness"): Case(ANYBODY),
    ("GET", "installing.show_manifest"): Case(ANYBODY),
    ("GET", "installing.show_worker"): Case(ANYBODY),
    ("GET", "trust.show_trust"): Case(ANYBODY),
    ("GET", "trust.show_trust_in"): Case(ANYBODY_TO, arguments={"code": "ru"}),
    ("GET", "trust.show_certificate"): Case(NOBODY),
    ("GET", "trust.show_secured"): Case(NOBODY),
    ("GET", "api.show_description"): Case(ANYBODY),
    ("GET", "api.show_matches"): Case(ANYBODY),
    ("GET", "api.show_sheet"): Case(LOOKS),
    ("GET", "api.show_history"): Case(LOOKS),
    ("GET", "api.show_match_file"): Case(LOOKS),
    ("GET", "api.show_version"): Case(LOOKS),
    ("GET", "api.show_stream"): Case((503, 503, 503, 503, 503, 403, 404)),
    ("GET", "api.show_table"): Case(LOOKS),
    ("POST", "api.make_device"): Case(ANYBODY_MAKES),
    ("POST", "api.join_match"): Case((200, 200, 200, 200, 200, 403, 404), {"code": ""}),
    ("POST", "api.answer_request"): Case(
        (200, 403, 403, 200, 403, 403, 404),
        {"agree": True, "write_id": ""},
        {"request_id": "asked"},
    ),
    ("POST", "api.make_match"): Case(
        ANYBODY_MAKES, {"title": "civil-war", "setup": SETUP, "write_id": ""}
    ),
    ("POST", "api.write_entries"): Case(
        (200, 200, 200, 403, 403, 403, 404), {"entries": json.loads(FIND), "write_id": ""}
    ),
    ("POST", "api.try_entries"): Case(LOOKS, {"entries": json.loads(FIND)}),
    ("POST", "api.amend_entry"): Case(
        (200, 403, 403, 403, 403, 403, 404), {"entry": None, **VERSIONED}, {"n": 0}
    ),
    ("POST", "api.try_amendment"): Case(LOOKS, {"entry": None}, {"n": 0}),
    ("POST", "api.undo_entry"): Case((200, 200, 200, 200, 403, 403, 404), VERSIONED),
    ("POST", "api.redo_entry"): Case((200, 200, 200, 200, 403, 403, 404), VERSIONED),
    ("POST", "api.deal_tiles"): Case(
        (200, 200, 403, 403, 403, 403, 404),
        {"write_id": "", "cells": [[n % 4, n // 4] for n in range(8)]},
    ),
    # No tile lies there: the rules refuse it to whoever may ask them.
    ("POST", "api.turn_up_tile"): Case(
        (422, 422, 422, 403, 403, 403, 404), {"write_id": "", "seat": 0, "at": [0, 0]}
    ),
    ("GET", "api.show_check"): Case(LOOKS),
    ("GET", "api.show_notes"): Case(LOOKS),
    ("GET", "api.show_statistics"): Case(ANYBODY),
    ("POST", "api.import_match"): Case((400, 400, 400, 400, 400, 400, 400)),
    # There is no such note.
    ("POST", "api.remove_note"): Case(
        (404, 404, 404, 404, 403, 403, 404), {"write_id": ""}, arguments={"note_id": "nothing"}
    ),
    ("POST", "api.write_note"): Case(
        (200, 200, 200, 200, 403, 403, 404), {"text": "Hello", "write_id": ""}
    ),
    ("GET", "board.show_board"): Case(LOOKS),
    ("GET", "check.show_check"): Case(LOOKS),
    ("GET", "imports.show_import"): Case(ANYBODY),
    ("POST", "imports.submit_import"): Case(
        (422, 422, 422, 422, 422, 422, 422), {"text": "nothing"}
    ),
    ("GET", "lists.show_list"): Case(ANYBODY),
    ("GET", "lists.show_all_files"): Case(ANYBODY),
    ("GET", "lists.show_all_tables"): Case(ANYBODY),
    ("GET", "lists.show_tables"): Case(LOOKS),
    ("GET", "notes.show_notes"): Case(LOOKS),
    ("POST", "notes.submit_note"): Case(WRITES, {"text": "Hello"}),
    # There is no such note, and the page says so.
    ("POST", "notes.submit_removal"): Case(
        (404, 404, 404, 404, 403, 403, 404), arguments={"note_id": "nothing"}
    ),
    ("GET", "share.show_share"): Case(LOOKS),
    # The match is not over.
    ("GET", "share.show_play"): Case(NOBODY),
    ("GET", "share.show_png"): Case(NOT_THERE),
    ("GET", "share.show_svg"): Case(NOT_THERE),
    ("GET", "statistics.show_statistics"): Case(ANYBODY),
    ("GET", "statistics.show_paper"): Case(ANYBODY),
    ("GET", "decks.show_decks"): Case(ANYBODY),
    ("GET", "decks.show_deck"): Case(ANYBODY),
    ("GET", "decks.show_deck_file"): Case(ANYBODY),
    # The deck is not whole: its page says so.
    ("GET", "decks.show_tiles_to_cut"): Case(ANYBODY_TO),
    ("GET", "decks.show_tile"): Case((200, 403, 403, 403, 403, 403, 403), arguments={"place": 0}),
    ("POST", "decks.submit_new_deck"): Case(ANYBODY_TO, {"name": "Another"}),
    ("POST", "decks.submit_file"): Case(ANYBODY_TO),
    ("POST", "decks.submit_name"): Case(MAKER, {"name": "Another"}),
    ("POST", "decks.submit_removal"): Case(MAKER),
    ("POST", "decks.submit_tile"): Case(
        (422, 403, 403, 403, 403, 403, 403), arguments={"place": 0}
    ),
    ("POST", "decks.submit_tile_removal"): Case(MAKER, arguments={"place": 0}),
}


# What needs no token: a match that is put away is nowhere, so nobody is looked at before; a
# program that has no token yet asks for one.
UNCHECKED: Final = {"table.submit_bringing_back": 400, "api.make_device": 201}


@dataclass
class Scene:
    """A match, a deck and a device of each right."""

    app: Flask
    devices: Mapping[str, Device]
    match_id: str
    deck_id: str
    short: str
    code: str
    token: str
    _writes = count()

    def arguments(self, who: str, rule_arguments: set[str], case: Case) -> dict[str, Any]:
        is_stranger = who == "stranger"
        known = {
            "match_id": NOWHERE if is_stranger else self.match_id,
            "deck_id": self.deck_id,
            "short": NOWHERE[:8] if is_stranger else self.short,
            "token": NOWHERE if is_stranger else self.token,
            "device": self.devices["looker"].name,
        }
        return {name: known[name] for name in rule_arguments & known.keys()} | dict(case.arguments)

    def ask(self, who: str, method: str, endpoint: str, *, with_token: bool = True) -> TestResponse:
        case = ROUTES["GET" if method in ("HEAD", "OPTIONS") else method, endpoint]
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
        return device.client.open(path, method=method, data=sent or None)

    def _ask_as_program(
        self, device: Device, method: str, path: str, sent: dict[str, Any], *, with_token: bool
    ) -> TestResponse:
        """As a program does; without its token there is still the cookie, which is not enough."""
        known: dict[str, object] = {"write_id": f"rights-{next(self._writes)}"}
        known |= {"version": self.version, "code": self.code}
        body = sent | {name: known[name] for name in sent.keys() & known.keys()}
        headers = {"Authorization": f"Bearer {device.secret}"} if with_token else {}
        if method != "POST":
            return device.client.open(path, method=method, headers=headers)
        return device.client.post(path, json=body, headers=headers)

    @property
    def version(self) -> int:
        return matches(self.app).sheet(self.match_id).version

    def state(self) -> list[Any]:
        """All that a write could have changed."""
        with matches(self.app)._database.reading() as session:
            match = session.get(models.MatchRow, self.match_id)
            deck = session.get(models.TitleDocument, self.deck_id)
            rights = session.query(
                models.DeviceRow.id, models.DeviceRow.right, models.DeviceRow.seat
            )
            return [
                {name: value for name, value in vars(address).items() if name[0] != "_"}
                for address in (match, deck)
                if address is not None
            ] + sorted(map(str, rights.filter_by(match_id=self.match_id)))


@pytest.fixture(scope="module")
def devices(app: Flask) -> Mapping[str, Device]:
    return {who: Device(app) for who in WHO}


def set_scene(app: Flask, devices: Mapping[str, Device], endpoint: str = "") -> Scene:
    """One entry written, one undone, one that waits for Boris, and everybody at the table."""
    host = devices["host"].name
    match_id = matches(app).make(title.NAME, setup(), "A match", host)
    finds = entry("find", seat=0, resource="wood", amount=2)
    matches(app).write(match_id, [finds, finds], "begun", host)
    matches(app).undo(match_id, 2, "undone", host)
    is_of_deck = endpoint.startswith("decks.")
    for deck in decks(app).all():
        if not deck.is_shipped:
            decks(app).remove(deck.id, deck.made_by)
    deck_id = decks(app).make("Ours", [{"id": "1"}], host) if is_of_deck else ""
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
        asked.entries = msgspec.json.encode([finds])
        session.add(asked)
        short, code = match.short, match.code
    return Scene(app, devices, match_id, deck_id, short, code, token)


def test_every_route_stands_in_the_table_and_no_other(app: Flask) -> None:
    there = {
        (method, rule.endpoint)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert there == ROUTES.keys()


def routes(method: str) -> list[str]:
    return [endpoint for allowed, endpoint in ROUTES if allowed == method]


@pytest.mark.parametrize("endpoint", routes("GET"))
def test_each_right_sees_what_is_for_it_and_looking_changes_nothing(
    app: Flask, devices: Mapping[str, Device], endpoint: str
) -> None:
    scene = set_scene(app, devices, endpoint)
    before = scene.state()

    got = tuple(scene.ask(who, "GET", endpoint).status_code for who in WHO)
    heads = [scene.ask(who, "HEAD", endpoint) for who in WHO]
    options = [scene.ask(who, "OPTIONS", endpoint) for who in WHO]

    expected = ROUTES["GET", endpoint].statuses
    assert got == expected
    assert tuple(head.status_code for head in heads) == expected
    assert not any(head.get_data() for head in heads)
    for answer, status in zip(options, expected, strict=True):
        assert answer.status_code in (200, status)
        assert answer.status_code != 200 or "GET" in answer.headers["Allow"]
    assert scene.state() == before


@pytest.mark.parametrize("endpoint", routes("POST"))
def test_each_right_writes_what_is_for_it_and_nothing_else(
    app: Flask, devices: Mapping[str, Device], endpoint: str
) -> None:
    for who, status in zip(WHO, ROUTES["POST", endpoint].statuses, strict=True):
        scene = set_scene(app, devices, endpoint)
        before = scene.state()

        answer = scene.ask(who, "POST", endpoint)

        assert answer.status_code == status, who
        if status in (403, 404, 422):
            assert scene.state() == before, who


@pytest.mark.parametrize("endpoint", routes("POST"))
def test_without_the_token_of_our_own_forms_nothing_is_changed(
    app: Flask, devices: Mapping[str, Device], endpoint: str
) -> None:
    scene = set_scene(app, devices, endpoint)
    before = scene.state()
    plain = 401 if endpoint.startswith("api.") else 400
    refused = dict.fromkeys(WHO, plain)
    if "match_id" in next(app.url_map.iter_rules(endpoint)).arguments:
        refused |= {"removed": 403 if plain == 400 else plain, "stranger": 404}

    for who in WHO:
        answer = scene.ask(who, "POST", endpoint, with_token=False)

        assert answer.status_code == UNCHECKED.get(endpoint, refused[who]), who
    assert scene.state() == before


def test_what_is_put_away_is_gone_for_all_but_its_host(
    app: Flask, devices: Mapping[str, Device]
) -> None:
    scene = set_scene(app, devices)
    scene.ask("host", "POST", "table.submit_putting_away")

    got = [scene.ask(who, "GET", "matches.show_sheet").status_code for who in WHO]
    written = [
        devices[who].post(f"/m/{scene.match_id}/entries", entries=FIND, write_id="w", version="0")
        for who in WHO
    ]
    listed = [scene.match_id in devices[who].open("/").html for who in WHO]

    assert got == [410, 404, 404, 404, 404, 404, 404]
    assert [answer.status_code for answer in written] == got
    assert listed == [True, False, False, False, False, False, False]
    assert scene.ask("scorer", "GET", "table.show_short").status_code == 404
    with pytest.raises(Exception, match=scene.match_id):
        matches(app).sheet(scene.match_id)

    assert devices["scorer"].post(f"/m/{scene.match_id}/table/bring-back").status_code == 404
    devices["host"].post(f"/m/{scene.match_id}/table/bring-back")

    assert scene.ask("looker", "GET", "matches.show_sheet").status_code == 200
