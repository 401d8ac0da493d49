"""The devices at a match, what they ask each other, and the secrets that have replaced others."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from sqlalchemy import Table, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.orm import Session

from tracker.store import sealing
from tracker.store.match_log import DeviceStanding, MatchState
from tracker.store.models import (
    DeviceRow,
    ForgottenName,
    MatchRow,
    RequestRow,
    SecretRow,
    TitleDocument,
)
from tracker.store.statements import Statement

_devices: Final[Table] = DeviceRow.metadata.tables["device"]


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


class RequestState(StrEnum):
    """The state of a request."""

    WAITING = "waiting"
    AGREED = "agreed"
    REFUSED = "refused"
    VOID = "void"
    """Agreed to, but by then no longer possible."""
    CLOSED = "closed"
    """Taken back by whoever asked, or the answer was read."""


SHOWN: Final = (RequestState.WAITING, RequestState.REFUSED, RequestState.VOID)
"""A request that waits, or whose answer was not read yet."""

_standing = Statement(
    select(_devices.c.right, _devices.c.seat, _devices.c.name).where(
        _devices.c.match_id == bindparam("of"), _devices.c.id == bindparam("device")
    )
)


def standing_of(session: Session, match_id: str, device: str) -> DeviceStanding | None:
    """Return how the device stands at the match; None for one that was never there."""
    found = _standing.row(session, of=match_id, device=device)
    return None if found is None else DeviceStanding(*found)


def device_of(session: Session, match_id: str, device: str) -> DeviceRow | None:
    return session.get(DeviceRow, (match_id, device))


class SheetMark(NamedTuple):
    """The mark of a sheet: after a restore the same version may be another sheet."""

    version: int
    changed: str


class Known(NamedTuple):
    """A device that was at the match before; see `DeviceRow` for what each field means."""

    right: str
    seat: int | None
    name: str
    seen: str


class Visited(NamedTuple):
    """A match as it is read when a device comes to it, and the device."""

    put_away: str | None
    mark: SheetMark
    title: str
    setup: bytes
    device: Known | None
    """None where it comes for the first time."""


_visitor = Statement(
    select(
        *(MatchRow.put_away, MatchRow.version, MatchRow.changed, MatchRow.title, MatchRow.setup),
        *(DeviceRow.right, DeviceRow.seat, DeviceRow.name, DeviceRow.seen),
    )
    .outerjoin(
        DeviceRow, (DeviceRow.match_id == MatchRow.id) & (DeviceRow.id == bindparam("device"))
    )
    .where(MatchRow.id == bindparam("of"))
)


def visited(session: Session, match_id: str, device: str) -> Visited | None:
    """Return what a device that comes to a match finds; None where there is no such match."""
    found = _visitor.row(session, of=match_id, device=device)
    if found is None:
        return None
    put_away, version, changed, title, setup, *device_row = found
    known = None if device_row[0] is None else Known(*device_row)
    return Visited(put_away, SheetMark(version, changed), title, setup, known)


def devices(session: Session, match_id: str) -> Sequence[DeviceRow]:
    """Everyone who came to the match, in the order of coming."""
    chosen = select(DeviceRow).where(DeviceRow.match_id == match_id)
    return session.scalars(chosen.order_by(DeviceRow.joined, DeviceRow.id)).all()


def number_of_devices(session: Session, match_id: str, network: str | None = None) -> int:
    """Return how many devices are at the match; with `network`, those that came from there."""
    chosen = select(func.count()).select_from(DeviceRow).where(DeviceRow.match_id == match_id)
    if network is not None:
        chosen = chosen.where(DeviceRow.network == network)
    return session.scalar(chosen) or 0


def put(session: Session, device: DeviceRow) -> None:
    session.add(device)


def match_of(session: Session, match_id: str) -> MatchRow | None:
    return session.get(MatchRow, match_id)


def match_to_change(session: Session, match_id: str) -> MatchRow | None:
    """The match, and the right to be the only one who writes on it until the commit."""
    return _sealed(session, session.get(MatchRow, match_id, with_for_update=True))


def _sealed(session: Session, match: MatchRow | None) -> MatchRow | None:
    """Return the match; its rows have their hashes, which each change of it renews."""
    if match is not None and match.sealed != match.version:
        sealing.seal(session, match.id)
        session.refresh(match)
    return match


def match_at(session: Session, short: str) -> MatchRow | None:
    """The match with this short address."""
    return session.scalars(select(MatchRow).where(MatchRow.short == short)).first()


def match_to_recover(session: Session, digest: str) -> MatchRow | None:
    """The match whose host made a link with this hash, to be the only one who writes on it."""
    chosen = select(MatchRow).where(MatchRow.recovery == digest)
    return _sealed(session, session.scalars(chosen.with_for_update()).first())


def newest_matches(
    session: Session, device: str, *, over: bool | None, most: int = 50
) -> Sequence[MatchRow]:
    """The device's matches, the newest first: under way, finished, or (None) put away by it."""
    chosen = (
        select(MatchRow)
        .join(DeviceRow, DeviceRow.match_id == MatchRow.id)
        .where(DeviceRow.id == device)
    )
    if over is None:
        chosen = chosen.where(DeviceRow.state == ListState.AWAY, DeviceRow.right == Right.HOST)
    else:
        state = ListState.OVER if over else ListState.RUNNING
        chosen = chosen.where(DeviceRow.state == state, DeviceRow.right != Right.REMOVED)
    newest_first = chosen.order_by(DeviceRow.listed.desc(), MatchRow.changed.desc())
    return session.scalars(newest_first.limit(most)).all()


def request_of(session: Session, match_id: str, request: str) -> RequestRow | None:
    return session.get(RequestRow, (match_id, request))


_REQUEST: Final = tuple(RequestRow.__table__.columns.keys())
_shown = Statement(
    select(*RequestRow.__table__.columns)
    .where(
        RequestRow.match_id == bindparam("of"),
        # Each by its name: the driver is given the statement as it is written.
        or_(*(RequestRow.state == str(state) for state in SHOWN)),
    )
    .order_by(RequestRow.at, RequestRow.id)
)


def requests(session: Session, match_id: str) -> Sequence[RequestRow]:
    """Return what waits for an answer, or whose answer was not read yet; the oldest first."""
    found = _shown.rows(session, of=match_id)
    return [RequestRow(**dict(zip(_REQUEST, row, strict=True))) for row in found]


def ask(session: Session, request: RequestRow) -> None:
    session.add(request)


# --- The place in lists ---------------------------------------------------------------------------

MINUTE: Final = len("2026-01-31T20:15")

_relisting = Statement(
    update(_devices)
    .where(_devices.c.match_id == bindparam("of"))
    .values(state=bindparam("new_state"), listed=bindparam("new_listed"))
)


class ListState(StrEnum):
    """The state of a match, as lists are divided."""

    RUNNING = "running"
    OVER = "over"
    AWAY = "away"
    """Put away by its host."""


class Listing(NamedTuple):
    """The place of a match in a list. What is listed is how its time of change begins."""

    state: ListState
    listed: str


def listing_of(match: MatchRow | MatchState) -> Listing:
    if match.put_away is not None:
        return Listing(ListState.AWAY, match.changed)
    if match.is_over:
        return Listing(ListState.OVER, match.changed)
    return Listing(ListState.RUNNING, match.changed[:MINUTE])


def list_for(device: DeviceRow, match: MatchRow) -> None:
    """Put a match into the list of a device that is new to it."""
    device.state, device.listed = listing_of(match)


def relist(session: Session, match_id: str, listing: Listing) -> None:
    """Move a match to its new place in the lists of all its devices."""
    _relisting.run(session, of=match_id, new_state=listing.state, new_listed=listing.listed)


# --- Secrets that have replaced others: whose they are, and are they used yet? --------------------

MOST_UNUSED: Final = 8
"""Answers with a new secret that may get lost before the oldest secrets are deleted."""

_secrets: Final[Table] = SecretRow.metadata.tables["secret"]
_secrets_about = Statement(
    select(_secrets.c.name, _secrets.c.device, _secrets.c.is_used).where(
        or_(_secrets.c.name == bindparam("name"), _secrets.c.device == bindparam("name"))
    )
)
_belongings: Final = (DeviceRow.id, ForgottenName.device, TitleDocument.made_by)
_is_in_use = Statement(
    select(or_(*(exists().where(owner == bindparam("device")) for owner in _belongings)))
)


class ReplacedSecret(NamedTuple):
    """A new secret, by its name: the device that got it, and whether it came back."""

    name: str
    device: str
    is_used: bool


def secrets_about(session: Session, name: str) -> Sequence[ReplacedSecret]:
    """Return the secret of this name, if it replaced another, and those that replaced it."""
    return [ReplacedSecret(*row) for row in _secrets_about.rows(session, name=name)]


def is_in_use(session: Session, device: str) -> bool:
    """Return whether anything in the database belongs to this device."""
    found = _is_in_use.row(session, device=device)
    return found is not None and bool(found[0])


def add_secret(session: Session, name: str, device: str) -> None:
    """Add a secret that replaces the device's own."""
    unused = sum(not row.is_used for row in secrets_about(session, device))
    if unused >= MOST_UNUSED:
        _delete_unused_secrets(session, device)
    session.add(SecretRow(name=name, device=device, is_used=False))


def mark_secret_used(session: Session, secret: ReplacedSecret) -> None:
    """Let this be the device's only secret from now on."""
    session.get_one(SecretRow, secret.name).is_used = True
    _delete_unused_secrets(session, secret.device)


def _delete_unused_secrets(session: Session, device: str) -> None:
    unused = SecretRow.device == device, SecretRow.is_used.is_(False)
    session.execute(delete(SecretRow).where(*unused))
