"""Writes of several threads at once, which one commit makes durable."""

import threading
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
from tracker.store.sqlite import WriteSession, _CommitGroup

pytestmark = pytest.mark.usefixtures("as_shipped")

WRITERS: Final = 8
SECONDS: Final = 30
"""The longest that a thread is waited for."""


@pytest.fixture
def database(where: Path | str) -> Iterator[Database]:
    yield from opened(where)


@pytest.fixture
def on_sqlite(tmp_path: Path) -> Iterator[Database]:
    yield from opened(tmp_path / "matches.sqlite")


def opened(where: Path | str) -> Iterator[Database]:
    database = Database(where)
    with database.writing() as session:
        session.add(a_match())
    yield database
    database.close()


def write(database: Database, work: Callable[[Session], None]) -> None:
    with database.writing() as session:
        work(session)


def count_up(session: Session) -> None:
    session.get_one(MatchRow, "one", with_for_update=True).version += 1


def break_off(session: Session) -> None:
    count_up(session)
    session.flush()
    raise RuntimeError("the tablet fell off the table")


@contextmanager
def waiting(database: Database, *works: Callable[[Session], None]) -> Iterator[list[Future[None]]]:
    """Let these writes come while another is under way, which ends with the block."""
    with ThreadPoolExecutor(len(works)) as pool:
        writer = database._writer
        assert writer is not None
        with database.writing():
            writes = [pool.submit(write, database, work) for work in works]
            nobody = threading.Event()
            while len(writer._waiting) != len(works):
                nobody.wait(0.001)
            yield writes


def test_a_write_whose_session_cannot_be_closed_did_not_happen(
    on_sqlite: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_off_at_the_end(session: WriteSession) -> None:
        raise RuntimeError("at the end")

    with monkeypatch.context() as patch:
        patch.setattr(WriteSession, "close", break_off_at_the_end)
        with pytest.raises(RuntimeError, match="at the end"):
            write(on_sqlite, count_up)

    assert version_in(on_sqlite) == 0
    write(on_sqlite, count_up)
    assert version_in(on_sqlite) == 1


def test_eight_writers_of_whom_some_break_off_lose_nothing(database: Database) -> None:
    def write_four(number: int) -> None:
        for work in (count_up, count_up, break_off, count_up):
            try:
                write(database, work)
            except RuntimeError:
                assert work is break_off

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write_four, range(WRITERS)))

    assert version_in(database) == WRITERS * 3


def test_one_commit_makes_all_waiting_writes_durable(
    on_sqlite: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = on_sqlite._writer
    assert writer is not None
    commits, settle = [], writer._settle

    def settle_and_note(group: _CommitGroup) -> None:
        commits.append(group)
        settle(group)

    monkeypatch.setattr(writer, "_settle", settle_and_note)

    with waiting(on_sqlite, *[count_up] * WRITERS) as writes:
        pass

    assert [made.result(SECONDS) for made in writes] == [None] * WRITERS
    assert len(commits) == 1
    assert version_in(on_sqlite) == WRITERS


def test_a_waiting_write_that_breaks_off_takes_none_of_the_others_along(
    on_sqlite: Database,
) -> None:
    with waiting(on_sqlite, count_up, break_off, count_up) as writes:
        pass

    assert sorted(made.exception(SECONDS) is None for made in writes) == [False, True, True]
    assert version_in(on_sqlite) == 2


def test_waiting_writes_whose_commit_fails_have_all_not_happened(
    on_sqlite: Database, tmp_path: Path
) -> None:
    def gone(session: Session) -> None:
        delete(tmp_path / "matches.sqlite")

    with (
        pytest.raises(Unreachable),
        waiting(on_sqlite, count_up, gone, count_up) as writes,
    ):
        pass

    failures = [made.exception(SECONDS) for made in writes]
    assert [getattr(failure, "says", None) for failure in failures] == [REPLACED] * 3


def test_a_write_is_on_disk_when_it_ends_also_where_others_wait(
    where: Path | str, database: Database
) -> None:
    def set_to_hundred(session: Session) -> None:
        session.execute(text("UPDATE match SET version = 100"))

    other = Database(where)
    seen: list[int | None] = []

    def write_and_look(number: int) -> None:
        write(database, set_to_hundred)
        seen.append(version_in(other))

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write_and_look, range(WRITERS)))

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
