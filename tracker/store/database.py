"""Opening the database, SQLite or PostgreSQL: what is written is durable, or did not happen."""

import gc
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, func, select, text
from sqlalchemy.orm import Session

from tracker.store import migrating, postgres, sqlite
from tracker.store.failing import FAILURES, Unreachable, unreachable
from tracker.store.postgres import Listener, Tell

RETRY_SECONDS: Final = 1.0


class Database:
    """One database, brought up to date when it is first reached."""

    engine: Engine

    def __init__(self, where: Path | str) -> None:
        """A file of SQLite by its path, or PostgreSQL by its `postgresql://` address."""
        self.path = where if isinstance(where, Path) else None
        self._listeners: list[Listener] = []
        self._preparing = threading.Lock()
        self._is_prepared = False
        self._failed: tuple[float, Unreachable] | None = None
        if self.path is not None:
            self.engine = sqlite.engine_of(self.path)
            self._writer: sqlite.Writer | None = sqlite.Writer(self.engine)
            self._reading = self.engine
        else:
            self._url = str(where)
            self.engine = postgres.engine_of(self._url)
            self._writer = None
            # All that is read for one page is of one moment, as in SQLite.
            self._reading = self.engine.execution_options(isolation_level="REPEATABLE READ")

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with self._told(), Session(self._reading) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is on disk when the block ends, or did not happen."""
        with self._told():
            if self._writer is not None:
                with self._writer.writing() as session:
                    yield session
            else:
                with Session(self.engine, expire_on_commit=False) as session, session.begin():
                    yield session

    def notify(self, session: Session, match_id: str, version: int) -> None:
        """Tell other processes of a change, once it is committed; SQLite has none to tell."""
        if self._writer is None:
            postgres.notify(session, match_id, version)

    def listen(self, tell: Tell) -> None:
        """From now on `tell` hears of every change that any process writes."""
        if self._writer is None:
            self._listeners.append(Listener(self._url, tell))

    def prepare(self) -> None:
        """Bring it up to date; raises `Unreachable`. Else the first who reads or writes does."""
        with self._preparing:
            if self._is_prepared:
                return
            if self._failed and time.monotonic() < self._failed[0] + RETRY_SECONDS:
                raise self._failed[1]
            try:
                self._migrate()
            except FAILURES as error:
                failure = unreachable(error)
                if failure is None:
                    raise
                self._failed = time.monotonic(), failure
                self.engine.dispose()
                raise failure from error
            self._is_prepared = True

    def must_answer(self) -> None:
        """Raise `Unreachable` unless it is up to date and answers."""
        with self.reading() as session:
            session.execute(select(1))

    def complaints(self) -> list[str]:
        """What the database finds wrong with itself; it reads everything for that.

        PostgreSQL looks after its own pages, and says so when it reads one that is wrong.
        """
        if self._writer is None:
            self.must_answer()
            return []
        with self.reading() as session:
            found = session.execute(text("PRAGMA quick_check")).scalars().all()
        return [str(one) for one in found if one != "ok"]

    def close(self) -> None:
        for listener in self._listeners:
            listener.close()
        if self._writer is not None:
            self._writer.close()
        self.engine.dispose()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What the database complains of, as something that can be told to the table."""
        if not self._is_prepared:
            self.prepare()
        try:
            yield
        except FAILURES as error:
            failure = unreachable(error)
            if failure is None:
                raise
            # Whatever was wrong, the next one comes with a connection that knows nothing of it.
            # What other threads had borrowed is closed with its pool now, not some day: SQLite
            # shares what it knows of a file, as that it cannot be written, among all that are open.
            self.engine.dispose()
            gc.collect()
            raise failure from error

    def _migrate(self) -> None:
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.engine.connect() as connection:
            if migrating.is_up_to_date(connection):
                return
        with self.engine.execution_options(writes=True).begin() as connection:
            if self._writer is None:
                postgres.be_patient(connection)
                connection.execute(select(func.pg_advisory_xact_lock(postgres.MIGRATING)))
            migrating.migrate(connection)
