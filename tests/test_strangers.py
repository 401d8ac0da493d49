"""One stranger against all, on a real server: the limits of what it may take."""

import io
import json
import resource
import zipfile
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, Final

import pytest

from tests.bench.device import Device, field
from tests.processes import HOST, Server, served
from tracker.games import CARDS
from tracker.settings import DATA, HOURLY_FILES, HOURLY_MATCHES, PROXIES

pytestmark = pytest.mark.slow

STRANGER: Final = {"X-Forwarded-For": "203.0.113.5"}
OTHER: Final = {"X-Forwarded-For": "203.0.113.6"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server on which a network may make two matches in an hour, and import two files."""
    environment = {DATA: str(tmp_path), PROXIES: "1", HOURLY_MATCHES: "2", HOURLY_FILES: "2"}
    with served(environment, tmp_path / "log") as started:
        yield started


def demo(server: Server, network: dict[str, str], language: str = "en") -> tuple[int, str]:
    """Let a new device make a demo; return the status and the page that it was shown."""
    device = Device(server.port)
    more = {**network, "Accept-Language": language}
    _, start = device.ask("GET", "/", more=more)
    _, page = device.ask("POST", "/demo", {"csrf_token": field(start, "csrf_token")}, more)
    device.close()
    return device.status, page


def send(server: Server, path: str, body: object, network: dict[str, str]) -> dict[str, Any]:
    """Send this as a program with a token of its own; return the answer with its headers."""
    token = ask(server, "/api/devices", {}, network)["token"]
    return ask(server, path, body, {**network, "Authorization": f"Bearer {token}"})


def ask(server: Server, path: str, body: object, headers: dict[str, str]) -> dict[str, Any]:
    connection = HTTPConnection(HOST, server.port, timeout=120)
    try:
        headers = {"Content-Type": "application/json", **headers}
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        found = {"status": answer.status, **json.loads(answer.read())}
        return {**found, "retry_after": answer.headers["Retry-After"]}
    finally:
        connection.close()


def archive(files: int) -> bytes:
    """Return a small archive of large files that hold nothing but blanks."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as writing:
        for number in range(files):
            writing.writestr(f"{number}.json", b" " * 16_000_000)
    return made.getvalue()


def upload(server: Server, token: str, cookies: str, data: bytes) -> int:
    """Send a file by the page for imports; return the status."""
    body = (
        (
            f'--b\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
            '--b\r\nContent-Disposition: form-data; name="files"; filename="a.zip"\r\n\r\n'
        ).encode()
        + data
        + b"\r\n--b--\r\n"
    )
    headers = {"Content-Type": "multipart/form-data; boundary=b", "Cookie": cookies}
    connection = HTTPConnection(HOST, server.port, timeout=300)
    try:
        connection.request("POST", "/import", body, {**headers, **STRANGER})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def resident_bytes(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def test_large_files_that_are_refused_leave_no_memory_behind(tmp_path: Path) -> None:
    with served({DATA: str(tmp_path), PROXIES: "1"}, tmp_path / "log") as server:
        device, data = Device(server.port), archive(8)
        token = field(device.ask("GET", "/import", more=STRANGER)[1], "csrf_token")
        assert upload(server, token, device.cookies, data) == 422
        before = resident_bytes(server.pid)

        for _ in range(4):
            assert upload(server, token, device.cookies, data) == 422

        device.close()
        assert resident_bytes(server.pid) - before < 200_000_000


def test_a_network_that_made_too_many_matches_is_told_when_to_try_again(server: Server) -> None:
    for _ in range(2):
        assert demo(server, STRANGER)[0] == 303

    status, page = demo(server, STRANGER)
    assert status == 429
    assert "2 matches were made from this network in this hour. Try again in" in page
    assert "What you just sent is not saved yet." in page
    assert "С вашей сети" in demo(server, STRANGER, "ru")[1]
    assert "Z tej sieci" in demo(server, STRANGER, "pl")[1]
    assert demo(server, OTHER)[0] == 303


def test_a_program_that_imports_too_much_is_told_the_seconds(server: Server) -> None:
    document = {"format": "quartermaster-match/1", "title": next(iter(CARDS))}
    answers = [send(server, "/api/matches/import", document, STRANGER) for _ in range(3)]

    assert [answer["status"] for answer in answers] == [400, 400, 429]
    assert 0 < int(answers[2]["retry_after"]) <= 3600
    assert answers[2]["detail"].startswith("2 files were imported from this network")
    assert send(server, "/api/matches/import", document, OTHER)["status"] == 400
