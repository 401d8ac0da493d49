"""Downloads through the server, whatever letters are in a name; and a header that cannot be."""

from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from typing import Final

import pytest
from flask import Flask, Response
from werkzeug.http import parse_options_header

from tests.processes import PATIENCE_SECONDS
from tests.serving.conftest import HOST, running
from tests.toy.web import toy_app
from tests.web.arrange import Device, matches
from tests.web.conftest import Tray

NAMES: Final = ["Bolesław i Żaneta", "Анна против Бориса", "Anna / Boris", "安娜"]


@contextmanager
def asked(
    app: Flask, *paths: str, device: Device | None = None
) -> Iterator[list[tuple[HTTPResponse, bytes]]]:
    """Ask the real server for each path, one after the other, as this device or as a stranger."""
    headers = {"Cookie": f"device={device.secret}"} if device else {}
    with running(app) as server:
        connection = HTTPConnection(HOST, server.port, timeout=PATIENCE_SECONDS)
        found = []
        for path in paths:
            connection.request("GET", path, headers=headers)
            answer = connection.getresponse()
            found.append((answer, answer.read()))
        yield found
        connection.close()


@pytest.mark.parametrize("name", NAMES)
def test_every_download_arrives_whatever_letters_are_in_the_name(
    app: Flask, device: Device, tray: Tray, name: str
) -> None:
    match = device.make(name=name)

    with asked(app, f"{match}/paper/running.pdf", f"{match}/match.json") as answers:
        for answer, data in answers:
            assert_arrived(answer, data)


def assert_arrived(answer: HTTPResponse, data: bytes) -> None:
    assert (answer.status, bool(data)) == (200, True)
    disposition = answer.headers["Content-Disposition"]
    assert disposition.isascii()
    assert disposition.startswith("attachment; filename=")


@pytest.mark.parametrize(
    ("name", "whole", "in_ascii"),
    [
        ("Bolesław", "bolesław-1-running.pdf", "-bolesaw-1-running.pdf"),
        ("Анна, Борис", "анна-борис-1-running.pdf", "-1-running.pdf"),
        ("Anna", "anna-1-running.pdf", "-anna-1-running.pdf"),
    ],
)
def test_a_sheet_is_kept_under_its_own_name_and_under_one_in_ascii(
    app: Flask, device: Device, tray: Tray, name: str, whole: str, in_ascii: str
) -> None:
    match = device.make(name=name)

    with asked(app, f"{match}/paper/running.pdf") as [(answer, _)]:
        disposition = answer.headers["Content-Disposition"]

    plain = disposition.partition("filename=")[2].partition(";")[0]
    day = plain[: len("2026-11-16")]
    assert plain == day + in_ascii
    assert parse_options_header(disposition)[1]["filename"] == f"{day}-{whole}"


@pytest.mark.slow
def test_a_header_that_cannot_be_sent_is_a_page_and_a_line_in_the_log(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    app = toy_app(tmp_path_factory.mktemp("own"))
    app.add_url_rule("/odd", view_func=lambda: Response("x", headers={"X-Name": "Bolesław"}))

    with asked(app, "/odd", "/") as [(odd, page), (start, _)]:
        assert odd.status == 500
        assert "Something went wrong." in page.decode()
        assert "X-Name" not in odd.headers
        assert "Content-Security-Policy" in odd.headers
        assert start.status == 200

    assert "GET /odd" in caplog.text
    assert "UnicodeEncodeError" in caplog.text
    matches(app)._database.close()
