"""A match as paper needs it: what was written, and how the table stood after each entry."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from tracker.engine.ledger import Line, lines_of
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.setup import Setup

Said = TypeVar("Said", int, str)


class Noted(Struct, frozen=True):
    """One entry on the sheet, whether it counts or not."""

    n: int
    at: str
    month: int
    counts: bool
    amended_by: int | None
    entry: Any
    lines: tuple[Line, ...]


class Step(Struct, frozen=True, eq=False):
    """An entry that counts, between the positions before and after it."""

    noted: Noted
    before: Position
    after: Position

    @property
    def entry(self) -> AnyEntry:
        entry: AnyEntry = self.noted.entry
        return entry

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.noted.lines


class Match(Struct, frozen=True, eq=False, dict=True):
    """Everything that any sheet of it is drawn from."""

    name: str
    date: str
    """When it was last written on, as ISO 8601; empty where nobody knows."""
    address: str
    """Where it is on the network; empty where it is a file."""
    setup: Setup
    entries: tuple[Noted, ...]
    drawn: tuple[int, ...] = ()
    is_found_by_phones: bool = True
    """Whether its address leads there from another device."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The entries that count, added up by the lines that were decided with them."""
        steps = []
        position = self.start
        for noted in self.entries:
            if noted.counts:
                after = title.apply(position, noted.lines)
                steps.append(Step(noted, position, after))
                position = after
        return tuple(steps)

    @cached_property
    def start(self) -> Position:
        return title.start(self.setup).position

    @property
    def position(self) -> Position:
        return self.steps[-1].after if self.steps else self.start

    @property
    def month(self) -> int:
        return Table(self.position).month

    @property
    def is_over(self) -> bool:
        return title.outcome(self.position) is not None

    def month_ends(self) -> list[tuple[int, Position]]:
        """Each month played so far, and the position at its end or by now."""
        ends: dict[int, Position] = {}
        for step in self.steps:
            # The entry that closes a month still belongs to it; its position is the next one's.
            ends[Table(step.before).month] = step.after
        return list(ends.items())

    def steps_of(self, month: int) -> list[Step]:
        return [step for step in self.steps if Table(step.before).month == month]


def played(setup: Setup, entries: Sequence[AnyEntry]) -> Iterator[Noted]:
    """A match file's entries, played through today's rules; raises `Refused`."""
    position = title.start(setup).position
    for place, entry in enumerate(entries):
        month = Table(position).month
        lines: tuple[Line, ...] = ()
        if entry.counts:
            decision = title.decide(position, entry)
            lines, position = lines_of(decision.facts), decision.position
        amended_by = entry.amended_by if isinstance(entry.amended_by, int) else None
        n, at = said(entry.n, int), said(entry.at, str)
        number = place if n is None else n
        yield Noted(number, at or "", month, entry.counts, amended_by, entry, lines)


def said(value: Any, kind: type[Said]) -> Said | None:
    """What a file says of itself, where it is of this kind: nothing checks these fields."""
    if not isinstance(value, msgspec.Raw):
        return None
    found = msgspec.json.decode(value)
    return found if isinstance(found, kind) else None
