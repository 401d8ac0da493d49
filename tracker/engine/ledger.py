"""The ledger: a row of numbers for every seat and one for the table, and the lines changing them.

A number is the sum of its lines, because a line is the only way to change one.
"""

from collections.abc import Iterable
from enum import Enum
from typing import Final, Self

from msgspec import Struct

Row = tuple[int, ...]

TABLE: Final = -1
"""The row behind the last seat's: what belongs to the table and to no seat."""


class Column(Enum):
    """A number that a row holds: its value is its written name, `at` its place in the row.

    `one` and `many` are the English words for what it counts, as said after a number.
    """

    at: int
    one: str
    many: str

    def __new__(cls, name: str, at: int, one: str = "", many: str = "") -> Self:
        column = object.__new__(cls)
        column._value_ = name
        column.at = at
        column.one = one or name.replace("_", " ")
        column.many = many or column.one
        return column

    # Enum's own hash runs Python code at every look-up; members are single, so identity will do.
    __hash__ = object.__hash__

    @property
    def label(self) -> str:
        """The English word where it stands alone, on a button or over a column."""
        return self.many[:1].upper() + self.many[1:]

    def __str__(self) -> str:
        return self.many


class Amount(Struct, frozen=True):
    """A number of something, for a sentence: "3 weapons"."""

    number: int
    what: Column

    def __str__(self) -> str:
        return f"{self.number} {self.what.one if self.number == 1 else self.what.many}"


class Line(Struct, frozen=True, gc=False):
    """One number of one row changed, and the rule that changed it."""

    seat: int
    what: Column
    by: int
    rule: str


class Ledger:
    """A working copy of the rows, to write on until all of an entry is known to be allowed."""

    __slots__ = ("lines", "rows")

    WATCHED: frozenset[Column] = frozenset()
    """Columns from whose changes something else follows at once."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        self.rows: list[Row | list[int]] = list(rows)
        self.lines: list[Line] = []

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
        self.lines.append(Line(seat, what, by, rule))
        if alone and what in self.WATCHED:
            self.follow(seat)

    def follow(self, seat: int) -> None:
        """Write what follows from a change in a watched column."""

    def put(self, seat: int, what: Column, number: int, rule: str) -> None:
        """Write the line that makes the number what it should be."""
        by = number - self.rows[seat][what.at]
        if by:
            self.add(seat, what, by, rule)

    def closed(self) -> tuple[Row, ...]:
        """The rows as they are now, for keeping."""
        return tuple(map(tuple, self.rows))


def summed(rows: tuple[Row, ...], lines: Iterable[Line]) -> tuple[Row, ...]:
    """The rows after these lines, whatever rule wrote them: nothing more follows from them."""
    ledger = Ledger(rows)
    for line in lines:
        ledger.add(line.seat, line.what, line.by, line.rule)
    return ledger.closed()
