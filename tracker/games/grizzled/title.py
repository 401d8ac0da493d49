"""The title, as the rest of the program sees it: every answer of the contract, in one place."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final

from tracker.engine.choice import Choice
from tracker.engine.hand_seat import HandSeat, hand_over, seated_by
from tracker.engine.ledger import Column, Fact, moves_of, summed
from tracker.engine.title import Decision, Offer, refusal_by, seats, see, setup_of
from tracker.games.grizzled import (
    actions,
    columns,
    corrections,
    ending,
    entries,
    modes,
    morale,
    orders,
    preparation,
    sequence,
    support,
    withdrawing,
)
from tracker.games.grizzled import choices as choosing
from tracker.games.grizzled import offers as offering
from tracker.games.grizzled.card import CARD
from tracker.games.grizzled.checking import check_entries, check_setup
from tracker.games.grizzled.claims import claim
from tracker.games.grizzled.entries import AnyEntry, Written
from tracker.games.grizzled.entry_text import entry_text
from tracker.games.grizzled.export import export_position
from tracker.games.grizzled.invariants import invariants
from tracker.games.grizzled.packing import pack, unpack
from tracker.games.grizzled.position import Position, Table
from tracker.games.grizzled.progress import outcome, progress, track_labels, tracks
from tracker.games.grizzled.results import result_words, seat_results, tally
from tracker.games.grizzled.setup import Setup
from tracker.games.grizzled.sheet_check import is_closing, questions

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
    entries.Mission: preparation.mission,
    entries.Play: actions.play,
    entries.Charm: actions.charm,
    entries.Speech: actions.speech,
    entries.Withdraw: withdrawing.withdraw,
    entries.Support: support.support,
    entries.NextMission: morale.next_mission,
    entries.GiveOrder: orders.order,
    entries.Correct: corrections.correct,
}


def start(setup: Setup) -> Decision[Position]:
    table = Table(modes.blank(setup))
    modes.lay_out(table)
    return Decision(tuple(table.facts), table.position())


def decide(position: Position, entry: Written) -> Decision[Position]:
    if isinstance(entry, HandSeat):
        facts = hand_over(position.game.setup, entry, is_over=outcome(position) is not None)
        return Decision(facts, apply(position, facts))
    table = Table(position)
    sequence.must_be_time_for(table, entry)
    RULES[type(entry)](table, entry)
    ending.judge(table)
    sequence.pass_turn(table)
    return Decision(tuple(table.facts), table.position(), tuple(table.verdicts))


def apply(position: Position, facts: Sequence[Fact]) -> Position:
    in_force = position.in_force
    for move in moves_of(facts):
        in_force = orders.after_move(in_force, move)
    game = seated_by(position.game, facts)
    return Position(game, summed(position.rows, facts), in_force)


def offers(position: Position, seat: int) -> tuple[Offer[Written], ...]:
    return offering.offers(position, seat, _why_not)


def choices(position: Position, entry: Written) -> tuple[Choice, ...]:
    if isinstance(entry, HandSeat):
        return ()
    return choosing.choices(position, entry, _why_not)


def open_choices(position: Position, entry: AnyEntry) -> Iterator[Choice]:
    """The choices that are open, with every option that there may be."""
    return choosing.open_choices(position, entry, _why_not)


def narrowed(position: Position, entry: AnyEntry, choice: Choice) -> Choice:
    """Return a choice that is open, with the options that the rules allow."""
    return choosing.narrowed(position, entry, choice, _why_not)


_why_not: Final = partial(refusal_by, decide)
