"""Writes that are functions: whichever thread comes first carries out all that are queued."""

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from tests.store.test_database import a_match, version_in
from tests.store.test_file import delete
from tracker.store.database import Database
from tracker.store.database_errors import REPLACED, Unreachable
from tracker.store.models import MatchRow
from tracker.store.sqlite import WriteSession
from tracker.store.sqlite_writer import Writer

pytestmark = pytest.mark.usefixtures("as_shipped")

WRITERS: Final = 8
SECONDS: Final = 30
"""The longest that a thread is waited for."""


@pytest.fixture
def database(where: Path | str) -> Iterator[Database]:
    opened = Database(where)
    opened.write(lambda session: session.add(a_match()))
    yield opened
    opened.close()


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Iterator[Database]:
    opened = Database(tmp_path / "matches.sqlite")
    opened.write(lambda session: session.add(a_match()))
    yield opened
    opened.close()


def count_up(session: Session) -> int:
    match = session.get_one(MatchRow, "one", with_for_update=True)
    match.version += 1
    return match.version


def break_off(session: Session) -> int:
    count_up(session)
    session.flush()
    raise RuntimeError("the tablet fell off the table")


@contextmanager
def queued(
    database: Database, *works: Callable[[Session], object]
) -> Iterator[list[Future[object]]]:
    """Let these writes come while another is under way; it ends with the block."""
    with ThreadPoolExecutor(len(works)) as pool:
        writer = database._writer
        assert writer is not None
        with database.writing():
            writes = []
            for number, work in enumerate(works):
                writes.append(pool.submit(database.write, work))
                # The first has gone to carry out what is queued, and waits for its turn.
                wait_until_queued(writer, number)
            yield writes


def wait_until_queued(writer: Writer, number: int) -> None:
    until = time.monotonic() + SECONDS
    while len(writer._queued) != number:
        assert time.monotonic() < until, f"not {number} are queued"
        time.sleep(0.001)


def test_a_write_returns_what_its_work_returns_once_it_is_there_for_others(
    where: Path | str, database: Database
) -> None:
    other = Database(where)

    assert database.write(count_up) == 1

    assert version_in(other) == 1
    other.close()


def test_a_write_that_breaks_off_did_not_happen_and_leaves_the_next_one_alone(
    database: Database,
) -> None:
    with pytest.raises(RuntimeError, match="fell off"):
        database.write(break_off)

    assert version_in(database) == 0
    assert database.write(count_up) == 1


def test_a_write_whose_session_cannot_be_closed_did_not_happen(
    on_sqlite: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(WriteSession, "close", break_off_at_the_end)
        with pytest.raises(RuntimeError, match="at the end"):
            on_sqlite.write(count_up)

    assert version_in(on_sqlite) == 0
    assert on_sqlite.write(count_up) == 1


def break_off_at_the_end(session: WriteSession) -> None:
    raise RuntimeError("at the end")


def test_eight_writers_of_whom_some_break_off_lose_nothing(database: Database) -> None:
    def write(number: int) -> None:
        for work in (count_up, count_up, break_off, count_up):
            try:
                database.write(work)
            except RuntimeError:
                assert work is break_off
            with database.writing() as session:
                count_up(session)

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))

    assert version_in(database) == WRITERS * 7


def test_one_thread_carries_out_all_writes_that_are_queued(on_sqlite: Database) -> None:
    def carrier(session: Session) -> int:
        count_up(session)
        return threading.get_ident()

    with queued(on_sqlite, *[carrier] * WRITERS) as writes:
        pass

    assert len({write.result(SECONDS) for write in writes}) == 1
    assert version_in(on_sqlite) == WRITERS


def test_a_queued_write_that_breaks_off_takes_none_of_the_others_along(on_sqlite: Database) -> None:
    with queued(on_sqlite, count_up, break_off, count_up) as writes:
        pass

    assert [write.exception(SECONDS) is None for write in writes] == [True, False, True]
    assert version_in(on_sqlite) == 2


def test_queued_writes_whose_commit_fails_have_all_not_happened(
    on_sqlite: Database, tmp_path: Path
) -> None:
    def gone(session: Session) -> None:
        delete(tmp_path / "matches.sqlite")

    with (
        pytest.raises(Unreachable),
        queued(on_sqlite, count_up, gone, count_up) as writes,
    ):
        pass

    failures = [write.exception(SECONDS) for write in writes]
    assert [getattr(failure, "says", None) for failure in failures] == [REPLACED] * 3


def test_a_write_is_on_disk_when_it_returns_also_where_others_wait(
    where: Path | str, database: Database
) -> None:
    def set_to_hundred(session: Session) -> None:
        session.execute(text("UPDATE match SET version = 100"))

    other = Database(where)
    seen: list[int | None] = []

    def write(number: int) -> None:
        database.write(set_to_hundred)
        seen.append(version_in(other))

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))

    assert seen == [100] * WRITERS
    other.close()


def test_nobody_leaves_a_commit_to_a_writer_that_may_give_up(on_sqlite: Database) -> None:
    """It may give up between the two, and the other would wait for a commit that nobody makes."""
    has_ended, waits = threading.Event(), threading.Event()

    def write_with_little_patience() -> bool:
        waits.set()
        with on_sqlite.writing(patience=4.0):
            return has_ended.wait(SECONDS)

    with ThreadPoolExecutor(1) as pool:
        with on_sqlite.writing() as session:
            impatient = pool.submit(write_with_little_patience)
            waits.wait(SECONDS)
            has_ended.wait(0.05)
            count_up(session)
        has_ended.set()
        assert impatient.result(SECONDS)

    assert version_in(on_sqlite) == 1
