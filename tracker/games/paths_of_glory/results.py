"""The stored result of a match: the sides, and what their cards were used for."""

from collections.abc import Mapping, Sequence
from typing import Final

from tracker.engine.ledger import Fact
from tracker.engine.message import Term
from tracker.engine.title import SeatResult
from tracker.games.paths_of_glory.columns import SIDES
from tracker.games.paths_of_glory.entries import AnyEntry, Battle, OneOp, Play
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.winning import winners_of

WORDS: Final[Mapping[str, Term]] = {
    "cp": Term("Central Powers", "side"),
    "ap": Term("Allied Powers", "side"),
    "automatic": Term("Automatic victory", "result"),
    "armistice": Term("Armistice", "result"),
    "commitment": Term("Commitment", "result"),
    "last_turn": Term("Last turn played", "result"),
    "peace": Term("Peace", "result"),
    "event": Term("Cards as events", "result"),
    "ops": Term("Cards for operations", "result"),
    "sr": Term("Cards for strategic redeployment", "result"),
    "rp": Term("Cards for replacements", "result"),
    "one_op": Term("One operation without a card", "result"),
    "attack": Term("Attacks", "result"),
}


def seat_results(position: Position) -> tuple[SeatResult, ...]:
    """PG-5: the winner is first; in a draw both are. VP belong to neither side."""
    winners = winners_of(Table(position))
    return tuple(
        SeatResult(side, side, rank=1 if seat in winners or not winners else 2)
        for seat, side in enumerate(SIDES)
    )


def tally(entry: AnyEntry, facts: Sequence[Fact]) -> tuple[tuple[int, str], ...]:
    """PG-9, PG-12: what each card was used for, and attacks."""
    match entry:
        case Play(seat=seat, use=use):
            return ((seat, use),)
        case OneOp(seat=seat):
            return ((seat, "one_op"),)
        case Battle(seat=seat):
            return ((seat, "attack"),)
        case _:
            return ()


def result_words() -> Mapping[str, Term]:
    return WORDS
