"""How many tables one server carries: their number grows until a change is late elsewhere.

A table has six devices that follow it. One of them writes an entry every ten seconds, and every
twentieth time takes the last one back. Each table prints once an hour.
"""

import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from typing import Final, NamedTuple
from urllib.parse import urlencode

from tests.bench.device import (
    HOST,
    ROOT,
    Device,
    at_most,
    field,
    free_port,
    processor_seconds,
    started,
)
from tests.bench.figure import Aim, Figure
from tests.bench.holds import resident
from tests.bench.live import LENGTH, Follower
from tests.postgres import postgres_server

DEVICES: Final = 6
BETWEEN_ENTRIES: Final = 10.0
SECONDS: Final = 20.0
"""So long each number of tables is measured."""
STEP: Final = 50
MOST: Final = 1_000
LATE: Final = 0.25
UNDO_EVERY: Final = 20
PRINT_EVERY: Final = 3600.0
ENTRY: Final = '[{"do":"correct","seat":0,"set":{"lost_turns":%d},"reason":"measured"}]'
AIM: Final = 300
_context: Final = get_context("spawn")


class Server(NamedTuple):
    """A server process, which prints in a process of its own."""

    port: int
    pid: int


class Load(NamedTuple):
    """A number of tables, and the pace at which they play."""

    tables: int
    seconds: float = SECONDS
    between: float = BETWEEN_ENTRIES


class Seat(NamedTuple):
    """The device that writes at a table."""

    port: int
    match: str
    cookies: str
    token: str


class Writer:
    """A device that writes on a kept connection, and notes when it began each version."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._acts = 0
        self.began: dict[int, float] = {}

    async def write(self, load: Load) -> None:
        """Write at the table's pace until the time is over."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._seat.port)
        until = time.monotonic() + load.seconds
        await asyncio.sleep(random.random() * load.between)
        while time.monotonic() < until:
            began = time.monotonic()
            writer.write(self._next_request())
            self.began[await _version(reader)] = began
            if random.random() < load.between / PRINT_EVERY:
                writer.write(self._request("GET", "/paper/running.pdf", ""))
                await _answer(reader)
            await asyncio.sleep(load.between * (0.5 + random.random()))
        writer.close()

    def _next_request(self) -> bytes:
        self._acts += 1
        fields = {"csrf_token": self._seat.token, "version": "0", "write_id": f"t-{self._acts}"}
        if self._acts % UNDO_EVERY == 0:
            fields |= {"version": str(max(self.began)), "sure": "1"}
            return self._request("POST", "/undo", urlencode(fields))
        fields["entries"] = ENTRY % (self._acts % 2 + 1)
        return self._request("POST", "/entries", urlencode(fields))

    def _request(self, method: str, path: str, body: str) -> bytes:
        lines = (
            f"{method} {self._seat.match}{path} HTTP/1.1",
            "Host: localhost",
            f"Cookie: {self._seat.cookies}",
            "Accept: application/json",
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


async def _version(reader: asyncio.StreamReader) -> int:
    return int(json.loads(await _answer(reader))["version"])


async def _play(seats: Sequence[Seat], ports: Sequence[int], load: Load) -> list[float]:
    """Play at all tables; how late each change was on each other device."""
    tables = []
    for place, seat in enumerate(seats):
        followers = [
            Follower(ports[(place + number) % len(ports)], seat.match)
            for number in range(DEVICES - 1)
        ]
        for follower in followers:
            await follower.begin()
        tables.append((Writer(seat), followers))
    following = [
        asyncio.create_task(follower.follow(10**9))
        for _, followers in tables
        for follower in followers
    ]
    await asyncio.gather(*(writer.write(load) for writer, _ in tables))
    await asyncio.sleep(1)
    for task in following:
        if task.done():
            task.result()
        task.cancel()
    return [
        at - writer.began[version]
        for writer, followers in tables
        for follower in followers
        for version, at in follower.arrivals.items()
        if version in writer.began
    ]


def _play_in_process(seats: Sequence[Seat], ports: Sequence[int], load: Load) -> list[float]:
    return asyncio.run(_play(seats, ports, load))


def measure(rounds: int = 5) -> Iterator[Figure]:
    """SQLite with one process, PostgreSQL with one and with two."""
    is_short = rounds == 1
    with tempfile.TemporaryDirectory() as folder:
        yield from measure_on("SQLite", folder, {}, 1, is_short=is_short)
    with tempfile.TemporaryDirectory() as folder, postgres_server(settings=()) as postgres:
        for processes in (1,) if is_short else (1, 2):
            where = {"DATABASE_URL": postgres.new_database()}
            name = f"PostgreSQL, {processes} process{'es'[: 2 * processes - 2]}"
            yield from measure_on(name, folder, where, processes, is_short=is_short)


def measure_on(
    name: str, folder: str, where: dict[str, str], processes: int, *, is_short: bool
) -> Iterator[Figure]:
    with ExitStack() as stack:
        servers = [stack.enter_context(served(folder, where)) for _ in range(processes)]
        before = sum(resident(server.pid) for server in servers)
        carried = (carries if not is_short else carries_a_few)(servers)
        grown = sum(resident(server.pid) for server in servers) - before
    aim = Aim(AIM, more_is_better=True) if name == "SQLite" else None
    yield Figure(f"tables, {name}", carried.tables, aim)
    yield Figure(f"tables for each core, {name}", carried.tables / (os.cpu_count() or 1))
    yield Figure(f"ms until another shows it, 95 of 100, {name}", carried.late * 1000)
    yield Figure(f"ms of processor for an entry everywhere, {name}", carried.processor * 1000)
    yield Figure(f"kB of memory for a table, {name}", max(grown / carried.tables, 0.1))


@contextmanager
def served(folder: str, where: dict[str, str]) -> Iterator[Server]:
    port = free_port()
    app = (str(ROOT / "app.py"), "--host", HOST, "--port", str(port))
    environment = {"QUARTERMASTER_CONNECTIONS": "9999", **where}
    with started(app, folder, port, environment) as pid:
        yield Server(port, pid)


class Carried(NamedTuple):
    """A number of tables that was carried."""

    tables: int
    late: float
    """The seconds after which 95 of 100 changes are on another device."""
    processor: float
    """The seconds of processor for an entry and for the pages of all who follow it."""


def carries_a_few(servers: Sequence[Server]) -> Carried:
    return played(servers, Load(2, 2.0, 0.5))


def carries(servers: Sequence[Server]) -> Carried:
    """The largest number of tables at which a change is on the other screens in time."""
    found = Carried(1, 0.0, 0.0)
    for tables in range(STEP, MOST + 1, STEP):
        try:
            carried = played(servers, Load(tables))
        except (OSError, EOFError, ValueError, asyncio.IncompleteReadError) as error:
            print(f"  at {tables} tables: {error!r}"[:200])
            break
        if carried.late > LATE:
            break
        found = carried
    return found


def played(servers: Sequence[Server], load: Load) -> Carried:
    """Play at so many tables."""
    ports = [server.port for server in servers]
    seats = [_sit_down(ports[number % len(ports)]) for number in range(load.tables)]
    with _context.Pool(1) as pool:
        before = sum(processor_seconds(server.pid) for server in servers)
        late = pool.apply(_play_in_process, (seats, ports, load))
        spent = sum(processor_seconds(server.pid) for server in servers) - before
    entries = len(late) / (DEVICES - 1)
    return Carried(load.tables, at_most(late, 0.95), spent / entries)


def _sit_down(port: int) -> Seat:
    device = Device(port)
    match = device.make_demo()
    _, page = device.ask("GET", match)
    device.close()
    return Seat(port, match, device.cookies, field(page, "csrf_token"))
