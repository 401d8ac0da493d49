"""The schema of a SQLite file, compared with the one that the migrations make."""

import re
import sqlite3
from contextlib import closing
from functools import cache
from typing import Any, Final

from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from tracker.store import migration

READING: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master"
PLAIN: Final = re.compile(r'[\s"]+')
"""The letters that releases of SQLite write differently, with the same meaning."""
Part = tuple[str, str, str, str]


def differences(driver: Any) -> list[str]:
    """Return the names of tables and indexes that are not as the migrations make them."""
    found, expected = parts_of(driver), _expected()
    return sorted({name for _, name, _, _ in found ^ expected})


def parts_of(driver: Any) -> frozenset[Part]:
    return frozenset(
        (kind, name, table, PLAIN.sub(" ", text or ""))
        for kind, name, table, text in driver.execute(READING)
        if not name.startswith("sqlite_stat")
    )


@cache
def _expected() -> frozenset[Part]:
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as memory:
        engine = create_engine("sqlite://", creator=lambda: memory, poolclass=StaticPool)
        with engine.begin() as connection:
            migration.migrate(connection)
        return parts_of(memory)
