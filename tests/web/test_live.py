"""Requests of our pages' scripts: the page again, writes as JSON, versions, tokens."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.toy.arrange import end_turn, setup, walk
from tests.web.arrange import Device, sheet, standing, written
from tracker.store import copying

JSON = {"Accept": "application/json"}


def live_page(device: Device, path: str, version: int = 0, **headers: str) -> TestResponse:
    return device.client.get(path, headers={"X-Live": str(version), **headers})


def send(device: Device, path: str, **fields: str) -> TestResponse:
    """Send a form as a script does."""
    data = {"csrf_token": device.token, "write_id": device.write_id(), **fields}
    return device.client.post(path, data=data, headers=JSON)


def send_entries(device: Device, match: str, *entries: Any, **fields: str) -> TestResponse:
    version = str(sheet(device.app, match).version)
    sent = {"version": version, "entries": json.dumps(entries), **fields}
    return send(device, f"{match}/entries", **sent)


# --- Pages for several devices --------------------------------------------------------------------


@pytest.mark.parametrize("page", ["", "/history", "/points", "/seats/0/steps"])
def test_a_page_that_follows_has_nothing_of_one_device_in_it(
    device: Device, match: str, page: str
) -> None:
    answer = live_page(device, match + page)

    html = answer.get_data(as_text=True)
    assert 'data-version="0"' in html
    assert set(re.findall(r'name="(?:csrf_token|write_id)" value="([^"]*)"', html)) == {""}


def test_two_who_look_get_the_same_bytes_and_new_ones_after_a_change(
    app: Flask, device: Device, match: str
) -> None:
    lookers = [Device(app), Device(app)]
    first = {live_page(looker, match, Accept_Encoding="gzip").data for looker in lookers}
    device.write(match, walk(0, 5))
    version = sheet(app, match).version
    second = {live_page(looker, match, version).data for looker in lookers}

    assert len(first) == len(second) == 1
    assert b'data-version="%d"' % version in second.pop()


def test_a_page_that_follows_is_of_the_match_that_a_backup_brought_back(
    app: Flask, device: Device, match: str, tmp_path: Path
) -> None:
    database = app.extensions["database"]
    copying.back_up(database, tmp_path / "copy.sqlite")
    device.write(match, walk(0, 5))
    device.write(match, walk(0, 4))
    live_page(device, match)

    copying.restore(database, tmp_path / "copy.sqlite", tmp_path / "old.sqlite")
    device.write(match, walk(0, 3))
    device.write(match, walk(0, 2))

    html = live_page(device, match).get_data(as_text=True)
    assert "walks 2 steps" in html
    assert "walks 4 steps" not in html


def test_a_page_that_follows_comes_compressed_where_the_browser_takes_it(
    device: Device, match: str
) -> None:
    headers = {"X-Live": "0", "Accept-Encoding": "gzip"}
    answer = device.client.get(match, headers=headers)

    assert answer.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(answer.data) == live_page(device, match).data


def test_a_page_that_follows_takes_no_notice_away(device: Device, match: str) -> None:
    device.write(match, end_turn(0))
    device.post(f"{match}/undo", version="0", write_id="late")

    live_page(device, match)

    assert device.open(match).alerts


# --- Writes ---------------------------------------------------------------------------------------


def test_a_script_is_told_the_version_and_where_the_page_would_have_gone(
    app: Flask, device: Device, match: str
) -> None:
    answer = send_entries(device, match, walk(0, 5))

    assert answer.json == {"version": sheet(app, match).version, "location": match}
    assert written(app, match) == 1


def test_a_script_that_sends_the_same_write_twice_has_written_once(
    app: Flask, device: Device, match: str
) -> None:
    answers = [send_entries(device, match, walk(0), write_id="same") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert written(app, match) == 1


def test_what_a_rule_forbids_is_told_with_its_number(device: Device, match: str) -> None:
    answer = send_entries(device, match, walk(1))

    assert (answer.status_code, answer.mimetype) == (422, "application/problem+json")
    assert answer.json
    assert answer.json["rule"] == "TR-1"
    assert "turn" in answer.json["detail"]


def test_a_table_that_has_moved_on_is_told_as_a_conflict(device: Device, match: str) -> None:
    device.write(match, walk(0))
    answer = send(device, f"{match}/undo", version="0")

    assert answer.status_code == 409
    assert answer.json
    assert "has changed since" in answer.json["detail"]


def test_a_form_that_is_not_whole_or_not_ours_is_told_as_a_problem(
    device: Device, match: str
) -> None:
    half = send(device, f"{match}/entries", version="0")
    foreign = device.client.post(f"{match}/undo", data={"write_id": "a"}, headers=JSON)

    assert (half.status_code, foreign.status_code) == (422, 400)
    assert half.mimetype == foreign.mimetype == "application/problem+json"


def test_an_end_of_turn_that_comes_late_ends_nobody_elses(app: Flask, device: Device) -> None:
    match = device.make(setup(keep_order=False))
    device.write(match, end_turn(0))
    send_entries(device, match, walk(0), then_end_turn="0")

    assert standing(app, match)["turn"] == 1


# --- Versions and tokens --------------------------------------------------------------------------


def test_a_version_and_a_token_can_be_asked_for(app: Flask, device: Device, match: str) -> None:
    device.write(match, walk(0))

    version = device.client.get(f"{match}/version").json
    token = device.client.get("/token").json

    assert version == {"version": sheet(app, match).version}
    assert token
    assert send_entries(device, match, walk(0), csrf_token=token["csrf_token"]).status_code == 200


def test_without_a_server_that_streams_a_page_is_told_to_ask(device: Device, match: str) -> None:
    answer = device.client.get(f"{match}/stream")

    assert answer.status_code == 503
    assert answer.headers["Retry-After"]


@pytest.mark.parametrize("path", ["/m/nowhere/stream", "/m/nowhere/version"])
def test_a_match_that_is_not_there_is_not_followed(device: Device, path: str) -> None:
    assert device.client.get(path).status_code == 404
