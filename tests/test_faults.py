"""Real faults: each is told in a sentence, loses nothing acknowledged, and is got over."""

import json
import os
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any, Final

import pytest

from tests import small_disk
from tests.bench.device import Device, field
from tests.postgres import Postgres, postgres_server
from tests.processes import PATIENCE_SECONDS, Server, served
from tests.store.test_database import a_match
from tracker.command import main
from tracker.service import match_checks
from tracker.settings import Settings
from tracker.store.backups import Backups
from tracker.store.database import Database
from tracker.web import create_app

pytestmark = pytest.mark.slow

FILE: Final = "quartermaster.sqlite"


open_devices: list[Device] = []


@pytest.fixture(autouse=True)
def closed_devices() -> Iterator[None]:
    yield
    while open_devices:
        open_devices.pop().close()


class Scorer:
    """A device with a match of its own, which knows what was acknowledged."""

    def __init__(self, server: Server) -> None:
        self.device = Device(server.port)
        open_devices.append(self.device)
        self.match = self.device.make_demo()
        self.token = field(self.device.ask("GET", self.match)[1], "csrf_token")
        self.page = ""
        self.acknowledged = self.reasons()

    def write(self, write_id: str, reason: str = "") -> int:
        """The status of the answer."""
        entry = {"do": "correct", "seat": 0, "set": {"lost_turns": len(self.acknowledged) % 9}}
        entry["reason"] = reason or write_id
        fields = {"csrf_token": self.token, "version": "0", "write_id": write_id}
        fields["entries"] = json.dumps([entry])
        _, self.page = self.device.ask("POST", f"{self.match}/entries", fields)
        if self.device.status == 303:
            self.acknowledged.append(reason or write_id)
        return self.device.status

    def reasons(self) -> list[str]:
        """Return the reasons of the corrections on the sheet, from its match file."""
        _, text = self.device.ask("GET", f"{self.match}/match.json")
        entries: list[dict[str, Any]] = json.loads(text)["entries"]
        return [entry["reason"] for entry in entries if entry["do"] == "correct"]


def environment(folder: Path, **more: str) -> dict[str, str]:
    return {"QUARTERMASTER_DATA": str(folder), "QUARTERMASTER_BACKUPS": "0", **more}


def short_address(scorer: Scorer) -> str:
    page = scorer.device.ask("GET", f"{scorer.match}/table")[1]
    (path,) = set(re.findall(r"/j/[0-9A-Z-]+", page))
    return str(path)


def log_of(folder: Path) -> str:
    return (folder / "log").read_text("utf-8")


def make_unseen(file: Path) -> None:
    """Every device was last seen long ago, so that its next page wants to note it."""
    with sqlite3.connect(file) as database:
        database.execute("UPDATE device SET seen = '2000-01-01'")
    database.close()


def until(happens: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_full_disk(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    small = partial(small_disk.be_small, str(data))
    with served(environment(data), tmp_path / "log", small) as server:
        scorer = Scorer(server)
        assert scorer.write("before") == 303
        newcomer = Device(server.port)
        open_devices.append(newcomer)
        newcomer.ask("GET", "/")
        short = short_address(scorer)
        small_disk.fill_up(data)

        tries = 0
        while scorer.write(f"full-{tries}", "x" * 150) == 303:
            tries += 1
        assert scorer.device.status == 503
        assert "The disk is full" in scorer.page
        assert "Send it again" in scorer.page
        # What SQLite gave back now, others would take at once: reading may need no room.
        (data / "of another program").write_bytes(bytes(50_000))
        # That a device was here cannot be noted now, nor that it came by the short address.
        assert newcomer.ask("GET", short)[0] == f"{scorer.match}/table"
        newcomer.ask("GET", scorer.match)
        assert newcomer.status == 200
        assert server.get("/readyz")[0] == 503

        small_disk.make_room(data)
        assert scorer.write(f"full-{tries}", "x" * 150) == 303
        assert scorer.reasons() == scorer.acknowledged
    assert "disk is full" in log_of(tmp_path)


def test_a_disk_that_lets_nothing_be_written(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with served(environment(data), tmp_path / "log") as server:
        scorer = Scorer(server)
        assert scorer.write("before") == 303
    small_disk.forbid_writing(data)
    with served(environment(data), tmp_path / "log", small_disk.keep_to_permissions) as server:
        scorer.device.move_to(server.port)
        assert scorer.write("refused") == 503
        assert "The disk is full or read-only" in scorer.page
        small_disk.allow_writing(data)

        until(lambda: scorer.write("after") == 303)

        assert scorer.reasons() == scorer.acknowledged


def test_a_database_that_another_program_holds(tmp_path: Path) -> None:
    with served(environment(tmp_path), tmp_path / "log") as server:
        scorer = Scorer(server)
        make_unseen(tmp_path / FILE)
        other = sqlite3.connect(tmp_path / FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        scorer.device.ask("GET", scorer.match)
        assert scorer.device.status == 200
        assert time.monotonic() - began < 3
        status, page = server.get("/readyz")
        assert status == 503
        assert "Another program is using the database" in page

        assert scorer.write("held") == 503
        assert "Another program is using the database" in scorer.page
        scorer.device.ask("GET", scorer.match)
        assert scorer.device.status == 200

        other.execute("ROLLBACK")
        other.close()
        assert scorer.write("held") == 303
        assert scorer.reasons() == scorer.acknowledged
    assert "database is locked" in log_of(tmp_path)


def test_a_server_that_is_started_on_a_disk_that_lets_nothing_be_written(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    # Stopped as it should be, a server leaves one file, which SQLite could not even read here.
    create_app(data).extensions["database"].close()
    small_disk.forbid_writing(data)
    with served(environment(data), tmp_path / "log", small_disk.keep_to_permissions) as server:
        for path in ("/", "/readyz"):
            status, page = server.get(path)
            assert status == 503
            assert "The disk is full or read-only" in page


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_database_file_that_goes_away_under_the_running_server(
    tmp_path: Path, is_replaced: bool
) -> None:
    with served(environment(tmp_path), tmp_path / "log") as server:
        scorer = Scorer(server)
        assert scorer.write("before") == 303
        (tmp_path / FILE).rename(tmp_path / "away.sqlite")
        if is_replaced:
            sqlite3.connect(tmp_path / FILE).close()

        assert scorer.write("nowhere") == 503
        assert "deleted or replaced while the server was running" in scorer.page
        status, page = server.get("/readyz")
        assert status == 503
        assert "deleted or replaced" in page

        (tmp_path / "away.sqlite").replace(tmp_path / FILE)
        assert scorer.write("put-back") == 303
        assert server.get("/readyz") == (200, "ready\n")
        assert scorer.reasons() == scorer.acknowledged


@pytest.mark.parametrize("is_idle", [False, True])
def test_a_log_that_is_deleted_under_the_running_server_loses_nothing_in_a_kill(
    tmp_path: Path, is_idle: bool
) -> None:
    with served(environment(tmp_path), tmp_path / "log") as server:
        scorer = Scorer(server)
        for number in range(12):
            assert scorer.write(f"before-{number}") == 303
        for ending in ("-wal", "-shm"):
            (tmp_path / f"{FILE}{ending}").unlink()
        if is_idle:
            until(lambda: "was deleted or replaced" in log_of(tmp_path))
        else:
            for number in range(12):
                assert scorer.write(f"after-{number}") == 303
        server.kill()

    with served(environment(tmp_path), tmp_path / "log") as server:
        scorer.device.move_to(server.port)
        assert scorer.reasons() == scorer.acknowledged
        assert scorer.write("at-the-end") == 303
    assert log_of(tmp_path).count("was deleted or replaced") == 1


def test_an_empty_database_beside_its_backups_is_told_of_at_the_start(tmp_path: Path) -> None:
    database = Database(Settings(data=tmp_path).database)
    with database.writing() as session:
        session.add(a_match())
    made = Backups(database, tmp_path / "backups", keep=3).make()
    database.close()
    (tmp_path / FILE).unlink()

    with served(environment(tmp_path), tmp_path / "log") as server:
        assert server.get("/")[0] == 200

    assert f"quartermaster restore {made}" in log_of(tmp_path)


def test_a_damaged_database_is_told_of_and_a_backup_brought_back_under_the_running_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUARTERMASTER_DATA", str(tmp_path))
    backup = tmp_path / "backup.sqlite"
    with served(environment(tmp_path), tmp_path / "log") as server:
        scorer = Scorer(server)
        for number in range(5):
            assert scorer.write(f"before-{number}") == 303
        assert main(["backup", str(backup)]) == 0
        with sqlite3.connect(tmp_path / FILE) as file:
            file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.close()
    with (tmp_path / FILE).open("r+b") as damaged:
        size = damaged.seek(0, os.SEEK_END)
        damaged.seek(4096)
        damaged.write(b"\xff" * (size - 4096))

    with served(environment(tmp_path), tmp_path / "log") as server:
        scorer.device.move_to(server.port)
        assert scorer.write("while damaged") == 503
        assert "The database is damaged" in scorer.page
        assert server.get("/readyz")[0] == 503
        assert server.get("/healthz") == (200, "alive\n")

        assert main(["restore", str(backup)]) == 2
        assert main(["restore", "--force", str(backup)]) == 0

        until(lambda: scorer.write("after") == 303)
        assert scorer.reasons() == scorer.acknowledged
    assert "malformed" in log_of(tmp_path)


def test_a_database_server_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    with postgres_server() as postgres:
        url = postgres.new_database()
        with served(environment(tmp_path, DATABASE_URL=url), tmp_path / "log") as server:
            scorer = Scorer(server)
            assert scorer.write("before") == 303
            postgres.stop()

            assert scorer.write("meanwhile") == 503
            assert "The sheet cannot be reached now" in scorer.page
            assert server.get(scorer.match)[0] == 503
            assert server.get("/readyz")[0] == 503
            assert server.get("/healthz")[0] == 200

            postgres.start()
            until(lambda: scorer.write("meanwhile") == 303)
            assert server.get("/readyz") == (200, "ready\n")
            assert scorer.reasons() == scorer.acknowledged
        assert "connection" in log_of(tmp_path)


def test_a_server_that_starts_before_its_database_does(tmp_path: Path) -> None:
    with postgres_server() as postgres:
        url = postgres.new_database()
        postgres.stop()
        with served(environment(tmp_path, DATABASE_URL=url), tmp_path / "log") as server:
            assert server.get("/")[0] == 503
            postgres.start()
            until(lambda: server.get("/")[0] == 200)


def test_a_frozen_database_server_is_waited_for(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database()
    with served(environment(tmp_path, DATABASE_URL=url), tmp_path / "log") as server:
        scorer = Scorer(server)
        postgres.freeze()
        try:
            assert server.get("/healthz")[0] == 200
        finally:
            postgres.thaw()
        assert scorer.write("after") == 303
        assert scorer.reasons() == scorer.acknowledged


def test_two_servers_on_one_file(tmp_path: Path) -> None:
    with (
        served(environment(tmp_path), tmp_path / "log") as first,
        served(environment(tmp_path), tmp_path / "log") as two,
    ):
        scorer = Scorer(first)
        for number in range(20):
            scorer.device.move_to((first, two)[number % 2].port)
            assert scorer.write(f"write-{number}") == 303

        assert scorer.reasons() == scorer.acknowledged
    database = Database(Settings(data=tmp_path).database)
    assert list(match_checks.check_matches(database)) == []
    database.close()


def test_what_is_written_at_one_server_is_told_at_the_other(
    tmp_path: Path, postgres: Postgres
) -> None:
    both = environment(tmp_path, DATABASE_URL=postgres.new_database())
    with served(both, tmp_path / "log") as first, served(both, tmp_path / "log") as two:
        scorer = Scorer(first)
        line = HTTPConnection("127.0.0.1", two.port, timeout=PATIENCE_SECONDS)
        line.request("GET", f"{scorer.match}/stream")
        stream = line.getresponse()
        # Otherwise nginx would collect what comes.
        assert stream.headers["X-Accel-Buffering"] == "no"
        before = next_version(stream)

        assert scorer.write("told") == 303

        assert next_version(stream) == before + 1
        line.close()


def test_devices_are_counted_whichever_server_they_follow(
    tmp_path: Path, postgres: Postgres
) -> None:
    both = environment(tmp_path, DATABASE_URL=postgres.new_database())
    with served(both, tmp_path / "log") as first, served(both, tmp_path / "log") as two:
        match = Scorer(first).match
        lines = [
            HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_SECONDS)
            for server in (first, two)
        ]
        streams = []
        for line in lines:
            line.request("GET", f"{match}/stream")
            streams.append(line.getresponse())

        for stream in streams:
            # One alone at first, perhaps; then both.
            assert any(next_number(stream, b"here") == 2 for _ in range(10))
        for line in lines:
            line.close()


def next_version(stream: HTTPResponse) -> int:
    return next_number(stream, b"version")


def next_number(stream: HTTPResponse, kind: bytes) -> int:
    """The number in the next event of this kind."""
    while stream.readline() != b"event: %s\n" % kind:
        pass
    return int(stream.readline().removeprefix(b"data: "))
