"""The rows that statistics read: all that a device can see, or what has changed of it since."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Boolean, Select, bindparam, exists, func, select
from sqlalchemy.orm import Session

from tracker.store.devices import ListState, Right
from tracker.store.models import DeviceRow, MatchRow, ResultRow, SeatRow
from tracker.store.statements import Statement


class PlayedSeat(NamedTuple):
    """A seat of a match that is over."""

    match_id: str
    seat: int
    name: str
    key: str
    role: str | None
    side: str | None
    points: int | None
    won: bool
    counts: str | None


class PlayedMatch(NamedTuple):
    """A match that is over; its seats are read beside it."""

    match_id: str
    title: str
    ended: str
    size: int
    seconds: int
    reason: str
    rounds: str
    counts: str


def _seen(*columns: Any) -> Select[*tuple[Any, ...]]:
    """Return the question for the matches that are over and that a device can see."""
    return (
        select(*columns)
        .select_from(DeviceRow)
        .where(
            DeviceRow.id == bindparam("device"),
            DeviceRow.state == ListState.OVER.value,
            DeviceRow.right != Right.REMOVED.value,
        )
    )


_matches = (
    _seen(
        ResultRow.match_id,
        ResultRow.title,
        ResultRow.ended,
        ResultRow.seats,
        ResultRow.seconds,
        ResultRow.reason,
        ResultRow.rounds,
        ResultRow.counts,
    )
    .join(ResultRow, ResultRow.match_id == DeviceRow.match_id)
    .order_by(ResultRow.ended, ResultRow.match_id)
)
_seats = (
    _seen(*(getattr(SeatRow, name) for name in PlayedSeat._fields))
    .join(SeatRow, SeatRow.match_id == DeviceRow.match_id)
    .where(SeatRow.rank.is_not(None))
    .order_by(SeatRow.match_id, SeatRow.seat)
)
_this = DeviceRow.match_id == bindparam("of")
_all_matches: Final = Statement(_matches)
_one_match: Final = Statement(_matches.where(_this))
_all_seats: Final = Statement(_seats)
_seats_of_match: Final = Statement(_seats.where(_this))
_number: Final = Statement(_seen(func.count()))
# By the time of change first: few matches were changed since, and a device may have many.
_at_match = exists().where(DeviceRow.match_id == MatchRow.id, DeviceRow.id == bindparam("device"))
_changed: Final = Statement(
    select(MatchRow.id).where(
        MatchRow.is_over == bindparam("is_over", type_=Boolean),
        MatchRow.changed >= bindparam("since"),
        _at_match,
    )
)
_joined: Final = Statement(
    select(DeviceRow.match_id).where(
        DeviceRow.id == bindparam("device"), DeviceRow.joined >= bindparam("since")
    )
)


def number_of_matches(session: Session, device: str) -> int:
    """Return how many matches that are over the device can see; only an index is read."""
    found = _number.row(session, device=device)
    return int(found[0]) if found else 0


def changed_since(session: Session, device: str, since: str) -> set[str]:
    """Return the device's matches that were changed, or that it came to, since then."""
    rows = [
        *_changed.rows(session, device=device, is_over=True, since=since),
        *_changed.rows(session, device=device, is_over=False, since=since),
        *_joined.rows(session, device=device, since=since),
    ]
    return {row[0] for row in rows}


def matches(session: Session, device: str) -> Sequence[PlayedMatch]:
    """Return the device's matches that are over, the earliest first."""
    return [PlayedMatch(*row) for row in _all_matches.rows(session, device=device)]


def seats(session: Session, device: str) -> Iterator[PlayedSeat]:
    """Yield the seats of the device's matches that are over, by match."""
    return (PlayedSeat(*row) for row in _all_seats.rows(session, device=device))


def match(session: Session, device: str, match_id: str) -> PlayedMatch | None:
    """Return a match if it is over and the device can see it."""
    found = _one_match.row(session, device=device, of=match_id)
    return None if found is None else PlayedMatch(*found)


def seats_of_match(session: Session, device: str, match_id: str) -> list[PlayedSeat]:
    rows = _seats_of_match.rows(session, device=device, of=match_id)
    return [PlayedSeat(*row) for row in rows]
