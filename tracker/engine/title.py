"""The contract between a title and the rest of the program: what a game must be able to answer."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from tracker.engine.ledger import Column, Line
from tracker.engine.message import Message
from tracker.engine.refusal import Refused

SetupT = TypeVar("SetupT")
EntryT = TypeVar("EntryT")
PositionT = TypeVar("PositionT")


class Decision(msgspec.Struct, Generic[PositionT], frozen=True, eq=False, gc=False):
    """What an entry does: its lines, and the position after them."""

    lines: tuple[Line, ...]
    position: PositionT


class Offer(msgspec.Struct, Generic[EntryT], frozen=True):
    """One thing that a seat might write: the entries that are allowed now, or why none is."""

    do: str
    entries: tuple[EntryT, ...]
    refusal: Refused | None


class Whose(Enum):
    """Who writes an entry where several devices are at the table."""

    SEAT = "seat"
    """One of the seats that it is about."""
    TABLE = "table"
    """Whoever writes for the whole table."""
    HOST = "host"
    """The host alone."""


class Claim(msgspec.Struct, frozen=True):
    """Whose an entry is, and which seats have to agree where the table wants to be asked."""

    whose: Whose
    seats: tuple[int, ...] = ()
    """The seats that may write it; where it is written for them all, the first."""
    asks: tuple[int, ...] = ()
    """The seats that give something by it, of their own free will."""

    def asked_by(self, seat: int | None) -> frozenset[int]:
        """The seats that have to agree when this one writes it."""
        writer = seat if seat in self.seats else self.seats[0] if self.seats else None
        return frozenset(self.asks) - {writer}


class Title(Protocol[SetupT, EntryT, PositionT]):
    """A game that can be tracked. A title's `title.py` is one, as a module."""

    NAME: str
    SETUP: type[SetupT]
    ENTRY: Any
    """The union of the title's entries, as msgspec reads them."""
    COLUMNS: Mapping[str, Column]
    """Everything that a line can change, by its written name."""

    def check(self, setup: SetupT, entries: Sequence[EntryT]) -> None:
        """Raise `Invalid` for what types alone cannot see: a seat that does not exist."""

    def start(self, setup: SetupT) -> Decision[PositionT]:
        """The position before the first entry, and the lines that made it."""

    def why_not(self, position: PositionT, entry: EntryT) -> Refused | None:
        """The rule that forbids the entry, or None: it draws the button and judges the entry."""

    def decide(self, position: PositionT, entry: EntryT) -> Decision[PositionT]:
        """What the entry does; raises `Refused`, with nothing changed, where a rule forbids it."""

    def apply(self, position: PositionT, entry: EntryT, lines: Sequence[Line]) -> PositionT:
        """The position after lines that were decided before, by whatever rules there were then."""

    def offers(self, position: PositionT, seat: int) -> tuple[Offer[EntryT], ...]: ...

    def invariants(self, position: PositionT) -> tuple[str, ...]:
        """What is wrong with a position that no rule can have made; nothing, that is."""

    def written(self, position: PositionT) -> dict[str, Any]:
        """The position as a match file writes it."""

    def say(self, setup: SetupT, entry: EntryT) -> Message:
        """The entry as a sentence."""

    def veiled(self, position: PositionT, entry: EntryT, *, counts: bool) -> EntryT:
        """The entry as it may be seen while the match runs, without what is hidden now."""

    def uncovers(self, position: PositionT, entry: EntryT) -> bool:
        """Whether the entry shows something that is hidden in the position."""

    def why_not_yet(
        self,
        position: PositionT,
        entries: Sequence[EntryT],
        turned: EntryT | None,
        *,
        only_tried: bool = False,
    ) -> Refused | None:
        """Why these may not be judged yet: even a refusal would tell of what is hidden."""

    def claim(self, entry: EntryT) -> Claim:
        """Whose the entry is."""

    def sides(self, position: PositionT) -> tuple[object, ...]:
        """The side of every seat; where nobody is allied, each seat is a side of its own."""

    def pack(self, position: PositionT) -> bytes:
        """The whole position for keeping, the hidden part included."""

    def unpack(self, setup: SetupT, data: bytes) -> PositionT: ...

    def round_of(self, position: PositionT) -> int:
        """The month, the hand, the day: what a match is told by."""

    def scores(self, position: PositionT) -> tuple[int, ...]:
        """What a match is won by, for every seat."""

    def is_over(self, position: PositionT) -> bool: ...
