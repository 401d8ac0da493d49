"""A forged `Host`: the addresses that a real server shows are its own, whoever asked first."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from http.client import HTTPConnection
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest
from pypdf import PdfReader

from tests.processes import HOST, PATIENCE_SECONDS, Server, served
from tests.recorded import EVERY
from tracker.settings import DATA, HOSTS, PROXIES
from tracker.web.page_cache import HEADER
from tracker.web.reach import qr

pytestmark = pytest.mark.slow

FORGED: Final = ("evil.local", "evil.localhost:81", "203.0.113.66:8000", "[2001:db8::66]")
FOLLOWS: Final = {HEADER: "0"}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with served({DATA: str(tmp_path / "data")}, tmp_path / "log") as started:
        yield started


def ask(
    server: Server,
    path: str,
    host: str = "",
    more: Mapping[str, str] | None = None,
    sent: Any = None,
) -> tuple[str, bytes]:
    """Return the address that an answer leads to, and the answer, for this name of the server."""
    headers = {"Host": host or f"{HOST}:{server.port}", **(more or {})}
    body = None if sent is None else json.dumps(sent)
    with closing(HTTPConnection(HOST, server.port, timeout=PATIENCE_SECONDS)) as connection:
        connection.request("GET" if sent is None else "POST", path, body, headers)
        answer = connection.getresponse()
        assert answer.status < 400, (path, answer.status)
        return answer.headers.get("Location", ""), answer.read()


def finished_match(server: Server) -> tuple[str, str]:
    """Return the path of a match that is over, and of its short address."""
    token = json.loads(ask(server, "/api/devices", sent={})[1])["token"]
    program = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    document = json.loads(EVERY[0].read_bytes())
    match = json.loads(ask(server, "/api/matches/import", more=program, sent=document)[1])["id"]
    table = json.loads(ask(server, f"/api/matches/{match}/table", more=program)[1])
    return f"/m/{match}", f"/j/{table['short']}"


def code_of(address: str) -> str:
    """Return what is drawn of the QR code of an address."""
    (drawn,) = re.findall(r' d="([^"]+)"', str(qr(address)))
    return str(drawn)


@pytest.mark.parametrize("forged", FORGED)
def test_a_page_that_an_attacker_asked_for_first_shows_the_servers_own_address(
    server: Server, forged: str
) -> None:
    match, short = finished_match(server)
    own, name = f"http://{HOST}:{server.port}", forged.partition(":8")[0].partition(":81")[0]

    for page in ("board", "table", "share", "points", "history"):
        for more in (FOLLOWS, {}):
            for host in (forged, ""):
                text = ask(server, f"{match}/{page}", host, more)[1].decode()
                assert name not in text
                if page in ("board", "table"):
                    assert code_of(own + short) in text
                if page == "points":
                    assert f'content="{own}{match}/points"' in text


@pytest.mark.parametrize("forged", FORGED)
def test_paper_that_an_attacker_ordered_first_leads_to_the_server(
    server: Server, forged: str
) -> None:
    match, _ = finished_match(server)

    for host in (forged, ""):
        text = printed(server, f"{match}/paper/running.pdf", host)
        assert f"{HOST}:{server.port}{match}" in text


def printed(server: Server, path: str, host: str) -> str:
    """Return the text on a PDF without blanks and line breaks, once it is printed."""
    while not (data := ask(server, path, host)[1]).startswith(b"%PDF"):
        assert b'http-equiv="refresh"' in data
    pages = PdfReader(BytesIO(data)).pages
    return "".join("".join(page.extract_text().split()) for page in pages)


def test_one_own_name_of_a_request_does_not_appear_on_the_page_of_another(server: Server) -> None:
    match, short = finished_match(server)

    for host in (f"localhost:{server.port}", f"{HOST}:{server.port}"):
        text = ask(server, f"{match}/board", host, FOLLOWS)[1].decode()
        assert code_of(f"http://{host}{short}") in text


@pytest.mark.parametrize("forged", FORGED)
def test_a_redirect_stays_on_the_server_that_the_browser_asked(server: Server, forged: str) -> None:
    match, short = finished_match(server)

    for path in (short, f"{match}//board", "/rules//evil.example", "/j?address=x"):
        assert re.match(r"/(?!/)", ask(server, path, forged)[0])


@pytest.mark.parametrize("forged", [*FORGED, "sheet.example.org", "localhost"])
def test_behind_a_proxy_every_address_has_the_name_that_is_set(tmp_path: Path, forged: str) -> None:
    environment = {DATA: str(tmp_path / "data"), PROXIES: "1"}
    environment[HOSTS] = "sheet.example.org:8443, club.example"
    by_https = {"X-Forwarded-Proto": "https"}
    with served(environment, tmp_path / "log") as server:
        match, short = finished_match(server)

        for more in (by_https | FOLLOWS, by_https):
            text = ask(server, f"{match}/board", forged, more)[1].decode()
            assert code_of(f"https://sheet.example.org:8443{short}") in text
            text = ask(server, f"{match}/board", "club.example", more)[1].decode()
            assert code_of(f"https://club.example{short}") in text
