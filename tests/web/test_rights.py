"""Every address × every right: what each device gets, with the token of our forms and without."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Final

import pytest
from flask import Flask

from tests.toy.arrange import walk
from tests.toy.card import CARD
from tests.web.api.program import SETUP
from tests.web.arrange import Device, matches
from tests.web.rights import (
    ANYBODY,
    ANYBODY_MAKES,
    ANYBODY_TO,
    HOST,
    LOOKS,
    NOBODY,
    NOT_THERE,
    VERSIONED,
    WHO,
    WRITES,
    Case,
    Routes,
    Scene,
    must_need_a_token,
    must_see_only_what_is_for_it,
    must_write_only_what_is_for_it,
    named,
    routes_of,
    set_scene,
)
from tracker.web.titles import TITLE_PAGES

WALK: Final = json.dumps([walk(0)])
ROUTES: Final[Routes] = {
    ("GET", "pages.show_start"): Case(ANYBODY),
    ("GET", "rules.show_rule"): Case(ANYBODY, arguments={"number": "TR-2"}),
    ("GET", "rules.show_rulebook"): Case(ANYBODY, arguments={"title": CARD.name}),
    ("GET", "rules.show_rules_of_match"): Case(LOOKS),
    ("POST", "pages.submit_language"): Case(ANYBODY_TO, {"language": "en"}),
    ("GET", "static.show_file"): Case(ANYBODY, arguments={"name": "frame.css"}),
    ("GET", "setup.show_new_match"): Case(ANYBODY, arguments={"form_id": "one"}),
    ("POST", "setup.submit_new_match"): Case(
        (422, 422, 422, 422, 422, 422, 422), {"title": CARD.name, "name-0": "Anna"}
    ),
    ("POST", "setup.submit_demo"): Case(ANYBODY_TO, {"title": CARD.name}),
    ("GET", "matches.show_sheet"): Case(LOOKS),
    ("GET", "history.show_history"): Case(LOOKS),
    ("GET", "history.show_entry"): Case(LOOKS, arguments={"n": 0}),
    ("GET", "history.show_number"): Case(LOOKS, arguments={"seat": 0, "column": "steps"}),
    ("GET", "history.show_table_number"): Case(LOOKS, arguments={"column": "steps"}),
    ("GET", "history.show_points"): Case(LOOKS),
    ("GET", "history.show_match_file"): Case(LOOKS),
    ("POST", "matches.submit_entries"): Case(
        (303, 303, 303, 403, 403, 403, 404), {"entries": WALK}
    ),
    ("POST", "matches.submit_undo"): Case(WRITES, {"sure": "1"}),
    ("POST", "matches.submit_redo"): Case(WRITES),
    ("POST", "history.submit_back"): Case(WRITES, arguments={"n": 0}),
    ("POST", "history.submit_amendment"): Case(HOST, {"take_out": "y"}, {"n": 0}),
    ("GET", "paper.show_paper"): Case(LOOKS),
    ("GET", "paper.show_blank_paper"): Case(ANYBODY),
    ("GET", "paper.show_plain_sheet"): Case(
        (404, 404, 404, 404, 404, 404, 404), arguments={"name": "nothing"}
    ),
    # No such sheet, so that nothing has to be printed for it.
    ("GET", "paper.show_sheet_of_match"): Case(
        (404, 404, 404, 404, 404, 403, 404), arguments={"name": "nothing"}
    ),
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
        ANYBODY_MAKES, {"title": CARD.name, "setup": SETUP, "write_id": ""}
    ),
    ("POST", "api.write_entries"): Case(
        (200, 200, 200, 403, 403, 403, 404), {"entries": json.loads(WALK), "write_id": ""}
    ),
    ("POST", "api.try_entries"): Case(LOOKS, {"entries": json.loads(WALK)}),
    ("POST", "api.amend_entry"): Case(
        (200, 403, 403, 403, 403, 403, 404), {"entry": None, **VERSIONED}, {"n": 0}
    ),
    ("POST", "api.try_amendment"): Case(LOOKS, {"entry": None}, {"n": 0}),
    ("POST", "api.undo_entry"): Case((200, 200, 200, 200, 403, 403, 404), VERSIONED),
    ("POST", "api.redo_entry"): Case((200, 200, 200, 200, 403, 403, 404), VERSIONED),
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
    ("GET", "matches.show_check"): Case(LOOKS),
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
    ("GET", "players.show_players"): Case(LOOKS),
    ("POST", "players.submit_new_player"): Case(HOST, {"seat": "0", "name": "Olga"}),
    ("POST", "players.submit_name"): Case(HOST, {"seat": "0", "name": "Hanna"}),
    ("GET", "time.show_time"): Case(LOOKS),
    ("GET", "share.show_share"): Case(LOOKS),
    # The match is not over.
    ("GET", "share.show_play"): Case(NOBODY),
    ("GET", "share.show_png"): Case(NOT_THERE),
    ("GET", "share.show_svg"): Case(NOT_THERE),
    ("GET", "statistics.show_statistics"): Case(ANYBODY),
    ("GET", "statistics.show_paper"): Case(ANYBODY),
}


@pytest.fixture(scope="module")
def devices(app: Flask) -> Mapping[str, Device]:
    return {who: Device(app) for who in WHO}


def scene(devices: Mapping[str, Device]) -> Scene:
    return set_scene(ROUTES, devices, devices["host"].make(), walk(0, 2), {})


def test_every_shared_route_stands_in_the_table_and_no_other(app: Flask) -> None:
    titles = TITLE_PAGES.values()
    blueprints = {blueprint.name for pages in titles for blueprint in pages.BLUEPRINTS}
    operations = {f"api.{own.name}" for pages in titles for own in pages.INTERFACE.operations}
    shared = {
        (method, endpoint)
        for method, endpoint in routes_of(app)
        if endpoint.partition(".")[0] not in blueprints and endpoint not in operations
    }

    assert shared == ROUTES.keys()


@pytest.mark.slow
@pytest.mark.parametrize("endpoint", named(ROUTES, "GET"))
def test_each_right_sees_what_is_for_it_and_looking_changes_nothing(
    devices: Mapping[str, Device], endpoint: str
) -> None:
    must_see_only_what_is_for_it(scene(devices), endpoint)


@pytest.mark.slow
@pytest.mark.parametrize("endpoint", named(ROUTES, "POST"))
def test_each_right_writes_what_is_for_it_and_nothing_else(
    devices: Mapping[str, Device], endpoint: str
) -> None:
    must_write_only_what_is_for_it(partial(scene, devices), endpoint)


@pytest.mark.slow
@pytest.mark.parametrize("endpoint", named(ROUTES, "POST"))
def test_without_the_token_of_our_own_forms_nothing_is_changed(
    devices: Mapping[str, Device], endpoint: str
) -> None:
    must_need_a_token(scene(devices), endpoint)


def test_what_is_put_away_is_gone_for_all_but_its_host(
    app: Flask, devices: Mapping[str, Device]
) -> None:
    table = scene(devices)
    table.ask("host", "POST", "table.submit_putting_away")

    got = [table.ask(who, "GET", "matches.show_sheet").status_code for who in WHO]
    written = [
        devices[who].post(f"/m/{table.match_id}/entries", entries=WALK, write_id="w", version="0")
        for who in WHO
    ]
    listed = [table.match_id in devices[who].open("/").html for who in WHO]

    assert got == [410, 404, 404, 404, 404, 404, 404]
    assert [answer.status_code for answer in written] == got
    assert listed == [True, False, False, False, False, False, False]
    assert table.ask("scorer", "GET", "table.show_short").status_code == 404
    with pytest.raises(Exception, match=table.match_id):
        matches(app).sheet(table.match_id)

    assert devices["scorer"].post(f"/m/{table.match_id}/table/bring-back").status_code == 404
    devices["host"].post(f"/m/{table.match_id}/table/bring-back")

    assert table.ask("looker", "GET", "matches.show_sheet").status_code == 200
