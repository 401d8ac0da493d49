"""The device's secret: kept as long as it is used, and never sent in the clear once it is safe."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.arrange import Device
from tracker.web import pipeline
from tracker.web.page_cache import HEADER

SAFE = "https://localhost"
NAMES = ("device", "session")


def set_by(client: FlaskClient, path: str, base_url: str = "http://localhost") -> dict[str, str]:
    """The cookies that an answer sets, each with all that is said of it."""
    said = client.get(path, base_url=base_url).headers.getlist("Set-Cookie")
    return {cookie.partition("=")[0]: cookie for cookie in said}


@contextmanager
def later(seconds: float) -> Iterator[None]:
    now = time.time()
    with patch.object(time, "time", lambda: now + seconds):
        yield


def test_a_device_that_comes_inside_gets_a_new_secret_and_leaves_none_in_the_clear(
    client: FlaskClient,
) -> None:
    client.get("/")
    before = client.get_cookie("device")
    said = set_by(client, "/", SAFE)

    for name in NAMES:
        assert "; Secure; HttpOnly; Path=/; SameSite=Lax" in said[f"__Host-{name}"]
        assert client.get_cookie(name) is None
    after = client.get_cookie("__Host-device")
    assert before is not None
    assert after is not None
    assert before.value != after.value
    assert set_by(client, "/", SAFE) == {}


def test_a_device_that_goes_back_to_plain_http_is_another_there(client: FlaskClient) -> None:
    client.get("/", base_url=SAFE)
    inside = client.get_cookie("__Host-device")
    said = set_by(client, "/")

    assert said.keys() == set(NAMES)
    assert inside is not None
    assert inside.value not in said["device"]


@pytest.mark.parametrize("base_url", ["http://localhost", SAFE])
def test_a_device_that_is_used_keeps_its_secret_for_another_year(
    client: FlaskClient, base_url: str
) -> None:
    first = set_by(client, "/", base_url)
    with later(pipeline.MONTH_SECONDS - 60):
        assert set_by(client, "/", base_url) == {}
    with later(pipeline.MONTH_SECONDS + 60):
        again = set_by(client, "/", base_url)

        assert again.keys() == first.keys()
        assert set_by(client, "/", base_url) == {}
    (name,) = (name for name in again if name.endswith("device"))
    assert again[name].partition(";")[0] == first[name].partition(";")[0]
    assert f"Max-Age={pipeline.YEAR_SECONDS}" in again[name]


def test_neither_a_page_that_follows_nor_a_program_is_given_anything(
    app: Flask, device: Device, match: str
) -> None:
    device.client.get(match)
    with later(pipeline.MONTH_SECONDS + 60):
        page = device.client.get(match, headers={HEADER: "0"})
        token = {"Authorization": f"Bearer {device.secret}"}
        answer = app.test_client().get(f"/api/matches/{match[3:]}", headers=token)

    assert (page.status_code, answer.status_code) == (200, 200)
    assert page.headers.getlist("Set-Cookie") == answer.headers.getlist("Set-Cookie") == []
