"""Opening the database: durable, one writer at a time, all of a write or nothing."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from tracker.store.database import Database
from tracker.store.models import Base, EntryRow, MatchRow

pytestmark = pytest.mark.usefixtures("as_shipped")

ROOT: Final = Path(__file__).parents[2]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "matches.sqlite"


@pytest.fixture
def database(where: Path | str) -> Iterator[Database]:
    opened = Database(where)
    yield opened
    opened.close()


@pytest.fixture
def on_sqlite(path: Path) -> Iterator[Database]:
    opened = Database(path)
    opened.prepare()
    yield opened
    opened.close()


def a_match(match_id: str = "one") -> MatchRow:
    match = MatchRow(id=match_id, title="toy-race", name="Friday", made_by="tablet")
    match.created = match.changed = "2026-01-01T00:00:00.000+00:00"
    match.setup, match.setup_notes, match.position = b"{}", "[]", b""
    match.version, match.written, match.is_over = 0, 0, False
    match.code, match.short = "012345", match_id[:8]
    return match


def version_in(database: Database, match_id: str = "one") -> int | None:
    with database.reading() as session:
        found = session.get(MatchRow, match_id)
        return None if found is None else found.version


def test_the_folder_and_the_file_are_made_at_first_start(path: Path, on_sqlite: Database) -> None:
    assert path.is_file()


def test_the_migrations_make_the_tables_that_the_models_describe(database: Database) -> None:
    database.prepare()
    with database.engine.connect() as connection:
        # SQLite knows no lengths of texts, so a longer one needs no change there.
        lengths = {"compare_type": connection.dialect.name != "sqlite"}
        context = MigrationContext.configure(connection, opts=lengths)
        assert compare_metadata(context, Base.metadata) == []


def test_opening_a_database_again_keeps_what_is_in_it(
    where: Path | str, database: Database
) -> None:
    with database.writing() as session:
        session.add(a_match())
    database.close()

    again = Database(where)

    assert version_in(again) == 0
    again.close()


@pytest.mark.parametrize(
    ("pragma", "value"),
    [
        ("journal_mode", "wal"),
        ("synchronous", 2),
        ("foreign_keys", 1),
        ("wal_autocheckpoint", 4000),
    ],
)
def test_every_connection_is_durable_and_strict(
    on_sqlite: Database, pragma: str, value: object
) -> None:
    with on_sqlite.reading() as session:
        assert session.execute(text(f"PRAGMA {pragma}")).scalar() == value


def test_a_write_is_there_for_others_when_its_block_ends(
    where: Path | str, database: Database
) -> None:
    other = Database(where)

    with database.writing() as session:
        session.add(a_match())
        session.flush()
        assert version_in(other) is None

    assert version_in(other) == 0
    other.close()


def test_a_write_that_breaks_off_did_not_happen(database: Database) -> None:
    def break_off() -> None:
        with database.writing() as session:
            session.add(a_match())
            session.flush()
            raise RuntimeError("the tablet fell off the table")

    with pytest.raises(RuntimeError):
        break_off()

    assert version_in(database) is None


def test_a_write_that_broke_off_does_not_keep_the_next_one_waiting(database: Database) -> None:
    def break_off() -> None:
        with database.writing():
            raise RuntimeError

    with pytest.raises(RuntimeError):
        break_off()

    with database.writing() as session:
        session.add(a_match())
    assert version_in(database) == 0


def test_eight_writers_at_once_lose_nothing(database: Database) -> None:
    with database.writing() as session:
        session.add(a_match())

    def count_up() -> None:
        for _ in range(10):
            with database.writing() as session:
                match = session.get(MatchRow, "one", with_for_update=True)
                assert match is not None
                match.version += 1

    writers = [threading.Thread(target=count_up) for _ in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    assert version_in(database) == 80


def test_a_connection_that_was_lent_is_closed_when_its_pool_is_gone(database: Database) -> None:
    database.prepare()
    with database.engine.connect() as connection:
        lent: Any = connection.connection.driver_connection
        database.engine.dispose()

    with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError), match="closed"):
        lent.execute("SELECT 1")


def test_an_entry_of_no_match_cannot_be_kept(database: Database) -> None:
    orphan = EntryRow(match_id="nowhere", n=0, place=0, state="live", at="", by="", round=1)
    orphan.entry = orphan.facts = b"[]"
    orphan.track_values = "[]"

    def keep() -> None:
        with database.writing() as session:
            session.add(orphan)

    with pytest.raises(IntegrityError):
        keep()


PROGRAM: Final = """
import os, signal, sys
from pathlib import Path
from tests.store.test_database import a_match
from tracker.store.database import Database

database = Database(Path(sys.argv[1]))
with database.writing() as session:
    session.add(a_match("written"))
with database.writing() as session:
    session.add(a_match("being written"))
    session.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.slow
def test_a_program_killed_in_the_middle_of_a_write_keeps_every_write_before_it(path: Path) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL

    again = Database(path)

    assert version_in(again, "written") == 0
    assert version_in(again, "being written") is None
    again.close()


def test_readings_that_are_shared_are_of_one_moment_until_the_thread_writes(
    database: Database,
) -> None:
    with database.writing() as session:
        session.add(a_match())
    database.share_reading()
    before = version_in(database)
    other = threading.Thread(target=set_version, args=(database, 7))
    other.start()
    other.join()

    shared = version_in(database)
    set_version(database, 8)

    assert (before, shared, version_in(database)) == (0, 0, 8)
    database.end_reading()


def test_a_shared_reading_that_failed_is_followed_by_a_new_one(database: Database) -> None:
    with database.writing() as session:
        session.add(a_match())
    database.share_reading()
    with pytest.raises(ZeroDivisionError), database.reading() as failed:
        raise ZeroDivisionError

    with database.reading() as session:
        assert session is not failed
        assert session.get(MatchRow, "one") is not None
    with database.reading() as again:
        assert again is session
    database.end_reading()
    with database.reading() as alone:
        assert alone is not session


def test_a_reading_whose_connection_was_cut_is_given_back_without_a_word(address: str) -> None:
    """A lost connection spoils nothing that was read: neither the next write nor the answer."""
    database = Database(address)
    with database.writing() as session:
        session.add(a_match())
    database.share_reading()
    assert version_in(database) == 0
    cut_connections(address)

    set_version(database, 7)
    assert version_in(database) == 7
    cut_connections(address)
    database.end_reading()

    assert version_in(database) == 7
    database.close()


def cut_connections(address: str) -> None:
    """As a server does that is restarted."""
    with psycopg.connect(address) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND datname = current_database()"
        )


def set_version(database: Database, version: int) -> None:
    with database.writing() as session:
        session.execute(text("UPDATE match SET version = :version"), {"version": version})
