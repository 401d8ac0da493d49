"""Totals pencilled on the running sheet and typed back in, recorded as corrections."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.games.civil_war.columns import KINDS, RESOURCES, Bonus, Count
from tracker.games.civil_war.goods import LARGEST_NUMBER
from tracker.games.civil_war.position import Position, Table

REASON: Final = Message("pencilled on paper")
NOT_A_NUMBER: Final = Message("Enter whole numbers up to 9,999. Only points can be below zero.")
HELD: Final = (Bonus.WAGON, Bonus.DYNAMITE, Bonus.FIRE_BRIGADE)
"""The bonuses that are set by hand; fort and reserve follow from wood and gold."""
GROUPS: Final[tuple[tuple[str, tuple[Column, ...]], ...]] = (
    ("resources", RESOURCES),
    ("people", KINDS),
    ("bonuses", HELD),
    ("", (Count.POINTS, Count.LOST_TURNS)),
)


@dataclass(frozen=True)
class PencilCell:
    """One number of one seat: the name of its field, what it counts, what it is now."""

    field: str
    column: str
    now: int
    is_bonus: bool


@dataclass(frozen=True)
class Row:
    seat: int
    name: str
    side: str
    cells: list[PencilCell]


def rows(position: Position) -> list[Row]:
    """Everyone who is still in the game, with every total."""
    table = Table(position)
    order = (Count.POINTS, *RESOURCES, *KINDS, *HELD, Count.LOST_TURNS)
    return [
        Row(
            seat,
            table.name(seat),
            table.side(seat).word,
            [
                PencilCell(
                    field(seat, column), str(column.value), table[seat, column], column in HELD
                )
                for column in order
            ],
        )
        for seat in table.seats_in_game()
    ]


def field(seat: int, column: Column) -> str:
    return f"seat{seat}_{column.value}"


def corrections(
    position: Position, typed: Mapping[str, str], reason: str
) -> list[dict[str, Any]] | None:
    """The corrections that the typed totals ask for; None where one is no number.

    Those with the most points come last: the first to have 50 ends the game, and nothing more
    could be written.
    """
    table = Table(position)
    wanted = []
    for seat in table.seats_in_game():
        numbers = _changed(table, seat, typed)
        if numbers is None:
            return None
        if numbers:
            points = numbers.get("points", table[seat, Count.POINTS])
            entry = {"do": "correct", "seat": seat, "set": numbers, "reason": reason}
            wanted.append((points, entry))
    return [entry for _, entry in sorted(wanted, key=lambda pair: pair[0])]


def _changed(table: Table, seat: int, typed: Mapping[str, str]) -> dict[str, Any] | None:
    changed: dict[str, Any] = {}
    for group, columns in GROUPS:
        into = changed.setdefault(group, {}) if group else changed
        for column in columns:
            number = _number(typed.get(field(seat, column), ""), table[seat, column], column)
            if number is None:
                return None
            if number != table[seat, column]:
                into[column.value] = bool(number) if column in HELD else number
    # Whoever pencilled the totals has added fort and reserve up already: the points are the total.
    if any(changed[group] for group, _ in GROUPS if group):
        changed.setdefault("points", _points(table, seat, typed))
    return {name: value for name, value in changed.items() if value != {}}


def _points(table: Table, seat: int, typed: Mapping[str, str]) -> int:
    now = table[seat, Count.POINTS]
    number = _number(typed.get(field(seat, Count.POINTS), ""), now, Count.POINTS)
    return now if number is None else number


def _number(text: str, now: int, column: Column) -> int | None:
    """A field left empty means that nothing changed."""
    text = text.strip().replace("−", "-")
    if not text:
        return now
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > 4 or (text != digits and column is not Count.POINTS):
        return None
    number = int(text)
    return number if number <= (1 if column in HELD else LARGEST_NUMBER) else None
