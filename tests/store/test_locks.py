"""Locks of PostgreSQL that somebody holds: how long they are waited for, and what is said then."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import text

from tests.postgres import Postgres
from tests.processes import PATIENCE_SECONDS
from tests.queueing import A_MATCH, at_once, wait_for
from tests.toy.arrange import ANNA, TOY, entry, setup
from tracker.service.matches import Matches
from tracker.store import copying, match_log
from tracker.store.database import Database
from tracker.store.database_errors import LOCKED, Unreachable
from tracker.store.postgres import MIGRATING

pytestmark = pytest.mark.usefixtures("toy")
WALKS = entry("walk", seat=ANNA, steps=1)


def with_option(address: str, option: str) -> str:
    return f"{address}&options=-c%20{option}"


def test_locks_and_broken_off_writes_are_waited_for_some_seconds(address: str) -> None:
    database = Database(address)
    with database.reading() as session:
        shown = [
            session.scalar(text(f"SHOW {name}"))
            for name in ("lock_timeout", "idle_in_transaction_session_timeout")
        ]
    database.close()

    assert shown == ["5s", "30s"]


def test_a_write_behind_a_lock_that_stays_says_so_and_can_be_sent_again(address: str) -> None:
    database = Database(with_option(address, "lock_timeout=100ms"))
    matches = Matches(database)
    match_id = matches.make(TOY.NAME, setup(), "Friday", "tablet")

    with psycopg.connect(address) as holder:
        holder.execute(A_MATCH.encode())
        with pytest.raises(Unreachable) as told:
            matches.write(match_id, [WALKS], "tap", "tablet")
        assert matches.sheet(match_id).version == 0

    assert told.value.says == LOCKED
    assert matches.write(match_id, [WALKS], "tap", "tablet").version == 1
    database.close()


def test_a_process_that_stops_in_the_middle_of_a_write_lets_the_others_on(address: str) -> None:
    # A second, which is longer than a busy machine takes from statement to statement.
    stopping = Database(with_option(address, "idle_in_transaction_session_timeout=1s"))
    stopping.prepare()
    other = Database(address)
    matches = Matches(other)
    match_id = matches.make(TOY.NAME, setup(), "Friday", "tablet")

    def stop_while_another_writes() -> None:
        with stopping.writing() as session:
            match_log.state_to_write(session, match_id)
            matches.write(match_id, [WALKS], "tap", "tablet")

    with pytest.raises(Unreachable):
        stop_while_another_writes()

    assert matches.sheet(match_id).version == 1
    stopping.close()
    other.close()


def test_a_process_waits_for_the_one_that_migrates_however_long_it_takes(
    postgres: Postgres,
) -> None:
    address = postgres.new_database()
    database = Database(with_option(address, "lock_timeout=50ms"))
    with ThreadPoolExecutor(1) as pool, psycopg.connect(address) as holder:
        holder.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
        preparing = pool.submit(database.prepare)
        wait_for(address, [preparing], seconds=0.3)
        holder.rollback()
        preparing.result(timeout=PATIENCE_SECONDS)

    database.must_answer()
    database.close()


def test_a_backup_is_brought_back_between_writes_and_not_among_them(
    address: str, tmp_path: Path
) -> None:
    database = Database(address)
    matches = Matches(database)
    match_id = matches.make(TOY.NAME, setup(), "Friday", "tablet")
    copying.back_up(database, tmp_path / "copy.sqlite")

    written, _, again = at_once(
        address,
        A_MATCH,
        [
            lambda: matches.write(match_id, [WALKS], "before", "tablet"),
            lambda: copying.restore(database, tmp_path / "copy.sqlite", tmp_path / "old.sqlite"),
            lambda: matches.write(match_id, [WALKS], "after", "tablet"),
        ],
    )

    assert (written.version, again.version) == (1, 1)
    assert [written.entry for written in matches.entries(match_id)] == [WALKS]
    database.close()
