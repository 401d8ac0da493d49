"""Open connections are noticed, as Python 3.13 warns of them, whichever Python runs the tests."""

import gc
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tracker.store.database import Database
from tracker.store.models import MatchRow

pytestmark = pytest.mark.slow  # the garbage of a whole run of tests is collected each time


def open_and_forget() -> None:
    sqlite3.connect(":memory:")
    gc.collect()


def test_a_connection_that_is_not_closed_is_warned_of() -> None:
    with pytest.warns(ResourceWarning, match="unclosed database"):
        open_and_forget()


def test_a_connection_that_is_closed_is_not_warned_of(
    recwarn: pytest.WarningsRecorder,
) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("SELECT 1")
    del connection
    gc.collect()

    assert recwarn.list == []


def test_an_option_of_a_connection_without_its_name_is_an_error() -> None:
    with pytest.raises((TypeError, DeprecationWarning)):
        sqlite3.connect(":memory:", 5.0)


def test_a_connection_that_was_lent_when_the_database_was_closed_is_closed_when_it_comes_back(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    database = Database(tmp_path / "matches.sqlite")
    with database.reading() as session:
        session.get(MatchRow, "nowhere")
        database.close()
    del session
    gc.collect()

    assert recwarn.list == []
