"""Importing on the page: picked, pasted or zipped; refused with the entry and the rule."""

import io
import json
import zipfile
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from tests.toy.arrange import document, end_turn, walk
from tests.web.arrange import Device, Page
from tests.web.test_downloads import asked

RACE = json.dumps({**document(walk(0, 9), walk(0, 1)), "name": "Sprint"}).encode()
OTHER = json.dumps(document(walk(0, 2))).encode()
REFUSED = json.dumps(document(end_turn(0), end_turn(0))).encode()


def send(device: Device, *files: tuple[str, bytes], text: str = "") -> TestResponse:
    sent = [(io.BytesIO(data), name) for name, data in files]
    data = {"csrf_token": device.token, "text": text, "files": sent}
    return device.client.post("/import", data=data)


def test_a_file_becomes_a_match_of_this_device(device: Device) -> None:
    page = device.follow(send(device, ("race.json", RACE)))

    assert "The match was imported." in page.text
    assert page.path.startswith("/m/")
    assert "Sprint" in device.open("/").text


def test_what_is_pasted_is_imported_and_once_is_enough(app: Flask) -> None:
    device = Device(app)
    first = send(device, text=RACE.decode()).location

    again = send(device, text=RACE.decode())

    assert again.location == first
    assert "This match is already here." in device.follow(again).text


def test_a_refused_entry_is_named_with_its_rule_and_nothing_is_imported(app: Flask) -> None:
    device = Device(app)

    answer = send(device, ("bad.json", REFUSED))

    page = Page(answer)
    assert answer.status_code == 422
    assert "Entry 2" in page.text
    assert "/rules/TR-1" in page.links
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
        archive.writestr("../../race.json", RACE)
        archive.writestr("other.json", OTHER)
        archive.writestr("bad.json", REFUSED)
        archive.writestr("<b>notes</b>.txt", "hello")

    page = Page(send(device, ("all.zip", made.getvalue())))

    assert page.text.count("imported") >= 2
    assert "Entry 2" in page.text
    assert "<b>notes" not in page.html.replace("&lt;b&gt;", "")
    assert len(device.open("/matches").all("ul", "matches")) == 1


def test_everything_is_exported_as_one_zip_file_and_comes_back(app: Flask) -> None:
    device, other = Device(app), Device(app)
    match = device.make()
    device.write(match, walk(0))

    with asked(app, "/matches.zip", device=device) as [(answer, data)]:
        assert answer.headers["Content-Type"] == "application/zip"

    page = other.follow(send(other, ("all.zip", data)))
    assert "imported" in page.text
    with asked(app, "/matches.zip", device=other) as [(answer, again)]:
        assert lines_in(again) == lines_in(data) != []


def lines_in(archive: bytes) -> list[Any]:
    """Return what each entry of the only match in an archive has changed."""
    opened = zipfile.ZipFile(io.BytesIO(archive))
    (name,) = opened.namelist()
    return [entry["lines"] for entry in json.loads(opened.read(name))["entries"]]
