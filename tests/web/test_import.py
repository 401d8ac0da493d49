"""Importing on the page: picked, pasted or zipped; refused with the entry and the rule."""

import io
import json
import zipfile
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.recorded import FILES, GRIZZLED_FILES, PATHS_OF_GLORY_FILES
from tests.web.arrange import Device, Page, find

SIX = next(file for file in FILES if file.name == "six-seats-fifty-points.json").read_bytes()
REFUSED: dict[str, Any] = {
    **json.loads(SIX),
    "entries": [{"do": "end_turn", "seat": 0}, {"do": "end_turn", "seat": 0}],
}


def send(device: Device, *files: tuple[str, bytes], text: str = "") -> TestResponse:
    sent = [(io.BytesIO(data), name) for name, data in files]
    data = {"csrf_token": device.token, "text": text, "files": sent}
    return device.client.post("/import", data=data)


def test_a_file_becomes_a_match_of_this_device(device: Device) -> None:
    page = device.follow(send(device, ("six.json", SIX)))

    assert "The match was imported." in page.text
    assert any(link.endswith("/points") for link in page.links)
    assert "Fifty points" in device.open("/").text or device.open("/matches").all("li")


def test_what_is_pasted_is_imported_and_once_is_enough(app: Flask) -> None:
    device = Device(app)
    first = send(device, text=SIX.decode()).location

    again = send(device, text=SIX.decode())

    assert again.location == first
    assert "This match is already here." in device.follow(again).text


def test_a_refused_entry_is_named_with_its_rule_and_nothing_is_imported(app: Flask) -> None:
    device = Device(app)

    answer = send(device, ("bad.json", json.dumps(REFUSED).encode()))

    page = Page(answer)
    assert answer.status_code == 422
    assert "Entry 2" in page.text
    assert "/rules/CW-3.5" in page.links
    assert device.open("/matches").all("ul", "matches") == []


def test_a_file_that_is_no_match_file_is_refused_with_its_place(app: Flask) -> None:
    device = Device(app)

    for data, says in (
        (b"{", "the text ends too early"),
        (b"\xff\xfe", "this is not UTF-8 text"),
        (b'{"format": "x"}', "format"),
        (b"PK\x03\x04 and no more", "zip"),
    ):
        answer = send(device, ("bad.json", data))
        assert answer.status_code == 422
        assert says in Page(answer).text


def test_nothing_chosen_is_said(device: Device) -> None:
    answer = send(device)

    assert answer.status_code == 422
    assert "Choose a file" in Page(answer).text


def test_a_zip_file_brings_in_what_can_be_and_names_the_rest(app: Flask) -> None:
    device = Device(app)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("../../six.json", SIX)
        archive.writestr("grizzled.json", GRIZZLED_FILES[0].read_bytes())
        archive.writestr("glory.json", PATHS_OF_GLORY_FILES[0].read_bytes())
        archive.writestr("bad.json", json.dumps(REFUSED))
        archive.writestr("<b>notes</b>.txt", "hello")

    page = Page(send(device, ("all.zip", made.getvalue())))

    assert page.text.count("imported") >= 3
    assert "Entry 2" in page.text
    assert "<b>notes" not in page.html.replace("&lt;b&gt;", "")
    assert len(device.open("/matches").all("ul", "matches")) == 1


def test_everything_is_exported_as_one_zip_file_and_comes_back(app: Flask) -> None:
    device, other = Device(app), Device(app)
    match = device.make()
    device.write(match, find(0))

    answer = device.client.get("/matches.zip")

    assert answer.mimetype == "application/zip"
    page = other.follow(send(other, ("all.zip", answer.data)))
    assert "imported" in page.text
    assert other.client.get("/matches.zip").status_code == 200
