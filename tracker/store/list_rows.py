"""Choosing from a device's matches: by words, title, day and state, sorted, a page at a time."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, exists, or_, select
from sqlalchemy.orm import InstrumentedAttribute, Session

from tracker.store.devices import ListState, Right
from tracker.store.models import DeviceRow, MatchRow, ResultRow, SeatRow


class SortOrder(StrEnum):
    """The order in which a list of matches is sorted."""

    NEWEST = "newest"
    OLDEST = "oldest"
    NAME = "name"


class Wanted(NamedTuple):
    """The matches that a list wants; an empty field allows anything."""

    words: Sequence[str] = ()
    title: str = ""
    since: str = ""
    until: str = ""
    over: bool | None = None
    order: SortOrder = SortOrder.NEWEST


def chosen_ids(
    session: Session, device: str, wanted: Wanted, start: int, most: int
) -> Sequence[str]:
    """Return the ids of the matches that are asked for; only the indexes of lists are read."""
    end = start + most
    if wanted.order is SortOrder.NAME:
        by_name = _chosen(device, wanted).where(DeviceRow.state.in_(_states(wanted)))
        by_name = by_name.order_by(MatchRow.key.asc(), MatchRow.changed.desc())
        return [row.id for row in session.execute(by_name.offset(start).limit(most))]
    found = [
        (row.changed, row.id)
        for state in _states(wanted)
        for row in session.execute(_by_time(device, wanted, state).limit(end))
    ]
    found.sort(reverse=wanted.order is SortOrder.NEWEST)
    return [match_id for _, match_id in found[start:end]]


def newest_ids(session: Session, device: str, most: int) -> Sequence[str]:
    """Return the ids of the device's matches that were changed last, the newest first."""
    return chosen_ids(session, device, Wanted(), 0, most)


def _states(wanted: Wanted) -> tuple[ListState, ...]:
    if wanted.over is None:
        return (ListState.RUNNING, ListState.OVER)
    return (ListState.OVER if wanted.over else ListState.RUNNING,)


def _by_time(device: str, wanted: Wanted, state: ListState) -> Select[str, str]:
    """Return the question for one part of the list, sorted as its index is.

    What is listed is how the time of change begins, so that sorting by both is sorting by time.
    """
    of_state = _chosen(device, wanted).where(DeviceRow.state == state)
    if wanted.order is SortOrder.OLDEST:
        return of_state.order_by(DeviceRow.listed.asc(), MatchRow.changed.asc(), MatchRow.id.asc())
    return of_state.order_by(DeviceRow.listed.desc(), MatchRow.changed.desc(), MatchRow.id.desc())


def _chosen(device: str, wanted: Wanted) -> Select[str, str]:
    chosen = (
        select(MatchRow.id, MatchRow.changed)
        .join(DeviceRow, DeviceRow.match_id == MatchRow.id)
        .where(DeviceRow.id == device, DeviceRow.right != Right.REMOVED)
    )
    if wanted.title:
        chosen = chosen.where(MatchRow.title == wanted.title)
    if wanted.since:
        chosen = chosen.where(DeviceRow.listed >= wanted.since)
    if wanted.until:
        chosen = chosen.where(DeviceRow.listed < wanted.until)
    for word in wanted.words:
        chosen = chosen.where(_has(word))
    return chosen


def _has(word: str) -> ColumnElement[bool]:
    """The word stands in the name of the match, or in a player's."""
    of_a_seat = exists().where(
        SeatRow.match_id == MatchRow.id, SeatRow.key.contains(word, autoescape=True)
    )
    return or_(MatchRow.key.contains(word, autoescape=True), of_a_seat)


def rows(session: Session, ids: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Return title, name, times and, where it is over, the result of each match."""
    return _rows(session, ids, ResultRow.won)


def plays(session: Session, ids: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Return what a table of plays says of each match."""
    result = (ResultRow.won, ResultRow.reason, ResultRow.rule, ResultRow.side)
    return _rows(session, ids, *result)


def _rows(
    session: Session, ids: Sequence[str], *result: InstrumentedAttribute[str]
) -> dict[str, tuple[Any, ...]]:
    chosen = select(
        *(MatchRow.id, MatchRow.title, MatchRow.name, MatchRow.created, MatchRow.changed),
        *(MatchRow.is_over, ResultRow.began, ResultRow.ended, ResultRow.seconds, *result),
    ).outerjoin(ResultRow, ResultRow.match_id == MatchRow.id)
    return {row[0]: tuple(row[1:]) for row in session.execute(chosen.where(MatchRow.id.in_(ids)))}


def seats(session: Session, ids: Sequence[str]) -> dict[str, list[tuple[str, bool]]]:
    """Return the players of each match by seat, and whether each has won."""
    found: dict[str, list[tuple[str, bool]]] = {}
    chosen = select(SeatRow.match_id, SeatRow.name, SeatRow.won).where(SeatRow.match_id.in_(ids))
    for match_id, name, won in session.execute(chosen.order_by(SeatRow.match_id, SeatRow.seat)):
        found.setdefault(match_id, []).append((name, bool(won)))
    return found


def players(session: Session, ids: Sequence[str]) -> Sequence[tuple[Any, ...]]:
    """Return what a table of players says of each seat."""
    columns = (SeatRow.match_id, SeatRow.seat, SeatRow.name, SeatRow.role, SeatRow.side)
    chosen = select(*columns, SeatRow.points, SeatRow.rank, SeatRow.won).where(
        SeatRow.match_id.in_(ids)
    )
    rows = session.execute(chosen.order_by(SeatRow.match_id, SeatRow.seat)).all()
    return [tuple(row) for row in rows]


def ids_newest_first(session: Session, *, running_only: bool = False) -> Sequence[str]:
    chosen = select(MatchRow.id).order_by(MatchRow.is_over, MatchRow.changed.desc())
    if running_only:
        chosen = chosen.where(MatchRow.is_over.is_(False))
    return session.scalars(chosen).all()


def ids_of(session: Session, device: str | None) -> Sequence[str]:
    """Return the matches that a device can see, the newest first; all without one."""
    chosen = select(MatchRow.id).order_by(MatchRow.changed.desc(), MatchRow.id)
    if device is not None:
        chosen = chosen.join(DeviceRow, DeviceRow.match_id == MatchRow.id).where(
            DeviceRow.id == device, DeviceRow.right != Right.REMOVED, MatchRow.put_away.is_(None)
        )
    return session.scalars(chosen).all()


def id_from(session: Session, source: str, device: str) -> str | None:
    """Return the device's match that was imported from this source; of anybody's without one."""
    chosen = select(MatchRow.id).where(MatchRow.source == source, MatchRow.put_away.is_(None))
    if device:
        chosen = chosen.join(DeviceRow, DeviceRow.match_id == MatchRow.id).where(
            DeviceRow.id == device
        )
    return session.scalars(chosen.limit(1)).first()
