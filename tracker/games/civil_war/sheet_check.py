"""Questions about what looks forgotten in a month; a rule forbids none of it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from tracker.engine.ledger import Amount
from tracker.engine.message import Message, to_translate
from tracker.engine.sheet_check import Noted, Question, repeated
from tracker.games.civil_war import outlook
from tracker.games.civil_war.columns import Bonus, Count, Kind, Phase
from tracker.games.civil_war.entries import (
    AnyEntry,
    Correct,
    EndMonth,
    EndTurn,
    Find,
    Fire,
    HandOver,
    HqTrade,
    Lose,
    Meet,
    OnTurn,
    Trade,
    TurnOver,
    Upkeep,
)
from tracker.games.civil_war.entry_text import entry_text
from tracker.games.civil_war.position import Position, Table

UNUSUAL: Final = 30
"""A tile shows smaller numbers: so many at once are more often a slip of the finger."""
IDLE: Final = 2
"""Many tiles do nothing. A turn without an entry is asked about only when it is the second."""


def is_closing(position: Position) -> bool:
    """CW-8: whether the turns of the month are over."""
    return Table(position).phase is not Phase.TURNS


def questions(position: Position, entries: Sequence[Noted]) -> tuple[Question, ...]:
    """Return what looks forgotten among the entries of this month."""
    table = Table(position)
    return (
        *_idle_turns(table, entries),
        *_no_turn(table, entries),
        *_second_tiles(table, entries),
        *_unusual(table, entries),
        *_starving(position, table, entries),
        *_unfed(table, entries),
        *repeated(entries, lambda entry: entry_text(position.game.setup, entry)),
    )


def _idle_turns(table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """CW-3.7: turns that were ended with nothing entered, where they are half of all or more."""
    turns: Counter[int] = Counter()
    idle: dict[int, list[int]] = {}
    busy: set[int] = set()
    for noted in entries:
        entry: AnyEntry = noted.entry
        if isinstance(entry, EndTurn):
            turns[entry.seat] += 1
            if entry.seat not in busy:
                idle.setdefault(entry.seat, []).append(noted.n)
            busy.discard(entry.seat)
        elif isinstance(entry, HandOver):
            turns[entry.seat] += 1
        elif isinstance(entry, OnTurn | Correct):
            busy.add(entry.seat)
    for seat, ended in sorted(idle.items()):
        if len(ended) >= IDLE and 2 * len(ended) >= turns[seat]:
            text = to_translate("{name} ended turns without an entry: {idle} of {turns}.")
            facts = {"idle": len(ended), "name": table.name(seat), "turns": turns[seat]}
            yield Question(Message(text, facts), ended[-1])


def _no_turn(table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """CW-3.5: players for whom nothing was entered, though the table said that all had played."""
    end = next((noted for noted in entries if isinstance(noted.entry, EndMonth)), None)
    if end is None or not table.switches.keep_order:
        return
    played = {noted.entry.seat for noted in entries if isinstance(noted.entry, OnTurn)}
    passed = {line.seat for noted in entries for line in noted.lines if line.rule == "CW-3.6"}
    missed = [seat for seat in table.seats_in_game() if seat not in played | passed]
    if missed:
        names = tuple(table.name(seat) for seat in missed)
        yield Question(Message("No turn this month: {names}.", {"names": names}), end.n)


def _second_tiles(table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """CW-9.1: turns of a wagon's owner in which the second tile was left lying."""
    down = len(table.figure or ())
    wagons = _wagons_at_start(table, entries)
    turned: Counter[int] = Counter()
    for noted in entries:
        entry: AnyEntry = noted.entry
        for line in noted.lines:
            if line.what is Bonus.WAGON:
                wagons[line.seat] += line.by
        if isinstance(entry, TurnOver):
            down -= 1
            turned[entry.seat] += 1
        if not isinstance(entry, EndTurn) or turned.pop(entry.seat, 0) != 1:
            continue
        if wagons[entry.seat] and down:
            text = to_translate("{name} has a wagon and turned over only one tile in a turn.")
            yield Question(Message(text, {"name": table.name(entry.seat)}), noted.n)


def _wagons_at_start(table: Table, entries: Sequence[Noted]) -> Counter[int]:
    """Return who had a wagon when the month began: those of now, without what has changed."""
    wagons = Counter({seat: table[seat, Bonus.WAGON] for seat in table.seats})
    for noted in entries:
        for line in noted.lines:
            if line.what is Bonus.WAGON:
                wagons[line.seat] -= line.by
    return wagons


def _unusual(table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """CW-4: numbers that no tile is likely to show."""
    for noted in entries:
        entry: AnyEntry = noted.entry
        number = 0
        if isinstance(entry, Find | Lose | Fire):
            number = entry.amount
        if isinstance(entry, Meet):
            number = entry.count
        if number > UNUSUAL:
            says = entry_text(table.game.setup, entry)
            yield Question(Message("Is the number right? {entry}.", {"entry": says}), noted.n)


def _starving(position: Position, table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """CW-8.2: camps that are about to starve though nobody has traded for them."""
    if table.phase is not Phase.TRADES:
        return
    trades = [noted.entry for noted in entries if isinstance(noted.entry, Trade | HqTrade)]
    traders = {trade.seat for trade in trades}
    traders |= {trade.partner for trade in trades if isinstance(trade, Trade)}
    for supply in outlook.supplies(position):
        if supply.lacking and supply.seat not in traders:
            text = to_translate("Nobody traded with {name}, whose camp lacks {lacking}.")
            lacking = tuple(Amount(number, resource) for resource, number in supply.lacking)
            facts = {"name": table.name(supply.seat), "lacking": lacking}
            yield Question(Message(text, facts), None, "hq_trade", supply.seat)


def _unfed(table: Table, entries: Sequence[Noted]) -> Iterator[Question]:
    """CW-8.4: people who came into a camp by a correction after the upkeep, and had none."""
    is_done = False
    for noted in entries:
        is_done = is_done or isinstance(noted.entry, Upkeep)
        if not is_done or not isinstance(noted.entry, Correct) or table.phase is Phase.OVER:
            continue
        people = sum(line.by for line in noted.lines if isinstance(line.what, Kind))
        if people > 0 and not table[noted.entry.seat, Count.OUT]:
            text = to_translate("{name}: no upkeep for people who came by a correction: {people}.")
            facts = {"people": people, "name": table.name(noted.entry.seat)}
            yield Question(Message(text, facts), noted.n)
