"""The tables that one server carries: their number grows until a change is late elsewhere.

A table has six devices that follow it. One of them writes an entry every ten seconds; one change in
twenty takes the last entry back or amends it. Each table prints once an hour. All tables that were
added play on while more come.
"""

import asyncio
import os
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from typing import Final, NamedTuple

from tests.bench.device import at_most, processor_seconds
from tests.bench.figure import Aim, Figure
from tests.bench.holds import resident
from tests.bench.simulated_table import SimulatedTable, sit_down
from tests.postgres import postgres_server
from tests.processes import MANY_DEVICES, served

SEED: Final = 1861
LAST_CHANGES_SECONDS: Final = 1.0
"""So long after the last tap of a step is waited for what is late."""
AIM: Final = 300
_context: Final = get_context("forkserver")


class Plan(NamedTuple):
    """The growth of the number of tables, and the pace at which they play."""

    step: int = 50
    most: int = 600
    seconds: float = 12.0
    """So long each number of tables is measured."""
    between: float = 10.0
    """The seconds from entry to entry at a table."""
    late: float = 0.25
    """The seconds within which 95 of 100 changes have to be on another device."""


SHORT: Final = Plan(step=1, most=1, seconds=1.0, between=0.2, late=60.0)


class Served(NamedTuple):
    """A server process: where it listens, and which it is."""

    port: int
    pid: int


class Carried(NamedTuple):
    """A number of tables that was played at, and what it took."""

    tables: int
    late: float
    """The seconds after which 95 of 100 changes are on another device."""
    processor: float
    """The seconds of processor for an entry and for the pages of all who follow it."""
    memory: float
    """The kB that the servers hold for each table, beyond what they held before the first."""


def measure(rounds: int = 5) -> Iterator[Figure]:
    """SQLite with one process, PostgreSQL with one and with two."""
    plan = Plan() if rounds > 1 else SHORT
    yield from measure_on("SQLite", plan, {}, 1)
    if rounds > 1:
        with postgres_server(settings=()) as postgres:
            for processes in (1, 2):
                where = {"DATABASE_URL": postgres.new_database()}
                name = f"PostgreSQL, {processes} process{'es'[: 2 * processes - 2]}"
                yield from measure_on(name, plan, where, processes)


def measure_on(name: str, plan: Plan, where: dict[str, str], processes: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        environment = {"QUARTERMASTER_DATA": folder, **MANY_DEVICES, **where}
        log = Path(folder, "log")
        started = [stack.enter_context(served(environment, log)) for _ in range(processes)]
        servers = [Served(server.port, server.pid) for server in started]
        with _context.Pool(1) as pool:
            carried = pool.apply(_grow_in_process, (servers, plan))
    aim = Aim(AIM, more_is_better=True) if name == "SQLite" else None
    yield Figure(f"tables, {name}", carried.tables, aim)
    yield Figure(f"tables for each core, {name}", carried.tables / (os.cpu_count() or 1))
    yield Figure(f"ms until another shows it, 95 of 100, {name}", carried.late * 1000)
    yield Figure(f"ms of processor for an entry everywhere, {name}", carried.processor * 1000)
    yield Figure(f"kB of memory for a table, {name}", carried.memory)


def _grow_in_process(servers: Sequence[Served], plan: Plan) -> Carried:
    return asyncio.run(_grow(servers, plan))


async def _grow(servers: Sequence[Served], plan: Plan) -> Carried:
    """Return the largest number of tables at which a change is on the other screens in time."""
    chance = random.Random(SEED)
    tables: list[SimulatedTable] = []
    for server in servers:
        # The first one loads what all of them need.
        await asyncio.to_thread(sit_down, server.port)
    before = _memory(servers)
    found = Carried(0, 0.0, 0.0, 0.0)
    try:
        while len(tables) < plan.most:
            await _add(tables, servers, plan, chance)
            carried = await _measured(tables, servers, plan, before)
            _tell(carried)
            if carried.late > plan.late:
                break
            found = carried
    except (OSError, EOFError, ValueError) as error:
        print(f"  at {len(tables)} tables: {error!r}"[:300], flush=True)
    for table in tables:
        await table.end()
    return found


async def _add(
    tables: list[SimulatedTable], servers: Sequence[Served], plan: Plan, chance: random.Random
) -> None:
    for _ in range(plan.step):
        place = len(tables)
        ports = [servers[(place + number) % len(servers)].port for number in range(len(servers))]
        seat = await asyncio.to_thread(sit_down, ports[0])
        table = SimulatedTable(seat, ports, chance)
        await table.begin(plan.between)
        tables.append(table)


async def _measured(
    tables: Sequence[SimulatedTable], servers: Sequence[Served], plan: Plan, memory: float
) -> Carried:
    """Return what so many tables take, all of them playing."""
    since, spent = time.monotonic(), _processor(servers)
    await asyncio.sleep(plan.seconds)
    until, spent = time.monotonic(), _processor(servers) - spent
    await asyncio.sleep(LAST_CHANGES_SECONDS)
    for table in tables:
        table.must_be_well()
    delays = [delay for table in tables for delay in table.delays(since, until)]
    entries = sum(len(table.taps(since, until)) for table in tables)
    held = max(_memory(servers) - memory, 0.0) / len(tables)
    return Carried(len(tables), at_most(delays, 0.95), spent / entries, held)


def _tell(carried: Carried) -> None:
    late, processor = carried.late * 1000, carried.processor * 1000
    told = f"{carried.tables:>5} tables: {late:,.0f} ms late, {processor:.1f} ms an entry"
    print(told, flush=True)


def _processor(servers: Sequence[Served]) -> float:
    return sum(processor_seconds(server.pid) for server in servers)


def _memory(servers: Sequence[Served]) -> float:
    return sum(resident(server.pid) for server in servers)
