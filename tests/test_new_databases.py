"""A new database of the tests is the one that everybody has."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tests import new_databases
from tracker.store.database import Database


def made(path: Path) -> list[str]:
    """Make a new database; what is in it, as SQL."""
    database = Database(path)
    database.prepare()
    database.close()
    with closing(sqlite3.connect(path)) as connection:
        return sorted(connection.iterdump())


def test_the_script_makes_what_the_migrations_make(tmp_path: Path) -> None:
    quick = made(tmp_path / "quick.sqlite")
    with new_databases.as_shipped():
        migrated = made(tmp_path / "migrated.sqlite")

    assert quick == migrated
    assert len(quick) > 20
