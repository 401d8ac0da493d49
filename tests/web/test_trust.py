"""The way to https: what the plain port answers, and what it never does."""

from typing import Final
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web.arrange import Device, Page
from tests.web.test_static import assert_nothing_inline
from tracker.web.fonts import FontCache
from tracker.web.plain_port_app import create_plain_port_app
from tracker.web.trust import INSIDE, Trust

TRUST: Final = Trust(
    b"a certificate", "Quartermaster 2026-11-16", ":".join(["0A"] * 32), 8443, 8000
)


@pytest.fixture(scope="module")
def plain_port(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    return create_plain_port_app(TRUST, FontCache(tmp_path_factory.mktemp("fonts")))


@pytest.fixture
def plain(plain_port: Flask) -> FlaskClient:
    return plain_port.test_client()


@pytest.mark.parametrize("wanted", ["/", "/m/abc", "/m/abc?do=find&seat=0", "/new", "/healthz"])
def test_every_address_on_the_plain_port_leads_to_the_explanation(
    plain: FlaskClient, wanted: str
) -> None:
    for response in (plain.get(wanted), plain.post(wanted, data={"entries": "secret"})):
        led = urlsplit(response.headers["Location"])
        assert response.status_code == 303
        assert (led.netloc, led.path, parse_qs(led.query)["to"]) == ("", "/trust", [wanted])


@pytest.mark.parametrize(
    ("host", "secured"),
    [
        ("192.168.1.7:8000", "https://192.168.1.7:8443"),
        ("quartermaster.local", "https://quartermaster.local:8443"),
        ("[fd00::2]:8000", "https://[fd00::2]:8443"),
        ("[fd00::2]", "https://[fd00::2]:8443"),
    ],
)
def test_the_sheet_is_opened_by_the_name_that_the_device_used(
    plain: FlaskClient, host: str, secured: str
) -> None:
    response = plain.get("/trust/sheet?to=/m/abc", headers={"Host": host})

    assert response.headers["Location"] == f"{secured}/m/abc"


@pytest.mark.parametrize("to", ["//elsewhere.example/", "https://elsewhere.example/", "", "x\r\ny"])
def test_nobody_is_led_elsewhere(plain: FlaskClient, to: str) -> None:
    for path in ("/trust/sheet", "/trust/in/ru"):
        location = plain.get(path, query_string={"to": to}).headers["Location"]
        assert location in ("https://localhost:8443/", "/trust?to=/")
    page = Page(plain.get("/trust", query_string={"to": to}))
    assert "elsewhere" not in page.html


def test_a_device_that_has_been_inside_goes_straight_in(plain: FlaskClient) -> None:
    plain.set_cookie(INSIDE, "1")
    led = plain.get("/m/abc").headers["Location"]

    assert plain.get(led).headers["Location"] == "https://localhost:8443/m/abc"


def test_the_plain_port_gives_out_nothing_that_says_who_somebody_is(plain: FlaskClient) -> None:
    answers = [plain.get(path) for path in ("/", "/trust", "/trust/quartermaster.crt", "/m/abc")]

    assert [answer.headers.getlist("Set-Cookie") for answer in answers] == [[]] * 4
    assert all("Content-Security-Policy" in answer.headers for answer in answers)


@pytest.mark.parametrize("code", ["en", "ru", "pl"])
def test_the_explanation_is_whole_in_every_language(plain: FlaskClient, code: str) -> None:
    plain.get(f"/trust/in/{code}")
    page = Page(plain.get("/trust?to=/m/abc"))

    assert page.all("html")[0].attributes["lang"] == code
    assert [paragraph.text for paragraph in page.all("p", "fingerprint")] == [" ".join(["0A"] * 32)]
    assert TRUST.name in page.text
    assert_nothing_inline(page)
    others = {link.attributes["lang"] for link in page.all("a") if "lang" in link.attributes}
    assert others == {"en", "ru", "pl"} - {code}
    assert plain.get("/trust/in/xx").status_code == 404


def test_the_certificate_is_given_as_phones_take_it(plain: FlaskClient) -> None:
    response = plain.get("/trust/quartermaster.crt")

    assert response.data == TRUST.certificate
    assert response.mimetype == "application/x-x509-ca-cert"


def test_without_https_there_is_no_certificate_but_advice(device: Device) -> None:
    page = device.open("/trust")

    assert "--https" in page.text
    assert "Auto-Lock" in page.text
    for path in ("/trust/quartermaster.crt", "/trust/sheet"):
        assert device.client.get(path).status_code == 404
