"""Entries in the order of play, and what amending one of them would do to the later ones."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from tracker.engine.ledger import Fact
from tracker.engine.refusal import Refused
from tracker.engine.title import AnyTitle


class Step(Struct, frozen=True, eq=False, gc=False):
    """An entry that counts, its facts, and how the table stood before and after it."""

    n: int
    entry: Any
    facts: tuple[Fact, ...]
    before: Any
    after: Any

    def __repr__(self) -> str:
        return f"<step {self.n}: {self.entry}>"


class ChangedEntry(Struct, frozen=True, eq=False):
    """A later entry that does something else than it did, once an earlier one is amended."""

    n: int
    entry: Any
    before: tuple[Fact, ...]
    after: tuple[Fact, ...]


class Amendment(Struct, frozen=True, eq=False):
    """The result of amending an entry: shown first, and written if the player wants it."""

    steps: tuple[Step, ...]
    """The entries from the amended one on, as they were decided again."""
    position: Any
    changed: tuple[ChangedEntry, ...]
    refused: tuple[tuple[Step, Refused], ...]


class NotThere(Exception):
    """There is nothing to undo, nothing to redo, or no such entry to amend."""


def decide(title: AnyTitle, position: Any, n: int, entry: Any) -> Step:
    """Return the step that an entry makes; raise `Refused` where a rule forbids it."""
    decision = title.decide(position, entry)
    return Step(n, entry, decision.facts, position, decision.position)


def amend(title: AnyTitle, steps: Sequence[Step], entry: Any | None, n: int) -> Amendment:
    """Return what it would do to write another entry in place of the first step.

    The new entry gets the number `n`; None takes the first step out. The later steps are decided
    again. Those that are refused now are left out and listed. An entry that is itself refused
    raises `Refused`.
    """
    position = steps[0].before
    new: list[Step] = []
    if entry is not None:
        new.append(decide(title, position, n, entry))
        position = new[0].after
    changed, refused = [], []
    for step in steps[1:]:
        try:
            again = decide(title, position, step.n, step.entry)
        except Refused as refusal:
            refused.append((step, refusal))
            continue
        if again.facts != step.facts:
            changed.append(ChangedEntry(step.n, step.entry, step.facts, again.facts))
        new.append(again)
        position = again.after
    return Amendment(tuple(new), position, tuple(changed), tuple(refused))
