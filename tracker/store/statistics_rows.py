"""The rows that statistics read."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import Boolean, Select, bindparam, func, select
from sqlalchemy.orm import Session

from tracker.store.devices import Right
from tracker.store.models import Device, Match, Result, Seat
from tracker.store.statements import Statement

Stamp = tuple[Any, ...]


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


def _seen(chosen: Select[Any]) -> Select[Any]:
    """Return the question for the matches that a device can see."""
    return chosen.where(
        Device.id == bindparam("device"),
        Device.right != Right.REMOVED.value,
        Match.put_away.is_(None),
    )


def _of_device(*columns: Any) -> Select[Any]:
    chosen = select(*columns).select_from(Device).join(Match, Match.id == Device.match_id)
    return _seen(chosen)


# The end of an index is looked at, however many matches there are.
_newest: Final = Statement(
    select(func.max(Match.changed)).where(Match.is_over == bindparam("is_over", type_=Boolean))
)
# A match that is written on, goes on again, is put away or brought back changes one of these.
_whole: Final = Statement(
    _of_device(
        func.count(),
        func.max(Match.changed),
        func.sum(Match.version),
        func.min(Match.id),
        func.max(Match.id),
    ).where(Match.is_over)
)
_matches: Final = Statement(
    _of_device(
        Result.match_id,
        Result.title,
        Result.ended,
        Result.seats,
        Result.seconds,
        Result.reason,
        Result.rounds,
        Result.counts,
    )
    .join(Result, Result.match_id == Match.id)
    .order_by(Result.ended, Result.match_id)
)
_seats: Final = Statement(
    _of_device(*(getattr(Seat, name) for name in PlayedSeat._fields))
    .join(Seat, Seat.match_id == Match.id)
    .where(Seat.rank.is_not(None))
)


def quick_stamp(session: Session) -> Stamp:
    """Return what changes when anybody writes on a match, at little cost."""
    return tuple(_newest.row(session, is_over=is_over) for is_over in (True, False))


def whole_stamp(session: Session, device: str) -> Stamp:
    """Return what changes when anything does that the device's statistics are made of."""
    return tuple(_whole.row(session, device=device) or ())


def matches(session: Session, device: str) -> Sequence[PlayedMatch]:
    """Return the device's matches that are over, the earliest first."""
    return [PlayedMatch(*row) for row in _matches.rows(session, device=device)]


def seats(session: Session, device: str) -> Sequence[PlayedSeat]:
    """Return the seats of the device's matches that are over."""
    return [PlayedSeat(*row) for row in _seats.rows(session, device=device)]
