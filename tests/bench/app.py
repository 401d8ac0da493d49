"""The processor's time of one request inside the app, without the network, for every title.

Requests go straight into the app, as the server hands them over. The best of many is reported:
what other programs on the machine do makes a request slower, never faster.
"""

import json
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from flask import Flask

from tests.bench.device import field
from tests.bench.figure import Aim, Figure
from tests.processes import HOST
from tracker.service.rights import name_of
from tracker.web import create_app
from tracker.web.page_cache import HEADER
from tracker.web.titles import TITLE_PAGES

FOLLOWERS: Final = 6
NUMBERS: Final = 90
"""So many positions come before one comes again: what was kept for it is gone by then."""
NOTHING: Final[Mapping[str, str]] = {}
CORRECTIONS: Final[dict[str, Callable[[int], dict[str, Any]]]] = {
    "civil-war": lambda number: {"seat": 0, "set": {"lost_turns": number}},
    "grizzled": lambda number: {"set": {"mission": number}},
    "paths-of-glory": lambda number: {"set": {"vp": number}},
}
"""A number that every entry changes: always allowed, whoever's turn it is."""


class Browser:
    """A device that hands its requests straight to the app."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self.secret: str = app.extensions["identity"].new_secret()
        self._cookies = {"device": self.secret}

    def ask(self, path: str, body: bytes = b"", headers: dict[str, str] | None = None) -> bytes:
        """Return the answer; a body is posted."""
        environ = {
            "REQUEST_METHOD": "POST" if body else "GET",
            "PATH_INFO": path,
            "SERVER_NAME": HOST,
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": HOST,
            "HTTP_COOKIE": "; ".join(f"{name}={value}" for name, value in self._cookies.items()),
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            **(headers or {}),
        }
        answer = self._app.wsgi_app(environ, self._start)
        return b"".join(answer)

    def _start(self, status: str, headers: list[tuple[str, str]], error: Any = None) -> Any:
        assert status[0] in "23", status
        for name, value in headers:
            if name == "Set-Cookie":
                cookie, _, text = value.partition(";")[0].partition("=")
                self._cookies[cookie] = text


class Table:
    """The demo of a title with one device, which writes on it and reads it."""

    def __init__(self, app: Flask, title: str) -> None:
        self._browser = Browser(app)
        self._correction = CORRECTIONS[title]
        self._written = 0
        token = field(self._browser.ask("/").decode(), "csrf_token")
        self._form = {"csrf_token": token, "version": "0"}
        self._browser.ask("/demo", urlencode({**self._form, "title": title}).encode(), FORM)
        listed = app.extensions["matches"].listed(name_of(self._browser.secret), over=False)
        self.match = listed[0].id

    def write_by_form(self) -> None:
        """As the script of the page sends it."""
        from_here = {"HTTP_REFERER": f"http://{HOST}/m/{self.match}"}
        self.write_without_scripts({"HTTP_ACCEPT": "application/json", **from_here})

    def write_without_scripts(self, headers: Mapping[str, str] = NOTHING) -> None:
        """The answer is an address, and the session what was written, to be shown there."""
        entry = self._next()
        entries = json.dumps([entry])
        fields = {**self._form, "write_id": entry["reason"], "entries": entries}
        body = urlencode(fields).encode()
        self._browser.ask(f"/m/{self.match}/entries", body, {**FORM, **headers})

    def write(self) -> None:
        entry = self._next()
        sent = {"write_id": entry["reason"], "entries": [entry]}
        self._call("entries", json.dumps(sent).encode())

    def ask_version(self) -> None:
        self._call("version")

    def open_page(self) -> None:
        self._browser.ask(f"/m/{self.match}")

    def follow(self) -> None:
        for _ in range(FOLLOWERS):
            self._browser.ask(f"/m/{self.match}", headers=LIVE)

    def _call(self, path: str, body: bytes = b"") -> None:
        key = {"HTTP_AUTHORIZATION": f"Bearer {self._browser.secret}", **JSON}
        self._browser.ask(f"/api/matches/{self.match}/{path}", body, key)

    def _next(self) -> dict[str, Any]:
        """Return an entry that changes a number, and is like no other."""
        self._written += 1
        number = 3 + self._written % NUMBERS
        return {"do": "correct", "reason": f"bench-{self._written}", **self._correction(number)}


FORM: Final = {"CONTENT_TYPE": "application/x-www-form-urlencoded"}
JSON: Final = {"CONTENT_TYPE": "application/json"}
LIVE: Final = {
    f"HTTP_{HEADER.upper().replace('-', '_')}": "1",
    "HTTP_ACCEPT_ENCODING": "gzip",
}


def measure(rounds: int = 100) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        for title in TITLE_PAGES:
            table = Table(app, title)
            yield from measure_requests(f"{title}: ms of processor for", table, rounds)
        app.extensions["database"].close()


def measure_requests(name: str, table: Table, rounds: int) -> Iterator[Figure]:
    """Each page is asked for after an entry, as it is at a table: none is there already."""
    yield Figure(f"{name} an entry, JSON", best(table.write, rounds), Aim(0.9))
    yield Figure(f"{name} an entry, form", best(table.write_by_form, rounds))
    without = best(table.write_without_scripts, rounds)
    yield Figure(f"{name} an entry, form without scripts", without)
    yield Figure(f"{name} a version", best(table.ask_version, rounds), Aim(0.25))
    yield Figure(f"{name} the page", best(table.open_page, rounds, table.write), Aim(5))
    follow = best(table.follow, rounds, table.write) / FOLLOWERS
    yield Figure(f"{name} a page that follows", follow, Aim(1.2))


def best(work: Callable[[], None], rounds: int, before: Callable[[], None] | None = None) -> float:
    """The milliseconds of the fastest round."""
    times = []
    for _ in range(rounds):
        if before is not None:
            before()
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times) * 1000
