"""Setting a table up in a test: who sits there, what each camp has, how far the month has come."""

import re
from typing import Any

import msgspec

from tests.games import refusals
from tracker.engine.ledger import Line, lines_of
from tracker.engine.title import why_not
from tracker.games.civil_war import title
from tracker.games.civil_war.columns import Bonus, Count, Kind, Resource
from tracker.games.civil_war.entries import AnyEntry, Correct, Numbers, Written
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.setup import Setup

ANNA, BORIS, CLARA, DAVID, ELENA, FELIX = range(6)
NAMES = ("Anna", "Boris", "Clara", "David", "Elena", "Felix", "Greta", "Hugo", "Irina")
# Anna and Clara and Elena are of the South, Boris and David and Felix of the North.
ROLES = (
    "southern_officer",
    "northern_soldier",
    "southern_soldier",
    "northern_officer",
    "cherokee",
    "volunteer",
)


def setup(*roles: str, months: int = 6, deck: Any = "standard", **switches: Any) -> Setup:
    """A set-up for these roles, or for the first two; the seats are called Anna, Boris, …"""
    seats = [{"name": NAMES[seat], "role": role} for seat, role in enumerate(roles or ROLES[:2])]
    document = {"months": months, "tiles_per_player": 4, "seats": seats, "switches": switches}
    return msgspec.convert({**document, "deck": deck}, Setup)


def start(*roles: str, months: int = 6, deck: Any = "standard", **switches: Any) -> Position:
    """The position before the first entry; roles, months and switches as in `setup`."""
    return title.start(setup(*roles, months=months, deck=deck, **switches)).position


def entry(do: str, **fields: Any) -> AnyEntry:
    """An entry as a match file writes it; `with` and `from` are passed as `with_` and `from_`."""
    document = {name.removesuffix("_"): value for name, value in fields.items()}
    read: AnyEntry = msgspec.convert({"do": do, **document}, AnyEntry)
    return read


def having(
    position: Position,
    seat: int,
    *,
    points: int | None = None,
    people: dict[str, int] | None = None,
    bonuses: tuple[str, ...] = (),
    lost_turns: int | None = None,
    **resources: int,
) -> Position:
    """The position with these numbers at the seat; points stay as they are unless they are given.

    Fort and reserve follow from wood and gold, without their points.
    """
    total = Table(position)[seat, Count.POINTS] if points is None else points
    new: dict[str, Any] = {"points": total, "resources": resources, "people": people or {}}
    new["bonuses"] = dict.fromkeys(bonuses, True)
    if lost_turns is not None:
        new["lost_turns"] = lost_turns
    numbers = msgspec.convert(new, Numbers)
    return title.decide(position, Correct(seat, numbers, reason="so the test begins")).position


def play(position: Position, *entries: Written) -> Position:
    """The position after these entries."""
    for entry in entries:
        position = title.decide(position, entry).position
    return position


def at_trades(position: Position) -> Position:
    return play(position, entry("end_month"))


def at_battles(position: Position) -> Position:
    """After upkeep: camps have eaten, so set people and food up afterwards."""
    return play(position, entry("end_month"), entry("upkeep"))


def lines(position: Position, written: AnyEntry) -> tuple[Line, ...]:
    return lines_of(title.decide(position, written).facts)


def refusal(position: Position, written: AnyEntry) -> str:
    """The number of the rule that forbids the entry; fails where none does."""
    refused = why_not(title, position, written)
    assert refused is not None, f"{written} is allowed"
    assert refused.message
    return refused.rule


def points(position: Position, seat: int) -> int:
    return Table(position)[seat, Count.POINTS]


def number(position: Position, seat: int, column: str) -> int:
    """A resource, a kind of people or a count of the seat, by its written name."""
    for columns in (Resource, Kind, Count):
        for what in columns:
            if what.value == column:
                return Table(position)[seat, what]
    raise LookupError(column)


def people(position: Position, seat: int) -> int:
    return Table(position).people(seat)


def has(position: Position, seat: int, bonus: str) -> bool:
    return Table(position).has(seat, next(held for held in Bonus if held.value == bonus))


def seat_of(position: Position, seat: int) -> dict[str, Any]:
    """The seat as a match file writes it."""
    written: dict[str, Any] = title.export_position(position)["seats"][seat]
    return written


def turn(position: Position) -> int | None:
    """Return the seat whose turn it is."""
    return Table(position).turn


def changes(position: Position, written: AnyEntry, seat: int) -> dict[str, int]:
    """Return all changes of the seat's numbers by the entry, by their written names."""
    total: dict[str, int] = {}
    for line in lines(position, written):
        if line.seat == seat:
            total[line.what.value] = total.get(line.what.value, 0) + line.by
    return {what: by for what, by in total.items() if by}


def must_refuse(position: Position, written: AnyEntry, rule: str, reason: str) -> None:
    """Fail unless the rule forbids the entry, for the reason: words of the sentence."""
    refusals.must_refuse(title, position, written, rule, reason)


def sentence(position: Position, written: AnyEntry) -> str:
    """Return the sentence of the entry's refusal; fail where it is not refused."""
    refused = why_not(title, position, written)
    assert refused is not None, f"{written} is allowed"
    return refused.message


def headline(position: Position, new: AnyEntry) -> str:
    """The first verdict of an entry, in English."""
    return headlines(position, new)[0]


def headlines(position: Position, new: AnyEntry) -> list[str]:
    """The verdicts of an entry, in English."""
    return [str(verdict.says) for verdict in title.decide(position, new).verdicts]


def beaten(position: Position, seat: int, by: int) -> Position:
    """At battles: the seat is attacked and eliminated, one person of its camp dying."""
    position = having(position, by, people={"volunteer": 1}, weapons=2)
    position = having(position, seat, people={"volunteer": 1}, weapons=0)
    return play(position, entry("attack", seat=by, target=seat))


def told(position: Position, written: AnyEntry) -> set[str]:
    """The words and figures of that sentence."""
    return set(re.findall(r"\w+", sentence(position, written)))
