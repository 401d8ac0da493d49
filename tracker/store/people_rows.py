"""The names of the people who play, as one device knows them."""

from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from tracker.store import list_rows
from tracker.store.devices import Right
from tracker.store.models import DeviceRow, ForgottenName, MatchRow, SeatRow


def newest_seats(session: Session, device: str, matches: int) -> Sequence[tuple[str, str, str]]:
    """Return name, key and time of the seats in a device's newest matches, the newest first."""
    newest = list_rows.newest_ids(session, device, matches)
    chosen = (
        select(SeatRow.name, SeatRow.key, MatchRow.changed)
        .join(MatchRow, MatchRow.id == SeatRow.match_id)
        .where(SeatRow.match_id.in_(newest))
        .order_by(MatchRow.changed.desc(), MatchRow.id.desc(), SeatRow.seat)
    )
    return [(name, key, changed) for name, key, changed in session.execute(chosen)]


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
        select(MatchRow.id)
        .join(DeviceRow, DeviceRow.match_id == MatchRow.id)
        .where(DeviceRow.id == device, DeviceRow.right == Right.HOST, MatchRow.title == title)
        .where(MatchRow.put_away.is_(None))
        .order_by(DeviceRow.joined.desc())
        .limit(1)
    )
    return session.scalars(chosen).first()
