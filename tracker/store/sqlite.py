"""SQLite: the file of a database, durable connections to it, sessions on them, and one writer."""

import logging
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from tracker.store.database_errors import FAILURES, LOCKED, Crowded, Replaced, unreachable
from tracker.store.statements import CURSOR, DIALECT

BUSY_SECONDS: Final = 5.0
LOG_PAGES: Final = 4_000
"""The log is copied into the file when it has so many pages, 16 MB. An entry writes a dozen, so
with SQLite's own thousand every eightieth would wait for that."""
CHECKPOINT: Final = "PRAGMA wal_checkpoint(FULL)"

_log: Final = logging.getLogger(__name__)


class FileConnection(sqlite3.Connection):
    """A connection that calls `after_close` once it is closed."""

    after_close: Callable[[], None] | None = None

    def close(self) -> None:
        super().close()
        after_close, self.after_close = self.after_close, None
        if after_close is not None:
            after_close()


class DatabaseFile:
    """The file at the database's path, known by its number: nobody may put another there.

    SQLite keeps two files beside it while connections are open: `-wal`, the log with the newest
    commits, and `-shm`, the index of the log. Open connections go on with a deleted log, but a
    kill would take its commits.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._identity: tuple[int, int] | None = None
        self._log_paths = [path.with_name(path.name + ending) for ending in ("-wal", "-shm")]
        self._log_identities: list[tuple[int, int] | None] | None = None
        self._open_connections = 0
        self._must_close = False
        """True until every connection to a deleted log is closed."""
        self.has_damaged_text = False
        """True once a text was met that is none; from then on it is read with gaps."""
        self._closing = threading.Condition()

    def must_be_ours(self) -> None:
        """Raise `Replaced` unless the file that was opened first is still at the path."""
        identity = _identity_of(self.path)
        if self._identity is None:
            self._identity = identity
        elif identity != self._identity:
            raise Replaced(f"{self.path} is {'another file' if identity else 'no longer there'}")

    def forget(self) -> None:
        """Take whatever file is at the path next: the one that was there was damaged."""
        self._identity = None

    def has_its_log(self) -> bool:
        """Return whether the log that the connections use is still beside the file."""
        identities = [_identity_of(path) for path in self._log_paths]
        if self._log_identities is None and None not in identities:
            self._log_identities = identities
        return self._log_identities in (None, identities)

    def copy_log(self, driver: Any) -> None:
        """Copy all of a deleted log into the file, then let new connections begin a new log.

        The connection must have been opened before the log was deleted. The caller closes every
        connection afterwards. Raises `Replaced` if a reader keeps a part of the log from the file.
        """
        is_blocked, in_log, copied = driver.execute(CHECKPOINT).fetchone()
        if is_blocked or in_log != copied:
            raise Replaced(f"the log of {self.path} was deleted, and a reader uses it")
        self._must_close = True
        _log.warning(
            "The log %s was deleted or replaced while the server was running. All of it was "
            "copied into the database; a new log is begun.",
            self._log_paths[0],
        )

    def connect(self) -> sqlite3.Connection:
        """Open the file; a new one is made only where none was opened before."""
        self._count_connection()
        try:
            connection = self._open()
        except BaseException:
            self._count_closed()
            raise
        connection.after_close = self._count_closed
        self.has_its_log()
        return connection

    def _count_closed(self) -> None:
        with self._closing:
            self._open_connections -= 1
            self._closing.notify_all()

    def _count_connection(self) -> None:
        """Count a connection; after a deleted log wait until every older one is closed.

        All connections of a process share one index of the log, so an older one would read the new
        log's pages from the deleted log.
        """
        with self._closing:
            if not self._closing.wait_for(self._may_open, BUSY_SECONDS):
                raise Replaced(f"the log of {self.path} was deleted, and is still being read")
            if not self._open_connections:
                self._log_identities, self._must_close = None, False
            self._open_connections += 1

    def _may_open(self) -> bool:
        return not (self._must_close and self._open_connections)

    def _open(self) -> FileConnection:
        mode = "rwc" if self._identity is None else "rw"
        address = f"{self.path.absolute().as_uri()}?mode={mode}"
        if self._identity is not None:
            self.must_be_ours()
        connection = sqlite3.connect(
            address,
            timeout=BUSY_SECONDS,
            uri=True,
            check_same_thread=False,
            factory=FileConnection,
        )
        try:
            _make_durable(connection)
            if self.has_damaged_text:
                connection.text_factory = _read_with_gaps
            self.must_be_ours()
        except BaseException:
            connection.close()
            raise
        return connection


class ClosingPool(QueuePool):
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


def _read_with_gaps(data: bytes) -> str:
    return data.decode(errors="replace")


def _identity_of(path: Path) -> tuple[int, int] | None:
    """Return the numbers of a file and its disk, None if there is no such file."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino


def _make_durable(connection: sqlite3.Connection) -> None:
    # Python would begin transactions where it thinks fit; `_begin` does.
    connection.isolation_level = None
    cursor = connection.cursor()
    _use_write_ahead_log(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    cursor.execute("PRAGMA foreign_keys = ON")
    # A service may be unable to write where SQLite would put its temporary files.
    cursor.execute("PRAGMA temp_store = MEMORY")
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


# The driver begins and ends the transactions of these sessions: that takes a fifth of the library's
# time. The library joins one where mapped objects are asked for, and only then has to close it.


class ReadSession(Session):
    """A session that only reads, of one moment."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(info={DIALECT: engine.dialect})
        self._engine = engine
        self._joined: Connection | None = None
        self._lent = engine.raw_connection()
        try:
            self.info[CURSOR] = cursor = self._lent.cursor()
            cursor.execute("BEGIN")
        except BaseException:
            self._lent.close()
            raise

    def get_bind(self, *_: Any, **__: Any) -> Connection:
        if self._joined is None:
            self._joined = Connection(self._engine, self._lent)
        return self._joined

    def close(self) -> None:
        if self._joined is None:
            self._lent.close()
        else:
            super().close()
            self._joined.close()


class WriteSession(Session):
    """A session in the open transaction of a connection, which others commit or take back.

    It serves one write after the other: closed, it forgets what the last one asked for.
    """

    def __init__(self, connection: Connection) -> None:
        self.driver = driver_of(connection)
        super().__init__(
            join_transaction_mode="rollback_only",
            expire_on_commit=False,
            info={DIALECT: connection.dialect, CURSOR: self.driver.cursor()},
        )
        self._connection = connection
        self._has_joined = False

    def get_bind(self, *_: Any, **__: Any) -> Connection:
        self._has_joined = True
        if not self._connection.in_transaction():
            self._connection.begin()
        return self._connection

    def close(self) -> None:
        if self._has_joined:
            super().close()
            self._has_joined = False


def driver_of(connection: Connection) -> Any:
    return connection.connection.driver_connection


# --- One writer at a time, and one sync of the disk for all who write at once --------------------


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
