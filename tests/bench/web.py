"""How light the match page is and how long the server takes for an entry, over real HTTP."""

import gzip
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPMessage
from math import ceil
from pathlib import Path
from statistics import median
from typing import Final
from urllib.parse import urlencode

from tests.bench.figure import Aim, Figure

ROOT: Final = Path(__file__).parent.parent.parent
DEVICES: Final = 8


class Device:
    """A browser as far as the server can tell: it keeps its connection and its cookies."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self._cookies: dict[str, str] = {}
        self.received = 0
        self.status = 0

    def ask(self, method: str, path: str, fields: dict[str, str] | None = None) -> tuple[str, str]:
        """The address that an answer leads to, and the answer; counts the bytes on the way."""
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Accept-Encoding": "gzip", "Cookie": cookies}
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

    def move_to(self, port: int) -> None:
        """The server was started again, elsewhere."""
        self.close()
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)

    def close(self) -> None:
        self._connection.close()

    def make_demo(self) -> str:
        _, start = self.ask("GET", "/")
        match, _ = self.ask("POST", "/demo", {"csrf_token": field(start, "csrf_token")})
        return match


def measure(rounds: int = 60) -> Iterator[Figure]:
    with served() as port:
        yield from measure_weight(port)
        yield from measure_entries(port, rounds)


def measure_weight(port: int) -> Iterator[Figure]:
    """What travels for the match page: at the first visit, and after an entry."""
    device = Device(port)
    match = device.make_demo()
    device.received = 0
    _, page = device.ask("GET", match)
    files = sorted(set(re.findall(r'(?:href|src)="(/static/[^"#]+)', page)))
    for file in files:
        device.ask("GET", file.replace("&amp;", "&"))
    yield Figure("kB for the first visit of a match", device.received / 1000, Aim(100))
    token = field(page, "csrf_token")
    device.received = 0
    write(device, match, token, "weight")
    device.ask("GET", match)
    device.close()
    yield Figure("kB after an entry", device.received / 1000, Aim(20))


def measure_entries(port: int, rounds: int) -> Iterator[Figure]:
    """An entry from the tap to the answer, by one device and by eight on different matches."""
    alone = entry_times(Device(port), rounds)
    with ThreadPoolExecutor(DEVICES) as pool:
        several = list(pool.map(lambda _: entry_times(Device(port), rounds), range(DEVICES)))
    together = [spent for times in several for spent in times]
    for who, times in (("one device", alone), ("eight devices", together)):
        yield Figure(f"ms for an entry, {who}, median", median(times) * 1000)
        yield Figure(f"ms for an entry, {who}, 99 of 100", at_most(times, 0.99) * 1000)


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
    """The app as it is run, over an empty folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(ROOT / "app.py"), "--host", "127.0.0.1", "--port", str(port)]
        server = subprocess.Popen(
            command,
            env={"QUARTERMASTER_DATA": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait_for(port)
            yield port
        finally:
            server.terminate()
            server.wait()


def _wait_for(port: int) -> None:
    for _ in range(1200):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError("the server does not answer")


def field(page: str, name: str) -> str:
    found = re.search(f'name="{name}" value="([^"]+)"', page)
    if found is None:
        raise LookupError(name)
    return found[1]


def _text(headers: HTTPMessage, data: bytes) -> str:
    compressed = headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(data) if compressed else data).decode("utf-8", "replace")
