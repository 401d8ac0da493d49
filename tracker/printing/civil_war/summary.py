"""The month's summary: one page for the table, after every month."""

from typing import Any

from tracker.engine.ledger import Amount, Line
from tracker.engine.message import Message
from tracker.games.civil_war import outlook
from tracker.games.civil_war.columns import RESOURCES, Count
from tracker.games.civil_war.entries import Attack, BuyOff, HqTrade, Trade
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.results import places, ranking
from tracker.printing.civil_war import causes
from tracker.printing.civil_war.line_text import Words
from tracker.printing.civil_war.seats import names, seats
from tracker.printing.printed_match import Match, PrintedStep
from tracker.translations.translator import signed


def last_closed(match: Match) -> int:
    """The month that a summary is for, where nobody says which: the last that was closed."""
    if match.is_over:
        return match.round
    return max(1, match.round - 1)


def summary(words: Words, match: Match, month: int) -> dict[str, Any]:
    steps = match.steps_of(month)
    before = steps[0].before if steps else match.position
    after = steps[-1].after if steps else match.position
    lines = [line for step in steps for line in step.lines]
    return {
        **words.columns(),
        "month": month,
        "of_months": match.setup.months,
        "is_closed": month < match.round or match.is_over,
        "standings": _standings(words, before, after),
        "by_seat": _by_seat(lines, after),
        "by_cause": _by_cause(words, lines),
        "dead": deaths(words, names(after), lines),
        "battles": [told(words, match, step) for step in steps if is_battle(step)],
        "trades": [told(words, match, step) for step in steps if is_trade(step)],
        "warnings": [] if match.is_over else warnings(words, after),
    }


def is_battle(step: PrintedStep) -> bool:
    return isinstance(step.entry, Attack | BuyOff)


def is_trade(step: PrintedStep) -> bool:
    return isinstance(step.entry, Trade | HqTrade)


def told(words: Words, match: Match, step: PrintedStep) -> dict[str, str]:
    """An entry as a sentence, and what it did."""
    says = words.translate(match.says(step.written))
    return {"says": says, "did": words.did(names(step.after), step.lines)}


def deaths(words: Words, who: list[str], lines: list[Line]) -> list[str]:
    """Return who died, where and of what, one sentence for each seat and cause."""
    grouped: dict[tuple[int, str], list[str]] = {}
    for seat, kind, number, rule in causes.dead(lines):
        grouped.setdefault((seat, rule), []).append(f"{number} {words.counted(kind, number)}")
    return [
        f"{who[seat]}: {', '.join(dead)}, {words.translate(causes.DEATHS[rule])}"
        for (seat, rule), dead in grouped.items()
    ]


def warnings(words: Words, position: Position) -> list[str]:
    """Return a warning for each camp whose water or food is too little for its people now."""
    text = Message("{name} has {people} people and lacks {goods} for the next upkeep.").text
    found = []
    for supply in outlook.supplies(position):
        if supply.lacking:
            goods = tuple(Amount(number, resource) for resource, number in supply.lacking)
            name = Table(position).name(supply.seat)
            facts = {"name": name, "people": supply.people, "goods": goods}
            found.append(words.translate(Message(text, facts)))
    return found


def _standings(words: Words, before: Position, after: Position) -> list[dict[str, Any]]:
    then, now = Table(before), Table(after)
    rows, place = seats(words, after), places(after)
    return [
        {
            **rows[seat],
            "place": place[seat],
            "change": signed(now[seat, Count.POINTS] - then[seat, Count.POINTS]),
        }
        for seat in ranking(after)
    ]


def _by_seat(lines: list[Line], position: Position) -> list[dict[str, Any]]:
    """Return what came in and went out of each seat's stocks."""
    rows = []
    for seat, name in enumerate(names(position)):
        mine = [line for line in lines if line.seat == seat]
        rows.append({"name": name, "cells": [_flow(mine, resource) for resource in RESOURCES]})
    return rows


def _flow(lines: list[Line], resource: Any) -> tuple[int, int]:
    changes = [line.by for line in lines if line.what is resource]
    return sum(by for by in changes if by > 0), sum(by for by in changes if by < 0)


def _by_cause(words: Words, lines: list[Line]) -> list[dict[str, Any]]:
    rows = []
    for says, rules in causes.SUPPLIES:
        cells = [causes.in_and_out(lines, rules, resource) for resource in RESOURCES]
        if any(cell != (0, 0) for cell in cells):
            rows.append({"name": words.translate(says), "cells": cells})
    return rows
