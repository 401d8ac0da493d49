"""The devices at a match: found, added, and given a right by the host or by a code."""

import secrets

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service import codes, guesses
from tracker.service.match import DEVICE_NAME_LETTERS, NoSuchMatch, moment, unpack_setup
from tracker.service.rights import REMOVED, Forbidden
from tracker.store import devices, match_log
from tracker.store.devices import Right
from tracker.store.match_log import ChangeKind
from tracker.store.models import DeviceRow, MatchRow

HOST_STAYS = Message("The host stays the host until it makes another device the host.")
NOT_HERE = Message("That device is not in this match.")


class Guest(Struct, frozen=True):
    """A device as the host's list shows it."""

    id: str
    name: str
    right: Right
    seat: int | None
    seen: str


def match_to_change(session: Session, match_id: str) -> MatchRow:
    match = devices.match_to_change(session, match_id)
    if match is None or match.put_away is not None:
        raise NoSuchMatch(match_id)
    return match


def at_match(session: Session, match_id: str, device: str, now: str) -> DeviceRow:
    """Return the device, which may be new at this match."""
    found = devices.device_of(session, match_id, device)
    if found is None:
        found = _new(match_id, device, now)
        if match := devices.match_of(session, match_id):
            devices.list_for(found, match)
        devices.put(session, found)
    return found


def name_at_table(session: Session, found: DeviceRow, name: str) -> str:
    """Return the name of a device that joins; with a number where another has it already."""
    others = devices.devices(session, found.match_id)
    taken = {other.name for other in others if other.id != found.id}
    numbers = (f" {number}" for number in range(2, len(taken) + 2))
    numbered = (f"{name[: DEVICE_NAME_LETTERS - len(number)]}{number}" for number in numbers)
    return next(free for free in (name, *numbered) if not free or free not in taken)


def _new(match_id: str, device: str, now: str) -> DeviceRow:
    new = DeviceRow(match_id=match_id, id=device, right=Right.LOOKER, name="")
    new.joined = new.seen = now
    return new


def give(found: DeviceRow, right: Right, seat: int | None) -> None:
    """The host does not become less by typing its own code."""
    if found.right != Right.HOST:
        found.right, found.seat = right, seat if right is Right.SEAT else None


def make_host(session: Session, match: MatchRow, new: DeviceRow) -> None:
    for device in devices.devices(session, match.id):
        if device.right == Right.HOST:
            device.right = Right.SCORER
    new.right, new.seat = Right.HOST, None


def renew_code(session: Session, match: MatchRow) -> None:
    match.code, match.short = codes.new_code(), codes.new_short()
    guesses.forget(session, match.id)


def add_change(session: Session, match: MatchRow, by: str) -> int:
    match.changed = max(moment(), match.changed)
    match.version += 1
    devices.relist(session, match.id, devices.listing_of(match))
    match_log.add_change(
        session, match, ChangeKind.TABLE, match.written, secrets.token_urlsafe(12), by
    )
    return match.version


def guest_of(device: DeviceRow) -> Guest:
    return Guest(device.id, device.name, Right(device.right), device.seat, device.seen)


def must_be_here(session: Session, match_id: str, device: str) -> DeviceRow:
    found = devices.device_of(session, match_id, device)
    if found is None:
        raise Forbidden(NOT_HERE)
    return found


def must_be_welcome(found: DeviceRow) -> None:
    if found.right == Right.REMOVED:
        raise Forbidden(REMOVED)


def must_not_be_host(found: DeviceRow, right: Right) -> None:
    if Right.HOST in (found.right, right):
        raise Forbidden(HOST_STAYS)


def must_be_seat(match: MatchRow, seat: int | None) -> None:
    setup = unpack_setup(match.title, match.setup)
    if seat is not None and not 0 <= seat < len(setup.seats):
        raise Invalid("seat", "there is no such seat")
