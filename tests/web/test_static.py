"""The headers of every answer: protection, caching, compression; and nothing inline in any page."""

import gzip
import re
import stat
from pathlib import Path
from typing import Final
from urllib.parse import urljoin

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.toy.arrange import walk
from tests.web.arrange import Device, Page
from tests.web.shared_pages import every_page
from tracker.web import static

FILES: Final = {
    "frame.css": "text/css",
    "page.js": "text/javascript",
    "htmx.js": "text/javascript",
    "icons.svg": "image/svg+xml",
    "icon.svg": "image/svg+xml",
    "icon-180.png": "image/png",
    "app.js": "text/javascript",
    "preferences.js": "text/javascript",
    "form_preview.js": "text/javascript",
    "keypad.js": "text/javascript",
    "menus.js": "text/javascript",
    "number_pad.js": "text/javascript",
    "pressed.js": "text/javascript",
    "rule_dialog.js": "text/javascript",
    "fonts/sans-latin.woff2": "font/woff2",
    "fonts/serif-bold-latin.woff2": "font/woff2",
}
ANSWERS: Final = (
    "/",
    "/new",
    "/nothing",
    "/rules/TR-1",
    "/m/nowhere",
    "/static/icon.svg",
    "/static/nothing",
    "/trust",
    "/worker.js",
    "/manifest.webmanifest",
    "<match>",
    "<match>/history",
    "<match>/match.json",
)


@pytest.mark.parametrize("address", ANSWERS)
def test_every_answer_is_protected(client: FlaskClient, match: str, address: str) -> None:
    headers = client.get(address.replace("<match>", match)).headers

    policy = dict(
        part.strip().partition(" ")[::2] for part in headers["Content-Security-Policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["form-action"] == "'self'"
    assert set(policy.values()) == {"'none'", "'self'"}
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "Server" not in headers or "Python" not in headers["Server"]


@pytest.mark.parametrize("name", ["frame.css", "page.js", "fonts/sans-latin.woff2"])
def test_a_part_of_a_page_carries_what_concerns_it_and_nothing_of_the_page(
    client: FlaskClient, name: str
) -> None:
    headers = client.get(f"/static/{name}").headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert not {"Content-Security-Policy", "Permissions-Policy", "Referrer-Policy"} & set(
        headers.keys()
    )


def test_scripts_and_styles_are_sent_without_our_comments(client: FlaskClient) -> None:
    for name in static.OWN:
        if name.endswith((".css", ".js")):
            text = client.get(static.url(name)).text
            assert not re.search(r"^(?: +|//|/\*)", text, re.MULTILINE), name


def test_a_page_names_every_module_that_its_scripts_import(client: FlaskClient, match: str) -> None:
    page = client.get(match).text
    named = set(re.findall(r'<link rel="modulepreload" href="([^"]+)"', page))

    assert set(static.modules("match/main.js")) | set(static.modules("page.js")) == named
    assert static.url("match/outbox.js") in named
    for address in named:
        assert set(static.modules(address.removeprefix("/static/").partition("?")[0])) <= {
            *named,
            static.url("match/live.js"),
        }


def test_an_answer_to_a_form_is_protected_too(device: Device, match: str) -> None:
    for response in (
        device.post(f"{match}/undo", version="0", write_id="tap"),
        device.client.post(f"{match}/undo"),
    ):
        assert "Content-Security-Policy" in response.headers
        assert response.headers["Cache-Control"] == "no-store"


def test_pages_are_never_kept_and_differ_by_language(client: FlaskClient, match: str) -> None:
    headers = client.get(match).headers

    assert headers["Cache-Control"] == "no-store"
    assert {"Cookie", "Accept-Language"} <= set(headers["Vary"].replace(" ", "").split(","))


def test_cookies_are_for_the_server_alone(app: Flask, match: str) -> None:
    cookies = app.test_client().get(match).headers.getlist("Set-Cookie")

    assert {cookie.partition("=")[0] for cookie in cookies} == {"session", "device"}
    assert all("HttpOnly" in cookie and "SameSite=Lax" in cookie for cookie in cookies)


def test_a_device_is_known_again(device: Device, match: str) -> None:
    device.open(match)
    first = device.client.get_cookie("device")
    device.write(match, walk(0))
    second = device.client.get_cookie("device")

    assert first is not None
    assert second is not None
    assert first.value == second.value


def test_the_secret_is_made_once_and_is_for_the_owner_alone(app: Flask, folder: Path) -> None:
    secret = folder / "secret"

    assert len(secret.read_text()) >= 32
    assert app.config["SECRET_KEY"] == secret.read_text()
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600


# Files


@pytest.mark.parametrize("name", FILES)
def test_files_are_served_with_their_kind_and_kept_for_good(client: FlaskClient, name: str) -> None:
    response = client.get(f"/static/{name}")

    assert response.status_code == 200
    assert response.mimetype == FILES[name]
    assert "immutable" in response.headers["Cache-Control"]
    assert not response.headers.getlist("Set-Cookie")


def test_every_page_names_files_by_their_contents(device: Device) -> None:
    page = device.open("/")

    named = re.findall(r'"(/static/[^"#]+)', page.html)
    names = {address.partition("?")[0].removeprefix("/static/") for address in named}
    assert names == set(FILES)
    assert all(re.search(r"\?v=[0-9a-f]{10}$", address) for address in named)


@pytest.mark.parametrize(
    "name", ["app.py", "../settings.py", "..%2fsettings.py", "%2e%2e/secret", ""]
)
def test_nothing_but_these_files_is_served(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_the_files_contact_nobody(client: FlaskClient) -> None:
    for name in static.OWN:
        if name.endswith(".png"):
            continue
        text = client.get(f"/static/{name}").text
        assert not re.search(r"(?:https?:)?//(?!www\.w3\.org)[a-z0-9-]+\.[a-z]{2,}", text)


def test_a_script_imports_its_modules_by_the_addresses_that_are_kept_for_good(
    client: FlaskClient,
) -> None:
    with client.application.test_request_context():
        addresses = {static.url(name) for name in static.OWN if name.endswith(".js")}
        live = static.url("match/live.js")
    imported = set()

    for address in addresses:
        imports = re.findall(r'^import .*"(.+)";', client.get(address).text, re.MULTILINE)
        imported |= {urljoin(address, path) for path in imports}

    assert live in imported
    assert imported <= addresses


def test_every_script_has_another_address_when_any_of_them_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = {name: static.mark(name) for name in ("page.js", "match/live.js", "frame.css")}
    changed = static._source.__wrapped__
    for cached in (static._source, static.mark):
        cached.cache_clear()

    monkeypatch.setattr(
        static, "_source", lambda name: changed(name) + b"//" * (name == "keypad.js")
    )

    after = {name: static.mark(name) for name in before}
    static.mark.cache_clear()
    assert after["page.js"] != before["page.js"]
    assert after["match/live.js"] != before["match/live.js"]
    assert after["frame.css"] == before["frame.css"]


# Compression


@pytest.mark.parametrize("address", ["<match>", "/static/frame.css", "/static/icons.svg"])
def test_text_travels_compressed_where_the_browser_takes_it(
    client: FlaskClient, match: str, address: str
) -> None:
    address = address.replace("<match>", match)
    plain = client.get(address)

    packed = client.get(address, headers={"Accept-Encoding": "gzip, br"})

    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
    if address.startswith("/static"):
        assert gzip.decompress(packed.data) == plain.data


def test_a_cache_between_knows_that_the_plain_answer_is_not_for_everybody(
    client: FlaskClient,
) -> None:
    assert "Accept-Encoding" in client.get("/static/frame.css").headers.get("Vary", "")


# Nothing inline


def assert_nothing_inline(page: Page) -> None:
    for element in page.elements:
        assert "style" not in element.attributes, element
        assert not [name for name in element.attributes if name.startswith(("on", "hx-on"))], (
            element
        )
        assert element.tag != "style"
        assert element.tag != "script" or element.attributes.get("src", "").startswith("/static/")
        for name in ("href", "src", "action", "hx-get", "hx-post"):
            address = element.attributes.get(name, "/")
            assert address.startswith(("/", "#")), element
            assert not address.startswith("//"), element


@pytest.mark.slow
@pytest.mark.parametrize("code", ["en", "ru"])
def test_no_page_has_anything_inline_or_from_elsewhere(app: Flask, code: str) -> None:
    for page in every_page(Device(app, Accept_Language=code)):
        assert_nothing_inline(page)


def assert_whole_ids(page: Page) -> None:
    """Every id is there once, and whatever refers to one finds it."""
    ids = [element.attributes["id"] for element in page.elements if "id" in element.attributes]
    assert {id_ for id_ in ids if ids.count(id_) > 1} == set(), page.path
    for label in page.all("label"):
        assert label.attributes.get("for", ids[0] if ids else "") in ids, page.path
    for element in page.elements:
        for name in ("aria-labelledby", "aria-describedby"):
            assert set(element.attributes.get(name, "").split()) <= set(ids), (page.path, element)


def test_every_id_on_a_page_is_there_once_and_every_label_has_its_field(device: Device) -> None:
    for page in every_page(device):
        assert_whole_ids(page)


def test_every_icon_on_a_page_is_drawn(client: FlaskClient, device: Device) -> None:
    drawn = set(re.findall(r'id="([\w-]+)"', client.get("/static/icons.svg").text))

    for page in every_page(device):
        used = {use.attributes["href"].partition("#")[2] for use in page.all("use")}
        assert used <= drawn, page.path
