"""A browser as far as the server can tell, and the server that it asks."""

import gzip
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPMessage
from math import ceil
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from tests.processes import HOST, MANY_DEVICES, PATIENCE_SECONDS, Server, wait_until_answered

ROOT: Final = Path(__file__).parent.parent.parent
DEVICES: Final = 8


class Device:
    """A browser as far as the server can tell: it keeps its connection and its cookies."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection(HOST, port, timeout=PATIENCE_SECONDS)
        self._cookies: dict[str, str] = {}
        self.received = 0
        self.status = 0

    def ask(
        self,
        method: str,
        path: str,
        fields: dict[str, str] | None = None,
        more: Mapping[str, str] | None = None,
    ) -> tuple[str, str]:
        """The address that an answer leads to, and the answer; counts the bytes on the way.

        `more` are further headers.
        """
        headers = {"Accept-Encoding": "gzip", "Cookie": self.cookies}
        headers |= more or {}
        body = None
        if fields is not None:
            body = urlencode(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        data = answer.read()
        self.status = answer.status
        self.received += len(data) + len(str(answer.headers))
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.partition(";")[0].partition("=")
            self._cookies[name] = value
        return answer.headers.get("Location", path), _text(answer.headers, data)

    @property
    def cookies(self) -> str:
        """Return the cookies that it sends."""
        return "; ".join(f"{name}={value}" for name, value in self._cookies.items())

    def move_to(self, port: int) -> None:
        """The server was started again, elsewhere."""
        self.close()
        self._connection = HTTPConnection(HOST, port, timeout=PATIENCE_SECONDS)

    def close(self) -> None:
        self._connection.close()

    def make_demo(self) -> str:
        _, start = self.ask("GET", "/")
        match, _ = self.ask("POST", "/demo", {"csrf_token": field(start, "csrf_token")})
        return match


def at_most(times: list[float], share: float) -> float:
    """The time that this share of them does not exceed."""
    return sorted(times)[ceil(len(times) * share) - 1]


def entry_times(device: Device, rounds: int) -> list[float]:
    match = device.make_demo()
    _, page = device.ask("GET", match)
    token = field(page, "csrf_token")
    times = []
    for number in range(rounds):
        start = time.perf_counter()
        write(device, match, token, f"bench-{number}")
        times.append(time.perf_counter() - start)
    device.close()
    return times


def write(device: Device, match: str, token: str, write_id: str) -> None:
    """A correction that changes nothing much: always allowed, whoever's turn it is."""
    entry = '[{"do":"correct","seat":0,"set":{"lost_turns":1},"reason":"measured"}]'
    fields = {"csrf_token": token, "version": "0", "write_id": write_id, "entries": entry}
    device.ask("POST", f"{match}/entries", fields)


@contextmanager
def served() -> Iterator[int]:
    """The port of the app as it is run, over an empty folder."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server({"QUARTERMASTER_DATA": folder, **MANY_DEVICES}, Path(folder, "log"))
        try:
            server.wait()
            yield server.port
        finally:
            server.stop()


@contextmanager
def started(
    program: Sequence[str], folder: str, port: int, environment: Mapping[str, str] | None = None
) -> Iterator[int]:
    """The process id of this Python program, which listens on the port."""
    server = subprocess.Popen(
        [sys.executable, *program],
        cwd=ROOT,
        env={"QUARTERMASTER_DATA": folder, **(environment or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until_answered(port, lambda: server.poll() is None)
        yield server.pid
    finally:
        server.terminate()
        server.wait()


def processor_seconds(process: int) -> float:
    """The processor's time of a process so far, in the program and in the system for it."""
    # The fourteenth and fifteenth field; the second is a name in brackets.
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def field(page: str, name: str) -> str:
    found = re.search(f'name="{name}" value="([^"]+)"', page)
    if found is None:
        raise LookupError(name)
    return found[1]


def _text(headers: HTTPMessage, data: bytes) -> str:
    compressed = headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(data) if compressed else data).decode("utf-8", "replace")
