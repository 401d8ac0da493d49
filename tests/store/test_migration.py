"""Migrations: up from the first release with its match intact, and by one process at a time."""

import shutil
import threading
from pathlib import Path
from typing import Final

import pytest

from tests.games.civil_war.arrange import entry
from tests.postgres import Postgres
from tracker.service import match_checks
from tracker.service.matches import Matches
from tracker.store.database import Database
from tracker.store.list_rows import ids_newest_first
from tracker.store.migration import TooNew, is_up_to_date

pytestmark = pytest.mark.usefixtures("as_shipped")

FIRST: Final = Path(__file__).parent / "first-release.sqlite"


def test_a_database_of_the_first_release_comes_up_with_its_match_intact(tmp_path: Path) -> None:
    """It holds the recorded match of four seats, with an amendment, an undo and a redo."""
    path = Path(shutil.copy(FIRST, tmp_path / "quartermaster.sqlite"))

    database = Database(path)
    matches = Matches(database)

    with database.reading() as session:
        (match_id,) = ids_newest_first(session)
    assert list(match_checks.check_matches(database)) == []
    sheet = matches.sheet(match_id)
    assert sheet.version == len(matches.entries(match_id)) + 2
    version = matches.undo(match_id, sheet.version, "undo", "tablet").version
    matches.redo(match_id, version, "redo", "tablet")
    assert matches.sheet(match_id).position == sheet.position
    matches.write(
        match_id, [entry("correct", seat=0, set={"points": 3}, reason="x")], "w", "tablet"
    )
    assert list(match_checks.check_matches(database)) == []
    database.close()


def test_processes_that_start_at_once_migrate_once(where: Path | str, postgres: Postgres) -> None:
    new = where if isinstance(where, Path) else postgres.new_database()
    databases = [Database(new) for _ in range(6)]
    starts = [threading.Thread(target=database.prepare) for database in databases]
    for start in starts:
        start.start()
    for start in starts:
        start.join()

    for database in databases:
        with database.engine.connect() as connection:
            assert is_up_to_date(connection)
        database.close()


def test_a_database_of_a_newer_release_is_left_alone(where: Path | str) -> None:
    database = Database(where)
    database.prepare()
    with database.engine.begin() as connection:
        old = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    newer = Database(where)
    try:
        with pytest.raises(TooNew):
            newer.prepare()
    finally:
        newer.close()
        with database.engine.begin() as connection:
            connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{old}'")
        database.close()
