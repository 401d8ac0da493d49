"""The parts of a match that are read: the sheet, a line of the list, a part of the history."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from tracker.engine.message import Message
from tracker.engine.title import AnyTitle, Claim
from tracker.service import access
from tracker.service.access import Standing
from tracker.service.requests import ShownRequest
from tracker.service.serialization import SheetEntry
from tracker.store.devices import Undo


class Sheet(Struct, frozen=True):
    """A match as it stands: what every page of it is drawn from."""

    id: str
    name: str
    title: AnyTitle
    setup: Any
    version: int
    position: Any
    drawn: tuple[int, ...]
    undo: SheetEntry | None
    redo: SheetEntry | None
    changed: str
    """The time of the last change."""
    turned: Any = None
    """An entry that has shown what was hidden and is still to be written, with its choices."""
    trouble: Message | None = None
    """The reason why nothing more can be written on it: a check found it wrong."""
    policy: Undo = Undo.FREE
    """The entries that others than the host may take back."""
    waiting: tuple[ShownRequest, ...] = ()
    """The requests that wait for approval, and answers that were not read yet."""
    asks: bool = False
    """An entry that takes from a player waits for that player's yes."""

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.title.seats(self.setup)

    def claim(self, entry: Any) -> Claim:
        """Return whose an entry is, as the table stands."""
        return self.title.claim(self.position, entry)

    def can_be_taken_back(self, standing: Standing, entry: SheetEntry) -> bool:
        """Return whether undo or redo of this entry is for that device, if perhaps after asking."""
        claim = self.claim(entry.entry)
        if entry.amends is not None:
            return access.may_take_back_amendment(standing, claim, entry.by)
        return access.may_take_back(standing, self.policy, claim, entry.by)

    def asked_to_write(self, standing: Standing, entries: Iterable[Any]) -> list[str]:
        """Return the players who have to agree before that device's entries are saved."""
        if not self.asks:
            return []
        return self._named(access.asked_to_write(standing, map(self.claim, entries)))

    def asked_to_take_back(self, standing: Standing, entry: SheetEntry) -> list[str]:
        """Return the players who have to agree before that device undoes or redoes this entry."""
        if self.policy is not Undo.ASK or standing.is_host or entry.amends is not None:
            return []
        sides = self.title.progress(self.position).sides
        claim = self.claim(entry.entry)
        return self._named(access.asked_to_take_back(standing, sides, claim, entry.lines))

    def _named(self, seats: Iterable[int]) -> list[str]:
        return [self.players[seat] for seat in sorted(seats)]

    def can_be_amended(self, standing: Standing, entry: SheetEntry) -> bool:
        """Return whether that device may amend this entry, as far as rights go."""
        if standing.is_host or entry.by != standing.device:
            return standing.is_host
        return standing.why_not(self.claim(entry.entry), self.players) is None


class Listed(Struct, frozen=True):
    """A match in the list of matches."""

    id: str
    name: str
    changed: str
    is_over: bool
    players: tuple[str, ...]


class Part(Struct, frozen=True):
    """Some of the entries of a match, and where the rest begins; None where that was all."""

    version: int
    entries: tuple[SheetEntry, ...]
    next: int | None
    start: int = 0
    written: int = 0
    """The number of entries in all."""
