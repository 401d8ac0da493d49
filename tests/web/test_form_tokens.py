"""Tokens and sessions that were checked before: they are believed for what they are, no more."""

import time

import pytest
from flask import Flask
from itsdangerous import URLSafeTimedSerializer
from werkzeug.test import TestResponse

from tests.web.arrange import Device
from tracker.web.pipeline import YEAR_SECONDS

CHOICE = {"language": "en", "back": "/"}
SAFE = "https://localhost"


@pytest.fixture
def known(device: Device) -> Device:
    """A device whose cookie and token were found good."""
    assert choose_language(device, device.token).status_code == 303
    return device


@pytest.fixture
def over_https(app: Flask) -> Device:
    device = Device(app)
    device.client.set_cookie("__Host-device", device.secret, secure=True)
    page = device.client.get("/", base_url=SAFE).text
    device._token = page.partition('name="csrf_token" value="')[2].partition('"')[0]
    return device


def choose_language(device: Device, token: str, **headers: str) -> TestResponse:
    return device.client.post("/language", data={**CHOICE, "csrf_token": token}, headers=headers)


def test_a_token_that_was_found_good_is_good_again(known: Device) -> None:
    assert choose_language(known, known.token).status_code == 303


def test_a_token_that_was_found_good_is_none_of_another_browser(app: Flask, known: Device) -> None:
    other = Device(app)
    assert choose_language(other, other.token).status_code == 303

    assert choose_language(other, known.token).status_code == 400


def test_a_token_that_was_found_good_is_not_good_with_another_letter(known: Device) -> None:
    assert choose_language(known, f"{known.token}x").status_code == 400


def test_a_form_without_a_token_is_refused_also_after_a_token_in_a_header(device: Device) -> None:
    assert choose_language(device, "", **{"X-CSRFToken": device.token}).status_code == 303

    assert choose_language(device, "").status_code == 400


@pytest.mark.parametrize(
    ("referrer", "status"),
    [(f"{SAFE}/", 303), ("https://elsewhere.example/", 400), ("", 400)],
)
def test_over_https_a_known_token_is_good_only_from_our_own_pages(
    over_https: Device, referrer: str, status: int
) -> None:
    data = {**CHOICE, "csrf_token": over_https.token}

    def sent_from(page: str) -> TestResponse:
        headers = {"Referer": page} if page else {}
        return over_https.client.post("/language", data=data, headers=headers, base_url=SAFE)

    assert sent_from(f"{SAFE}/").status_code == 303
    assert sent_from(referrer).status_code == status


def test_a_session_is_not_believed_with_another_letter(known: Device) -> None:
    cookie = known.client.get_cookie("session")
    assert cookie is not None
    known.client.set_cookie("session", f"x{cookie.value}")

    assert choose_language(known, known.token).status_code == 400


def test_a_session_of_another_secret_is_not_believed(known: Device) -> None:
    forged = URLSafeTimedSerializer("guessed", salt="cookie-session").dumps({"csrf_token": "x"})
    known.client.set_cookie("session", str(forged))

    assert choose_language(known, known.token).status_code == 400


@pytest.mark.parametrize(
    ("seconds", "status"), [(YEAR_SECONDS - 60, 303), (YEAR_SECONDS + 60, 400), (-60, 400)]
)
def test_a_session_that_was_found_good_still_grows_old(
    known: Device, monkeypatch: pytest.MonkeyPatch, seconds: int, status: int
) -> None:
    then = time.time() + seconds
    monkeypatch.setattr(time, "time", lambda: then)

    assert choose_language(known, known.token).status_code == status


def test_what_is_changed_in_a_session_is_not_changed_in_what_is_known_of_its_cookie(
    known: Device, match: str
) -> None:
    send_half(known, match)
    cookie = known.client.get_cookie("session")
    assert cookie is not None

    for _ in range(2):
        known.client.set_cookie("session", cookie.value)
        send_half(known, match)

        assert len(known.open(match).alerts) == 2


def send_half(device: Device, match: str) -> None:
    """Send a form that is not whole: the next page has a notice of it."""
    assert device.post(f"{match}/undo", version="", write_id="w").status_code == 303
