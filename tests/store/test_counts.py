"""Counts of an hour or a day: each for itself, and forgotten in time."""

from pathlib import Path

from sqlalchemy import text

from tracker.store import counts
from tracker.store.database import Database


def test_counts_are_separate_and_forgotten_in_time(where: Path | str) -> None:
    database = Database(where)
    with database.writing() as session:
        assert [counts.count(session, "code:one", 3600) for _ in range(3)] == [1, 2, 3]
        counts.count(session, "code:one", 7200)
        counts.count(session, "code:two", 3600, by=5)

        assert counts.counted(session, "code:one", 7200) == 1
        counts.forget_old(session, 7200 + counts.KEPT_SECONDS)
        assert counts.counted(session, "code:one", 0) == 1
        assert counts.counted(session, "code:two", 0) == 0
        counts.forget_beginning_with(session, "code:")
        assert counts.counted(session, "code:one", 0) == 0
    database.close()


def test_old_counts_are_found_by_an_index(tmp_path: Path) -> None:
    database = Database(tmp_path / "matches.sqlite")
    with database.reading() as session:
        plan = session.execute(text("EXPLAIN QUERY PLAN DELETE FROM guess WHERE since < 1")).all()
    database.close()

    assert "ix_guess_since" in str(plan)
