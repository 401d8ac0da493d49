"""A few true things to say about a finished match."""

from collections import Counter
from collections.abc import Iterable
from typing import Protocol

from tracker.engine.ledger import Line
from tracker.engine.message import Message
from tracker.games.civil_war.columns import Count, Kind
from tracker.games.civil_war.entries import AnyEntry, Attack
from tracker.games.civil_war.entry_text import entry_text
from tracker.games.civil_war.setup import Setup


class CountedEntry(Protocol):
    """An entry that counts, with its lines, wherever it is kept."""

    @property
    def entry(self) -> AnyEntry: ...

    @property
    def lines(self) -> tuple[Line, ...]: ...


def superlatives(setup: Setup, entries: Iterable[CountedEntry]) -> list[Message]:
    """Most people saved, most starved, costliest battle, most traded; none that nobody earned."""
    saved: Counter[int] = Counter()
    starved: Counter[int] = Counter()
    traded: Counter[int] = Counter()
    battles: list[tuple[int, CountedEntry]] = []
    for entry in entries:
        for line in entry.lines:
            if line.rule == "CW-5.1":
                saved[line.seat] += line.by
            if line.rule == "CW-8.2" and isinstance(line.what, Kind):
                starved[line.seat] -= line.by
            if line.rule in ("CW-7.1", "CW-7.2") and line.by < 0:
                traded[line.seat] -= line.by
        if isinstance(entry.entry, Attack):
            battles.append((_spent(entry), entry))
    told = [
        _most(setup, saved, Message("Most people saved: {names}, {number}")),
        _most(setup, starved, Message("Hungriest camp: {names}, {number} starved")),
        _most(setup, traded, Message("Busiest trader: {names}, {number} units given")),
    ]
    cost, costliest = max(battles, key=lambda battle: battle[0], default=(0, None))
    if costliest and cost:
        text = Message("Costliest battle: {battle}, {cost} people and weapons spent")
        told.append(
            Message(text.text, {"battle": entry_text(setup, costliest.entry), "cost": cost})
        )
    return [message for message in told if message]


def _spent(noted: CountedEntry) -> int:
    spent = ("CW-13.4", "CW-13.9")
    return -sum(
        line.by
        for line in noted.lines
        if line.rule in spent and line.what is not Count.POINTS and line.by < 0
    )


def _most(setup: Setup, counted: Counter[int], text: Message) -> Message | None:
    number = max(counted.values(), default=0)
    if number <= 0:
        return None
    names = tuple(setup.seats[seat].name for seat, count in counted.items() if count == number)
    return Message(text.text, {"names": names, "number": number})
