"""The ledger: a row of numbers for every seat and one for the table, and the facts about them.

A number is the sum of its lines, because a line is the only way to change one.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Any, Final, Self

from msgspec import Struct

from tracker.engine.choice import Choice, Verdict
from tracker.engine.message import Message

Row = tuple[int, ...]

TABLE: Final = -1
"""The row behind the last seat's: what belongs to the table and to no seat."""


class Column(Enum):
    """A number that a row holds: its value is its written name, `at` its place in the row.

    `singular` and `plural` are the English words for what it counts, as said after a number.
    """

    at: int
    singular: str
    plural: str

    def __new__(cls, name: str, at: int, singular: str = "", plural: str = "") -> Self:
        column = object.__new__(cls)
        column._value_ = name
        column.at = at
        column.singular = singular or name.replace("_", " ")
        column.plural = plural or column.singular
        return column

    # Enum's own hash runs Python code at every look-up; members are single, so identity will do.
    __hash__ = object.__hash__

    @property
    def label(self) -> str:
        """The English word where it stands alone, on a button or over a column."""
        return self.plural[:1].upper() + self.plural[1:]

    @property
    def is_held(self) -> bool:
        """Return whether the number is 1 or 0: something that a seat has or has not."""
        return False

    @property
    def is_event(self) -> bool:
        """Return whether the number becomes 1 when something happens, and stays 1."""
        return False

    @property
    def is_score(self) -> bool:
        """Return whether the number decides who wins: no page folds a change of it away."""
        return False

    @property
    def parts(self) -> int:
        """Return the parts that make one in a match file: 2 where halves are counted."""
        return 1

    def __str__(self) -> str:
        return self.plural


class Noun(Struct, frozen=True):
    """The English words for something that is counted and is no column."""

    singular: str
    plural: str

    def __str__(self) -> str:
        return self.plural


class Amount(Struct, frozen=True):
    """A number of something, for a sentence: "3 weapons"."""

    number: int
    what: Column | Noun

    def __str__(self) -> str:
        return f"{self.number} {self.what.singular if self.number == 1 else self.what.plural}"


class Line(Struct, frozen=True, gc=False):
    """One number of one row changed, and the rule that changed it."""

    seat: int
    what: Column
    by: int
    rule: str

    @property
    def written(self) -> int | float:
        """By how much, as match files and programs are told: whole, or with a part."""
        whole, part = divmod(self.by, self.what.parts)
        return self.by / self.what.parts if part else whole


class Move(Struct, frozen=True, gc=False):
    """A thing that went from one place to another, and the rule that moved it.

    Pieces and places are named by the title; an empty place is outside the match.
    """

    piece: str
    origin: str
    to: str
    rule: str


class Handed(Struct, frozen=True, gc=False):
    """A seat that somebody else plays from here on, and the rule by which."""

    seat: int
    origin: str
    """The name of the player who had it."""
    to: str
    """The name of the player who has it now."""
    rule: str


Fact = Line | Move | Handed
"""Something that an entry did. The position follows from the facts alone."""


class Ledger:
    """A working copy of the rows, to write on until all of an entry is known to be allowed."""

    __slots__ = ("choices", "facts", "rows", "verdicts")

    WATCHED: frozenset[Column] = frozenset()
    """Columns from whose changes something else follows at once."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.rows: list[Row | list[int]] = list(rows)
        self.facts: list[Fact] = []
        self.choices: list[Choice] = []
        self.verdicts: list[Verdict] = []

    def __getitem__(self, place: tuple[int, Column]) -> int:
        seat, column = place
        return self.rows[seat][column.at]

    def add(self, seat: int, what: Column, by: int, rule: str, *, alone: bool = True) -> None:
        """Write a line; nothing is written where nothing changes.

        Not `alone`, it is one of several changes at the same moment: `follow` after the last.
        """
        if by == 0:
            return
        row = self.rows[seat]
        if not isinstance(row, list):
            row = self.rows[seat] = list(row)
        row[what.at] += by
        self.facts.append(Line(seat, what, by, rule))
        if alone and what in self.WATCHED:
            self.follow(seat)

    def follow(self, seat: int) -> None:
        """Write what follows from a change in a watched column."""

    def put(self, seat: int, what: Column, number: int, rule: str) -> None:
        """Write the line that makes the number what it should be."""
        by = number - self.rows[seat][what.at]
        if by:
            self.add(seat, what, by, rule)

    def move(self, piece: str, origin: str, to: str, rule: str) -> None:
        """Record that a piece went from one place to another."""
        self.facts.append(Move(piece, origin, to, rule))

    def declare(self, text: Message, *, is_good: bool = True, is_dear: bool = False) -> None:
        """Record a headline of what the entry does."""
        self.verdicts.append(Verdict(text, is_good, is_dear))

    def closed(self) -> tuple[Row, ...]:
        """The rows as they are now, for keeping."""
        return tuple(map(tuple, self.rows))


def lines_of(facts: Iterable[Fact]) -> tuple[Line, ...]:
    """Return the numbers that changed, without the things that moved."""
    return tuple(fact for fact in facts if isinstance(fact, Line))


def written_lines(facts: Iterable[Fact]) -> list[dict[str, Any]]:
    """The lines of the seats as a match file has them; the table's own row is in the position."""
    return [
        {"seat": line.seat, "what": line.what.value, "by": line.written, "rule": line.rule}
        for line in lines_of(facts)
        if line.seat != TABLE
    ]


def moves_of(facts: Iterable[Fact]) -> tuple[Move, ...]:
    """Return the things that moved, without the numbers that changed."""
    return tuple(fact for fact in facts if isinstance(fact, Move))


def summed(rows: tuple[Row, ...], facts: Iterable[Fact]) -> tuple[Row, ...]:
    """Return the rows after these facts, whatever rule made them: nothing more follows."""
    totals: list[Row | list[int]] = list(rows)
    for fact in facts:
        if isinstance(fact, Line):
            row = totals[fact.seat]
            if not isinstance(row, list):
                row = totals[fact.seat] = list(row)
            row[fact.what.at] += fact.by
    return tuple(map(tuple, totals))
