"""Setting a table up in a test: who sits there, what lies where, how far the mission has come."""

from typing import Any

import msgspec

from tests.games import refusals
from tracker.engine.ledger import TABLE
from tracker.engine.title import AnyTitle, why_not
from tracker.games.grizzled import title
from tracker.games.grizzled.columns import Course
from tracker.games.grizzled.entries import AnyEntry, Written
from tracker.games.grizzled.position import Position, Table
from tracker.games.grizzled.setup import Setup
from tracker.games.titles import TITLES

ANNA, BORIS, VERA, DAVID, ELENA = range(5)
NAMES = ("Anna", "Boris", "Vera", "David", "Elena")
SOLDIERS = ("felix", "gaston", "lazare", "charles", "gustave")
"""Charms: night, shell, whistle, rain, snow."""
GRIZZLED: AnyTitle = TITLES["grizzled"]


def setup(mode: str = "standard", soldiers: int = 3, **fields: Any) -> Setup:
    """A set-up for so many soldiers, called Anna, Boris, …; `tokens` names third tokens by seat."""
    tokens: dict[int, str] = fields.pop("tokens", {})
    seats = [
        {"name": name, "soldier": soldier}
        for name, soldier in zip(NAMES[:soldiers], SOLDIERS[:soldiers], strict=True)
    ]
    for seat, token in tokens.items():
        seats[seat]["token"] = token
    return msgspec.convert({"mode": mode, "seats": seats, **fields}, Setup)


def start(mode: str = "standard", soldiers: int = 3, **fields: Any) -> Position:
    """The position before the first entry; arguments as in `setup`."""
    agreed = setup(mode, soldiers, **fields)
    title.check_setup(agreed)
    return title.start(agreed).position


def entry(do: str, **fields: Any) -> AnyEntry:
    """An entry as a match file writes it; `from` is passed as `from_`."""
    document = {name.removesuffix("_"): value for name, value in fields.items()}
    read: AnyEntry = msgspec.convert({"do": do, **document}, AnyEntry)
    return read


def card(*effects: dict[str, Any], level: str = "easy", danger: int = 1) -> dict[str, Any]:
    """A mission card with these effects."""
    return {"name": "Raid", "level": level, "danger": danger, "effects": list(effects)}


def play(position: Position, *entries: Written) -> Position:
    """The position after these entries. Facts alone must lead there too."""
    for written in entries:
        decision = title.decide(position, written)
        assert title.apply(position, decision.facts) == decision.position
        position = decision.position
        assert title.invariants(position) == ()
    return position


def having(position: Position, **numbers: Any) -> Position:
    """The position with these numbers set; trials pay for cards that lie somewhere else."""
    seats = numbers.pop("seats", {})
    numbers["seats"] = {str(seat): its for seat, its in seats.items()}
    correction = {"set": numbers, "reason": "so the test begins"}
    if "trials" not in numbers or "morale" not in numbers:
        paid = "trials" if "trials" not in numbers else "morale"
        numbers[paid] = getattr(Table(position), paid)
        trial = position
        numbers[paid] += _surplus(trial, correction)
    return play(position, entry("correct", **correction))


def _surplus(position: Position, correction: dict[str, Any]) -> int:
    """Return the number of cards that would be missing, as the refusal says it; 0 for none."""
    refused = why_not(GRIZZLED, position, entry("correct", **correction))
    if refused is None or "total" not in refused.says.facts or "cards" not in refused.says.facts:
        return 0
    facts = refused.says.facts
    return int(str(facts["cards"])) - int(str(facts["total"]))


def in_mission(position: Position, **numbers: Any) -> Position:
    """A first mission with the least danger, then with these numbers set."""
    begun = play(position, entry("mission", **numbers.pop("mission_", {})))
    return having(begun, **numbers) if numbers else begun


def all_withdraw(position: Position, **fields: Any) -> Position:
    """Everybody who is in the mission withdraws, as far as nothing is asked of them."""
    while (turn := Table(position).turn) is not None:
        position = play(position, entry("withdraw", seat=turn, **fields))
    return position


def after_success(position: Position, **numbers: Any) -> Position:
    """At support, after a mission from which all have withdrawn."""
    return all_withdraw(in_mission(position, **numbers))


def supported(position: Position, **fields: Any) -> Position:
    """After support with these tokens; whoever laid one and is not named lays `left`."""
    tokens = fields.pop("tokens", {})
    for seat, its in enumerate(written(position)["seats"]):
        if its["laid"] == "hidden":
            tokens.setdefault(str(seat), "left")
    return play(position, entry("support", tokens=tokens, **fields))


def refusal(position: Position, tried: Written) -> str:
    """The number of the rule that forbids the entry; fails where none does."""
    refused = why_not(GRIZZLED, position, tried)
    assert refused is not None, f"{tried} is allowed"
    assert refused.message
    return refused.rule


def must_refuse(position: Position, tried: Written, rule: str, reason: str) -> None:
    """Fail unless the rule forbids the entry, for the reason: words of the sentence."""
    refusals.must_refuse(GRIZZLED, position, tried, rule, reason)


def sentence(position: Position, tried: AnyEntry) -> str:
    """Return the sentence of the entry's refusal; fail where it is not refused."""
    refused = why_not(GRIZZLED, position, tried)
    assert refused is not None, f"{tried} is allowed"
    return refused.message


def is_allowed(position: Position, tried: Written) -> bool:
    return why_not(GRIZZLED, position, tried) is None


def written(position: Position) -> dict[str, Any]:
    """The position as a match file writes it."""
    return title.export_position(position)


def seat_of(position: Position, seat: int) -> dict[str, Any]:
    its: dict[str, Any] = written(position)["seats"][seat]
    return its


def column(position: Position, what: Course) -> int:
    return Table(position)[TABLE, what]
