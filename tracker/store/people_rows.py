"""The names of the people who play, as one device knows them."""

from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tracker.store.models import Device, ForgottenName, Match, Seat


def newest_seats(session: Session, device: str, matches: int) -> Sequence[tuple[str, str, str]]:
    """Return name, key and time of the seats in a device's newest matches, the newest first."""
    newest = (
        select(Match.id, Match.changed)
        .join(Device, Device.match_id == Match.id)
        .where(Device.id == device, Device.right != "removed", Match.put_away.is_(None))
        .order_by(Match.changed.desc())
        .limit(matches)
        .subquery()
    )
    chosen = select(Seat.name, Seat.key, newest.c.changed).join(
        newest, newest.c.id == Seat.match_id
    )
    rows = session.execute(chosen.order_by(newest.c.changed.desc(), Seat.seat)).all()
    return [(name, key, changed) for name, key, changed in rows]


def forgotten(session: Session, device: str) -> dict[str, str]:
    """Return the names that the device has forgotten, each with when it did."""
    chosen = select(ForgottenName.key, ForgottenName.at).where(ForgottenName.device == device)
    return {row.key: row.at for row in session.execute(chosen)}


def forget(session: Session, device: str, key: str, at: str) -> None:
    session.execute(
        delete(ForgottenName).where(ForgottenName.device == device, ForgottenName.key == key)
    )
    session.add(ForgottenName(device=device, key=key, at=at))


def last_match(session: Session, device: str, title: str) -> str | None:
    """Return the match of a title that a device has made last."""
    chosen = (
        select(Match.id)
        .join(Device, Device.match_id == Match.id)
        .where(Device.id == device, Device.right == "host", Match.title == title)
        .where(Match.put_away.is_(None))
        .order_by(Match.created.desc())
        .limit(1)
    )
    return session.scalars(chosen).first()
