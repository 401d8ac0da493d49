"""The log: entries in the order of play, what happened to them, and nothing deleted."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.orm import Session

from tests.store.test_database import a_match
from tracker.store import match_log
from tracker.store.database import Database
from tracker.store.match_log import ChangeKind, MatchState, State
from tracker.store.models import ChangeRow, EntryRow


@pytest.fixture
def session(where: Path | str) -> Iterator[Session]:
    """A session with one empty match in it."""
    database = Database(where)
    with database.writing() as opened:
        opened.add(a_match())
        opened.flush()
        yield opened
    database.close()


def the_match(session: Session, match_id: str = "one") -> MatchState:
    match = match_log.state_to_write(session, match_id)
    assert match is not None
    return match


def wrote(
    session: Session,
    n: int,
    state: State = State.LIVE,
    *,
    place: int | None = None,
    month: int = 1,
    values: str = "[0, 0]",
) -> EntryRow:
    """An entry in the log, as it is."""
    new = EntryRow(match_id="one", n=n, place=n if place is None else place, state=state)
    new.at, new.by, new.entry, new.facts = "now", "tablet", b"{}", b"[]"
    new.round, new.track_values = month, values
    session.add(new)
    session.flush()
    return new


def numbers(found: object) -> list[int]:
    assert isinstance(found, list | tuple)
    return [row.n for row in found]


def test_there_is_no_match_that_was_not_made(session: Session) -> None:
    assert match_log.state_of(session, "two") is None
    assert match_log.state_to_write(session, "two") is None


def test_what_a_write_changes_of_a_match_is_saved(session: Session) -> None:
    match = the_match(session)
    match.changed, match.version, match.written = "2", 7, 5
    match.position, match.is_over, match.uncovered = b"{}", True, b"[]"

    match_log.save(session, match)

    assert match_log.state_of(session, "one") == match


def test_entries_are_read_in_the_order_of_play(session: Session) -> None:
    for n in (2, 0, 1):
        wrote(session, n)

    assert numbers(match_log.records(session, "one")) == [0, 1, 2]


def test_an_amended_entrys_successor_is_read_in_its_place(session: Session) -> None:
    wrote(session, 0)
    wrote(session, 1, State.CROSSED)
    wrote(session, 2)
    wrote(session, 3, place=1)

    assert numbers(match_log.records(session, "one")) == [0, 1, 3, 2]
    assert numbers(match_log.records(session, "one", State.LIVE)) == [0, 3, 2]


def test_undo_takes_the_last_that_counts_and_redo_the_first_that_was_taken_back(
    session: Session,
) -> None:
    wrote(session, 0)
    wrote(session, 1)
    wrote(session, 2, State.UNDONE)
    wrote(session, 3, State.UNDONE)
    wrote(session, 4, State.CROSSED)

    last, first = match_log.last_live(session, "one"), match_log.first_undone(session, "one")

    assert last is not None
    assert first is not None
    assert (last.n, first.n) == (1, 2)


def test_an_empty_sheet_has_nothing_to_undo_or_redo(session: Session) -> None:
    assert match_log.last_live(session, "one") is None
    assert match_log.first_undone(session, "one") is None


def test_a_new_entry_crosses_out_what_was_undone_and_deletes_nothing(session: Session) -> None:
    wrote(session, 0, State.UNDONE)
    new = {"match_id": "one", "n": 1, "place": 1, "state": "live", "at": "", "by": "", "round": 1}
    written = {
        "entry": b"{}",
        "facts": b"[]",
        "track_values": "[]",
        "amended_by": None,
        "position": None,
    }
    session.expunge_all()

    match_log.forget_undone(session, "one")
    match_log.append(session, the_match(session), {**new, **written})

    states = [(record.n, record.state) for record in match_log.records(session, "one")]
    assert states == [(0, State.CROSSED), (1, State.LIVE)]


def test_a_crossed_out_entry_names_its_replacement(session: Session) -> None:
    old = wrote(session, 0)

    match_log.cross_out([old], amended_by=5)

    assert (old.state, old.amended_by) == (State.CROSSED, 5)


def test_an_entry_is_found_by_its_number(session: Session) -> None:
    old = wrote(session, 7)

    assert match_log.record(session, "one", 7) is old
    assert match_log.record(session, "one", 8) is None


def test_each_round_ends_with_the_numbers_of_its_last_entry_that_counts(session: Session) -> None:
    wrote(session, 0, month=1, values="[1, 0]")
    wrote(session, 1, month=1, values="[2, 0]")
    wrote(session, 2, State.CROSSED, month=1, values="[9, 9]")
    wrote(session, 3, month=2, values="[3, 4]")
    wrote(session, 4, State.UNDONE, month=3, values="[9, 9]")

    assert [match_log.round_end(session, "one", month) for month in (1, 2, 3)] == [
        "[2, 0]",
        "[3, 4]",
        None,
    ]


def test_a_position_that_was_kept_is_where_the_entries_after_it_begin(session: Session) -> None:
    for n in range(6):
        wrote(session, n).position = b"{}" if n in (1, 3) else None
    wrote(session, 6, State.CROSSED).position = b"{}"

    assert numbers(match_log.since_position(session, "one", 5)) == [3, 4]
    assert numbers(match_log.since_position(session, "one", 3)) == [1, 2]
    assert numbers(match_log.since_position(session, "one", 1)) == [0]
    assert numbers(match_log.live_from(session, "one", 4)) == [4, 5]


def add_change(
    session: Session, match: MatchState, kind: ChangeKind, n: int, write_id: str, by: str
) -> None:
    match.version += 1
    match_log.add_change(session, match, kind, n, write_id, by)


def test_every_act_makes_a_version_and_is_found_by_its_write(session: Session) -> None:
    match = the_match(session)

    add_change(session, match, ChangeKind.WRITE, 0, "first", "tablet")
    add_change(session, match, ChangeKind.UNDO, 0, "second", "phone")

    change = session.get_one(ChangeRow, ("one", 2))
    assert (change.write_id, change.kind, change.n, change.by) == (
        "second",
        ChangeKind.UNDO,
        0,
        "phone",
    )
    add_change(session, match, ChangeKind.ASK, 4, "third.0", "phone")
    assert match_log.change_of(session, "one", "third") == (3, ChangeKind.ASK, 4, "phone")
    assert match_log.change_of(session, "one", "fourth") is None


def test_the_same_write_cannot_be_noted_twice(session: Session) -> None:
    match = the_match(session)
    add_change(session, match, ChangeKind.WRITE, 0, "first", "tablet")

    with pytest.raises((sqlite3.IntegrityError, psycopg.IntegrityError)), session.begin_nested():
        add_change(session, match, ChangeKind.WRITE, 1, "first", "tablet")


def test_two_matches_may_have_writes_of_the_same_name(session: Session) -> None:
    session.add(a_match("two"))

    for match_id in ("one", "two"):
        add_change(session, the_match(session, match_id), ChangeKind.WRITE, 0, "first.0", "tablet")

    assert match_log.change_of(session, "two", "first") == (1, ChangeKind.WRITE, 0, "tablet")
