"""Lasting speed: durable entries against bare commits, long sheets, full databases, PostgreSQL."""

import multiprocessing
import sqlite3
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from tests.bench.device import Device, at_most
from tests.bench.figure import Aim, Figure
from tests.bench.live import STREAMS, following
from tests.bench.rules import endless_match
from tests.postgres import postgres_server
from tests.processes import MANY_DEVICES, served
from tracker.games.civil_war import title
from tracker.service.matches import Matches
from tracker.store import sealing
from tracker.store.database import Database
from tracker.store.models import Base
from tracker.web import create_app

WRITERS: Final = 8
MATCHES: Final = 50
SHORT, LONG = 50, 5_000
FEW, MANY = 10, 10_000
BY: Final = "tablet"

_start, _around = endless_match()
SETUP: Final = _start.position.game.setup
ENTRIES: Final = [msgspec.json.decode(text, type=title.ENTRY) for text in _around]
_context: Final = multiprocessing.get_context("forkserver")


def measure(rounds: int = 5) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        yield from measure_commits(Path(folder), rounds)
        yield from measure_long_sheet(Path(folder), rounds)
        yield from measure_full_database(Path(folder), rounds)
        yield from measure_memory(Path(folder), rounds)
        yield from measure_streams(Path(folder), rounds)
    yield from measure_postgres(rounds)


def measure_commits(folder: Path, rounds: int) -> Iterator[Figure]:
    """The two take turns, so that a slow moment of the disk is one for both."""
    database = Database(folder / "commits.sqlite")
    matches, ids = new_matches(database, MATCHES if rounds > 1 else WRITERS)
    commits, each = (500, len(ENTRIES)) if rounds > 1 else (FEW, 1)
    times: list[float] = []
    rates = [
        (
            bare_commits(folder / "bare.sqlite", commits),
            written(matches, ids, f"r{number}", times, each),
        )
        for number in range(rounds)
    ]
    database.close()
    yield Figure("bare commits of SQLite", median(bare for bare, _ in rates), unit="/s")
    yield Figure("durable entries, 8 writers", median(ours for _, ours in rates), unit="/s")
    ratio = median(ours / bare for bare, ours in rates)
    yield Figure("entries for each bare commit", ratio, Aim(0.7, more_is_better=True))
    yield Figure("ms for an entry, 8 writers, median", median(times) * 1000)
    yield Figure("ms for an entry, 8 writers, 99 of 100", at_most(times, 0.99) * 1000)


def bare_commits(path: Path, number: int) -> float:
    """Return the commits a second, full synchronous, one after the other, of one small row each."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, text TEXT)")
    start = time.perf_counter()
    for _ in range(number):
        connection.execute("INSERT INTO bare (text) VALUES ('an entry')")
    spent = time.perf_counter() - start
    connection.close()
    return number / spent


def new_matches(database: Database, number: int) -> tuple[Matches, list[str]]:
    matches = Matches(database)
    return matches, [matches.make(title.NAME, SETUP, "Bench", BY) for _ in range(number)]


def written(
    matches: Matches, ids: Sequence[str], name: str, times: list[float], each: int
) -> float:
    """Entries a second with so many writers, each with matches of its own."""

    def write(writer: int) -> int:
        mine = ids[writer::WRITERS]
        for number in range(each):
            for match_id in mine:
                began = time.perf_counter()
                entry = ENTRIES[number % len(ENTRIES)]
                matches.write(match_id, [entry], f"{name}-{number}", BY)
                times.append(time.perf_counter() - began)
        return len(mine) * each

    start = time.perf_counter()
    with ThreadPoolExecutor(WRITERS) as pool:
        number = sum(pool.map(write, range(WRITERS)))
    return number / (time.perf_counter() - start)


def measure_long_sheet(folder: Path, rounds: int) -> Iterator[Figure]:
    app = create_app(folder / "long")
    matches: Matches = app.extensions["matches"]
    most = LONG if rounds > 1 else 2 * SHORT
    short, long = sheet_with(matches, SHORT), sheet_with(matches, most)
    client = app.test_client()
    names = iter(range(1_000_000))

    def write(match_id: str) -> None:
        for entry in ENTRIES:
            matches.write(match_id, [entry], f"more-{next(names)}", BY)

    def undo(match_id: str) -> None:
        version = matches.sheet(match_id).version
        undone = matches.undo(match_id, version, f"u-{next(names)}", BY)
        matches.redo(match_id, undone.version, f"r-{next(names)}", BY)

    def open_page(match_id: str) -> None:
        assert client.get(f"/m/{match_id}").status_code == 200

    for what, work in (("an entry", write), ("the page", open_page), ("undo and redo", undo)):
        ratio = compared(work, long, short, rounds)
        yield Figure(f"{what} on {most:,} entries for that on {SHORT}", ratio, Aim(1.2))
    spent = cpu(undo, long) * 1000
    yield Figure(f"ms for undo and redo on {most:,} entries", spent)
    app.extensions["database"].close()


def sheet_with(matches: Matches, number: int) -> str:
    match_id = matches.make(title.NAME, SETUP, "Bench", BY)
    entries = (ENTRIES * (number // len(ENTRIES) + 1))[: number - number % len(ENTRIES)]
    for first in range(0, len(entries), 500):
        matches.write(match_id, entries[first : first + 500], f"first-{first}", BY)
    return match_id


def measure_full_database(folder: Path, rounds: int) -> Iterator[Figure]:
    many = MANY if rounds > 1 else SHORT
    apps = [create_app(folder / str(number)) for number in (many, FEW)]
    ids = []
    for app, number in zip(apps, (many, FEW), strict=True):
        ids.append(sheet_with(app.extensions["matches"], SHORT))
        multiply(app.extensions["database"], ids[-1], number)
    of = dict(zip(ids, apps, strict=True))
    clients = {match_id: app.test_client() for match_id, app in of.items()}
    names = iter(range(1_000_000))

    def write(match_id: str) -> None:
        matches: Matches = of[match_id].extensions["matches"]
        for entry in ENTRIES:
            matches.write(match_id, [entry], f"more-{next(names)}", BY)

    def open_page(match_id: str) -> None:
        assert clients[match_id].get(f"/m/{match_id}").status_code == 200

    def open_start(match_id: str) -> None:
        assert clients[match_id].get("/").status_code == 200

    for what, work in (("an entry", write), ("the page", open_page), ("the start", open_start)):
        ratio = compared(work, ids[0], ids[1], rounds)
        yield Figure(f"{what} among {many:,} matches for that among {FEW}", ratio, Aim(1.2))
    for app in apps:
        app.extensions["database"].close()


def multiply(database: Database, match_id: str, number: int) -> None:
    """So many matches like this one, with everything that belongs to them, hashed anew."""
    with database.engine.begin() as connection:
        for table in Base.metadata.sorted_tables:
            key = "id" if table.name == "match" else "match_id"
            if key not in table.c or (table.name != "match" and "match_id" not in table.c):
                continue
            found = connection.execute(select(table).where(table.c[key] == match_id)).mappings()
            rows = [dict(row) for row in found]
            for copy in range(1, number):
                names = {key: f"{copy:06}{match_id[6:]}"}
                if "short" in table.c:
                    names["short"] = f"{copy:08}"
                new = [{**row, **names} for row in rows]
                if new:
                    connection.execute(insert(table), new)
        with Session(connection) as session:
            for copy in range(1, number):
                sealing.seal(session, f"{copy:06}{match_id[6:]}")
            session.flush()


def compared(work: Callable[[str], None], first: str, other: str, rounds: int) -> float:
    """The processor's time for the one over that for the other; they take turns."""
    for each in (first, other):
        work(each)
    times = rounds * 3 if rounds > 1 else 1
    return median(cpu(work, first) / cpu(work, other) for _ in range(times))


def cpu(work: Callable[[str], None], match_id: str) -> float:
    start = time.process_time()
    work(match_id)
    return time.process_time() - start


def measure_memory(folder: Path, rounds: int) -> Iterator[Figure]:
    """Measure the memory of a match that was written on and looked at."""
    database = Database(folder / "memory.sqlite")
    matches, ids = new_matches(database, 40 * rounds if rounds > 1 else FEW)
    tracemalloc.start()
    for match_id in ids:
        matches.write(match_id, ENTRIES[:1], "one", BY)
        matches.sheet(match_id)
        matches.scores_by_round(match_id)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    yield Figure("kB of memory for a match", kept / 1000 / len(ids))
    database.close()


def measure_streams(folder: Path, rounds: int) -> Iterator[Figure]:
    """Measure the memory of a device that follows a match.

    What it held in reserve may cover a few of them: then it has not grown.
    """
    number = STREAMS if rounds > 1 else WRITERS
    environment = {"QUARTERMASTER_DATA": str(folder / "streams"), **MANY_DEVICES}
    with served(environment, folder / "log") as server:
        host = Device(server.port)
        match = host.make_demo()
        # The first ones load what all of them need.
        before = resident_with(server.pid, server.port, match, WRITERS)
        grown = resident_with(server.pid, server.port, match, WRITERS + number) - before
        host.close()
    yield Figure("kB of memory for a stream", max(grown, 0.0) / number)


def resident_with(process: int, port: int, match: str, number: int) -> float:
    """The process's memory in kB while so many devices follow the match."""
    with following(port, match, number, 0) as followers:
        found = resident(process)
        followers.send(None)
        followers.recv()
    return found


def resident(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text("ascii")
    return float(status.partition("VmRSS:")[2].split()[0])


def measure_postgres(rounds: int) -> Iterator[Figure]:
    """As it comes, with every commit on disk."""
    with postgres_server(settings=()) as postgres:
        for processes in (1, 2) if rounds > 1 else (1,):
            url = postgres.new_database()
            each = len(ENTRIES) if rounds > 1 else 1
            rate = median(written_by(url, processes, each) for _ in range(min(rounds, 3)))
            name = f"durable entries, PostgreSQL, {processes} process{'es'[: 2 * processes - 2]}"
            yield Figure(name, rate, unit="/s")


def written_by(url: str, processes: int, each: int) -> float:
    told: Any = _context.Queue()
    begin = _context.Barrier(processes)
    started = [
        _context.Process(target=_write_in_process, args=(url, begin, told, each))
        for _ in range(processes)
    ]
    for thread in started:
        thread.start()
    rates = [told.get() for _ in started]
    for thread in started:
        thread.join()
    return float(sum(rates))


def _write_in_process(url: str, begin: Any, told: Any, each: int) -> None:
    database = Database(url)
    matches, ids = new_matches(database, MATCHES // 2)
    begin.wait()
    told.put(written(matches, ids, "bench", [], each))
    database.close()
