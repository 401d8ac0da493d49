"""A match as it is loaded from the store: its title, set-up, position and entries."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy.orm import Session

from tracker.engine.history import NotThere, Step
from tracker.engine.refusal import Invalid
from tracker.engine.title import AnyTitle
from tracker.games.titles import TITLES
from tracker.service.position_cache import positions
from tracker.service.quarantine import what_can_be_read
from tracker.service.serialization import (
    SheetEntry,
    replayed,
    sheet_entry,
    unpack_entry,
    unpack_setup,
)
from tracker.service.write_errors import NoSuchMatch
from tracker.store import match_log
from tracker.store.match_log import MatchState, State
from tracker.store.models import EntryRow, MatchRow

MOST_DECIDED_AGAIN: Final = 2000
"""An amendment decides at most so many entries again; no evening at a table has as many."""
LARGEST: Final = 2**31 - 1
"""No match has so many entries, and a database looks for no larger number."""


def must_find(session: Session, match_id: str) -> MatchState:
    """Return the match's row; raise `NoSuchMatch` where there is none, or it was put away."""
    match = must_be_there(session, match_id)
    if match.put_away is not None:
        raise NoSuchMatch(match_id)
    return match


def must_be_there(session: Session, match_id: str) -> MatchState:
    """Return the match's row, also where it was put away; raise `NoSuchMatch`."""
    match = match_log.state_of(session, match_id)
    if match is None:
        raise NoSuchMatch(match_id)
    if match.trouble is not None:
        match.position = what_can_be_read(session, match)
    return match


def title_and_setup(match: MatchState) -> tuple[AnyTitle, Any]:
    return TITLES[match.title], unpack_setup(match.title, match.setup)


def position_of(match: MatchState) -> Any:
    return positions.unpacked(match)


def turned_entry(title: AnyTitle, match: MatchState) -> Any:
    """Return the entry that has shown something hidden and is still to be written, or None."""
    return unpack_entry(title, match.uncovered) if match.uncovered else None


def players_of(match: MatchState | MatchRow) -> tuple[str, ...]:
    """Return the players' names, by seat."""
    return TITLES[match.title].seats(unpack_setup(match.title, match.setup))


def must_count(session: Session, match_id: str, n: int) -> EntryRow:
    """Return the nth entry; raise `NotThere` where it does not count."""
    found = match_log.record(session, match_id, n) if 0 <= n <= LARGEST else None
    if found is None or found.state != State.LIVE:
        raise NotThere(f"There is no entry {n} that counts.")
    return found


def live_from(session: Session, match_id: str, n: int) -> Sequence[EntryRow]:
    """Return the entries that count from the nth on, in the order of play."""
    return match_log.live_from(session, match_id, must_count(session, match_id, n).place)


def steps_from(session: Session, match: MatchState, n: int) -> list[Step]:
    """Return the steps from the nth entry on."""
    title, setup = title_and_setup(match)
    place = must_count(session, match.id, n).place
    must_be_few_after(session, match.id, place)
    earlier = match_log.since_position(session, match.id, place)
    later = match_log.live_from(session, match.id, place)
    return replayed(title, setup, [*earlier, *later])[-len(later) :]


def must_be_few_after(session: Session, match_id: str, place: int) -> None:
    """Raise `Invalid` where an amendment would decide so much again that other tables wait."""
    if match_log.number_from(session, match_id, place) > MOST_DECIDED_AGAIN:
        raise Invalid(
            "entry",
            "more than {most} entries follow this one; enter a correction instead",
            most=MOST_DECIDED_AGAIN,
        )


def written_by(session: Session, match: MatchState, write_id: str) -> list[SheetEntry]:
    """Return the entries that this write has already made; none where it was not sent yet."""
    title, setup = title_and_setup(match)
    made = match_log.written_by(session, match.id, write_id)
    return [sheet_entry(title, setup, position_of(match), record) for record in made]
