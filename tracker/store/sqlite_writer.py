"""SQLite: one writer at a time, and one sync of the disk for all who write at once."""

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

from tracker.store.database_errors import FAILURES, LOCKED, Crowded, unreachable
from tracker.store.sqlite import BUSY_SECONDS, DatabaseFile, WriteSession, driver_of

Result = TypeVar("Result")

_log: Final = logging.getLogger(__name__)


class _CommitGroup:
    """Writes that are made durable by one commit."""

    def __init__(self) -> None:
        self.is_settled = threading.Event()
        self.failure: BaseException | None = None


class _QueuedWrite(Generic[Result]):
    """A write that waits until a thread carries it out, and what came of it."""

    __slots__ = ("error", "is_done", "leads", "result", "work")

    def __init__(self, work: Callable[[Session], Result]) -> None:
        self.work = work
        self.result: Result
        self.error: BaseException | None = None
        self.leads = False
        """True where its own thread carries out what is queued, beginning with it."""
        self.is_done = threading.Lock()
        """Held until it is done, or leads."""
        self.is_done.acquire()

    def outcome(self) -> Result:
        """Return what the work returned, or raise what it raised."""
        error, self.error = self.error, None
        if error is None:
            return self.result
        try:
            raise error
        finally:
            # Its traceback holds this frame: whoever catches it last frees both.
            del error


class Writer:
    """Carries out writes in one open transaction, one after the other, and commits it for all.

    A commit waits for the disk, and most of what it costs is the same for one write and for
    twenty. So whoever leaves while others wait leaves the commit to them, and is answered after
    it: nothing is acknowledged before it is on disk. Waiting in this queue is fair and short; in
    SQLite's own busy handler it is neither.

    A write that is a function is carried out by whichever thread comes first, with all others that
    are queued: to wake a thread for each would take longer than most of them.
    """

    def __init__(self, engine: Engine, file: DatabaseFile) -> None:
        self._file = file
        self._engine = engine
        self._turn = threading.Lock()
        self._waiting: deque[None] = deque()
        self._queued: deque[_QueuedWrite[Any]] = deque()
        self._has_leader = threading.Lock()
        self._connection: Connection | None = None
        self._session: WriteSession | None = None
        self._group: _CommitGroup | None = None
        self._was_held = -BUSY_SECONDS

    def carry_out(self, work: Callable[[Session], Result]) -> Result:
        """Do the work in a write of its own, perhaps in another thread; return what it returns."""
        write = _QueuedWrite(work)
        self._queued.append(write)
        if self._has_leader.acquire(blocking=False):
            self._lead()
        else:
            write.is_done.acquire()
            if write.leads:
                self._lead()
        return write.outcome()

    def _lead(self) -> None:
        """Carry out what is queued, then let the first that has come meanwhile lead."""
        while True:
            if self._queued:
                self._carry_out_queued()
            if self._queued:
                first = self._queued[0]
                first.leads = True
                first.is_done.release()
                return
            self._has_leader.release()
            # Whoever queued before that found a leader, and waits for one.
            if not self._queued or not self._has_leader.acquire(blocking=False):
                return

    def _carry_out_queued(self) -> None:
        """Carry out all queued writes, each of its own, and tell their threads."""
        # None of them queues again before it is told, so they are never more than the threads.
        carried = [self._queued.popleft()]
        try:
            with self._in_group(BUSY_SECONDS) as (group, connection):
                self._do(carried[0], group, connection)
                while self._queued and group.failure is None:
                    carried.append(self._queued.popleft())
                    self._do(carried[-1], group, connection)
        except BaseException as error:  # noqa: BLE001 - it is raised where they were asked for
            for write in carried:
                write.error = write.error or error
        for write in carried:
            write.is_done.release()

    def _do(self, write: _QueuedWrite[Any], group: _CommitGroup, connection: Connection) -> None:
        """Do the work of a write; if it breaks off, only it has not happened."""
        try:
            with self._savepoint(connection) as session:
                write.result = write.work(session)
        except BaseException as error:  # noqa: BLE001 - it is raised where the write was asked for
            self._fail_if_lost(group, error)
            write.error = error

    @contextmanager
    def writing(self, patience: float = BUSY_SECONDS) -> Iterator[Session]:
        """A write of its own: if it breaks off, only it has not happened.

        `patience` is how long another program that holds the database is waited for. Whoever has
        less of it than usual does not wait longer for the other writers of this program either.
        """
        with (
            self._in_group(patience) as (_, connection),
            self._savepoint(connection) as session,
        ):
            yield session

    @contextmanager
    def _in_group(self, patience: float) -> Iterator[tuple[_CommitGroup, Connection]]:
        """A turn in the open transaction, which is committed when the block has ended."""
        self._take_turn(patience)
        try:
            group, connection = self._join(patience)
            try:
                yield group, connection
            except BaseException as error:
                self._fail_if_lost(group, error)
                raise
            finally:
                if not self._waiting or group.failure is not None:
                    self._settle(group)
        finally:
            self._turn.release()
        group.is_settled.wait()
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
            group.is_settled.set()

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
