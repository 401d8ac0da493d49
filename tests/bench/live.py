"""The delay of a change on the other devices, and the speed of entries beside open streams.

The sixty devices are in a process of their own, so that listening does not take the server's time;
with two cores that process and the server have one each.
"""

import asyncio
import re
import time
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import Pipe, Process
from multiprocessing.connection import Connection
from statistics import median
from typing import Final

from tests.bench.device import DEVICES, Device, at_most, entry_times, field, served, write
from tests.bench.figure import Aim, Figure

FOLLOWERS: Final = 60
STREAMS: Final = 200
FEW: Final = 2
"""So many devices are enough to see that it runs."""
# Longer than a change takes to arrive everywhere, so that each is measured by itself.
BETWEEN_TAPS: Final = 0.4
VERSION: Final = re.compile(rb"event: version\ndata: (\d+)\n")
LENGTH: Final = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


def measure(rounds: int = 40) -> Iterator[Figure]:
    with served() as port:
        yield from measure_latency(port, rounds)
        yield from measure_entries(port, rounds)


def measure_latency(port: int, rounds: int) -> Iterator[Figure]:
    """From one device's tap until another has the new page, with sixty open on one match."""
    host = Device(port)
    match = host.make_demo()
    _, page = host.ask("GET", match)
    before = int(re.findall(r'data-version="(\d+)"', page)[0])
    taps: dict[int, float] = {}
    number = FOLLOWERS if rounds > 1 else FEW
    with following(port, match, number, before + rounds) as followers:
        for version in range(before + 1, before + 1 + rounds):
            taps[version] = time.monotonic()
            write(host, match, field(page, "csrf_token"), f"tap-{version}")
            time.sleep(BETWEEN_TAPS)
        arrivals: list[dict[int, float]] = followers.recv()
    host.close()
    # A device that is told two versions at once shows only the newer.
    late = [at - taps[version] for found in arrivals for version, at in found.items()]
    yield Figure("ms until another device shows it, median", median(late) * 1000)
    yield Figure("ms until another shows it, 95 of 100", at_most(late, 0.95) * 1000, Aim(150))


def measure_entries(port: int, rounds: int) -> Iterator[Figure]:
    """Entries by eight devices, with no stream open and with two hundred."""
    devices = DEVICES if rounds > 1 else FEW
    alone = several(port, devices, rounds)
    host = Device(port)
    with following(port, host.make_demo(), STREAMS, 0) as followers:
        beside = several(port, devices, rounds)
        followers.send(None)
        followers.recv()
    host.close()
    quiet, busy = at_most(alone, 0.99) * 1000, at_most(beside, 0.99) * 1000
    yield Figure("ms for an entry, no stream, 99 of 100", quiet)
    yield Figure("ms for an entry, 200 streams, 99 of 100", busy)
    yield Figure("times as long with 200 streams", busy / quiet, Aim(1.5))


def several(port: int, devices: int, rounds: int) -> list[float]:
    with ThreadPoolExecutor(devices) as pool:
        found = list(pool.map(lambda _: entry_times(Device(port), rounds), range(devices)))
    return [spent for times in found for spent in times]


class Follower:
    """A device that follows a match: at every version that it is told, it fetches the page."""

    def __init__(self, port: int, match: str, cookie: str = "") -> None:
        self._port = port
        self._match = match
        self._cookie = cookie
        self.arrivals: dict[int, float] = {}

    async def begin(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        await self._fetch()
        self._stream, self._line = await asyncio.open_connection("127.0.0.1", self._port)
        self._line.write(self._request("/stream", ""))
        await self._told(-1)

    async def follow(self, last: int) -> None:
        """Until the page shows this version."""
        shown = -1
        while shown < last:
            await self._told(shown)
            shown = await self._fetch()
            self.arrivals[shown] = time.monotonic()

    def shown_at(self, version: int, otherwise: float) -> float:
        """Return when it first showed this version or a later one."""
        times = (at for shown, at in self.arrivals.items() if shown >= version)
        return min(times, default=otherwise)

    def close(self) -> None:
        self._writer.close()
        self._line.close()

    async def _told(self, shown: int) -> None:
        """Until the stream tells of a version after this one."""
        found = b""
        while True:
            data = await self._stream.read(65_536)
            if not data:
                raise EOFError
            found += data
            told = VERSION.findall(found)
            if told and int(told[-1]) > shown:
                return

    async def _fetch(self) -> int:
        self._writer.write(self._request("", "X-Live: 1\r\n"))
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        body = await self._reader.readexactly(int(length[1]) if length else 0)
        cookies = re.findall(rb"set-cookie: ([^;]+)", head, re.IGNORECASE)
        self._cookie = b"; ".join(cookies).decode() or self._cookie
        # It stands at the beginning; to unpack all of the page would cost as much as to make it.
        beginning = zlib.decompressobj(wbits=zlib.MAX_WBITS + 16).decompress(body, 8_192)
        shown = re.search(rb'data-version="(\d+)"', beginning)
        if shown is None:
            raise ValueError(head)
        return int(shown[1])

    def _request(self, path: str, headers: str) -> bytes:
        always = f"Host: localhost\r\nAccept-Encoding: gzip\r\nCookie: {self._cookie}\r\n"
        return f"GET {self._match}{path} HTTP/1.1\r\n{always}{headers}\r\n".encode()


async def follow_all(
    port: int, match: str, number: int, last: int, ready: Connection
) -> list[dict[int, float]]:
    followers = [Follower(port, match) for _ in range(number)]
    for follower in followers:
        await follower.begin()
    ready.send(None)
    if last:
        await asyncio.gather(*(follower.follow(last) for follower in followers))
    else:
        await asyncio.get_running_loop().run_in_executor(None, ready.recv)
    return [follower.arrivals for follower in followers]


def listen(port: int, match: str, number: int, last: int, ready: Connection) -> None:
    ready.send(asyncio.run(follow_all(port, match, number, last, ready)))


@contextmanager
def following(port: int, match: str, number: int, last: int) -> Iterator[Connection]:
    """So many devices that follow the match, until it has this version or, at 0, until told."""
    ours, theirs = Pipe()
    process = Process(target=listen, args=(port, match, number, last, theirs))
    process.start()
    theirs.close()
    ours.recv()
    try:
        yield ours
    finally:
        process.terminate()
        process.join()
