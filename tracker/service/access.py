"""Rights: who may do what at a match, asked inside the transaction of every write."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.ledger import TABLE, Line, lines_of
from tracker.engine.message import Message
from tracker.engine.title import AnyTitle, Claim, Whose
from tracker.service.serialization import unpack_entry, unpack_facts, unpack_setup
from tracker.store import devices
from tracker.store.devices import Known, Right, SheetMark, Undo
from tracker.store.match_log import DeviceStanding, MatchState, StoredEntry
from tracker.store.models import DeviceRow, EntryRow

__all__ = ["Forbidden", "Right", "SheetMark", "Standing", "Undo", "must_be_host"]

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

    def why_not(self, claim: Claim, players: Sequence[str]) -> Message | None:
        """Return why this device may not write an entry of this kind, or None."""
        if not self.is_scorer:
            return REMOVED if self.right is Right.REMOVED else LOOKS
        if claim.whose is Whose.HOST and not self.is_host:
            return HOSTS
        if self.writes_for_all or self.seat in claim.seats:
            return None
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


def must_write(
    standing: Standing, match: MatchState, title: AnyTitle, position: Any, entries: Iterable[Any]
) -> frozenset[int]:
    """The device may write these entries; the seats that have to agree first."""
    claims = [title.claim(position, entry) for entry in entries]
    players = title.seats(unpack_setup(match.title, match.setup))
    for claim in claims:
        refused = standing.why_not(claim, players)
        if refused is not None:
            raise Forbidden(refused)
    return asked_to_write(standing, claims) if match.asks else frozenset()


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
    standing: Standing,
    match: MatchState,
    title: AnyTitle,
    position: Any,
    records: Sequence[EntryRow | StoredEntry],
) -> frozenset[int]:
    """The device may undo, or redo, these entries; the seats that have to agree first."""
    if standing.is_host:
        return frozenset()
    must_be_scorer(standing)
    policy = Undo(match.undo)
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


def must_amend(
    standing: Standing,
    match: MatchState,
    title: AnyTitle,
    position: Any,
    old: EntryRow,
    new: Any | None,
) -> None:
    """The host amends anything; another device what it wrote, within what it may write."""
    if standing.is_host:
        return
    before = unpack_entry(title, old.entry)
    asked = must_write(standing, match, title, position, [before] if new is None else [before, new])
    if old.by != standing.device:
        raise Forbidden(HOST_AMENDS)
    if asked or must_take_back(standing, match, title, position, [old]):
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
