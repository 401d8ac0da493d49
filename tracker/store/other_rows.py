"""Rows that belong to no match: decks, secrets, names, counts. Each has a hash of its own."""

from collections.abc import Iterator
from typing import Final

from sqlalchemy import select, update

from tracker.store.database import Database
from tracker.store.models import Base
from tracker.store.row_hashes import DERIVED_TABLES, hash_of

ROWS_AT_ONCE: Final = 500
TABLES: Final = tuple(
    table
    for name, table in Base.metadata.tables.items()
    if name not in DERIVED_TABLES | {"match"} and "match_id" not in table.c
)


def differences(database: Database) -> Iterator[str]:
    """Yield the rows that are not as they were written."""
    for table in TABLES:
        chosen = select(table).execution_options(yield_per=ROWS_AT_ONCE)
        with database.reading() as session:
            for row in session.execute(chosen).mappings():
                if row["hash"] is not None and row["hash"] != hash_of(table.name, dict(row)):
                    yield f"a row of the table {table.name} is not as it was written"


def seal(database: Database) -> None:
    """Give a hash to the rows of a release that knew of none, some at a time."""
    for table in TABLES:
        while _has_unsealed(database, table.name):
            _seal_some(database, table.name)


def _has_unsealed(database: Database, name: str) -> bool:
    table = Base.metadata.tables[name]
    with database.reading() as session:
        return (
            session.execute(select(table).where(table.c.hash.is_(None)).limit(1)).first()
            is not None
        )


def _seal_some(database: Database, name: str) -> None:
    table = Base.metadata.tables[name]
    with database.writing() as session:
        chosen = select(table).where(table.c.hash.is_(None)).limit(ROWS_AT_ONCE)
        rows = session.execute(chosen.with_for_update()).mappings().all()
        for row in rows:
            keys = [column == row[column.name] for column in table.primary_key.columns]
            session.execute(update(table).where(*keys).values(hash=hash_of(name, dict(row))))
