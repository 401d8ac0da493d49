"""Rights: who a device is, and what it may do at a match; asked inside every write."""

import base64
import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.ledger import TABLE, Line, lines_of
from tracker.engine.message import Message
from tracker.engine.title import Claim, Whose
from tracker.service.match import LoadedMatch, unpack_entry, unpack_facts
from tracker.store import devices
from tracker.store.database import Database
from tracker.store.database_errors import Unreachable
from tracker.store.devices import Known, Right, SheetMark, Undo
from tracker.store.match_log import DeviceStanding, StoredEntry
from tracker.store.models import DeviceRow, EntryRow

__all__ = [
    "Forbidden",
    "Identity",
    "Right",
    "SheetMark",
    "Standing",
    "Undo",
    "must_be_host",
    "name_of",
    "signed",
]

LOOKS = Message("This device is view only. Enter the table code to score.")
REMOVED = Message("The host has removed this device from the match.")
HOSTS = Message("Only the host's device can do that.")
ANOTHERS = Message("This device scores for {name}, and {name} cannot enter this.")
TABLES = Message(
    "This device scores only for {name}. This needs a device that scores for the whole table."
)
OWN_ONLY = Message("At this table everyone can undo only their own entries.")
HOST_TAKES_BACK = Message("Only the host can undo what only the host can enter.")
HOST_AMENDS = Message("Only the host can amend what another device entered.")
OTHERS_AMENDMENT = Message("Only the host can undo what another device amended.")
OTHERS_DROPPED = Message("That would undo entries from other devices. Only the host can do that.")
ASK_HOST = Message("That affects another player, who must agree. Ask the host to do it.")


class Forbidden(Exception):
    """This device may not do that at this match."""

    def __init__(self, says: Message) -> None:
        super().__init__(says)
        self.says = says

    def __str__(self) -> str:
        return str(self.says)


class Standing(Struct, frozen=True):
    """A device at a match, and what it may do there."""

    device: str
    right: Right = Right.LOOKER
    seat: int | None = None
    name: str = ""

    @property
    def is_host(self) -> bool:
        return self.right is Right.HOST

    @property
    def is_scorer(self) -> bool:
        """Return whether it writes anything at all."""
        return self.right in (Right.HOST, Right.SCORER, Right.SEAT)

    @property
    def writes_for_all(self) -> bool:
        return self.right in (Right.HOST, Right.SCORER)

    def writes_for(self, seat: int | None) -> bool:
        return self.writes_for_all or (self.right is Right.SEAT and self.seat == seat)

    def may_write(self, claim: Claim) -> bool:
        """Return whether this device may write an entry of this kind."""
        if claim.whose is Whose.HOST:
            return self.is_host
        return self.writes_for_all or (self.right is Right.SEAT and self.seat in claim.seats)

    def why_not(self, claim: Claim, players: Sequence[str]) -> Message | None:
        """Return why this device may not write an entry of this kind, or None."""
        if self.may_write(claim):
            return None
        if not self.is_scorer:
            return REMOVED if self.right is Right.REMOVED else LOOKS
        if claim.whose is Whose.HOST:
            return HOSTS
        return _of_seat(TABLES if claim.whose is Whose.TABLE else ANOTHERS, players, self.seat)


def standing(session: Session, match_id: str, device: str) -> Standing:
    return standing_of(device, devices.standing_of(session, match_id, device))


def standing_of(device: str, found: DeviceRow | DeviceStanding | Known | None) -> Standing:
    """Whoever was never here looks on, as anybody with the address may."""
    if found is None:
        return Standing(device)
    return Standing(device, Right(found.right), found.seat, found.name)


def must_be_host(standing: Standing) -> None:
    if not standing.is_host:
        raise Forbidden(HOSTS)


def must_be_scorer(standing: Standing) -> None:
    if not standing.is_scorer:
        raise Forbidden(REMOVED if standing.right is Right.REMOVED else LOOKS)


def must_write(standing: Standing, match: LoadedMatch, entries: Iterable[Any]) -> frozenset[int]:
    """Return the seats that have to agree first; raise `Forbidden` if it may not write these."""
    claims = [match.title.claim(match.position, entry) for entry in entries]
    for claim in claims:
        if not standing.may_write(claim):
            raise Forbidden(standing.why_not(claim, match.players) or HOSTS)
    return asked_to_write(standing, claims) if match.row.asks else frozenset()


def asked_to_write(standing: Standing, claims: Iterable[Claim]) -> frozenset[int]:
    """Return the seats that have to agree before such entries, at a table that wants to be asked.

    The host asks nobody.
    """
    if standing.is_host:
        return frozenset()
    return frozenset().union(*(claim.asked_by(standing.seat) for claim in claims))


def may_take_back(standing: Standing, policy: Undo, claim: Claim, by: str) -> bool:
    """Return whether the device may undo or redo what `by` wrote, if perhaps after asking."""
    if standing.is_host:
        return True
    is_own = policy is not Undo.OWN or by == standing.device
    return standing.is_scorer and claim.whose is not Whose.HOST and is_own


def must_take_back(
    standing: Standing, match: LoadedMatch, records: Sequence[EntryRow | StoredEntry]
) -> frozenset[int]:
    """Return the seats that have to agree before it undoes, or redoes, these; or `Forbidden`."""
    if standing.is_host:
        return frozenset()
    must_be_scorer(standing)
    policy, title, position = Undo(match.row.undo), match.title, match.position
    claims = [title.claim(position, unpack_entry(title, record.entry)) for record in records]
    for claim, record in zip(claims, records, strict=True):
        if not may_take_back(standing, policy, claim, record.by):
            raise Forbidden(HOST_TAKES_BACK if claim.whose is Whose.HOST else OWN_ONLY)
    if policy is not Undo.ASK:
        return frozenset()
    sides = title.progress(position).sides
    touched = [lines_of(unpack_facts(title, record.facts)) for record in records]
    return frozenset().union(
        *(
            asked_to_take_back(standing, sides, claim, lines)
            for claim, lines in zip(claims, touched, strict=True)
        )
    )


def asked_to_take_back(
    standing: Standing, sides: Sequence[object], claim: Claim, lines: Iterable[Line]
) -> frozenset[int]:
    """The seats of another side that the entry touches.

    Seen from the device's own seat; where it writes for all, from the seat whose entry it is.
    """
    seen_from = standing.seat if standing.seat is not None else next(iter(claim.seats), None)
    touched = frozenset(line.seat for line in lines) - {TABLE}
    if seen_from is None:
        return touched
    return frozenset(seat for seat in touched if sides[seat] != sides[seen_from])


def must_amend(standing: Standing, match: LoadedMatch, old: EntryRow, new: Any | None) -> None:
    """The host amends anything; another device what it wrote, within what it may write."""
    if standing.is_host:
        return
    before = unpack_entry(match.title, old.entry)
    asked = must_write(standing, match, [before] if new is None else [before, new])
    if old.by != standing.device:
        raise Forbidden(HOST_AMENDS)
    if asked or must_take_back(standing, match, [old]):
        raise Forbidden(ASK_HOST)


def may_take_back_amendment(standing: Standing, claim: Claim, by: str) -> bool:
    """Return whether the device may undo or redo an amendment that `by` made."""
    return standing.is_host or (
        standing.is_scorer and claim.whose is not Whose.HOST and by == standing.device
    )


def must_take_back_amendment(standing: Standing, claim: Claim, by: str) -> None:
    if not may_take_back_amendment(standing, claim, by):
        must_be_scorer(standing)
        raise Forbidden(HOST_TAKES_BACK if claim.whose is Whose.HOST else OTHERS_AMENDMENT)


def must_drop(standing: Standing, records: Iterable[EntryRow]) -> None:
    """An amendment crosses these later entries out, as the rules no longer allow them."""
    if not standing.is_host and any(record.by != standing.device for record in records):
        raise Forbidden(OTHERS_DROPPED)


def _of_seat(says: Message, players: Sequence[str], seat: int | None) -> Message:
    name = "" if seat is None else players[seat]
    return Message(says.text, {"name": name})


# --- The identity of a device: a secret, and the name that stands beside what it wrote ------------

# The first release gave out sixteen letters, the next one 43. Now a signature follows them.
SECRET: Final = re.compile(r"[\w-]{16}|[\w-]{43}(\.[\w-]{22})?", re.ASCII)
MARKING_SECONDS: Final = 0.1
"""Seconds that a page may wait to mark a secret as used; else it is marked another time."""


def name_of(secret: str) -> str:
    """Return the name that follows from a secret and tells nothing of it."""
    return _letters(hashlib.sha256(secret.encode("ascii")).digest())


def signed(chance: str, key: str) -> str:
    """Return the secret that consists of 43 letters of chance and their signature."""
    digest = hmac.digest(f"device secrets: {key}".encode(), chance.encode("ascii"), "sha256")
    return f"{chance}.{_letters(digest)}"


class Identity:
    """The secrets that the server has issued, and the devices that hold them."""

    def __init__(self, database: Database, key: str) -> None:
        """`key` signs the secrets; it is the same in all processes."""
        self._database = database
        self._key = key

    def new_secret(self) -> str:
        return signed(secrets.token_urlsafe(32), self._key)

    def device_of(self, secret: str) -> str | None:
        """Return the name of the device that holds a secret; None for a secret that is not valid.

        A secret is valid if this server signed it, or if its device is in the database: devices of
        earlier releases have no signature, and a restored database may have come without its key.
        A secret that another one has replaced is not valid.
        """
        if SECRET.fullmatch(secret) is None:
            return None
        name = name_of(secret)
        try:
            return self._look_up(name, is_signed=self._is_signed(secret))
        except Unreachable:
            return name  # No page shows or changes anything now, and the device keeps its secret.

    def replace(self, secret: str) -> tuple[str, str] | None:
        """Return a new secret for the device that holds this one, and the name of the device.

        None where the secret is not valid, or the device has nothing that it could lose. The old
        secret is valid until the new one is used: the answer that carries it may get lost.
        """
        device = self.device_of(secret)
        if device is None:
            return None
        new = self.new_secret()
        with self._database.writing() as session:
            if not devices.is_in_use(session, device):
                return None
            devices.add_secret(session, name_of(new), device)
        return new, device

    def _look_up(self, name: str, *, is_signed: bool) -> str | None:
        with self._database.reading() as session:
            rows = devices.secrets_about(session, name)
            own = next((row for row in rows if row.name == name), None)
            is_valid = (
                own is not None
                or is_signed
                or any(row.device == name for row in rows)
                or devices.is_in_use(session, name)
            )
        if own is None:
            is_replaced = any(row.is_used for row in rows)
            return name if is_valid and not is_replaced else None
        if not own.is_used:
            with suppress(Unreachable), self._database.writing(MARKING_SECONDS) as session:
                devices.mark_secret_used(session, own)
        return own.device

    def _is_signed(self, secret: str) -> bool:
        return hmac.compare_digest(secret, signed(secret.partition(".")[0], self._key))


def _letters(digest: bytes) -> str:
    """Return 128 bits of a digest as letters."""
    return base64.urlsafe_b64encode(digest)[:22].decode("ascii")
