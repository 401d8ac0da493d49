"""Failures of the database: what to tell the table, and what to write into the log."""

import sqlite3
from typing import Final

import psycopg
from sqlalchemy import exc
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from tracker.engine.message import Message

GONE: Final = Message("The sheet cannot be reached now. Saved entries are safe.")
FULL: Final = Message(
    "The disk is full. Saved entries are safe. Scoring resumes when there is room again."
)
READ_ONLY: Final = Message(
    "The disk is full or read-only. Saved entries are safe. Scoring resumes when it can be written."
)
LOCKED: Final = Message(
    "Another program is using the database. Saved entries are safe. Scoring resumes when it is "
    "free."
)
REPLACED: Final = Message(
    "The database file was deleted or replaced while the server was running, so nothing can be "
    "saved. Put the file back, or restart the server."
)
DAMAGED: Final = Message(
    "The database is damaged. Restore the last backup on the server: quartermaster restore FILE."
)

OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
OF_POSTGRES: Final = {
    "53100": FULL,
    "25006": READ_ONLY,
    "55P03": LOCKED,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}

# The library's own, and those of the drivers where a statement is run without it. Python cannot
# even read what SQLite says of a damaged name.
FAILURES: Final = (SQLAlchemyError, sqlite3.Error, psycopg.Error, UnicodeDecodeError)


NO_TEXT: Final = "Could not decode to UTF-8"
"""The beginning of Python's own error for a text in SQLite that is none."""


class Replaced(sqlite3.OperationalError):
    """The file at the database's path is no longer the one that was opened there."""


class Crowded(sqlite3.OperationalError):
    """Other writers of this program took longer than somebody was willing to wait."""


class Unreachable(Exception):
    """The database does not do what it should; nothing of the write has happened."""

    def __init__(self, says: Message, reason: str) -> None:
        super().__init__(reason)
        self.says = says


def unreachable(error: Exception) -> Unreachable | None:
    """Return what the database's error means to the table; None if it is a mistake of ours."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(cause, sqlite3.IntegrityError | psycopg.IntegrityError):
        return None
    if isinstance(cause, UnicodeDecodeError) or str(cause).startswith(NO_TEXT):
        return Unreachable(DAMAGED, str(cause))
    if isinstance(cause, Replaced):
        return Unreachable(REPLACED, str(cause))
    if isinstance(cause, Crowded):
        return Unreachable(LOCKED, str(cause))
    if isinstance(cause, sqlite3.DatabaseError):
        # What is no error of the database itself, such as a closed connection, has no code.
        code = getattr(cause, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
        wrong_statement = code in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISUSE)
        return None if wrong_statement else Unreachable(OF_SQLITE.get(code, GONE), str(cause))
    if isinstance(cause, psycopg.OperationalError | psycopg.InternalError):
        says = OF_POSTGRES.get(cause.sqlstate or "", GONE)
        return Unreachable(says, str(cause).strip())
    is_crowded = isinstance(error, exc.TimeoutError | exc.DisconnectionError)
    return Unreachable(GONE, str(error)) if is_crowded else None
