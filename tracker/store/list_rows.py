"""Choosing from a device's matches: by words, title, day and state, sorted, a page at a time."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, case, exists, or_, select
from sqlalchemy.orm import Session

from tracker.store.models import Device, Match, Result, Seat


class Order(StrEnum):
    """How a list of matches is sorted."""

    NEWEST = "newest"
    OLDEST = "oldest"
    NAME = "name"


ORDERS: dict[Order, tuple[ColumnElement[Any], ...]] = {
    Order.NEWEST: (Match.changed.desc(), Match.id.desc()),
    Order.OLDEST: (Match.changed.asc(), Match.id.asc()),
    Order.NAME: (Match.key.asc(), Match.changed.desc()),
}


class Wanted(NamedTuple):
    """The matches that a list wants; an empty field allows anything."""

    words: Sequence[str]
    title: str
    since: str
    until: str
    over: bool | None
    order: Order


def chosen_ids(
    session: Session, device: str, wanted: Wanted, start: int, most: int
) -> Sequence[str]:
    """Return the ids of the matches that are asked for; only the index of lists is read."""
    chosen = (
        select(Match.id)
        .join(Device, Device.match_id == Match.id)
        .where(Device.id == device, Device.right != "removed", Match.put_away.is_(None))
    )
    if wanted.title:
        chosen = chosen.where(Match.title == wanted.title)
    if wanted.since:
        chosen = chosen.where(Match.changed >= wanted.since)
    if wanted.until:
        chosen = chosen.where(Match.changed < wanted.until)
    if wanted.over is not None:
        # Not by the index of running matches: SQLite would walk through everybody's.
        chosen = chosen.where(case((Match.is_over.is_(wanted.over), 1), else_=0) == 1)
    for word in wanted.words:
        chosen = chosen.where(_has(word))
    ordered = chosen.order_by(*ORDERS[wanted.order]).offset(start).limit(most)
    return session.scalars(ordered).all()


def _has(word: str) -> ColumnElement[bool]:
    """The word stands in the name of the match, or in a player's."""
    of_a_seat = exists().where(Seat.match_id == Match.id, Seat.key.contains(word, autoescape=True))
    return or_(Match.key.contains(word, autoescape=True), of_a_seat)


def rows(session: Session, ids: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Return title, name, times and, where it is over, the result of each match."""
    chosen = select(
        *(Match.id, Match.title, Match.name, Match.created, Match.changed, Match.is_over),
        *(Result.began, Result.ended, Result.seconds, Result.won),
    ).outerjoin(Result, Result.match_id == Match.id)
    return {row[0]: tuple(row[1:]) for row in session.execute(chosen.where(Match.id.in_(ids)))}


def seats(session: Session, ids: Sequence[str]) -> dict[str, list[tuple[str, bool]]]:
    """Return the players of each match by seat, and whether each has won."""
    found: dict[str, list[tuple[str, bool]]] = {}
    chosen = select(Seat.match_id, Seat.name, Seat.won).where(Seat.match_id.in_(ids))
    for match_id, name, won in session.execute(chosen.order_by(Seat.match_id, Seat.seat)):
        found.setdefault(match_id, []).append((name, bool(won)))
    return found


def plays(session: Session, ids: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Return what a table of plays says of each match."""
    chosen = select(
        *(Match.id, Match.title, Match.name, Match.created, Match.changed, Match.is_over),
        *(Result.began, Result.ended, Result.seconds),
        *(Result.won, Result.reason, Result.rule, Result.side),
    ).outerjoin(Result, Result.match_id == Match.id)
    return {row[0]: tuple(row[1:]) for row in session.execute(chosen.where(Match.id.in_(ids)))}


def players(session: Session, ids: Sequence[str]) -> Sequence[tuple[Any, ...]]:
    """Return what a table of players says of each seat."""
    columns = (Seat.match_id, Seat.seat, Seat.name, Seat.role, Seat.side)
    chosen = select(*columns, Seat.points, Seat.rank, Seat.won).where(Seat.match_id.in_(ids))
    rows = session.execute(chosen.order_by(Seat.match_id, Seat.seat)).all()
    return [tuple(row) for row in rows]
