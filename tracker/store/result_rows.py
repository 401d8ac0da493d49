"""The seats of every match, and the results of those that are over."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import Table, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from tracker.store.match_log import State, StoredEntry
from tracker.store.models import EntryRow, MatchRow, ResultRow, SeatRow
from tracker.store.row_hashes import hash_of
from tracker.store.statements import Statement

_seats: Final[Table] = SeatRow.metadata.tables["seat"]
_results: Final[Table] = ResultRow.metadata.tables["result"]
_entries: Final[Table] = EntryRow.metadata.tables["entry"]
OF_A_RESULT: Final = ("role", "side", "points", "rank", "won", "counts")
"""The columns that a seat has only while its match is over."""

_seating = Statement(insert(_seats).values({c.name: bindparam(c.name) for c in _seats.columns}))
_adding = Statement(insert(_results))
_deleting = Statement(delete(_results).where(_results.c.match_id == bindparam("of")))
_rating = Statement(
    update(_seats)
    .where(_seats.c.match_id == bindparam("of"), _seats.c.seat == bindparam("number"))
    .values({name: bindparam(f"new_{name}") for name in OF_A_RESULT})
)
_renaming = Statement(
    update(_seats)
    .where(_seats.c.match_id == bindparam("of"), _seats.c.seat == bindparam("number"))
    .values(name=bindparam("new_name"), key=bindparam("new_key"))
)
_played = Statement(
    select(*(_entries.c[name] for name in StoredEntry.__slots__))
    .where(_entries.c.match_id == bindparam("of"), _entries.c.state == State.LIVE.value)
    .order_by(_entries.c.place)
)


def key_of(name: str) -> str:
    """Return what tells whether two names are the same person's."""
    return name.casefold()


def add_seats(session: Session, match_id: str, names: Iterable[str]) -> None:
    """Write down who plays a new match."""
    nothing = dict.fromkeys(OF_A_RESULT)
    for seat, name in enumerate(names):
        _seating.run(session, match_id=match_id, seat=seat, name=name, key=key_of(name), **nothing)


def rename(session: Session, match_id: str, names: Sequence[str]) -> None:
    """Write down who has the seats now."""
    for seat, name in enumerate(names):
        _renaming.run(session, of=match_id, number=seat, new_name=name, new_key=key_of(name))


def played(session: Session, match_id: str) -> Sequence[StoredEntry]:
    """Return the entries that count, in the order of play."""
    return [StoredEntry(*row) for row in _played.rows(session, of=match_id)]


def put(session: Session, result: dict[str, Any], seats: Sequence[dict[str, Any]]) -> None:
    """Store a result in place of the one that was there, if any."""
    match_id = result["match_id"]
    _deleting.run(session, of=match_id)
    new = {"analysis": None, **result}
    _adding.run(session, **new, hash=hash_of("result", new))
    for number, seat in enumerate(seats):
        _rate(session, match_id, number, seat)


def put_analysis(session: Session, match_id: str, analysis: str) -> None:
    """Store the analysis of the match; it is deleted with the result."""
    result = result_of(session, match_id)
    if result is not None:
        result.analysis = analysis


def remove(session: Session, match_id: str) -> None:
    """Remove the result of a match that goes on again."""
    _deleting.run(session, of=match_id)
    numbers = select(_seats.c.seat).where(_seats.c.match_id == match_id)
    for number in session.scalars(numbers).all():
        _rate(session, match_id, number, dict.fromkeys(OF_A_RESULT))


def _rate(session: Session, match_id: str, number: int, seat: dict[str, Any]) -> None:
    new = {f"new_{name}": seat[name] for name in OF_A_RESULT}
    _rating.run(session, of=match_id, number=number, **new)


def result_of(session: Session, match_id: str) -> ResultRow | None:
    return session.get(ResultRow, match_id)


def seats_of(session: Session, match_id: str) -> Sequence[SeatRow]:
    chosen = select(SeatRow).where(SeatRow.match_id == match_id).order_by(SeatRow.seat)
    return session.scalars(chosen).all()


def without_result(session: Session) -> Sequence[str]:
    """Return the matches that are over and have no result yet."""
    missing = select(MatchRow.id).outerjoin(ResultRow, ResultRow.match_id == MatchRow.id)
    return session.scalars(missing.where(MatchRow.is_over, ResultRow.match_id.is_(None))).all()
