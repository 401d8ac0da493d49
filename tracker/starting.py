"""What keeps a server from starting or a command from its work, as a sentence for its host.

No sentence has the database's address in it: there may be a password in that.
"""

import sqlite3
from typing import Final

import psycopg

from tracker.serving.server import CannotListen
from tracker.settings import DATABASE_URL, WrongSetting
from tracker.store.copying import NotACopy
from tracker.store.failing import FAILURES, Unreachable
from tracker.store.migrating import TooNew

HINDRANCES: Final = (
    *(WrongSetting, CannotListen, NotACopy, Unreachable, TooNew, OSError),
    *FAILURES,
)


def told(hindrance: BaseException) -> str:
    match hindrance:
        case WrongSetting() | CannotListen() | NotACopy():
            return str(hindrance)
        case Unreachable():
            return f"{hindrance.says} ({hindrance})"
        case TooNew():
            return f"The database is of a newer release than this program ({hindrance})."
        case OSError() | sqlite3.Error():
            return f"That did not work: {hindrance}."
    return _of_the_database(getattr(hindrance, "orig", None) or hindrance)


def _of_the_database(cause: BaseException) -> str:
    """What the database itself says of it; a driver that was misled might repeat the address."""
    if isinstance(cause, psycopg.Error) and cause.diag.message_primary:
        return f"The database cannot be used: {cause.diag.message_primary}."
    if isinstance(cause, sqlite3.Error):
        return f"The database cannot be used: {cause}."
    return f"The database cannot be used as {DATABASE_URL} says."
