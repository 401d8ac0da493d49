"""The progress of a match, and its end, as every room of the program reads them."""

from typing import Final

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message, Term
from tracker.engine.title import Outcome, Progress, Track, Won
from tracker.games.paths_of_glory import pieces, winning
from tracker.games.paths_of_glory.columns import AP, CP, SIDES, Course, Reason
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.setup import Setup

FIRST_MONTHS: Final = {1: "August", 2: "September"}
FIRST_YEAR: Final = 1914
FIRST_WINTER: Final = 4
SEASONS: Final = ("Winter", "Spring", "Summer", "Fall")


TRACKS: Final = (
    Message("VP"),
    Message("War status of CP"),
    Message("War status of AP"),
    Message("Combined war status"),
)


def track_labels() -> tuple[Message, ...]:
    return TRACKS


def tracks(setup: Setup) -> tuple[Track, ...]:
    """Return VP, the war status of each side, and the combined one."""
    return (
        Track("vp", TRACKS[0]),
        Track("war_status_cp", TRACKS[1], CP),
        Track("war_status_ap", TRACKS[2], AP),
        Track("combined", TRACKS[3]),
    )


def progress(position: Position) -> Progress:
    """PG-6.0: return the turn, the tracks, and the sides."""
    table = Table(position)
    values = (table.vp, table.war_status(CP), table.war_status(AP), table.combined)
    return Progress(table.turn, turn_label(table.turn), values, SIDES)


def turn_label(turn: int) -> Message:
    """PG-6.0: return the turn as its box says it: "Summer 1916"."""
    if turn in FIRST_MONTHS:
        month = Term(FIRST_MONTHS[turn], "month")
        return Message("{month} {year}", {"month": month, "year": FIRST_YEAR})
    season = Term(SEASONS[(turn - FIRST_WINTER) % 4], "season")
    year = FIRST_YEAR + 1 + (turn - FIRST_WINTER) // 4
    return Message("{season} {year}", {"season": season, "year": year})


def outcome(position: Position) -> Outcome | None:
    """PG-5: return who has won and how, or None while the match goes on."""
    table = Table(position)
    if not winning.is_over(table):
        return None
    winners = winning.winners_of(table)
    return Outcome(
        Won.SEATS if winners else Won.NOBODY,
        winners,
        Reason(table[TABLE, Course.REASON]).word,
        table.places[pieces.RESULT],
        winning.verdict(winners, table[TABLE, Course.FINAL_VP]),
        SIDES[winners[0]] if len(winners) == 1 else "",
    )
