"""Copies of a whole database: one file of SQLite, whatever it was copied from or goes back into."""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.orm import Session

from tracker import private
from tracker.store import postgres
from tracker.store.database import Database
from tracker.store.migration import TooNew
from tracker.store.models import Base

ROWS_AT_ONCE: Final = 1000


class NotACopy(Exception):
    """The file is not one that `back_up` made."""


class Damaged(Exception):
    """The database that is to be kept cannot be copied, because it is damaged."""


class NotEmpty(Exception):
    """There are matches in the database, and nobody said that they may be replaced."""


def back_up(database: Database, target: Path) -> None:
    """Copy all that is committed at one moment, while others read and write."""
    with _made_aside(target) as made:
        if database.path is not None:
            _copy_file(database.path, made)
        else:
            _copy_from_rows(database, made)
        _make_one_file(made)
        _must_be_whole(made)


def restore(database: Database, source: Path, keep_as: Path | None = None) -> bool:
    """Put the copy in place of all that is there, whole or not at all.

    What was there is kept in the file `keep_as`; return whether there was anything. Without that
    file it must be empty (`NotEmpty`). Nobody else writes meanwhile, so that whatever was
    acknowledged is in the file that is kept, or comes after the copy.
    """
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.sqlite"
        _must_be_whole(source)
        _copy_file(source, copy)
        _bring_up_to_date(copy)
        with database.writing() as session:
            connection = session.connection()
            if database.path is None:
                postgres.take_over(connection)
            was_empty = is_empty(session)
            if not was_empty:
                if keep_as is None:
                    raise NotEmpty
                _keep(database, keep_as)
            _copy_to_rows(copy, connection)
            database.fill_results(session)
    return not was_empty


def _keep(database: Database, target: Path) -> None:
    try:
        back_up(database, target)
    except NotACopy as damage:
        raise Damaged(str(damage)) from None


def is_empty(session: Session) -> bool:
    """Return whether there is nothing that a restore could take away."""
    tables = Base.metadata.sorted_tables
    return not any(session.scalar(select(func.count()).select_from(table)) for table in tables)


def has_matches(file: Path) -> bool:
    """Return whether the copy can be read and has a match in it."""
    address = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as copy:
            return copy.execute("SELECT 1 FROM match LIMIT 1").fetchone() is not None
    except sqlite3.DatabaseError:
        return False


def move_aside(database: Database, target: Path) -> None:
    """Keep a file that is damaged, as it is: servers that have it open will look for another."""
    if database.path is not None:
        database.close()
        for ending in ("-wal", "-shm", ""):
            file = database.path.with_name(database.path.name + ending)
            if file.exists():
                file.replace(target.with_name(target.name + ending))


@contextmanager
def _made_aside(target: Path) -> Iterator[Path]:
    """A name beside the target, which becomes it when all is written and on disk."""
    target.parent.mkdir(parents=True, exist_ok=True)
    made = target.with_name(f"{target.name}.part")
    try:
        yield made
        with made.open("rb+") as file:
            os.fsync(file.fileno())
        made.replace(target)
        private.sync_folder(target.parent)
    finally:
        made.unlink(missing_ok=True)


def _copy_file(source: Path, target: Path) -> None:
    """SQLite's own copy: of one moment, and for a target that others have open one step."""
    with (
        contextlib.closing(sqlite3.connect(source, timeout=30)) as old,
        contextlib.closing(sqlite3.connect(target, timeout=30)) as new,
    ):
        old.backup(new)


def _make_one_file(file: Path) -> None:
    """Without what a running database keeps beside it."""
    with contextlib.closing(sqlite3.connect(file)) as made:
        made.execute("PRAGMA journal_mode = DELETE")


def _must_be_whole(file: Path) -> None:
    """Raise `NotACopy` for anything but a database of ours that is not damaged."""
    if not file.is_file():
        raise NotACopy(f"{file} is not there.")
    address = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with contextlib.closing(sqlite3.connect(address, uri=True)) as kept:
            found = kept.execute("PRAGMA integrity_check(1)").fetchone()
            kept.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise NotACopy(f"{file} is not a backup: {error}.") from None
    if found != ("ok",):
        raise NotACopy(f"{file} is damaged: {found[0]}.")


def _bring_up_to_date(copy: Path) -> None:
    database = Database(copy)
    try:
        database.prepare()
    except TooNew as newer:
        raise NotACopy(f"The backup is of a newer release (its database is {newer}).") from None
    finally:
        database.close()


def _copy_from_rows(database: Database, target: Path) -> None:
    made = Database(target)
    try:
        made.prepare()
        with database.reading() as session, made.engine.begin() as new:
            _copy_rows(session.connection(), new)
    finally:
        made.close()


def _copy_to_rows(copy: Path, new: Connection) -> None:
    """Replace every row by those of the copy."""
    kept = Database(copy)
    try:
        with kept.reading() as session:
            for table in reversed(Base.metadata.sorted_tables):
                new.execute(delete(table))
            _copy_rows(session.connection(), new)
    finally:
        kept.close()


def _copy_rows(old: Connection, new: Connection) -> None:
    for table in Base.metadata.sorted_tables:
        found = old.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table))
        for rows in found.mappings().partitions():
            new.execute(insert(table), [dict(row) for row in rows])
