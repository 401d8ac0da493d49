"""Two server processes behind a proxy, one of which is killed: `python -m tests.failover`.

Every table has a device that writes and one that follows. Both reach the servers through a proxy
that sends a connection anywhere, as a balancer does. A write that was not answered is sent again
with the same id. In the end each acknowledged write is on its sheet exactly once.
"""

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlencode

from tests.bench.device import Device, field
from tests.bench.live import LENGTH
from tests.own_loop import run
from tests.postgres import Postgres, postgres_server
from tests.processes import HOST, MANY_DEVICES, free_port, served

GONE: Final = (OSError, asyncio.IncompleteReadError)
ENTRY: Final = {"do": "correct", "seat": 0, "set": {"lost_turns": 1}}
PAUSE: Final = 0.05


class Found(NamedTuple):
    """The fate of the writes, and the longest time that a device was away."""

    acknowledged: int
    lost: int
    twice: int
    slowest_return: float


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection that is closed in the end, whatever happens."""
    reader, writer = await asyncio.open_connection(HOST, port)
    try:
        yield reader, writer
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


class Proxy:
    """Passes each connection on to one of the servers, in turn; to another if that is gone."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self._turn = count()
        self.port = free_port()

    async def run(self) -> asyncio.Server:
        return await asyncio.start_server(self._pass_on, HOST, self.port)

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for _ in self._ports:
                port = self._ports[next(self._turn) % len(self._ports)]
                with suppress(ConnectionRefusedError):
                    async with connected(port) as (there, to_server):
                        await asyncio.gather(_copy(reader, to_server), _copy(there, writer))
                    break
        except GONE:
            pass
        finally:
            writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    finally:
        writer.close()


class Table:
    """A match, the device that writes on it, and one that follows it."""

    def __init__(self, server: int, proxy: int, number: int) -> None:
        self._proxy = proxy
        self._device = Device(server)
        self._name = f"t{number}"
        self._match = self._device.make_demo()
        _, page = self._device.ask("GET", self._match)
        self._token = field(page, "csrf_token")
        # Asked again only at the end: the server would not keep an idle connection so long.
        self._device.close()
        self.acknowledged: list[str] = []
        self.away: list[float] = []
        """The seconds for which the one that follows was cut off, each time."""

    async def write(self, until: asyncio.Event) -> None:
        for number in count():
            if until.is_set():
                return
            write_id = f"{self._name}-{number}"
            while not await self._sent(write_id):
                await asyncio.sleep(PAUSE)
            self.acknowledged.append(write_id)
            await asyncio.sleep(PAUSE)

    async def _sent(self, write_id: str) -> bool:
        """Send a write on a connection of its own; whether it was acknowledged."""
        entries = json.dumps([{**ENTRY, "reason": write_id}])
        fields = {"csrf_token": self._token, "version": "0", "write_id": write_id}
        body = urlencode({**fields, "entries": entries})
        kind = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}"
        try:
            answer = await self._asked("POST", "/entries", kind, body)
        except GONE:
            return False
        return answer.startswith(b"HTTP/1.1 2")

    async def _asked(self, method: str, path: str, headers: str, body: str = "") -> bytes:
        async with connected(self._proxy) as (reader, writer):
            writer.write(self._request(method, path, headers, body))
            head = await reader.readuntil(b"\r\n\r\n")
            length = LENGTH.search(head)
            return head + await reader.readexactly(int(length[1]) if length else 0)

    def _request(self, method: str, path: str, headers: str, body: str = "") -> bytes:
        always = f"Host: localhost\r\nAccept: application/json\r\nCookie: {self._device.cookies}"
        begin = f"{method} {self._match}{path} HTTP/1.1\r\n{always}\r\n{headers}\r\n\r\n"
        return (begin + body).encode()

    async def follow(self, ready: asyncio.Event) -> None:
        """Follow the match, and come back as soon as the line is cut."""
        since: float | None = None
        while True:
            try:
                async with connected(self._proxy) as (reader, writer):
                    writer.write(self._request("GET", "/stream", "X-Live: 1"))
                    await reader.readuntil(b"event: version")
                    if since is not None:
                        self.away.append(time.monotonic() - since)
                    since = None
                    ready.set()
                    while await reader.read(65_536):
                        pass
            except GONE:
                await asyncio.sleep(PAUSE)
            since = since or time.monotonic()

    def written(self) -> list[str]:
        """The reasons on the sheet, as the match file has them."""
        _, text = self._device.ask("GET", f"{self._match}/match.json")
        entries = json.loads(text)["entries"]
        return [entry["reason"] for entry in entries if entry.get("do") == "correct"]

    def close(self) -> None:
        self._device.close()


async def play(
    tables: Sequence[Table], proxy: Proxy, seconds: float, kill: Callable[[], None]
) -> None:
    """Write and follow at all tables; in the middle of it a server is killed."""
    server = await proxy.run()
    over, ready = asyncio.Event(), [asyncio.Event() for _ in tables]
    following = [
        asyncio.create_task(table.follow(begun)) for table, begun in zip(tables, ready, strict=True)
    ]
    await asyncio.gather(*(begun.wait() for begun in ready))
    writing = [asyncio.create_task(table.write(over)) for table in tables]
    await asyncio.sleep(seconds / 2)
    await asyncio.to_thread(kill)
    await asyncio.sleep(seconds / 2)
    over.set()
    await asyncio.gather(*writing)
    await asyncio.sleep(seconds / 4)
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    server.close()
    await asyncio.sleep(PAUSE)


def kill_one_of_two(postgres: Postgres, number: int, seconds: float) -> Found:
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "QUARTERMASTER_DATA": folder,
            "DATABASE_URL": postgres.new_database(),
            **MANY_DEVICES,
            "QUARTERMASTER_LOG_LEVEL": "warning",
        }
        log = Path(folder, "log")
        with served(environment, log) as stays, served(environment, log) as dies:
            proxy = Proxy([stays.port, dies.port])
            tables = [Table(stays.port, proxy.port, place) for place in range(number)]
            run(play(tables, proxy, seconds, dies.kill))
            found = [(table.acknowledged, table.written()) for table in tables]
            for table in tables:
                table.close()
    return Found(
        sum(len(acknowledged) for acknowledged, _ in found),
        sum(write_id not in written for sent, written in found for write_id in sent),
        sum(len(written) - len(set(written)) for _, written in found),
        max((away for table in tables for away in table.away), default=0.0),
    )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.failover", description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args(arguments)
    with postgres_server(settings=()) as postgres:
        print(kill_one_of_two(postgres, options.tables, options.seconds))


if __name__ == "__main__":
    main()
