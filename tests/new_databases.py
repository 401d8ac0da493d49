"""New databases for the tests: made at once, and not waiting for the disk.

A new file of SQLite gets the tables that the migrations make from a script, which costs a
thirtieth of the migrations; and nothing waits until the disk has it, for no test here cuts the
power. Tests of the store itself ask for the fixture `as_shipped`.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache

from sqlalchemy import Connection, create_engine
from sqlalchemy.pool import StaticPool

from tracker.store import migration, sqlite

MIGRATE = migration.migrate
MAKE_DURABLE = sqlite._make_durable


def be_quick() -> None:
    """From now on databases are made at once and do not wait for the disk."""
    migration.migrate = migrate
    sqlite._make_durable = make_ready


@contextmanager
def as_shipped() -> Iterator[None]:
    """Databases are made and written as everywhere else."""
    migration.migrate, sqlite._make_durable = MIGRATE, MAKE_DURABLE
    yield
    be_quick()


def migrate(connection: Connection) -> None:
    """Run the script in a new file of SQLite; bring any other database up to date as ever."""
    if connection.dialect.name != "sqlite" or migration.revision_of(connection) is not None:
        MIGRATE(connection)
        return
    for statement in script():
        connection.exec_driver_sql(statement)


@cache
def script() -> tuple[str, ...]:
    """Return the statements that make what the migrations make in an empty file."""
    with closing(sqlite3.connect(":memory:", check_same_thread=False)) as memory:
        engine = create_engine("sqlite://", creator=lambda: memory, poolclass=StaticPool)
        with engine.begin() as connection:
            MIGRATE(connection)
        return tuple(memory.iterdump())[1:-1]  # not its own BEGIN and COMMIT


def make_ready(connection: sqlite3.Connection) -> None:
    MAKE_DURABLE(connection)
    connection.execute("PRAGMA synchronous = OFF").close()
