"""The sheet as an app: the card that a device reads, and the worker that knows its files."""

import json
import re
import struct
from pathlib import Path
from typing import Final

import pytest
from flask.testing import FlaskClient

from tests.web.arrange import DEMOS, Device, title_folder
from tracker.engine import match_file
from tracker.games.titles import TITLES

CARD: Final = "/manifest.webmanifest"


def test_the_card_names_icons_of_the_size_that_they_have(client: FlaskClient) -> None:
    response = client.get(CARD)
    card = json.loads(response.data)

    assert response.mimetype == "application/manifest+json"
    assert (card["start_url"], card["scope"], card["display"]) == ("/", "/", "standalone")
    drawn = {}
    for icon in card["icons"]:
        image = client.get(icon["src"])
        assert image.mimetype == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", image.data[16:24])
            assert f"{width}x{height}" == icon["sizes"]
        drawn[icon["sizes"], icon.get("purpose", "any")] = image.status_code
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= drawn.keys()


def test_the_card_speaks_the_readers_language(client: FlaskClient) -> None:
    said = {
        code: json.loads(client.get(CARD, headers={"Accept-Language": code}).data)
        for code in ("en", "ru", "pl")
    }

    assert [card["lang"] for card in said.values()] == list(said)
    assert len({card["description"] for card in said.values()}) == 3


@pytest.mark.parametrize("demo", DEMOS, ids=title_folder)
def test_the_worker_keeps_every_file_that_a_page_names(device: Device, demo: Path) -> None:
    match = device.make(match_file.read(demo.read_bytes(), TITLES)[1].setup)
    script = device.client.get("/worker.js").text
    (files,) = re.findall(r"^const FILES = (.*);$", script, re.MULTILINE)

    named = set(re.findall(r'"(/static/[^"#]+)', device.open(match).html))

    assert len(named) > 5
    assert named <= set(json.loads(files))


def test_the_worker_is_asked_for_every_time_and_is_the_same_while_nothing_changed(
    client: FlaskClient,
) -> None:
    first, second = client.get("/worker.js"), client.get("/worker.js")

    assert first.mimetype == "text/javascript"
    assert first.headers["Cache-Control"] == "no-store"
    assert first.data == second.data
    assert re.search(r'^const VERSION = "[0-9a-f]{10}";$', first.text, re.MULTILINE)
