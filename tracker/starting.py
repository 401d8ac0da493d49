"""The reasons why a server or a command cannot start, as sentences for its host.

No sentence has the database's address in it: there may be a password in that.
"""

import errno
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Final

import psycopg

from tracker.serving.server import CannotListen
from tracker.settings import DATABASE_URL, WrongSetting
from tracker.store import copying
from tracker.store.backups import Backups
from tracker.store.copying import NotACopy
from tracker.store.database import Database
from tracker.store.database_errors import FAILURES, FULL, READ_ONLY, Unreachable
from tracker.store.migration import TooNew

HINDRANCES: Final = (
    *(WrongSetting, CannotListen, NotACopy, Unreachable, TooNew, OSError),
    *FAILURES,
)


def lost_matches(database: Database, folder: Path) -> str:
    """Return a warning where the database is empty but its backups are not; else nothing."""
    if database.path is None:
        return ""
    with suppress(Unreachable), database.reading() as session:
        newest = Backups(database, folder / "backups", 0).newest_with_matches()
        if newest is not None and copying.is_empty(session):
            return (
                "The database is empty or was missing, but there are backups of it. "
                f"To bring the newest one back: quartermaster restore {newest}"
            )
    return ""


def explanation(hindrance: BaseException) -> str:
    match hindrance:
        case WrongSetting() | CannotListen() | NotACopy():
            return str(hindrance)
        case Unreachable():
            return f"{hindrance.says} ({hindrance})"
        case TooNew():
            return f"The database is of a newer release than this program ({hindrance})."
        case OSError(errno=errno.EROFS):
            return f"{READ_ONLY} ({hindrance})"
        case OSError(errno=errno.ENOSPC):
            return f"{FULL} ({hindrance})"
        case OSError() | sqlite3.Error():
            return f"That did not work: {hindrance}."
    return _of_the_database(getattr(hindrance, "orig", None) or hindrance)


def _of_the_database(cause: BaseException) -> str:
    """Return what the database itself says; a driver that was misled might repeat the address."""
    if isinstance(cause, psycopg.Error) and cause.diag.message_primary:
        return f"The database cannot be used: {cause.diag.message_primary}."
    if isinstance(cause, sqlite3.Error):
        return f"The database cannot be used: {cause}."
    return f"The database cannot be used as {DATABASE_URL} says."
