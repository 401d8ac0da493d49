"""Checking what is kept: is every match the sum of its lines, and what would today's rules say?"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.refusal import Refused
from tracker.games.titles import TITLES
from tracker.service.match import UNREADABLE, unpack_entry, unpack_facts, unpack_setup
from tracker.store import match_log
from tracker.store.database import Database
from tracker.store.match_log import MatchState, State
from tracker.store.models import EntryRow


class Trouble(Struct, frozen=True):
    """An error that a check found."""

    match_id: str
    says: str

    def __str__(self) -> str:
        return f"{self.match_id}: {self.says}" if self.match_id else self.says

    @property
    def in_the_log(self) -> str:
        """Without the whole of what is a key to the match."""
        return f"Match {self.match_id[:4]}…: {self.says}" if self.match_id else self.says


def integrity(database: Database) -> list[Trouble]:
    """Return what the database itself finds wrong with its file."""
    return [
        Trouble("", f"the database is damaged: {complaint}") for complaint in database.complaints()
    ]


def check_matches(
    database: Database, *, running_only: bool = False, rest: Callable[[], None] = lambda: None
) -> Iterator[Trouble]:
    """Check every match, the newest first; what is wrong is put into quarantine, and told.

    A match that was in quarantine and is right again is let out. `rest` is called after each.
    """
    with database.reading() as session:
        ids = match_log.ids_newest_first(session, running_only=running_only)
    for match_id in ids:
        found = check_match(database, match_id)
        if found is not None:
            yield Trouble(match_id, found)
        rest()


def check_match(database: Database, match_id: str) -> str | None:
    """Return what is wrong with the match, which is then in quarantine; None if nothing is."""
    with database.reading() as session:
        match = match_log.state_of(session, match_id)
        if match is None:
            return None
        wrong = why_wrong(session, match)
    if wrong != match.trouble:
        with database.writing() as session:
            now = match_log.state_to_write(session, match_id)
            if now is not None and now.version == match.version:
                match_log.set_trouble(session, match_id, wrong)
    return wrong


def why_wrong(session: Session, match: MatchState) -> str | None:
    """The first thing in which a match is not as it should be."""
    records = match_log.records(session, match.id)
    try:
        return (
            _why_numbers_are_wrong(session, match, records)
            or _why_position_is_wrong(match, records)
            or _why_end_is_wrong(match)
        )
    except UNREADABLE as error:
        return f"it cannot be read: {error!r}"


def _why_numbers_are_wrong(
    session: Session, match: MatchState, records: Sequence[EntryRow]
) -> str | None:
    if sorted(record.n for record in records) != list(range(match.written)):
        return f"{match.written} entries were written, and {len(records)} are there"
    changes = match_log.number_of_changes(session, match.id)
    if changes != match.version:
        return f"it has version {match.version} after {changes} changes"
    return None


def _why_position_is_wrong(match: MatchState, records: Sequence[EntryRow]) -> str | None:
    """The position is the sum of the lines; so is each that is kept on the way."""
    title = TITLES[match.title]
    setup = unpack_setup(match.title, match.setup)
    position = title.start(setup).position
    for record in records:
        if record.state == State.LIVE:
            position = title.apply(position, unpack_facts(title, record.facts))
            if record.position is not None and title.unpack(setup, record.position) != position:
                return f"the position kept with entry {record.n} is not the sum of the lines"
    if title.unpack(setup, match.position) != position:
        return "its position is not the sum of its lines"
    broken = title.invariants(position)
    return f"its position cannot be: {broken[0]}" if broken else None


def _why_end_is_wrong(match: MatchState) -> str | None:
    title = TITLES[match.title]
    position = title.unpack(unpack_setup(match.title, match.setup), match.position)
    if match.is_over != (title.outcome(position) is not None):
        return "it is listed as running, and over" if not match.is_over else "it is listed as over"
    return None


def decided_otherwise(database: Database) -> Iterator[Trouble]:
    """Return the entries that today's rules would decide otherwise than those of their day did."""
    with database.reading() as session:
        ids = match_log.ids_newest_first(session)
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
