"""SQLite: the file of a database, and durable connections to it."""

import sqlite3
import time
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, create_engine, event

from tracker.store.database_errors import Replaced
from tracker.store.pool import ClosingPool
from tracker.store.sqlite_sessions import driver_of

BUSY_SECONDS: Final = 5.0
LOG_PAGES: Final = 4_000
"""The log is copied into the file when it has so many pages, 16 MB. An entry writes a dozen, so
with SQLite's own thousand every eightieth would wait for that."""


class DatabaseFile:
    """The file at the database's path, known by its number: nobody may put another there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._identity: tuple[int, int] | None = None

    def must_be_ours(self) -> None:
        """Raise `Replaced` unless the file that was opened first is still at the path."""
        try:
            found = self.path.stat()
        except FileNotFoundError:
            identity = None
        else:
            identity = (found.st_dev, found.st_ino)
        if self._identity is None:
            self._identity = identity
        elif identity != self._identity:
            raise Replaced(f"{self.path} is {'another file' if identity else 'no longer there'}")

    def forget(self) -> None:
        """Take whatever file is at the path next: the one that was there was damaged."""
        self._identity = None

    def connect(self) -> sqlite3.Connection:
        """Open the file; a new one is made only where none was opened before."""
        mode = "rwc" if self._identity is None else "rw"
        address = f"{self.path.absolute().as_uri()}?mode={mode}"
        if self._identity is not None:
            self.must_be_ours()
        connection = sqlite3.connect(
            address, timeout=BUSY_SECONDS, uri=True, check_same_thread=False
        )
        try:
            _make_durable(connection)
            self.must_be_ours()
        except BaseException:
            connection.close()
            raise
        return connection


def engine_of(file: DatabaseFile) -> Engine:
    engine = create_engine(
        f"sqlite:///{file.path}",
        creator=file.connect,
        poolclass=ClosingPool,
        pool_size=16,
        max_overflow=32,
    )
    event.listen(engine, "begin", _begin)
    return engine


def _make_durable(connection: sqlite3.Connection) -> None:
    # Python would begin transactions where it thinks fit; `_begin` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    _use_write_ahead_log(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _use_write_ahead_log(cursor: sqlite3.Cursor) -> None:
    """Try again where several open a new file at once: SQLite does not wait for this by itself."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


def _begin(connection: Connection) -> None:
    """A reader sees one moment; a writer reads nothing that another could still change.

    A transaction that the driver has begun is joined.
    """
    if not driver_of(connection).in_transaction:
        is_writer = connection.get_execution_options().get("writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writer else "BEGIN")
