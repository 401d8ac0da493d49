"""The log: a line a request, for people or machines, with nothing in it that opens a door."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from flask import Flask

from tests.toy.arrange import walk
from tests.toy.web import in_web_registries, toy_app
from tests.web.arrange import Device
from tracker import logs
from tracker.settings import LogFormat, LogLevel


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    root, ours = logging.getLogger(), logging.getLogger(logs.OURS)
    before, level, our_level = root.handlers[:], root.level, ours.level
    yield io.StringIO()
    root.handlers[:] = before
    root.setLevel(level)
    ours.setLevel(our_level)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with in_web_registries():
        made = toy_app(tmp_path)
        yield made
        made.extensions["database"].close()


def test_a_write_is_one_line_without_an_address_or_a_cookie(log: io.StringIO, app: Flask) -> None:
    device = Device(app)
    match = device.make()
    device.open("/")
    logs.configure(LogFormat.TEXT, LogLevel.INFO, log)

    device.post(f"{match}/entries", version="0", write_id="tap", entries=json.dumps([walk(0)]))
    device.open(match)

    (line,) = log.getvalue().splitlines()
    assert "POST /m/<match_id>/entries 303 in " in line
    assert f"match {match[3:7]}" in line
    assert match not in line
    cookie = device.client.get_cookie("device")
    assert cookie is not None
    assert cookie.value not in line


def test_for_machines_every_line_is_an_object(log: io.StringIO, app: Flask) -> None:
    device = Device(app)
    logs.configure(LogFormat.JSON, LogLevel.DEBUG, log)

    device.open("/m/nowhere-at-all-really-x")
    try:
        raise RuntimeError("the tablet\nfell off the table")
    except RuntimeError:
        app.logger.exception("It broke")

    asked, broken = map(json.loads, log.getvalue().splitlines())
    assert asked["says"].startswith("GET /m/<match_id> 404 in ")
    assert (asked["status"], asked["route"], asked["match"]) == (404, "/m/<match_id>", "nowh")
    assert (broken["level"], broken["says"]) == ("error", "It broke")
    assert "fell off the table" in broken["error"]


CONTROLS: Final = "a\r\nb\x1b[2Jc\x7fd\x9be\u2028f\u202eg\x00"


def fail(text: str) -> None:
    try:
        raise RuntimeError(text)
    except RuntimeError:
        logging.getLogger("tracker").exception("It broke: %s", text)


def test_for_people_no_text_begins_a_line_or_steers_the_terminal(log: io.StringIO) -> None:
    logs.configure(LogFormat.TEXT, LogLevel.INFO, log)

    fail(CONTROLS)

    first, *error = log.getvalue().removesuffix("\n").split("\n")
    escaped = r"a\r\nb\x1b[2Jc\x7fd\x9be\u2028f\u202eg\x00"
    assert first.endswith(f" ERROR It broke: {escaped}")
    assert all(line.startswith("    ") for line in error)
    assert error[-1].endswith(r"b\x1b[2Jc\x7fd\x9be\u2028f\u202eg\x00")
    assert not logs.CONTROL.search("".join([first, *error]))


def test_for_machines_control_characters_are_escaped_and_read_back(log: io.StringIO) -> None:
    logs.configure(LogFormat.JSON, LogLevel.INFO, log)

    fail(CONTROLS)

    line = log.getvalue().removesuffix("\n")
    assert not logs.CONTROL.search(line)
    assert json.loads(line)["says"] == f"It broke: {CONTROLS}"


@pytest.mark.parametrize("level", LogLevel)
def test_of_a_library_only_what_is_amiss_is_logged(log: io.StringIO, level: LogLevel) -> None:
    logs.configure(LogFormat.TEXT, level, log)
    library = logging.getLogger("alembic.runtime.migration")

    library.info("Running upgrade")
    library.warning("Something is amiss")

    assert [line.partition(" WARNING ")[2] for line in log.getvalue().splitlines()] == [
        "Something is amiss"
    ]
