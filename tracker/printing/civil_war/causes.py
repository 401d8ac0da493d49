"""The causes of changed numbers in a few words: each puts together the rules that made lines."""

from typing import Final

from tracker.engine.ledger import Column, Line
from tracker.engine.message import Message
from tracker.games.civil_war.columns import Count, Kind

POINTS: Final[tuple[tuple[Message, frozenset[str]], ...]] = (
    (Message("Saved"), frozenset({"CW-5.2"})),
    (Message("Destroyed"), frozenset({"CW-6.2"})),
    (Message("Survivors"), frozenset({"CW-8.3"})),
    (Message("Fort"), frozenset({"CW-9.5"})),
    (Message("Gold reserve"), frozenset({"CW-9.7", "CW-9.8"})),
    (Message("Domination"), frozenset({"CW-9.9"})),
    (Message("People lost"), frozenset({"CW-6.4", "CW-8.2", "CW-11.5", "CW-13.9"})),
    (Message("Corrections"), frozenset({"CW-11.6"})),
)
"""The sources of points. Every rule that gives or takes points is in one of these."""

SUPPLIES: Final[tuple[tuple[Message, frozenset[str]], ...]] = (
    (Message("Found"), frozenset({"CW-4.3", "CW-4.7", "CW-11.1"})),
    (Message("Rewards"), frozenset({"CW-5.2"})),
    (Message("Fights with enemies"), frozenset({"CW-6.2", "CW-6.3", "CW-6.4", "CW-6.5"})),
    (Message("Lost, burnt, spoilt"), frozenset({"CW-4.4", "CW-11.3"})),
    (Message("Sickness"), frozenset({"CW-11.5"})),
    (Message("Trade"), frozenset({"CW-7.1", "CW-7.2"})),
    (Message("Upkeep"), frozenset({"CW-8.1"})),
    (Message("Brigade, luring, reserve"), frozenset({"CW-9.6", "CW-9.8", "CW-10.1"})),
    (Message("Battles"), frozenset({"CW-13.2", "CW-13.3", "CW-13.4", "CW-13.8"})),
    (Message("Corrections"), frozenset({"CW-11.6"})),
)
DEATHS: Final = {
    "CW-6.4": Message("in a fight"),
    "CW-8.2": Message("of hunger and thirst"),
    "CW-11.5": Message("of sickness"),
    "CW-13.9": Message("in battle"),
}


def points_by_cause(lines: list[Line], seat: int) -> list[int]:
    """A seat's points, cause by cause; their sum is its total."""
    mine = [line for line in lines if line.seat == seat and line.what is Count.POINTS]
    return [sum(line.by for line in mine if line.rule in rules) for _, rules in POINTS]


def in_and_out(lines: list[Line], rules: frozenset[str], column: Column) -> tuple[int, int]:
    """Return what came in and what went out of a column by these rules, for the whole table."""
    found = [line.by for line in lines if line.what is column and line.rule in rules]
    return sum(by for by in found if by > 0), sum(by for by in found if by < 0)


def dead(lines: list[Line]) -> list[tuple[int, Kind, int, str]]:
    """Return who died: the seat, the kind, how many, and the rule."""
    return [
        (line.seat, line.what, -line.by, line.rule)
        for line in lines
        if isinstance(line.what, Kind) and line.by < 0 and line.rule in DEATHS
    ]
