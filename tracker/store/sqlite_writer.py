"""SQLite: one writer at a time, and one sync of the disk for all who write at once."""

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

from tracker.store.database_errors import FAILURES, LOCKED, Crowded, unreachable
from tracker.store.sqlite import BUSY_SECONDS, DatabaseFile, WriteSession, driver_of

_log: Final = logging.getLogger(__name__)


class _CommitGroup:
    """Writes that are made durable by one commit."""

    def __init__(self) -> None:
        self.failure: BaseException | None = None
        # A lock that is held until then: an event has two more, and Python code around them.
        self.settling = threading.Lock()
        self.settling.acquire()


class Writer:
    """Carries out writes in one open transaction, one after the other, and commits it for all.

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
        self._session: WriteSession | None = None
        self._group: _CommitGroup | None = None
        self._was_held = -BUSY_SECONDS

    @contextmanager
    def writing(self, patience: float = BUSY_SECONDS) -> Iterator[Session]:
        """A write of its own: if it breaks off, only it has not happened.

        `patience` is how long another program that holds the database is waited for. Whoever has
        less of it than usual does not wait longer for the other writers of this program either.
        """
        self._take_turn(patience)
        try:
            group, connection = self._join(patience)
            try:
                with self._savepoint(connection) as session:
                    yield session
            except BaseException as error:
                self._fail_if_lost(group, error)
                raise
            finally:
                if not self._waiting or group.failure is not None:
                    self._settle(group)
        finally:
            self._turn.release()
        with group.settling:
            pass
        if group.failure is not None:
            raise group.failure

    def close(self) -> None:
        with self._turn:
            try:
                self._save_deleted_log()
            except FAILURES as error:
                _log.warning("%s", error)
            self._drop()

    def watch_log(self) -> None:
        """Save what is in the log if somebody has deleted it; each commit looks at it too."""
        with self._turn:
            if self._group is None:
                self._connection = self._connection or self._engine.connect()
                self._save_deleted_log()

    def _save_deleted_log(self) -> None:
        """Copy a deleted log into the file; the next connection begins a new log."""
        if self._connection is not None and not self._file.has_its_log():
            self._file.must_be_ours()
            self._file.copy_log(driver_of(self._connection))
            self._drop()
            self._engine.dispose()

    def _take_turn(self, patience: float) -> None:
        """Wait in the queue of writers; raises `Crowded` where that takes too long."""
        if patience < BUSY_SECONDS:
            # Nobody leaves a commit to a writer that may give up.
            if not self._turn.acquire(timeout=patience):
                raise Crowded("other writers take long")
            return
        # A deque, because it counts without a lock of its own, for which all would wait.
        self._waiting.append(None)
        self._turn.acquire()
        self._waiting.pop()

    @contextmanager
    def _savepoint(self, connection: Connection) -> Iterator[WriteSession]:
        """A write of its own within the transaction: all of it, or nothing."""
        # A session serves again only after a write that ended well.
        session, self._session = self._session or WriteSession(connection), None
        driver = session.driver
        driver.execute("SAVEPOINT one")
        try:
            with session:
                yield session
                session.flush()
        except BaseException:
            if driver.in_transaction:
                driver.execute("ROLLBACK TO one")
                driver.execute("RELEASE one")
            raise
        driver.execute("RELEASE one")
        self._session = session

    def _join(self, patience: float) -> tuple[_CommitGroup, Connection]:
        """The group that is open, or a new one with a transaction of its own."""
        if self._connection is None:
            self._connection = self._engine.connect()
        if self._group is None:
            try:
                self._begin(driver_of(self._connection), patience)
            except FAILURES:
                self._give_up()
                raise
            self._group = _CommitGroup()
        return self._group, self._connection

    def _begin(self, driver: sqlite3.Connection, patience: float) -> None:
        """Begin a transaction. While another program holds the database one writer waits for it;
        those behind it do not wait once more, or all threads would stand here."""
        is_held = time.monotonic() - self._was_held < BUSY_SECONDS
        seconds = 0 if is_held else min(patience, BUSY_SECONDS)
        try:
            with _waiting_at_most(driver, seconds):
                driver.execute("BEGIN IMMEDIATE")
        except FAILURES as error:
            failure = unreachable(error)
            if failure is not None and failure.says is LOCKED:
                self._was_held = time.monotonic()
            raise

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
                self._save_deleted_log()
        except BaseException as error:  # noqa: BLE001 - it is raised for every write of the group
            group.failure = error
        finally:
            if group.failure is not None:
                self._give_up()
            group.settling.release()

    def _give_up(self) -> None:
        """Roll back; keep the connection only if its log is deleted: no other one has that log."""
        if self._connection is None or self._file.has_its_log():
            self._drop()
            return
        self._session = None
        self._connection.rollback()
        driver_of(self._connection).rollback()

    def _drop(self) -> None:
        """Begin anew with the next write, on another connection."""
        connection, self._connection = self._connection, None
        self._session = self._group = None
        if connection is not None:
            connection.invalidate()
            connection.close()


@contextmanager
def _waiting_at_most(driver: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Another program's lock is waited for so many seconds, if that is less than usual."""
    if seconds < BUSY_SECONDS:
        driver.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
    yield
    if seconds < BUSY_SECONDS:
        driver.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")
