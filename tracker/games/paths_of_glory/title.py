"""The title, as the rest of the program sees it: every answer of the contract, in one place."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from tracker.engine.hand_seat import HandSeat, hand_over, seated_by
from tracker.engine.ledger import Column, Fact, moves_of, summed
from tracker.engine.title import Decision, Offer, refusal_by, seats, see, setup_of
from tracker.games.paths_of_glory import (
    actions,
    battles,
    calculator,
    columns,
    control,
    corrections,
    drawing,
    entries,
    forts,
    mandates,
    opening,
    redeployment,
    replacements,
    turns,
    war_status,
)
from tracker.games.paths_of_glory import offers as offering
from tracker.games.paths_of_glory.card import CARD
from tracker.games.paths_of_glory.checking import check_entries, check_setup
from tracker.games.paths_of_glory.choosing import choices
from tracker.games.paths_of_glory.claims import claim
from tracker.games.paths_of_glory.entries import Written
from tracker.games.paths_of_glory.entry_text import entry_text
from tracker.games.paths_of_glory.export import export_position
from tracker.games.paths_of_glory.invariants import invariants
from tracker.games.paths_of_glory.packing import pack, unpack
from tracker.games.paths_of_glory.pieces import INDEX
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.progress import outcome, progress, track_labels, tracks
from tracker.games.paths_of_glory.results import result_words, seat_results, tally
from tracker.games.paths_of_glory.setup import Setup
from tracker.games.paths_of_glory.sheet_check import is_closing, questions

__all__ = [
    "COLUMNS",
    "ENTRY",
    "NAME",
    "SETUP",
    "apply",
    "calculator",
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
    entries.Mandates: mandates.mandates,
    entries.Play: actions.play,
    entries.OneOp: actions.one_op,
    entries.Peace: actions.offer_peace,
    entries.Battle: battles.battle,
    entries.Take: control.take,
    entries.Besiege: forts.besiege,
    entries.Lift: forts.lift,
    entries.NearEast: redeployment.near_east,
    entries.Attrition: control.attrition,
    entries.Sieges: forts.sieges,
    entries.WarStatus: war_status.war_status,
    entries.Replace: replacements.replace,
    entries.EndReplacements: replacements.end_replacements,
    entries.Draw: drawing.draw,
    entries.Correct: corrections.correct,
}


def start(setup: Setup) -> Decision[Position]:
    table = Table(opening.blank(setup))
    opening.open_sheet(table)
    return Decision(tuple(table.facts), table.position())


def decide(position: Position, entry: Written) -> Decision[Position]:
    if isinstance(entry, HandSeat):
        facts = hand_over(position.game.setup, entry, is_over=outcome(position) is not None)
        return Decision(facts, apply(position, facts))
    table = Table(position)
    turns.must_be_time_for(table, entry)
    RULES[type(entry)](table, entry)
    return Decision(tuple(table.facts), table.position(), tuple(table.verdicts))


def apply(position: Position, facts: Sequence[Fact]) -> Position:
    places = list(position.places)
    for move in moves_of(facts):
        places[INDEX[move.piece]] = move.to
    game = seated_by(position.game, facts)
    return Position(game, summed(position.rows, facts), tuple(places))


def offers(position: Position, seat: int) -> tuple[Offer[Written], ...]:
    return offering.offers(position, seat, _why_not)


_why_not: Final = partial(refusal_by, decide)
