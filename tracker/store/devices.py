"""The devices at a match, what they ask each other, and wrong guesses of a code."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from sqlalchemy import Table, bindparam, case, delete, func, or_, select, text
from sqlalchemy.orm import Session

from tracker.store.models import Device, Guess, Match, Request
from tracker.store.statements import Statement

_devices: Final[Table] = Device.metadata.tables["device"]


class Right(StrEnum):
    """A device's right at a match."""

    HOST = "host"
    SCORER = "scorer"
    """Writes for every seat."""
    SEAT = "seat"
    """Writes for one seat."""
    LOOKER = "looker"
    REMOVED = "removed"
    """May not even look."""


class Undo(StrEnum):
    """The table's choice of what a scorer may take back."""

    FREE = "free"
    OWN = "own"
    """Only what the same device wrote."""
    ASK = "ask"
    """Anything, but where it touches another side that side is asked."""


class Answer(StrEnum):
    """How a request stands."""

    WAITING = "waiting"
    AGREED = "agreed"
    REFUSED = "refused"
    VOID = "void"
    """Agreed to, but by then no longer possible."""
    CLOSED = "closed"
    """Taken back by whoever asked, or the answer was read."""


SHOWN: Final = (Answer.WAITING, Answer.REFUSED, Answer.VOID)
"""A request that waits, or whose answer was not read yet."""

_standing = Statement(
    select(_devices.c.right, _devices.c.seat, _devices.c.name).where(
        _devices.c.match_id == bindparam("of"), _devices.c.id == bindparam("device")
    )
)


def standing_of(session: Session, match_id: str, device: str) -> tuple[str, int | None, str] | None:
    """The device's right, seat and name; asked at every write."""
    found = _standing.row(session, of=match_id, device=device)
    return None if found is None else (found[0], found[1], found[2])


def device_of(session: Session, match_id: str, device: str) -> Device | None:
    return session.get(Device, (match_id, device))


class Mark(NamedTuple):
    """Which sheet it is: after a restore the same version may be another one."""

    version: int
    changed: str


class Known(NamedTuple):
    """A device that was at the match before; see `Device` for what each field means."""

    right: str
    seat: int | None
    name: str
    seen: str


class Visited(NamedTuple):
    """A match as it is read when a device comes to it, and the device."""

    put_away: str | None
    mark: Mark
    title: str
    setup: bytes
    device: Known | None
    """None where it comes for the first time."""


_visitor = Statement(
    select(
        *(Match.put_away, Match.version, Match.changed, Match.title, Match.setup),
        *(Device.right, Device.seat, Device.name, Device.seen),
    )
    .outerjoin(Device, (Device.match_id == Match.id) & (Device.id == bindparam("device")))
    .where(Match.id == bindparam("of"))
)


def visited(session: Session, match_id: str, device: str) -> Visited | None:
    """Return what a device that comes to a match finds; None where there is no such match."""
    found = _visitor.row(session, of=match_id, device=device)
    if found is None:
        return None
    put_away, version, changed, title, setup, *device_row = found
    known = None if device_row[0] is None else Known(*device_row)
    return Visited(put_away, Mark(version, changed), title, setup, known)


def devices(session: Session, match_id: str) -> Sequence[Device]:
    """Everyone who came to the match, in the order of coming."""
    chosen = select(Device).where(Device.match_id == match_id)
    return session.scalars(chosen.order_by(Device.joined, Device.id)).all()


def number_of_devices(session: Session, match_id: str) -> int:
    chosen = select(func.count()).select_from(Device).where(Device.match_id == match_id)
    return session.scalar(chosen) or 0


def put(session: Session, device: Device) -> None:
    session.add(device)


def match_of(session: Session, match_id: str) -> Match | None:
    return session.get(Match, match_id)


def match_to_change(session: Session, match_id: str) -> Match | None:
    """The match, and the right to be the only one who writes on it until the commit."""
    return session.get(Match, match_id, with_for_update=True)


def match_at(session: Session, short: str) -> Match | None:
    """The match with this short address."""
    return session.scalars(select(Match).where(Match.short == short)).first()


def match_to_recover(session: Session, digest: str) -> Match | None:
    """The match whose host made a link with this hash, to be the only one who writes on it."""
    chosen = select(Match).where(Match.recovery == digest)
    return session.scalars(chosen.with_for_update()).first()


def newest_matches(
    session: Session, device: str, *, over: bool | None, most: int = 50
) -> Sequence[Match]:
    """The device's matches, the newest first: under way, finished, or (None) put away by it."""
    chosen = select(Match).join(Device, Device.match_id == Match.id).where(Device.id == device)
    if over is None:
        chosen = chosen.where(Match.put_away.is_not(None), Device.right == Right.HOST)
    else:
        chosen = chosen.where(Match.put_away.is_(None), Device.right != Right.REMOVED)
        # Not by the index of running matches: SQLite would walk through everybody's.
        chosen = chosen.where(case((Match.is_over.is_(over), 1), else_=0) == 1)
    return session.scalars(chosen.order_by(Match.changed.desc()).limit(most)).all()


def request_of(session: Session, match_id: str, request: str) -> Request | None:
    return session.get(Request, (match_id, request))


_REQUEST: Final = tuple(Request.__table__.columns.keys())
_shown = Statement(
    select(*Request.__table__.columns)
    .where(
        Request.match_id == bindparam("of"),
        # Each by its name: the driver is given the statement as it is written.
        or_(*(Request.state == str(state) for state in SHOWN)),
    )
    .order_by(Request.at, Request.id)
)


def requests(session: Session, match_id: str) -> Sequence[Request]:
    """Return what waits for an answer, or whose answer was not read yet; the oldest first."""
    found = _shown.rows(session, of=match_id)
    return [Request(**dict(zip(_REQUEST, row, strict=True))) for row in found]


def ask(session: Session, request: Request) -> None:
    session.add(request)


def guesses(session: Session, what: str, since: int) -> int:
    """The number of wrong guesses since then; with those of a time that is still to come."""
    counted = select(func.sum(Guess.number)).where(Guess.what == what, Guess.since >= since)
    return session.scalar(counted) or 0


# Counted in the database, so that two guesses at the same moment are two in every process.
COUNT_UP = text(
    "INSERT INTO guess (what, since, number) VALUES (:what, :since, :by) "
    "ON CONFLICT (what, since) DO UPDATE SET number = guess.number + :by RETURNING number"
)


def count_guess(session: Session, what: str, since: int, by: int = 1) -> int:
    """Count one more; the number of guesses with it.

    If the clock was put back, what was counted until then counts on in the window that is now.
    """
    ahead = delete(Guess).where(Guess.what == what, Guess.since > since).returning(Guess.number)
    by += sum(session.scalars(ahead))
    counted = session.execute(COUNT_UP, {"what": what, "since": since, "by": by})
    return int(counted.scalar_one())


def forget_guesses_before(session: Session, time: int) -> None:
    session.execute(delete(Guess).where(Guess.since < time))


def forget_guesses_of(session: Session, what: str) -> None:
    session.execute(delete(Guess).where(Guess.what == what))
