"""SQLite: durable, one writer at a time, and one sync of the disk for all who write at once."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from tracker.store.failing import FAILURES, unreachable

BUSY_SECONDS: Final = 5
MOST_TOGETHER: Final = 32


def engine_of(path: Path) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}",
        connect_args={"timeout": BUSY_SECONDS},
        poolclass=_Pool,
        pool_size=16,
        max_overflow=32,
    )
    event.listen(engine, "connect", _make_durable)
    event.listen(engine, "begin", _begin)
    return engine


class _Pool(QueuePool):
    """A pool that, once it is disposed of, closes what it had lent as it comes back."""

    # What it logs is the library's, and is logged under its name.
    __module__ = QueuePool.__module__
    _is_disposed = False

    def dispose(self) -> None:
        self._is_disposed = True
        super().dispose()

    def _do_return_conn(self, record: ConnectionPoolEntry) -> None:
        if self._is_disposed:
            record.close()
        else:
            super()._do_return_conn(record)


def _make_durable(connection: Any, _: Any) -> None:
    # Python would begin transactions where it thinks fit; `_begin` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    """A reader sees one moment; a writer reads nothing that another could still change."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


class _Group:
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

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.execution_options(writes=True)
        self._turn = threading.Lock()
        self._counting = threading.Lock()
        self._waiting = 0
        self._connection: Connection | None = None
        self._group: _Group | None = None

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A write of its own: if it breaks off, only it has not happened."""
        self._take_turn()
        try:
            group, connection = self._join()
            try:
                with _savepoint(connection), _session(connection) as session:
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

    def _take_turn(self) -> None:
        with self._counting:
            self._waiting += 1
        self._turn.acquire()
        with self._counting:
            self._waiting -= 1

    def _join(self) -> tuple[_Group, Connection]:
        """The group that is open, or a new one with a transaction of its own."""
        if self._connection is None:
            self._connection = self._engine.connect()
        if self._group is None:
            try:
                self._connection.begin()
            except SQLAlchemyError:
                self._drop()
                raise
            self._group = _Group()
        return self._group, self._connection

    def _is_last(self, group: _Group) -> bool:
        return not self._waiting or group.size >= MOST_TOGETHER or group.failure is not None

    def _fail_if_lost(self, group: _Group, error: BaseException) -> None:
        """A failing disk takes the others' writes too; SQLite may have given them up already."""
        is_lost = self._connection is None or not _driver(self._connection).in_transaction
        if is_lost or (isinstance(error, FAILURES) and unreachable(error) is not None):
            group.failure = error

    def _settle(self, group: _Group) -> None:
        """Commit for all, or tell all that nothing has happened."""
        self._group = None
        try:
            if self._connection is not None and group.failure is None:
                self._connection.commit()
        except SQLAlchemyError as error:
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


def _session(connection: Connection) -> Session:
    """A session that leaves it to the group to commit, and to the savepoint to take back."""
    return Session(connection, join_transaction_mode="rollback_only", expire_on_commit=False)


@contextmanager
def _savepoint(connection: Connection) -> Iterator[None]:
    driver = _driver(connection)
    driver.execute("SAVEPOINT one")
    try:
        yield
    except BaseException:
        if driver.in_transaction:
            driver.execute("ROLLBACK TO one")
            driver.execute("RELEASE one")
        raise
    driver.execute("RELEASE one")


def _driver(connection: Connection) -> Any:
    return connection.connection.driver_connection
