"""The form of a correction: one number of a seat, or all of them, and the reason (CW-11.6)."""

from typing import Final

from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.games.civil_war.columns import KINDS, RESOURCES, Bonus, Count
from tracker.games.civil_war.position import Position
from tracker.web.civil_war.pad_fields import FilledPad
from tracker.web.language import translate
from tracker.web.pad.fields import NumberInput, Option, Switch
from tracker.web.pad.open_choices import Answers

HOLDABLE: Final = (Bonus.WAGON, Bonus.DYNAMITE, Bonus.FIRE_BRIGADE)
GROUPS: Final[dict[str, tuple[Column, ...]]] = {
    "": (Count.POINTS, Count.LOST_TURNS),
    "resources": RESOURCES,
    "people": KINDS,
    "bonuses": HOLDABLE,
}
"""The numbers of a correction by group; those of the first stand by themselves."""
GROUP_OF: Final = {column: group for group, columns in GROUPS.items() for column in columns}
CORRECTED: Final = {str(column.value): column for column in GROUP_OF}
LABELS: Final = {
    "": Message("Points and turns"),
    "resources": Message("Resources"),
    "people": Message("People"),
}
BONUSES: Final = Message("Bonuses")
REASONS: Final = {
    "forgotten": Message("Forgotten"),
    "misread": Message("Misread"),
    "typed_wrong": Message("Typed wrong"),
}
ICONS: Final[dict[Column, str]] = {Count.LOST_TURNS: "lost_turn", Count.POINTS: "graph"}
MOST: Final = 9_999
LONGEST_REASON: Final = 200


def correct(filled: FilledPad, _: Position) -> Answers | None:
    """CW-11.6: only what differs from the sheet is set."""
    only = CORRECTED.get(filled.arguments.get("only", ""))
    numbers = _all_numbers(filled) if only is None else _one_number(filled, only)
    set_to = {
        path_of(column): bool(number) if column in HOLDABLE else number
        for column, number in numbers.items()
        if number != filled.table[filled.seat, column]
    }
    reason = _reason(filled)
    if set_to and not reason:
        filled.missing = Message("Enter a reason for the correction.")
    if not set_to or not reason:
        return None
    return {"seat": filled.seat, **set_to, "reason": reason}


def _all_numbers(filled: FilledPad) -> dict[Column, int]:
    numbers: dict[Column, int] = {}
    for group, label in LABELS.items():
        given = filled.numbers(label, [_input(filled, column) for column in GROUPS[group]])
        numbers |= {column: given.get(path_of(column), 0) for column in GROUPS[group]}
    return numbers | _held(filled, HOLDABLE)


def _one_number(filled: FilledPad, column: Column) -> dict[Column, int]:
    """The number that was tapped: on the keypad, or a switch where it is held or not."""
    if column in HOLDABLE:
        return _held(filled, (column,))
    now = filled.table[filled.seat, column]
    least = _least(column)
    label = Message("New number, now {number}", {"number": now})
    number = filled.number(path_of(column), label, now, least)
    return {} if number is None else {column: number}


def _held(filled: FilledPad, bonuses: tuple[Column, ...]) -> dict[Column, int]:
    switches = [
        Switch(path_of(bonus), bonus, _icon(bonus), bool(filled.table[filled.seat, bonus]))
        for bonus in bonuses
    ]
    given = filled.switches(BONUSES, switches)
    return {bonus: int(given[path_of(bonus)]) for bonus in bonuses}


def _reason(filled: FilledPad) -> str:
    """Return a ready-made reason, what was typed, or both."""
    options = [Option(name, says) for name, says in REASONS.items()]
    chosen = filled.choose("why", Message("Why?"), options)
    typed = filled.text("reason", Message("In other words"), LONGEST_REASON)
    ready = translate(REASONS[chosen]) if chosen else ""
    return ": ".join(part for part in (ready, typed) if part)[:LONGEST_REASON]


def _input(filled: FilledPad, column: Column) -> NumberInput:
    now = filled.table[filled.seat, column]
    return NumberInput(path_of(column), column, _icon(column), now, MOST, _least(column))


def _least(column: Column) -> int:
    return -MOST if column is Count.POINTS else 0


def path_of(column: Column) -> str:
    """Return where the number stands in a correction."""
    return ".".join(filter(None, ("set", GROUP_OF[column], str(column.value))))


def _icon(column: Column) -> str:
    return ICONS.get(column, str(column.value))
