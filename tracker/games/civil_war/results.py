"""The stored result of a match: ranks, and the bonuses that were gained."""

from collections.abc import Mapping, Sequence
from typing import Final

from tracker.engine.ledger import Fact, lines_of
from tracker.engine.message import Term
from tracker.engine.title import SeatResult
from tracker.games.civil_war.columns import BONUSES, KINDS, Bonus, Count, Side
from tracker.games.civil_war.entries import AnyEntry, Correct
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.words import LABEL, ROLE, ROLE_NAMES

WORDS: Final[Mapping[str, Term]] = {
    **{kind.value: Term(ROLE_NAMES[kind], ROLE) for kind in KINDS},
    **{side.word: side.term for side in Side},
    **{bonus.value: Term(bonus.label, LABEL) for bonus in BONUSES},
    "fifty_points": Term("50 points", "result"),
    "elimination": Term("One side eliminated", "result"),
    "most_points": Term("Most points after the last month", "result"),
}


def seat_results(position: Position) -> tuple[SeatResult, ...]:
    """CW-12: the winners, then everybody else, each by points."""
    table, rank = Table(position), places(position)
    return tuple(
        SeatResult(
            table.role(seat).value,
            table.side(seat).word,
            table[seat, Count.POINTS],
            rank[seat],
        )
        for seat in table.seats
    )


def ranking(position: Position) -> list[int]:
    """Return the seats by their places, and those that are level in the order of the table."""
    table = Table(position)
    return sorted(table.seats, key=lambda seat: (*_standing(table, seat), seat))


def places(position: Position) -> dict[int, int]:
    """Return each seat's place: winners, others, eliminated, each by points; equals share one."""
    table = Table(position)
    keys = [_standing(table, seat) for seat in table.seats]
    return {seat: 1 + sum(key < keys[seat] for key in keys) for seat in table.seats}


def _standing(table: Table, seat: int) -> tuple[bool, bool, int]:
    return not table[seat, Count.PLACE], table.is_out(seat), -table[seat, Count.POINTS]


def tally(entry: AnyEntry, facts: Sequence[Fact]) -> tuple[tuple[int, str], ...]:
    """CW-9: every bonus that a seat gained; a correction gains none."""
    if isinstance(entry, Correct):
        return ()
    gained = [line for line in lines_of(facts) if isinstance(line.what, Bonus) and line.by > 0]
    return tuple((line.seat, line.what.value) for line in gained)


def result_words() -> Mapping[str, Term]:
    return WORDS
