"""Opening the database, SQLite or PostgreSQL: what is written is durable, or did not happen."""

import gc
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, func, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from tracker.store import migration, postgres, result_rows, schema_check, sqlite
from tracker.store.database_errors import (
    DAMAGED,
    FAILURES,
    FULL,
    GONE,
    LOCKED,
    READ_ONLY,
    REPLACED,
    Unreachable,
    unreachable,
)
from tracker.store.postgres import Listener, OnChange, OnWord, ignore_word
from tracker.store.sqlite import ReadSession, Writer


class SharedReading(threading.local):
    """The session that the readings of this thread share, while that is wanted."""

    is_wanted = False
    _session: Session | None = None

    def session(self, open_reading: Callable[[], Session]) -> Session:
        """Return the session, opened by the first who reads."""
        if self._session is None:
            self._session = open_reading()
        return self._session

    def end(self) -> None:
        """Close the session; whoever reads next opens another, of a later moment."""
        session, self._session = self._session, None
        if session is None:
            return
        try:
            session.close()
        except SQLAlchemyError:
            # The connection is gone; what was read with it is not.
            session.invalidate()


OPEN_RETRY_SECONDS: Final = 1.0
PROBE_SECONDS: Final = 1.0
"""The longest that a check whether anything can be written waits, and the shortest between two."""
STILL_READABLE: Final = (FULL, LOCKED, REPLACED)
"""The failures with which the database can still be read."""


class Database:
    """One database, brought up to date when it is first reached."""

    engine: Engine

    def __init__(
        self, where: Path | str, fill: Callable[[Session, Sequence[str]], None] | None = None
    ) -> None:
        """A file of SQLite by its path, or PostgreSQL by its `postgresql://` address.

        `fill` adds the results of finished matches that an older release has not stored.
        """
        self.path = where if isinstance(where, Path) else None
        self._fill = fill
        self._listeners: list[Listener] = []
        self._preparing = threading.Lock()
        self._is_prepared = False
        self._failed: tuple[float, Unreachable] | None = None
        self._probed = -PROBE_SECONDS
        self._shared = SharedReading()
        if self.path is not None:
            self._file = sqlite.DatabaseFile(self.path)
            self.engine = sqlite.engine_of(self._file)
            self._writer: Writer | None = Writer(self.engine, self._file)
            self._reading = self.engine
        else:
            self._url = str(where)
            self.engine = postgres.engine_of(self._url)
            self._writer = None
            # All that is read for one page is of one moment, as in SQLite.
            self._reading = self.engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        if self._shared.is_wanted:
            with self._readable_errors(), self._ended_by_an_error():
                yield self._shared.session(self._open_reading)
        else:
            with self._readable_errors(), self._open_reading() as session:
                yield session

    def share_reading(self) -> None:
        """From now on this thread reads everything in one session, until it writes something."""
        self._shared.is_wanted = True

    def end_reading(self) -> None:
        """Give back what this thread reads with; from now on each reading is its own again."""
        self._shared.is_wanted = False
        self._shared.end()

    @contextmanager
    def _ended_by_an_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self._shared.end()
            raise

    def _open_reading(self) -> Session:
        return Session(self._reading) if self.path is None else ReadSession(self._reading)

    @contextmanager
    def writing(self, patience: float | None = None) -> Iterator[Session]:
        """A transaction that is on disk when the block ends, or did not happen.

        With `patience` it is given up (`Unreachable`) after so many seconds of waiting for others.
        What this thread has read before is given back: it may be old after the write.
        """
        self._shared.end()
        with self._readable_errors():
            if self._writer is not None:
                with self._writer.writing(patience or sqlite.BUSY_SECONDS) as session:
                    yield session
            else:
                with Session(self.engine, expire_on_commit=False) as session, session.begin():
                    if patience is not None:
                        postgres.be_brief(session, patience)
                    yield session

    def take_turn(self, session: Session, what: str) -> None:
        """Let one transaction of all processes do this at a time; SQLite has one writer anyway."""
        if self._writer is None:
            postgres.take_turn(session, what)

    def notify(self, session: Session, match_id: str, version: int) -> None:
        """Notify other processes of a change, once it is committed; SQLite has none."""
        if self._writer is None:
            postgres.notify(session, match_id, version)

    def listen(self, on_change: OnChange, on_word: OnWord = ignore_word) -> OnWord | None:
        """Call `on_change` from now on for every change of any process, `on_word` for every word.

        Returns a function that sends a word to all processes; None for SQLite, which has one.
        """
        if self._writer is not None:
            return None
        listener = Listener(self._url, on_change, on_word)
        self._listeners.append(listener)
        return listener.send

    def prepare(self) -> None:
        """Bring it up to date; raises `Unreachable`. Else the first who reads or writes does."""
        with self._preparing:
            if self._is_prepared:
                return
            if self._failed and time.monotonic() < self._failed[0] + OPEN_RETRY_SECONDS:
                raise self._failed[1]
            try:
                self._migrate()
            except FAILURES as error:
                failure = self._failure(error)
                if failure is None:
                    raise
                self._failed = time.monotonic(), failure
                self.engine.dispose()
                raise failure from error
            self._is_prepared = True

    def fill_results(self, session: Session) -> None:
        """Add the results of finished matches that have none: they are of an older release."""
        if self._fill is not None:
            self._fill(session, result_rows.without_result(session))
            session.flush()

    def must_answer(self) -> None:
        """Raise `Unreachable` unless it is up to date and answers."""
        with self.reading() as session:
            session.execute(select(1))

    def must_take_writes(self) -> None:
        """Raise `Unreachable` unless it answers and something can be written, which is tried."""
        self.must_answer()
        if self._writer is not None:
            with self._readable_errors():
                self._file.must_be_ours()
        if time.monotonic() < self._probed + PROBE_SECONDS:
            return
        with self.writing(PROBE_SECONDS) as session:
            session.execute(text("UPDATE alembic_version SET version_num = version_num"))
        self._probed = time.monotonic()

    def watch_log(self) -> None:
        """Save what is in SQLite's log if somebody has deleted it while nobody writes."""
        if self._writer is not None and self._is_prepared:
            with self._readable_errors():
                self._writer.watch_log()

    def complaints(self) -> list[str]:
        """Return what the database finds wrong with itself; it reads everything for that.

        PostgreSQL looks after its own pages, and says so when it reads one that is wrong.
        """
        if self._writer is None:
            self.must_answer()
            return []
        with self.reading() as session:
            found = session.execute(text("PRAGMA integrity_check")).scalars().all()
            orphans = session.execute(text("PRAGMA foreign_key_check")).all()
            changed = schema_check.differences(session.connection().connection.driver_connection)
        complaints = [str(record) for record in found if record != "ok"]
        complaints += [f"a row of the table {table} has no match" for table, *_ in orphans]
        return complaints + [f"{name} is not as the migrations made it" for name in changed]

    def read_with_gaps(self) -> None:
        """From now on read what is no text with gaps, so that the rest of the row can be read."""
        if self._writer is not None:
            self._file.has_damaged_text = True
            self.engine.dispose()

    def close(self) -> None:
        for listener in self._listeners:
            listener.close()
        if self._writer is not None:
            self._writer.close()
            self._file.forget()
        self.engine.dispose()
        self._failed = None

    @contextmanager
    def _readable_errors(self) -> Iterator[None]:
        """Raise what the database complains of as an error with words for the table."""
        if not self._is_prepared:
            self.prepare()
        try:
            yield
        except FAILURES as error:
            failure = self._failure(error)
            if failure is None:
                raise
            if failure.says in STILL_READABLE:
                # What is open is as good as before. On a full disk it must stay open: SQLite would
                # need room to open it again.
                raise failure from error
            # Whatever was wrong, the next one comes with a connection that knows nothing of it.
            # What other threads had borrowed is closed with its pool now, not some day: SQLite
            # shares what it knows of a file, as that it cannot be written, among all that are open.
            self.engine.dispose()
            gc.collect()
            raise failure from error

    def _failure(self, error: Exception) -> Unreachable | None:
        """The database's error as it is told to the table; None if it is a mistake of ours."""
        failure = unreachable(error)
        if failure is None or self.path is None:
            return failure
        if failure.says is DAMAGED:
            # A backup may be put in its place; or it is one text, and the rest can be read.
            self._file.forget()
            self._file.has_damaged_text = True
        if failure.says is GONE and not os.access(self.path.parent, os.W_OK):
            return Unreachable(READ_ONLY, str(failure))
        return failure

    def _migrate(self) -> None:
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.engine.connect() as connection:
            if migration.is_up_to_date(connection) and not self._lacks_results(connection):
                return
        with self.engine.execution_options(writes=True).begin() as connection:
            if self._writer is None:
                postgres.be_patient(connection)
                connection.execute(select(func.pg_advisory_xact_lock(postgres.MIGRATING)))
            migration.migrate(connection)
            with Session(connection) as session:
                self.fill_results(session)

    def _lacks_results(self, connection: Connection) -> bool:
        with Session(connection) as session:
            return self._fill is not None and bool(result_rows.without_result(session))
