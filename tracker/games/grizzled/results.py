"""The stored result of a match: the soldiers, and what they used."""

from collections.abc import Mapping, Sequence
from typing import Final

from tracker.engine.ledger import TABLE, Fact, lines_of
from tracker.engine.message import Term
from tracker.engine.title import SeatResult
from tracker.games.grizzled.columns import Course, Ended
from tracker.games.grizzled.entries import AnyEntry, Charm, Correct, Speech, Support, Withdraw
from tracker.games.grizzled.position import Position, Table

MISSIONS: Final = {Ended.SUCCESS: "missions_won", Ended.FAILURE: "missions_lost"}
WORDS: Final[Mapping[str, Term]] = {
    "felix": Term("Félix", "soldier"),
    "gustave": Term("Gustave", "soldier"),
    "charles": Term("Charles", "soldier"),
    "anselme": Term("Anselme", "soldier"),
    "gaston": Term("Gaston", "soldier"),
    "lazare": Term("Lazare", "soldier"),
    "peace": Term("Peace", "result"),
    "posthumous": Term("Peace, posthumously", "result"),
    "hard_knocks": Term("Too many hard knocks", "result"),
    "monument": Term("No morale left", "result"),
    "final_mission": Term("Cards left after the last mission", "result"),
    "charm": Term("Good luck charms used", "result"),
    "speech": Term("Speeches made", "result"),
    "withdrawal": Term("Withdrawals", "result"),
    "support": Term("Support received", "result"),
    "missions_won": Term("Missions won", "result"),
    "missions_lost": Term("Missions lost", "result"),
}


def seat_results(position: Position) -> tuple[SeatResult, ...]:
    """GR-1.1: everybody wins or loses together, without points."""
    table = Table(position)
    return tuple(SeatResult(table.game.setup.seats[seat].soldier) for seat in table.seats)


def tally(entry: AnyEntry, facts: Sequence[Fact]) -> tuple[tuple[int, str], ...]:
    """GR-4, GR-7, GR-8: charms, speeches, withdrawals, support, and missions by their end."""
    if isinstance(entry, Correct):
        return ()
    return (*_used(entry, facts), *_missions(facts))


def result_words() -> Mapping[str, Term]:
    return WORDS


def _used(entry: AnyEntry, facts: Sequence[Fact]) -> tuple[tuple[int, str], ...]:
    match entry:
        case Charm(seat=seat):
            return ((seat, "charm"),)
        case Speech(seat=seat):
            return ((seat, "speech"),)
        case Withdraw(seat=seat):
            return ((seat, "withdrawal"),)
        case Support():
            helped = [line.by - 1 for line in lines_of(facts) if line.what is Course.HELPED]
            return tuple((seat, "support") for seat in helped if seat >= 0)
        case _:
            return ()


def _missions(facts: Sequence[Fact]) -> tuple[tuple[int, str], ...]:
    ended = [line.by for line in lines_of(facts) if line.what is Course.OUTCOME and line.by > 0]
    return tuple((TABLE, MISSIONS[Ended(value)]) for value in ended)
