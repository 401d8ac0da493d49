"""The contract between a title and the rest of the program: what a game must be able to answer."""

from collections.abc import Mapping, Sequence
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

    def pack(self, position: PositionT) -> bytes:
        """The whole position for keeping, the hidden part included."""

    def unpack(self, setup: SetupT, data: bytes) -> PositionT: ...

    def round_of(self, position: PositionT) -> int:
        """The month, the hand, the day: what a match is told by."""

    def scores(self, position: PositionT) -> tuple[int, ...]:
        """What a match is won by, for every seat."""

    def is_over(self, position: PositionT) -> bool: ...
