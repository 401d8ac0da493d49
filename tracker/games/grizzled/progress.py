"""The progress of a match, and its end, as every room of the program reads them."""

from typing import Final

from tracker.engine.message import Message
from tracker.engine.title import Outcome, Progress, Track, Won
from tracker.games.grizzled import ending
from tracker.games.grizzled.position import Position, Table
from tracker.games.grizzled.setup import Setup

TRACKS: Final = (Message("Trials"), Message("Morale"))


def tracks(setup: Setup) -> tuple[Track, ...]:
    """Return the two piles: the trials and the morale."""
    return (Track("trials", TRACKS[0]), Track("morale", TRACKS[1]))


def track_labels() -> tuple[Message, ...]:
    return TRACKS


def progress(position: Position) -> Progress:
    """GR-1.1: return the mission and both piles; the table is one side."""
    table = Table(position)
    return Progress(
        table.mission,
        Message("Mission {mission}", {"mission": table.mission}),
        (table.trials, table.morale),
        tuple("table" for _ in table.seats),
    )


def outcome(position: Position) -> Outcome | None:
    """GR-1.1, GR-10: everybody wins or loses together; None while the match goes on."""
    table = Table(position)
    why = ending.reason(table)
    if why is None:
        return None
    return Outcome(
        Won.EVERYBODY if why.is_won else Won.NOBODY,
        tuple(table.seats) if why.is_won else (),
        why.word,
        ending.rule_of(table, why),
        ending.sentence(table, why),
    )
