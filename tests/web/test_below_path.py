"""The app below a path, beside other programs of the same name."""

import json
import re
from collections.abc import Iterator
from html import unescape
from http.cookies import SimpleCookie
from typing import Final

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.arrange import matches
from tracker.settings import Settings
from tracker.web import create_app

PATH: Final = "/club/sheet"
NOT_FOLLOWED: Final = re.compile(r"/static/|/stream|\.pdf|\.zip|/trust")
ADDRESS: Final = re.compile(
    r'(href|src|action|formaction|content|data-[a-z-]+|hx-[a-z]+)="(/[^"#]*)'
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app below a path."""
    made = create_app(Settings(data=tmp_path_factory.mktemp("data"), path=PATH))
    yield made
    matches(made)._database.close()


def demos(client: FlaskClient) -> list[str]:
    """Return the addresses of a demo of every game."""
    page = client.get(f"{PATH}/").get_data(as_text=True)
    forms = re.findall(rf'<form method="post" action="{PATH}/demo">(.*?)</form>', page, re.DOTALL)
    fields = [dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form)) for form in forms]
    return [str(client.post(f"{PATH}/demo", data=filled).location) for filled in fields]


def opened(client: FlaskClient, address: str) -> TestResponse:
    """Return the page to which an address leads; the test client would leave the path out."""
    response = client.get(address)
    return opened(client, str(response.location)) if response.location else response


def test_every_address_on_every_page_is_below_the_path(app: Flask) -> None:
    client = app.test_client()
    queue = [f"{PATH}/", *demos(client)]
    assert len(queue) > 3
    assert all(address.startswith(f"{PATH}/m/") for address in queue[1:])
    seen: set[str] = set()
    while queue:
        address = queue.pop()
        response = opened(client, address)
        assert response.status_code == 200, address
        if response.mimetype != "text/html":
            continue
        for attribute, quoted in ADDRESS.findall(response.get_data(as_text=True)):
            link = unescape(quoted)
            assert link.startswith(f"{PATH}/"), (address, link)
            kind = re.sub(r"[0-9]+|form_id=[^&]*", "", link)
            if attribute == "href" and kind not in seen and not NOT_FOLLOWED.search(link):
                seen.add(kind)
                queue.append(link)
    assert len(seen) > 100


@pytest.mark.parametrize("asked", ["/", PATH])
def test_the_addresses_above_lead_to_the_first_page(app: Flask, asked: str) -> None:
    response = app.test_client().get(asked)

    assert (response.status_code, response.location) == (308, f"{PATH}/")


@pytest.mark.parametrize("asked", ["/new", "/club", "/club/sheets/", "/m/x", "//club/sheet/"])
def test_other_addresses_belong_to_other_programs(app: Flask, asked: str) -> None:
    response = app.test_client().get(asked)

    assert (response.status_code, response.text) == (404, f"The sheet is below {PATH}/\n")
    assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize(("scheme", "prefix"), [("http", ""), ("https", "__Secure-")])
def test_cookies_are_only_sent_below_the_path(app: Flask, scheme: str, prefix: str) -> None:
    response = app.test_client().get(f"{PATH}/", base_url=f"{scheme}://localhost")

    cookies = SimpleCookie()
    for header in response.headers.getlist("Set-Cookie"):
        cookies.load(header)
    assert {name: cookie["path"] for name, cookie in cookies.items()} == {
        f"{prefix}device": f"{PATH}/",
        f"{prefix}session": f"{PATH}/",
    }


def test_the_app_and_the_interface_say_where_they_are(app: Flask) -> None:
    client = app.test_client()
    card = json.loads(client.get(f"{PATH}/manifest.webmanifest").data)
    described = json.loads(client.get(f"{PATH}/api/openapi.json").data)

    assert {card["id"], card["start_url"], card["scope"]} == {f"{PATH}/"}
    assert all(icon["src"].startswith(f"{PATH}/static/") for icon in card["icons"])
    assert described["servers"] == [{"url": PATH}]
    worker = client.get(f"{PATH}/worker.js").get_data(as_text=True)
    [files] = re.findall(r"const FILES = (.*);", worker)
    assert all(file.startswith(f"{PATH}/static/") for file in json.loads(files))


def test_files_name_each_other_without_the_path(app: Flask) -> None:
    client = app.test_client()
    style = client.get(f"{PATH}/static/frame.css").get_data(as_text=True)

    for address in re.findall(r"url\(\"?([^)\"]+)", style):
        assert not address.startswith("/")
