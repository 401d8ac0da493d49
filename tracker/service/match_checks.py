"""Checking what is kept: is every match as it was written, and what would today's rules say?"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.refusal import Refused
from tracker.games.titles import TITLES
from tracker.service import derived_rows
from tracker.service.column_checks import must_be_readable
from tracker.service.match import UNREADABLE, unpack_entry, unpack_facts, unpack_setup
from tracker.store import list_rows, match_log, other_rows, sealing
from tracker.store.database import Database
from tracker.store.match_log import MatchState, State
from tracker.store.models import EntryRow
from tracker.store.sealing import Row, StoredMatch

LET_OUT: Final = "it was read-only because of an error, and is right again"


class Trouble(Struct, frozen=True):
    """An error that a check found."""

    match_id: str
    says: str
    is_quarantined: bool = False
    """True where nothing more is written on the match."""

    def __str__(self) -> str:
        return f"{self.match_id}: {self.says}" if self.match_id else self.says

    @property
    def in_the_log(self) -> str:
        """Without the whole of what is a key to the match."""
        says = f"{self.says}; nothing more is written on it" if self.is_quarantined else self.says
        return f"Match {self.match_id[:4]}…: {says}" if self.match_id else says


def integrity(database: Database) -> list[Trouble]:
    """Return what the database itself finds wrong with its file."""
    return [
        Trouble("", f"the database is damaged: {complaint}") for complaint in database.complaints()
    ]


def check_all(database: Database, *, repair: bool = False) -> Iterator[Trouble]:
    """Check the database itself, then every match and everything beside them."""
    database.read_with_gaps()
    yield from integrity(database)
    yield from check_matches(database, repair=repair)
    yield from check_other_rows(database)


def check_other_rows(database: Database) -> Iterator[Trouble]:
    """Yield what is wrong in the rows that belong to no match; those without a hash get theirs."""
    yield from (Trouble("", says) for says in other_rows.differences(database))
    other_rows.seal(database)


def check_matches(
    database: Database,
    *,
    running_only: bool = False,
    repair: bool = False,
    rest: Callable[[], None] = lambda: None,
) -> Iterator[Trouble]:
    """Check every match, the newest first; what is wrong is put into quarantine, and told.

    A match that was in quarantine and is right again is let out. With `repair` rows that follow
    from a match are made anew where they are wrong. `rest` is called after each match.
    """
    with database.reading() as session:
        ids = list_rows.ids_newest_first(session, running_only=running_only)
    for match_id in ids:
        yield from check(database, match_id, repair=repair)
        rest()


def check(database: Database, match_id: str, *, repair: bool = False) -> list[Trouble]:
    """Check a match as `check_matches` does; return what is wrong with it."""
    wrong, stored = _checked(database, match_id)
    if wrong is not None:
        return [Trouble(match_id, wrong, is_quarantined=True)]
    if stored is None:
        return []
    let_out = [Trouble(match_id, LET_OUT)] if stored.row["trouble"] is not None else []
    try:
        with database.reading() as session:
            differences = list(derived_rows.differences(session, stored))
    except UNREADABLE as error:
        return [*let_out, Trouble(match_id, f"what follows from it cannot be reckoned: {error!r}")]
    found = [Trouble(match_id, says) for says in differences]
    if found and repair:
        _change_if_the_same(database, stored, lambda session: derived_rows.repair(session, stored))
    return let_out + found


def check_match(database: Database, match_id: str) -> str | None:
    """Return what is wrong with the match, which is then in quarantine; None if nothing is."""
    return _checked(database, match_id)[0]


def _checked(database: Database, match_id: str) -> tuple[str | None, StoredMatch | None]:
    """Check a match but for what follows from it; put it into quarantine, or let it out."""
    with database.reading() as session:
        stored = sealing.stored_match(session, match_id)
    if stored is None:
        return None, None
    wrong = why_wrong(stored)
    if wrong != stored.row["trouble"]:
        _change_if_the_same(
            database, stored, lambda session: sealing.set_trouble(session, match_id, wrong)
        )
    if wrong is None and stored.is_to_be_sealed:
        _change_if_the_same(database, stored, lambda session: sealing.seal(session, match_id))
    return wrong, stored


def _change_if_the_same(
    database: Database, stored: StoredMatch, change: Callable[[Session], None]
) -> None:
    """Change rows of a match, unless somebody has written on it since it was read."""
    with database.writing() as session:
        now = match_log.state_to_write(session, stored.row["id"])
        if now is not None and now.version == stored.row["version"]:
            change(session)


def why_wrong(match: StoredMatch) -> str | None:
    """Return the first thing in which a match is not as it should be."""
    try:
        wrong = (
            _why_numbers_are_wrong(match)
            or _why_position_is_wrong(match)
            or _why_end_is_wrong(match)
        )
        if wrong is None:
            must_be_readable(match)
            if not match.is_to_be_sealed:
                wrong = next(sealing.differences(match), None)
    except UNREADABLE as error:
        return f"it cannot be read: {error!r}"
    return wrong


def _why_numbers_are_wrong(match: StoredMatch) -> str | None:
    entries, changes = match.rows["entry"], match.rows["act"]
    written, version = match.row["written"], match.row["version"]
    if [row["n"] for row in entries] != list(range(len(entries))) or len(entries) != written:
        return f"{written} entries were written, and {len(entries)} are there"
    versions = [row["version"] for row in changes]
    number = len(versions) if not versions or versions[-1] == len(versions) else -1
    if number != version:
        return f"it has version {version} after {number} changes"
    return None


def _why_position_is_wrong(match: StoredMatch) -> str | None:
    """The position is the sum of the lines; so is each that is kept on the way."""
    title = TITLES[match.row["title"]]
    setup = unpack_setup(title.NAME, match.row["setup"])
    position = title.start(setup).position
    for row in sorted(match.rows["entry"], key=_in_order_of_play):
        if row["state"] == State.LIVE:
            position = title.apply(position, unpack_facts(title, row["facts"]))
            kept = row["position"]
            if kept is not None and title.unpack(setup, kept) != position:
                return f"the position kept with entry {row['n']} is not the sum of the lines"
    if title.unpack(setup, match.row["position"]) != position:
        return "its position is not the sum of its lines"
    broken = title.invariants(position)
    return f"its position cannot be: {broken[0]}" if broken else None


def _in_order_of_play(row: Row) -> tuple[int, int]:
    return row["place"], row["n"]


def _why_end_is_wrong(match: StoredMatch) -> str | None:
    title = TITLES[match.row["title"]]
    position = title.unpack(unpack_setup(title.NAME, match.row["setup"]), match.row["position"])
    is_over = bool(match.row["is_over"])
    if is_over != (title.outcome(position) is not None):
        return "it is listed as running, and over" if not is_over else "it is listed as over"
    return None


def decided_otherwise(database: Database) -> Iterator[Trouble]:
    """Return the entries that today's rules would decide otherwise than those of their day did."""
    with database.reading() as session:
        ids = list_rows.ids_newest_first(session)
    for match_id in ids:
        with database.reading() as session:
            match = match_log.state_of(session, match_id)
            records = match_log.records(session, match_id, State.LIVE)
        if match is not None:
            yield from _otherwise(match, records)


def _otherwise(match: MatchState, records: Sequence[EntryRow]) -> Iterator[Trouble]:
    title = TITLES[match.title]
    position: Any = title.start(unpack_setup(match.title, match.setup)).position
    for record in records:
        entry, facts = unpack_entry(title, record.entry), unpack_facts(title, record.facts)
        try:
            if title.decide(position, entry).facts != facts:
                yield Trouble(match.id, f"entry {record.n} would do something else today")
        except Refused as refused:
            yield Trouble(match.id, f"entry {record.n} would be refused today: {refused.message}")
        position = title.apply(position, facts)
