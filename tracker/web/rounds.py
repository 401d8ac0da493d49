"""Reading a match of any title: its rounds, one number's story, what an amendment would change."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from tracker.engine.ledger import Column, lines_of
from tracker.engine.message import Message
from tracker.service.match import SheetEntry
from tracker.service.notes import NoteShown
from tracker.service.reading import Sheet

START: Final = Message("The start of the game")


@dataclass(frozen=True)
class NumberChange:
    """A line behind a number: the entry, the rule, and the total after it."""

    n: int | None
    says: Message
    by: int
    rule: str
    total: int


@dataclass(frozen=True)
class Difference:
    """A number that an amendment would change."""

    name: str
    label: str
    before: int
    after: int


def reason_of(entry: SheetEntry) -> str:
    """Return the reason that a correction gives; empty for every other entry."""
    return str(getattr(entry.entry, "reason", ""))


@dataclass(frozen=True)
class Turn:
    """Entries that one turn brought, newest first; what a title plays without turns is one, too."""

    entries: Sequence[SheetEntry]
    end: SheetEntry | None = None
    """The entry that only ended the turn; None where it is among `entries`, or there is none."""


def by_round(entries: Iterable[SheetEntry], end_of_turn: type) -> list[tuple[int, list[Turn]]]:
    """Return the entries under their rounds, by turns, newest first."""
    rounds = [
        (number, list(_turns(group, end_of_turn))[::-1])
        for number, group in groupby(entries, key=_round_of)
    ]
    return rounds[::-1]


def _turns(entries: Iterable[SheetEntry], end_of_turn: type) -> Iterator[Turn]:
    """Yield the turns, oldest first; an end that was undone ends none."""
    turn: list[SheetEntry] = []
    for entry in entries:
        if turn and entry.state == "live" and isinstance(entry.entry, end_of_turn):
            yield Turn(turn[::-1], entry)
            turn = []
        else:
            turn.append(entry)
    if turn:
        yield Turn(turn[::-1])


def _round_of(entry: SheetEntry) -> int:
    return entry.round


def replacements(entries: Iterable[SheetEntry]) -> set[int]:
    """Return the entries that were written in place of another."""
    return {entry.amended_by for entry in entries if entry.amended_by is not None}


def story(
    sheet: Sheet, entries: Iterable[SheetEntry], seats: Sequence[int], columns: Sequence[Column]
) -> list[NumberChange]:
    """Return the lines of one number, newest first, each with the total after it."""
    total = 0
    reasons = []
    for line in lines_of(sheet.title.start(sheet.setup).facts):
        if line.seat in seats and line.what in columns:
            total += line.by
            reasons.append(NumberChange(None, START, line.by, line.rule, total))
    for entry in entries:
        for line in entry.lines if entry.state == "live" else ():
            if line.seat in seats and line.what in columns:
                total += line.by
                reasons.append(NumberChange(entry.n, entry.says, line.by, line.rule, total))
    return reasons[::-1]


def notes_by_entry(notes: Iterable[NoteShown]) -> dict[int | None, list[NoteShown]]:
    """Return the notes by the entry that they stand beside; under None those on the match."""
    found: dict[int | None, list[NoteShown]] = {}
    for note in notes:
        found.setdefault(note.n, []).append(note)
    return found
