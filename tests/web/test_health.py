"""Health: the process lives, and it can do its work; and what a page says when it cannot."""

from pathlib import Path

import pytest
from flask import Flask

from tests.toy.arrange import walk
from tests.web.arrange import Device
from tracker.settings import Settings
from tracker.store import sealing
from tracker.web import create_app

NOBODY_LISTENS = "postgresql://nobody@127.0.0.1:1/nothing"


@pytest.fixture
def cut_off(tmp_path: Path) -> Flask:
    """An app whose database cannot be reached."""
    return create_app(Settings(data=tmp_path, database_url=NOBODY_LISTENS))


def test_a_server_that_lives_and_reaches_its_database_says_so(device: Device) -> None:
    assert device.client.get("/healthz").text == "alive\n"
    assert device.client.get("/readyz").text == "ready\n"


def test_a_server_without_its_database_lives_and_is_not_ready(cut_off: Flask) -> None:
    client = cut_off.test_client()

    assert client.get("/healthz").status_code == 200
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert "cannot be reached now" in answer.text


def test_a_page_that_cannot_be_made_asks_again_by_itself(cut_off: Flask) -> None:
    answer = cut_off.test_client().get("/m/somewhere?do=find")

    assert answer.status_code == 503
    assert answer.headers["Refresh"] == answer.headers["Retry-After"] == "5"
    assert "Saved entries are safe" in answer.text
    assert 'href="/m/somewhere?do=find"' in answer.text


def test_what_could_not_be_written_is_kept_in_the_page_to_be_sent_again(
    cut_off: Flask, match: str
) -> None:
    cut_off.config["WTF_CSRF_ENABLED"] = False
    fields = {"version": "0", "write_id": "tap", "entries": '[{"do":"end_turn","seat":0}]'}

    page = Device(cut_off).follow(cut_off.test_client().post(f"{match}/entries", data=fields))

    assert page.status == 503
    (form,) = page.posting("/entries")
    assert form.hidden == fields
    assert "Refresh" not in page.headers


def test_a_match_in_quarantine_says_so_and_takes_nothing(device: Device, match: str) -> None:
    database = device.app.extensions["database"]
    device.write(match, walk(0))
    with database.writing() as session:
        sealing.set_trouble(session, match.removeprefix("/m/"), "its position is wrong")

    assert "A check found an error" in device.open(match).text
    refused = device.post(
        f"{match}/entries", version="1", write_id="w", entries='[{"do":"end_turn","seat":0}]'
    )
    assert refused.status_code == 409
    assert "A check found an error" in refused.text
    assert device.open(f"{match}/match.json").status == 200
