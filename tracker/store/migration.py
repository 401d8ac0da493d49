"""Bringing a database up to date, by one process at a time."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

MIGRATIONS: Final = Path(__file__).parent / "migrations"
REVISION: Final = re.compile(r'^revision = "(\w+)"', re.MULTILINE)


class TooNew(Exception):
    """The database was written by a newer release than this one."""


@cache
def revisions() -> tuple[str, ...]:
    """Every migration there is, in order."""
    files = sorted((MIGRATIONS / "versions").glob("*.py"))
    return tuple(name for file in files for name in REVISION.findall(file.read_text("utf-8")))


def revision_of(connection: Connection) -> str | None:
    """Return the newest migration that the database has; None where nothing is in it yet."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
    return found


def is_up_to_date(connection: Connection) -> bool:
    return revision_of(connection) == revisions()[-1]


def migrate(connection: Connection) -> None:
    """Run what is missing. Whoever calls holds a lock on the whole database."""
    now = revision_of(connection)
    if now is not None and now not in revisions():
        raise TooNew(now)
    if now == revisions()[-1]:
        return
    # A tenth of a second to import, and seldom needed.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
