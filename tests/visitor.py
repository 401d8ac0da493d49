"""A visitor of a real server: keeps cookies, follows redirects, and reads every answer to its end.

Several threads may ask as the same visitor, each on a connection of its own.
"""

import gzip
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http.client import (
    HTTPConnection,
    HTTPException,
    HTTPMessage,
    HTTPResponse,
    RemoteDisconnected,
)
from queue import Empty, LifoQueue
from typing import Any, Final
from urllib.parse import urlencode, urlsplit

from tests.processes import HOST, PATIENCE_SECONDS

CLOSED: Final = (RemoteDisconnected, ConnectionResetError, BrokenPipeError)
"""The errors on a connection that the server has closed before it was asked."""
MOST_REDIRECTS: Final = 5
FORM: Final = "application/x-www-form-urlencoded"


class CutOff(Exception):
    """An answer ended before it was whole, or there was none."""


@dataclass(frozen=True)
class Answer:
    """An answer that arrived whole, and the address that it was found at."""

    address: str
    status: int
    headers: HTTPMessage
    data: bytes

    @property
    def kind(self) -> str:
        """Return its content type, without parameters."""
        return self.headers.get_content_type()

    @property
    def text(self) -> str:
        return self.data.decode("utf-8", "replace")


class Visitor:
    """A browser without a window, as far as the server can tell."""

    def __init__(self, port: int, language: str = "en") -> None:
        self.port = port
        self.language = language
        self.cookies: dict[str, str] = {}
        self._idle: LifoQueue[HTTPConnection] = LifoQueue()

    def get(self, address: str) -> Answer:
        return self._followed(self._ask("GET", address))

    def post(self, address: str, fields: Mapping[str, str]) -> Answer:
        """Send a form, and see the page to which it leads."""
        return self.submit(address, urlencode(fields).encode(), FORM)

    def submit(self, address: str, body: bytes, content_type: str) -> Answer:
        """Send this body, and see the page to which it leads."""
        return self._followed(self.send(address, body, content_type))

    def send(self, address: str, body: bytes, content_type: str) -> Answer:
        """Send this body; a redirect is returned as it came."""
        return self._ask("POST", address, body, content_type)

    def close(self) -> None:
        with suppress(Empty):
            while True:
                self._idle.get_nowait().close()

    def _followed(self, answer: Answer) -> Answer:
        for _ in range(MOST_REDIRECTS):
            if answer.status not in (301, 302, 303, 307, 308):
                return answer
            there = urlsplit(answer.headers["Location"])
            assert not there.netloc or there.port == self.port, f"led to {there.geturl()}"
            answer = self._ask("GET", there._replace(scheme="", netloc="", fragment="").geturl())
        raise CutOff(f"{answer.address} leads from page to page")

    def _ask(
        self, method: str, address: str, body: bytes | None = None, content_type: str = ""
    ) -> Answer:
        headers = {"Accept-Encoding": "gzip", "Accept-Language": self.language}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            headers["Content-Type"] = content_type
        try:
            answer, data = self._exchange(method, address, body, headers)
        except (OSError, HTTPException) as error:
            raise CutOff(f"{method} {address}: {error!r}") from error
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        if answer.headers.get("Content-Encoding") == "gzip":
            data = gzip.decompress(data)
        return Answer(address, answer.status, answer.headers, data)

    def _exchange(
        self, method: str, address: str, body: bytes | None, headers: Mapping[str, str]
    ) -> tuple[HTTPResponse, bytes]:
        connection, answer = self._begin(method, address, body, headers)
        try:
            data = answer.read()
        except (OSError, HTTPException):
            connection.close()
            raise
        self._idle.put(connection)
        return answer, data

    def _begin(self, *request: Any) -> tuple[HTTPConnection, HTTPResponse]:
        """Send a request on an idle connection, or, where the server has closed it, on a new one.

        Browsers do so too: a server closes connections that are idle for long.
        """
        with suppress(Empty, *CLOSED):
            return _begin_on(self._idle.get_nowait(), *request)
        return _begin_on(HTTPConnection(HOST, self.port, timeout=PATIENCE_SECONDS), *request)


def _begin_on(connection: HTTPConnection, *request: Any) -> tuple[HTTPConnection, HTTPResponse]:
    try:
        connection.request(*request)
        return connection, connection.getresponse()
    except (OSError, HTTPException):
        connection.close()
        raise
