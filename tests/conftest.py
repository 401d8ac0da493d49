"""The settings of hypothesis, without a clock and in CI always the same; databases; one browser."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import text

from tests import compiled_templates, connections, new_databases
from tests.postgres import Postgres, postgres_server
from tests.toy.arrange import in_registries
from tracker.store.database import Database
from tracker.store.models import Base

if TYPE_CHECKING:
    from playwright.sync_api import Browser

settings.register_profile(
    "table", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("table"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "table")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two workers for a core: a test often waits for a browser, a server or the disk."""
    cores = len(os.sched_getaffinity(0))
    return cores if config.getoption("--quick") else cores * 2


def pytest_collection_finish() -> None:
    """Let the garbage collector pass over the tests themselves: they stay, and are many."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


connections.watch()
new_databases.be_quick()
compiled_templates.be_quick()
pytest_plugins = ["tests.bytecode", "tests.quick"]


@pytest.fixture
def toy() -> Iterator[None]:
    """The toy title can be tracked."""
    with in_registries():
        yield


@pytest.fixture
def as_shipped() -> Iterator[None]:
    """Databases are migrated and wait for the disk, as everywhere but in the tests."""
    with new_databases.as_shipped():
        yield


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that nobody stops."""
    with postgres_server() as server:
        yield server


@pytest.fixture(scope="session")
def cleared_each_time(postgres: Postgres) -> Iterator[Database]:
    database = Database(postgres.new_database())
    database.prepare()
    yield database
    database.close()


@pytest.fixture
def address(cleared_each_time: Database) -> str:
    """The address of an empty database of PostgreSQL."""
    # A tenth of the time of TRUNCATE, which makes a new file for every table and index.
    tables = reversed(Base.metadata.sorted_tables)
    with cleared_each_time.engine.begin() as connection:
        connection.execute(text("; ".join(f'DELETE FROM "{table.name}"' for table in tables)))
    url = cleared_each_time.engine.url.set(drivername="postgresql")
    return url.render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    """One browser for all tests of a worker: beside one that runs, no second can be started."""
    # Most workers of a quick run never need it.
    from tests.browser.serving import browsing

    with browsing() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """An empty database of either kind: every test that asks for it is run with both."""
    if request.param == "sqlite":
        return tmp_path / "data" / "matches.sqlite"
    address: str = request.getfixturevalue("address")
    return address
