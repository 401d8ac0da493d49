"""The big screen of a match: what a title shows of its seats, as plain words and numbers."""

from collections.abc import Sequence
from dataclasses import dataclass

from tracker.engine.message import Message
from tracker.service.reading import Sheet
from tracker.web.graph import BOARD, Graph, graph
from tracker.web.language import translate
from tracker.web.services import matches

BY_ROUND = Message("Round by round")


@dataclass(frozen=True)
class Figure:
    """A number with its name and its icon."""

    label: str
    value: str
    icon: str = ""
    is_bad: bool = False


@dataclass(frozen=True)
class BoardSeat:
    """A seat, to be read from across the room."""

    name: str
    icon: str
    side: str
    says: str
    """The role, the side: what stands under the name."""
    score: Figure
    figures: list[Figure]
    marks: list[tuple[str, str]]
    """The marks of the seat: an icon (or none) and a word for each."""
    is_out: bool = False


@dataclass(frozen=True)
class BoardTable:
    """Something that is being worked out: the month's end, battles, threats."""

    heading: str
    head: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Board:
    """Everything that a title adds to the big screen."""

    seats: list[BoardSeat]
    figures: list[Figure]
    tables: list[BoardTable]


def graph_of(sheet: Sheet, seats: Sequence[BoardSeat]) -> Graph:
    """Return the title's tracks over the rounds; a seat's is called by its name."""
    title = sheet.title
    curves = [
        (translate(track.label), "")
        if track.seat is None
        else (seats[track.seat].name, seats[track.seat].side)
        for track in title.tracks(sheet.setup)
    ]
    by_round = matches().scores_by_round(sheet.id)
    start = title.progress(title.start(sheet.setup).position).values
    return graph(BY_ROUND, curves, by_round, len(by_round), BOARD, start)
