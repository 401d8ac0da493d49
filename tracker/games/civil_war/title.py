"""The title, as the rest of the program sees it: every answer of the contract, in one place."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tracker.engine.ledger import TABLE, Column, Line, summed
from tracker.engine.refusal import Refused
from tracker.engine.title import Decision, Offer
from tracker.games.civil_war import (
    battles,
    bonuses,
    columns,
    encounters,
    entries,
    events,
    luring,
    months,
    resources,
    tiles,
    trade,
    upkeep,
    winning,
)
from tracker.games.civil_war import offers as offering
from tracker.games.civil_war.checking import check_entries, check_setup
from tracker.games.civil_war.claims import claim
from tracker.games.civil_war.columns import Count, Course, Phase
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.face_down import uncovers, veiled, why_not_yet
from tracker.games.civil_war.invariants import invariants
from tracker.games.civil_war.kept import pack, unpack
from tracker.games.civil_war.position import Figure, Position, Table
from tracker.games.civil_war.saying import say
from tracker.games.civil_war.setup import Setup
from tracker.games.civil_war.written import written

__all__ = [
    "COLUMNS",
    "ENTRY",
    "NAME",
    "SETUP",
    "apply",
    "check",
    "claim",
    "decide",
    "invariants",
    "is_over",
    "offers",
    "pack",
    "round_of",
    "say",
    "scores",
    "sides",
    "start",
    "uncovers",
    "unpack",
    "veiled",
    "why_not",
    "why_not_yet",
    "written",
]

NAME = "civil-war"
SETUP = Setup
ENTRY: Any = AnyEntry
COLUMNS: Mapping[str, Column] = columns.COLUMNS

RULES: Final[Mapping[type[entries.Entry], Callable[[Table, Any], None]]] = {
    entries.Find: tiles.find,
    entries.Lose: tiles.lose,
    entries.Meet: encounters.meet,
    entries.Gain: bonuses.gain,
    entries.Fire: events.fire,
    entries.Sickness: events.sickness,
    entries.Sabotage: events.sabotage,
    entries.RaiseBrigade: bonuses.raise_brigade,
    entries.Lure: luring.lure,
    entries.SpendReserve: bonuses.spend_reserve,
    entries.HandOver: bonuses.hand_over,
    entries.LayTiles: tiles.lay_tiles,
    entries.TurnOver: tiles.turn_over,
    entries.EndTurn: months.end_turn,
    entries.HandTurn: months.hand_turn,
    entries.EndMonth: months.end_month,
    entries.Trade: trade.trade,
    entries.HqTrade: trade.hq_trade,
    entries.Upkeep: upkeep.upkeep,
    entries.Attack: battles.attack,
    entries.BuyOff: battles.buy_off,
    entries.NextMonth: months.next_month,
    entries.Correct: events.correct,
}


# The entries that lay the month's tiles, turn one over, or clear them away.
ON_THE_FIGURE: Final = frozenset[type[entries.Entry]](
    {entries.LayTiles, entries.TurnOver, entries.NextMonth}
)


def check(setup: Setup, entries: Sequence[AnyEntry]) -> None:
    check_setup(setup)
    check_entries(setup, entries)


def start(setup: Setup) -> Decision[Position]:
    blank = resources.blank(setup)
    table = Table(blank)
    resources.open_sheet(table)
    return Decision(tuple(table.lines), table.position(None))


def why_not(position: Position, entry: AnyEntry) -> Refused | None:
    try:
        decide(position, entry)
    except Refused as refusal:
        return refusal
    return None


def decide(position: Position, entry: AnyEntry) -> Decision[Position]:
    table = Table(position)
    months.must_be_time_for(table, entry)
    RULES[type(entry)](table, entry)
    months.note_first_tile(table, entry)
    if table.phase is not Phase.OVER:
        winning.judge(table)
    lines = tuple(table.lines)
    return Decision(lines, table.position(_figure_after(position, entry, lines)))


def apply(position: Position, entry: AnyEntry, lines: Sequence[Line]) -> Position:
    figure = _figure_after(position, entry, lines)
    return Position(position.game, summed(position.rows, lines), figure)


def offers(position: Position, seat: int) -> tuple[Offer[AnyEntry], ...]:
    return offering.offers(position, seat, why_not)


def round_of(position: Position) -> int:
    return Table(position).month


def scores(position: Position) -> tuple[int, ...]:
    table = Table(position)
    return tuple(table[seat, Count.POINTS] for seat in table.seats)


def sides(position: Position) -> tuple[object, ...]:
    table = Table(position)
    return tuple(table.side(seat) for seat in table.seats)


def is_over(position: Position) -> bool:
    return Table(position).phase is Phase.OVER


def _figure_after(position: Position, entry: AnyEntry, lines: Sequence[Line]) -> Figure | None:
    if type(entry) not in ON_THE_FIGURE:
        return position.figure
    begins = any(line.seat == TABLE and line.what is Course.MONTH for line in lines)
    return tiles.figure_after(position.figure, entry, month_begins=begins)
