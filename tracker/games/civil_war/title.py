"""The title, as the rest of the program sees it: every answer of the contract, in one place."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

from tracker.engine.choice import Choice
from tracker.engine.hand_seat import HandSeat, hand_over, seated_by
from tracker.engine.ledger import Column, Fact, moves_of, summed
from tracker.engine.refusal import Refused
from tracker.engine.title import Decision, Offer, refusal_by, seats, setup_of
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
from tracker.games.civil_war.card import CARD
from tracker.games.civil_war.claims import claim
from tracker.games.civil_war.columns import Phase
from tracker.games.civil_war.entries import AnyEntry, Written
from tracker.games.civil_war.entry_text import entry_text
from tracker.games.civil_war.export import export_position
from tracker.games.civil_war.face_down import see
from tracker.games.civil_war.figure import after_move
from tracker.games.civil_war.invariants import invariants
from tracker.games.civil_war.packing import pack, unpack
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.progress import outcome, progress, track_labels, tracks
from tracker.games.civil_war.results import result_words, seat_results, tally
from tracker.games.civil_war.setup import Setup
from tracker.games.civil_war.setup_checks import check_entries, check_setup
from tracker.games.civil_war.sheet_check import is_closing, questions

__all__ = [
    "COLUMNS",
    "ENTRY",
    "NAME",
    "SETUP",
    "apply",
    "check_entries",
    "check_setup",
    "choices",
    "claim",
    "decide",
    "entry_text",
    "export_position",
    "invariants",
    "is_closing",
    "offers",
    "outcome",
    "pack",
    "progress",
    "questions",
    "result_words",
    "seat_results",
    "seats",
    "see",
    "setup_of",
    "start",
    "tally",
    "track_labels",
    "tracks",
    "unpack",
]

NAME = CARD.name
SETUP = Setup
ENTRY: Any = Written
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


def start(setup: Setup) -> Decision[Position]:
    table = Table(resources.blank(setup))
    resources.open_sheet(table)
    return Decision(tuple(table.facts), table.position())


def decide(position: Position, entry: Written) -> Decision[Position]:
    if isinstance(entry, HandSeat):
        facts = hand_over(position.game.setup, entry, is_over=outcome(position) is not None)
        return Decision(facts, apply(position, facts))
    table = Table(position)
    _carry_out(table, entry)
    if table.phase is not Phase.OVER:
        winning.judge(table)
    return Decision(tuple(table.facts), table.position(), tuple(table.verdicts))


def choices(position: Position, entry: Written) -> tuple[Choice, ...]:
    if isinstance(entry, HandSeat):
        return ()
    table = Table(position, is_asking=True)
    with suppress(Refused):
        _carry_out(table, entry)
    return tuple(table.choices)


def apply(position: Position, facts: Sequence[Fact]) -> Position:
    figure = position.figure
    for move in moves_of(facts):
        figure = after_move(figure, move)
    game = seated_by(position.game, facts)
    return Position(game, summed(position.rows, facts), figure)


def offers(position: Position, seat: int) -> tuple[Offer[Written], ...]:
    return offering.offers(position, seat, _why_not)


def _carry_out(table: Table, entry: AnyEntry) -> None:
    months.must_be_time_for(table, entry)
    RULES[type(entry)](table, entry)
    months.note_first_tile(table, entry)


_why_not: Final = partial(refusal_by, decide)
