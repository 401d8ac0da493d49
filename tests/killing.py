"""Servers killed at random moments under a load of writers: `python -m tests.killing --rounds 500`.

Each writer sends writes of two entries over HTTP and remembers which were acknowledged. After a
kill and a new start it sends again what was not. Then the database must hold every write exactly
once, both its entries or neither, and every position must be the sum of its lines.
"""

import argparse
import json
import random
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from http.client import HTTPException
from pathlib import Path
from typing import Final

from sqlalchemy import select

from tests.bench.device import Device, field
from tests.postgres import Postgres, postgres_server
from tests.processes import Server
from tracker.service import match_checks
from tracker.settings import Settings
from tracker.store.database import Database
from tracker.store.models import ChangeRow

WRITERS: Final = 4
MOST_WRITES: Final = 16
"""In a round, more or less: the kill comes at any moment of the last one."""
LONGEST_SECONDS: Final = 0.02


class Writer:
    """A device that writes on a match of its own until its server is gone."""

    def __init__(self, name: str, port: int) -> None:
        self.name = name
        self.device = Device(port)
        self.match = self.device.make_demo()
        self.token = field(self.device.ask("GET", self.match)[1], "csrf_token")
        self.acknowledged: list[str] = []
        self.unanswered: str | None = None
        self.complaint = ""
        self._writes = 0

    def go_on_at(self, port: int) -> None:
        self.device.move_to(port)

    def write_until_nobody_answers(self) -> None:
        try:
            while True:
                if self.unanswered is None:
                    self._writes += 1
                self.send(self.unanswered or f"{self.name}-{self._writes}")
        except (OSError, HTTPException):
            return

    def send(self, write_id: str) -> None:
        """Two entries in one write; known as acknowledged once the answer is here."""
        self.unanswered = write_id
        food = self._writes % 90
        entries = [
            {
                "do": "correct",
                "seat": seat,
                "set": {"resources": {"food": food}},
                "reason": write_id,
            }
            for seat in (0, 1)
        ]
        fields = {"csrf_token": self.token, "version": "0", "write_id": write_id}
        self.device.ask("POST", f"{self.match}/entries", {**fields, "entries": json.dumps(entries)})
        if self.device.status == 303:
            self.acknowledged.append(write_id)
            self.unanswered = None
        elif self.device.status == 503:
            time.sleep(0.02)
        else:
            self.complaint = f"{write_id} was answered with {self.device.status}"
            raise OSError(self.complaint)


class Table:
    """A database, the server over it, and those who write."""

    def __init__(self, folder: Path, postgres: Postgres | None = None, seed: int = 0) -> None:
        self._folder = folder
        self._postgres = postgres
        self._chance = random.Random(seed)
        self._environment = {
            "QUARTERMASTER_DATA": str(folder),
            "QUARTERMASTER_LOG_LEVEL": "warning",
        }
        self._environment["QUARTERMASTER_BACKUPS"] = "0"
        where: Path | str = Settings(data=folder).database
        if postgres is not None:
            where = self._environment["DATABASE_URL"] = postgres.new_database()
        self._database = Database(where)
        self._server = self._start()
        self.writers = [Writer(f"w{n}", self._server.port) for n in range(WRITERS)]

    def round(self) -> None:
        """Write, be killed at some moment, start again, and compare."""
        threads = [
            threading.Thread(target=writer.write_until_nobody_answers) for writer in self.writers
        ]
        for thread in threads:
            thread.start()
        self._wait_for(self._chance.randrange(MOST_WRITES))
        if self._postgres is not None and self._chance.random() < 0.3:
            self._postgres.kill()
            self._postgres.start()
            self._wait_for(self._chance.randrange(MOST_WRITES))
        self._server.kill()
        for thread in threads:
            thread.join()
        self.compare()
        self._server = self._start()
        for writer in self.writers:
            writer.go_on_at(self._server.port)

    def _wait_for(self, number: int) -> None:
        """Until so many more writes were acknowledged, and a moment more."""
        enough = self.written + number
        until = time.monotonic() + 60
        while self.written < enough:
            complaints = [writer.complaint for writer in self.writers if writer.complaint]
            assert not complaints, complaints
            assert time.monotonic() < until, "nothing is acknowledged any more"
            time.sleep(0.001)
        time.sleep(self._chance.uniform(0, LONGEST_SECONDS))

    @property
    def written(self) -> int:
        """Return the number of writes that were acknowledged."""
        return sum(len(writer.acknowledged) for writer in self.writers)

    def compare(self) -> None:
        for writer in self.writers:
            match_id = writer.match.removeprefix("/m/")
            with self._database.reading() as session:
                found = session.scalars(
                    select(ChangeRow.write_id).where(ChangeRow.match_id == match_id)
                ).all()
            _must_agree(writer, [row for row in found if row.startswith(f"{writer.name}-")])
            wrong = match_checks.check_match(self._database, match_id)
            assert wrong is None, f"{writer.name}: {wrong}"

    def close(self) -> None:
        self._server.kill()
        self._database.close()
        for writer in self.writers:
            writer.device.close()

    def _start(self) -> Server:
        server = Server(self._environment, self._folder / "log")
        server.wait()
        return server


def _must_agree(writer: Writer, changes: Sequence[str]) -> None:
    """Each write is there with both its entries; only the unanswered one may not be there."""
    expected = [f"{write_id}.{entry}" for write_id in writer.acknowledged for entry in (0, 1)]
    perhaps = [f"{writer.unanswered}.{entry}" for entry in (0, 1)]
    assert sorted(changes) in (sorted(expected), sorted([*expected, *perhaps])), writer.name


def kill_again_and_again(
    rounds: int,
    postgres: Postgres | None,
    seed: int = 0,
    tell: Callable[[int, int], None] = lambda number, written: None,
) -> int:
    """The number of writes that were acknowledged in so many rounds."""
    with tempfile.TemporaryDirectory() as folder:
        table = Table(Path(folder), postgres, seed)
        try:
            for number in range(1, rounds + 1):
                table.round()
                tell(number, table.written)
        finally:
            table.close()
    return table.written


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.killing")
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, killing it too")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1000))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)

    def tell(number: int, written: int) -> None:
        if number % 50 == 0 or number == options.rounds:
            print(f"{number} rounds, {written} writes acknowledged, none lost", flush=True)

    with postgres_server() if options.postgres else nullcontext() as postgres:
        kill_again_and_again(options.rounds, postgres, options.seed, tell)


if __name__ == "__main__":
    main()
