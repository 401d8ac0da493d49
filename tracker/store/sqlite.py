"""SQLite: durable, one writer at a time, and one sync of the disk for all who write at once."""

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.orm import Session

from tracker.store.database_errors import FAILURES, LOCKED, Crowded, Replaced, unreachable
from tracker.store.pool import ClosingPool
from tracker.store.sqlite_sessions import WriteSession, driver_of

BUSY_SECONDS: Final = 5.0
MOST_TOGETHER: Final = 32
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


class _CommitGroup:
    """Writes that are made durable by one commit."""

    def __init__(self) -> None:
        self.size = 0
        self.is_settled = threading.Event()
        self.failure: BaseException | None = None


class Writer:
    """Lets writers into one open transaction, one after the other, and commits it for all.

    A commit waits for the disk, and most of what it costs is the same for one write and for
    twenty. So whoever leaves while others wait leaves the commit to them, and is answered after
    it: nothing is acknowledged before it is on disk. Waiting in this queue is fair and short; in
    SQLite's own busy handler it is neither.
    """

    def __init__(self, engine: Engine, file: DatabaseFile) -> None:
        self._file = file
        self._engine = engine
        self._turn = threading.Lock()
        self._waiting: deque[None] = deque()
        self._connection: Connection | None = None
        self._group: _CommitGroup | None = None
        self._was_held = -BUSY_SECONDS

    @contextmanager
    def writing(self, patience: float = BUSY_SECONDS) -> Iterator[Session]:
        """A write of its own: if it breaks off, only it has not happened.

        `patience` is how long another program that holds the database is waited for. Whoever has
        less of it than usual does not wait longer for the other writers of this program either.
        """
        self._take_turn(-1 if patience >= BUSY_SECONDS else patience)
        try:
            group, connection = self._join(patience)
            try:
                with _savepoint(connection), WriteSession(connection) as session:
                    yield session
                    session.flush()
                group.size += 1
            except BaseException as error:
                self._fail_if_lost(group, error)
                raise
            finally:
                if self._is_last(group):
                    self._settle(group)
        finally:
            self._turn.release()
        group.is_settled.wait()
        if group.failure is not None:
            raise group.failure

    def close(self) -> None:
        with self._turn:
            self._drop()

    def _take_turn(self, seconds: float) -> None:
        """Wait in the queue of writers; raises `Crowded` after so many seconds."""
        # A deque, because it counts without a lock of its own, for which all would wait.
        self._waiting.append(None)
        has_turn = self._turn.acquire(timeout=seconds)
        self._waiting.pop()
        if not has_turn:
            raise Crowded("other writers take long")

    def _join(self, patience: float) -> tuple[_CommitGroup, Connection]:
        """The group that is open, or a new one with a transaction of its own."""
        if self._connection is None:
            self._connection = self._engine.connect()
        if self._group is None:
            try:
                self._begin(self._connection, patience)
            except FAILURES:
                self._drop()
                raise
            self._group = _CommitGroup()
        return self._group, self._connection

    def _begin(self, connection: Connection, patience: float) -> None:
        """Begin a transaction. While another program holds the database one writer waits for it;
        those behind it do not wait once more, or all threads would stand here."""
        is_held = time.monotonic() - self._was_held < BUSY_SECONDS
        seconds = 0 if is_held else min(patience, BUSY_SECONDS)
        try:
            with _waiting_at_most(connection, seconds):
                driver_of(connection).execute("BEGIN IMMEDIATE")
        except FAILURES as error:
            failure = unreachable(error)
            if failure is not None and failure.says is LOCKED:
                self._was_held = time.monotonic()
            raise

    def _is_last(self, group: _CommitGroup) -> bool:
        return not self._waiting or group.size >= MOST_TOGETHER or group.failure is not None

    def _fail_if_lost(self, group: _CommitGroup, error: BaseException) -> None:
        """A failing disk takes the others' writes too; SQLite may have given them up already."""
        is_lost = self._connection is None or not driver_of(self._connection).in_transaction
        if is_lost or (isinstance(error, FAILURES) and unreachable(error) is not None):
            group.failure = error

    def _settle(self, group: _CommitGroup) -> None:
        """Commit for all, or tell all that nothing has happened."""
        self._group = None
        try:
            if self._connection is not None and group.failure is None:
                self._file.must_be_ours()
                # The library first, which knows of the transaction only if it has joined it.
                self._connection.commit()
                driver_of(self._connection).commit()
        except FAILURES as error:
            group.failure = error
        finally:
            if group.failure is not None:
                self._drop()
            group.is_settled.set()

    def _drop(self) -> None:
        """Begin anew with the next write, on another connection."""
        connection, self._connection, self._group = self._connection, None, None
        if connection is not None:
            connection.invalidate()
            connection.close()


@contextmanager
def _savepoint(connection: Connection) -> Iterator[None]:
    driver = driver_of(connection)
    driver.execute("SAVEPOINT one")
    try:
        yield
    except BaseException:
        if driver.in_transaction:
            driver.execute("ROLLBACK TO one")
            driver.execute("RELEASE one")
        raise
    driver.execute("RELEASE one")


@contextmanager
def _waiting_at_most(connection: Connection, seconds: float) -> Iterator[None]:
    """Another program's lock is waited for so many seconds, if that is less than usual."""
    if seconds < BUSY_SECONDS:
        driver_of(connection).execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
    yield
    if seconds < BUSY_SECONDS:
        driver_of(connection).execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
