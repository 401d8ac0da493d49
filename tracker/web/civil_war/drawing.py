"""What the templates draw with: names of roles and sides, and the graph of points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from babel.dates import format_datetime

from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.games.civil_war import columns, title
from tracker.games.civil_war.words import ROLE_NAMES
from tracker.service.sheets import Sheet
from tracker.translations.figures import plain, signed
from tracker.web.civil_war.turning import described, drawn_event
from tracker.web.language import counted, language, tell, translated_as, word

ROLES: Final = {kind.value: name for kind, name in ROLE_NAMES.items()}
SIDES: Final = {
    "top": Message("top"),
    "left": Message("left"),
    "right": Message("right"),
    "bottom": Message("bottom"),
}
Month = tuple[int, tuple[int, ...]]


@dataclass(frozen=True)
class Frame:
    """The room that a graph has: its size, its margins, and how far apart its labels stand."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    apart: int


SMALL: Final = Frame(172, 118, 22, 106, 10, 103, 10)
LARGE: Final = Frame(900, 420, 44, 750, 14, 386, 19)


@dataclass(frozen=True)
class Curve:
    """A seat's points month by month, as a line across the graph."""

    seat: int
    name: str
    side: str
    points: str
    last: int
    end_x: float
    end_y: float
    label_y: float


@dataclass(frozen=True)
class Graph:
    """Everyone's points at the end of each month, ready to draw."""

    label: Message
    frame: Frame
    curves: list[Curve]
    rounds: list[tuple[float, int]]
    scale: list[tuple[float, int]]
    label_x: float

    @property
    def standings(self) -> str:
        """Where the curves end, for whoever does not see them."""
        return ", ".join(f"{curve.name} {plain(curve.last)}" for curve in self.curves)


def graph(
    seats: Sequence[tuple[str, str]], by_month: Sequence[Month], months: int, frame: Frame
) -> Graph:
    """The graph of the seats' points; each seat is a name and a side."""
    rows: list[Month] = [(0, (0,) * len(seats)), *by_month]
    shown = months if frame is LARGE else max(2, rows[-1][0])
    values = [points for _, row in rows for points in row]
    low, high = min(0, *values), max(20, *values)

    def x(month: int) -> float:
        return round(frame.left + (frame.right - frame.left) * month / shown, 1)

    def y(points: int) -> float:
        return round(frame.top + (frame.bottom - frame.top) * (high - points) / (high - low), 1)

    last_month, last = rows[-1]
    heights = _apart([y(points) for points in last], frame)
    curves = [
        Curve(
            seat,
            name,
            side,
            " ".join(f"{x(month)},{y(row[seat])}" for month, row in rows),
            last[seat],
            x(last_month),
            y(last[seat]),
            heights[seat],
        )
        for seat, (name, side) in enumerate(seats)
    ]
    step = 10 if high - low <= 80 else 50
    marks = range(-(-low // step) * step, high + 1, step) if frame is LARGE else {0, high}
    return Graph(
        Message("Points by month"),
        frame,
        curves,
        [(x(month), month) for month in range(1, shown + 1)],
        [(y(mark), mark) for mark in sorted(marks)],
        x(last_month) + 10,
    )


def graph_of(sheet: Sheet, by_month: Sequence[Month], frame: Frame) -> Graph:
    """Return the graph of a match's points."""
    table = title.export_position(sheet.position)
    seats = [(seat["name"], seat["side"]) for seat in table["seats"]]
    return graph(seats, by_month, sheet.setup.months, frame)


def _apart(heights: list[float], frame: Frame) -> list[float]:
    """The labels' heights, moved so that none lies on another and none outside the frame."""
    downwards = sorted(range(len(heights)), key=lambda seat: heights[seat])
    placed = list(heights)
    room = float("-inf")
    for seat in downwards:
        placed[seat] = max(placed[seat], room)
        room = placed[seat] + frame.apart
    room = frame.bottom
    for seat in reversed(downwards):
        placed[seat] = min(placed[seat], room)
        room = placed[seat] - frame.apart
    return [round(height, 1) for height in placed]


def role_name(role: str) -> str:
    return translated_as("role", ROLES[role])


def side_name(side: str) -> str:
    return translated_as("side", side.capitalize())


def column_name(name: str) -> str:
    """A column's word, by its written name; `people` are all kinds together."""
    if name == "people":
        return translated_as("label", "People")
    return word(columns.COLUMNS[name])


def one_word(column: Column) -> str:
    """One of them, as a key says it: Volunteer."""
    says = counted(column.one, column.many, 1)
    return says[:1].upper() + says[1:]


def column_word(column: Column, number: int) -> str:
    """What is counted, as said after a number."""
    return counted(column.one, column.many, abs(number))


def column_word_for(name: str, number: int) -> str:
    return column_word(columns.COLUMNS[name], number)


def sides_named(sides: Iterable[str]) -> str:
    """Return the sides of a tile by their words: left, top."""
    return ", ".join(tell(SIDES[side]) for side in sorted(sides))


def day(at: str) -> str:
    """A day and an hour in the reader's way of writing them, as the server's clock has them."""
    moment = datetime.fromisoformat(at).astimezone()
    return format_datetime(moment, "d MMMM, HH:mm", locale=language())


def hour(at: str) -> str:
    return datetime.fromisoformat(at).astimezone().strftime("%H:%M")


def is_column(value: object) -> bool:
    return isinstance(value, Column)


GLOBALS: Final[dict[str, Any]] = {
    "role_name": role_name,
    "side_name": side_name,
    "column_name": column_name,
    "one_word": one_word,
    "column_word": column_word,
    "column_word_for": column_word_for,
    "day": day,
    "hour": hour,
    "sides_named": sides_named,
    "signed": signed,
    "plain": plain,
    "is_column": is_column,
    "drawn_event": drawn_event,
    "described": lambda tile: tell(described(tile)),
    "RESOURCES": [one.value for one in columns.RESOURCES],
    "KINDS": [one.value for one in columns.KINDS],
    "BONUSES": [one.value for one in columns.BONUSES],
}
