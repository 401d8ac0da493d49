"""A simulated table: a device that writes at a table's pace, and all six that follow the match."""

import asyncio
import json
import random
import re
import time
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode

from tests.bench.device import Device, field
from tests.bench.live import LENGTH, Follower
from tests.processes import HOST

DEVICES: Final = 6
UNDO_EVERY: Final = 20
"""One change in so many takes the last entry back or amends it."""
PRINT_EVERY: Final = 3600.0
ENTRY: Final = '{"do":"correct","seat":0,"set":{"lost_turns":%d},"reason":"measured"}'


class Seat(NamedTuple):
    """The device that writes at a table, and the version that it begins with."""

    port: int
    match: str
    cookies: str
    token: str
    version: int


def sit_down(port: int) -> Seat:
    """Make a match of the demo, whose every entry is one change."""
    device = Device(port)
    match = device.make_demo()
    _, page = device.ask("GET", match)
    device.close()
    version = int(re.findall(r'data-version="(\d+)"', page)[0])
    return Seat(port, match, device.cookies, field(page, "csrf_token"), version)


class Writer:
    """A device that writes on a kept connection, and notes when it began each version."""

    def __init__(self, seat: Seat, chance: random.Random) -> None:
        self._seat = seat
        self._chance = chance
        self._changes = 0
        self._version = seat.version
        self._rows = seat.version
        self._last: int | None = None
        """The number of the entry that can be taken back or amended."""
        self.began: dict[int, float] = {}

    async def write(self, between: float) -> None:
        """Write at this pace, in seconds, until it is cancelled."""
        reader, writer = await asyncio.open_connection(HOST, self._seat.port)
        try:
            await asyncio.sleep(self._chance.random() * between)
            while True:
                began = time.monotonic()
                writer.write(self._next_request())
                self._version = int(json.loads(await _answer(reader))["version"])
                self.began[self._version] = began
                if self._chance.random() < between / PRINT_EVERY:
                    writer.write(self._request("GET", "/paper/running.pdf", ""))
                    await _answer(reader)
                await asyncio.sleep(between * (0.5 + self._chance.random()))
        finally:
            writer.close()

    def _next_request(self) -> bytes:
        self._changes += 1
        fields = {
            "csrf_token": self._seat.token,
            "version": str(self._version),
            "write_id": f"t-{self._changes}",
        }
        entry = ENTRY % (self._changes % 2 + 1)
        last, self._last = self._last, None
        if last is not None and self._chance.random() < 1 / UNDO_EVERY:
            if self._chance.random() < 0.5:
                return self._request("POST", "/undo", urlencode({**fields, "sure": "1"}))
            path = f"/entries/{last}"
            fields["entry"] = entry
        else:
            path = "/entries"
            fields["entries"] = f"[{entry}]"
        self._last, self._rows = self._rows, self._rows + 1
        return self._request("POST", path, urlencode(fields))

    def _request(self, method: str, path: str, body: str) -> bytes:
        lines = (
            f"{method} {self._seat.match}{path} HTTP/1.1",
            "Host: localhost",
            f"Cookie: {self._seat.cookies}",
            "Accept: application/json",
            f"Referer: http://localhost{self._seat.match}",
            "Content-Type: application/x-www-form-urlencoded",
            f"Content-Length: {len(body)}",
        )
        return "\r\n".join((*lines, "", body)).encode()


async def _answer(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    length = LENGTH.search(head)
    body = await reader.readexactly(int(length[1]) if length else 0)
    if not head.startswith((b"HTTP/1.1 2", b"HTTP/1.1 3")):
        raise ValueError(head + body)
    return body


class SimulatedTable:
    """Six devices with a stream each, of which one writes."""

    def __init__(self, seat: Seat, ports: Sequence[int], chance: random.Random) -> None:
        self._writer = Writer(seat, chance)
        cookies = (seat.cookies, *[""] * (DEVICES - 1))
        self._followers = [
            Follower(ports[place % len(ports)], seat.match, cookie)
            for place, cookie in enumerate(cookies)
        ]
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self, between: float) -> None:
        for follower in self._followers:
            await follower.begin()
        self._tasks = [
            asyncio.create_task(self._writer.write(between)),
            *(asyncio.create_task(follower.follow(10**9)) for follower in self._followers),
        ]

    def must_be_well(self) -> None:
        """Raise the error that one of its devices has met."""
        for task in self._tasks:
            if task.done():
                task.result()

    def taps(self, since: float, until: float) -> dict[int, float]:
        """Return the versions that were tapped in this time, and when."""
        return {version: at for version, at in self._writer.began.items() if since <= at < until}

    def delays(self, since: float, until: float) -> list[float]:
        """Return how late each of these taps was on each of the other screens.

        A screen that skips a version shows it with the next; one that has shown neither yet is as
        late as it is now.
        """
        now = time.monotonic()
        return [
            follower.shown_at(version, now) - tapped
            for version, tapped in self.taps(since, until).items()
            for follower in self._followers[1:]
        ]

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for follower in self._followers:
            follower.close()
