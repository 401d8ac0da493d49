"""Entries in the order they count, and taking them back: undo, redo, amend.

A history never changes: every function returns another one. The newest step knows the one before
it, so writing and undoing cost the same on a long sheet as on a short one.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, structs

from tracker.engine.ledger import Line
from tracker.engine.refusal import Refused
from tracker.engine.title import Title


class Step(Struct, frozen=True, eq=False, gc=False):
    """An entry that counts, what it did, and how the table stood after it."""

    n: int
    entry: Any
    lines: tuple[Line, ...]
    position: Any
    before: "Step | None"

    def __repr__(self) -> str:
        return f"<step {self.n}: {self.entry}>"


class Undone(Struct, frozen=True, eq=False, gc=False):
    """A step that was taken back, on top of those taken back before it."""

    step: Step
    below: "Undone | None"


class Crossed(Struct, frozen=True, eq=False):
    """An entry that no longer counts. It stays on the sheet, struck through."""

    n: int
    entry: Any
    lines: tuple[Line, ...]
    amended_by: int | None = None


class History(Struct, frozen=True, eq=False, gc=False):
    """One match: its start, the steps that count, what can be redone, what was crossed out."""

    title: Title[Any, Any, Any]
    start: Any
    last: Step | None = None
    undone: Undone | None = None
    crossed: tuple[Crossed, ...] = ()
    written: int = 0

    @property
    def position(self) -> Any:
        return self.last.position if self.last else self.start

    def steps(self) -> Iterator[Step]:
        """The steps that count, newest first."""
        step = self.last
        while step is not None:
            yield step
            step = step.before

    def undone_steps(self) -> Iterator[Step]:
        """The steps that can be redone, the next one first."""
        undone = self.undone
        while undone is not None:
            yield undone.step
            undone = undone.below


class Change(Struct, frozen=True, eq=False):
    """A later entry that does something else than it did, once an earlier one is amended."""

    n: int
    entry: Any
    before: tuple[Line, ...]
    after: tuple[Line, ...]


class Amendment(Struct, frozen=True, eq=False):
    """What amending an entry would do: shown first, and made by taking its history."""

    history: History
    changed: tuple[Change, ...]
    refused: tuple[tuple[Step, Refused], ...]


class NotThere(Exception):
    """There is nothing to undo, nothing to redo, or no such entry to amend."""


def begin(title: Title[Any, Any, Any], setup: Any) -> History:
    return History(title, title.start(setup).position)


def write(history: History, entry: Any) -> History:
    """The history with the entry decided at its end. What was undone can no longer be redone."""
    decision = history.title.decide(history.position, entry)
    step = Step(history.written, entry, decision.lines, decision.position, history.last)
    crossed = history.crossed + _crossed_out(history) if history.undone else history.crossed
    return History(history.title, history.start, step, None, crossed, history.written + 1)


def undo(history: History) -> History:
    """The history without its last entry."""
    step = history.last
    if step is None:
        raise NotThere("There is no entry to undo.")
    return structs.replace(history, last=step.before, undone=Undone(step, history.undone))


def redo(history: History) -> History:
    """The history with the entry that was undone last."""
    if history.undone is None:
        raise NotThere("There is no undone entry to bring back.")
    return structs.replace(history, last=history.undone.step, undone=history.undone.below)


def amend(history: History, n: int, entry: Any | None) -> Amendment:
    """What it would do to write another entry in place of the nth, or to take it out.

    The later entries are decided again. Those that are refused now are left out of the new
    history, and listed. An entry that is itself refused in the nth's place raises `Refused`.
    """
    later = []
    for amended in history.steps():
        if amended.n == n:
            break
        later.append(amended)
    else:
        raise NotThere(f"There is no entry {n} that counts.")
    until = structs.replace(history, last=amended.before, undone=None)
    new = until if entry is None else write(until, entry)
    changed, refused = [], []
    for step in reversed(later):
        try:
            decision = new.title.decide(new.position, step.entry)
        except Refused as refusal:
            refused.append((step, refusal))
            continue
        if decision.lines != step.lines:
            changed.append(Change(step.n, step.entry, step.lines, decision.lines))
        again = Step(step.n, step.entry, decision.lines, decision.position, new.last)
        new = structs.replace(new, last=again)
    replaced = None if entry is None else history.written
    out = (
        *history.crossed,
        *_crossed_out(history),
        Crossed(n, amended.entry, amended.lines, replaced),
        *(Crossed(step.n, step.entry, step.lines) for step, _ in refused),
    )
    return Amendment(structs.replace(new, crossed=out), tuple(changed), tuple(refused))


def _crossed_out(history: History) -> tuple[Crossed, ...]:
    """What was undone, in the order in which it had been written."""
    return tuple(Crossed(step.n, step.entry, step.lines) for step in history.undone_steps())
