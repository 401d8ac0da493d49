"""Charts as plain geometry: where each line, bar and label goes. Templates draw them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

DASHES: Final = ("none", "7 3", "2 2.5", "9 3 2 3", "12 4", "4 4", "9 3 2 3 2 3", "1 4", "14 3 5 3")
"""A dash for each seat, so that its line is told from the others without colour."""
MARKS: Final = (
    "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0z",
    "M-3 -3h6v6h-6z",
    "M0 -4L3.6 3H-3.6z",
    "M0 -4L4 0L0 4L-4 0z",
    "M0 4L3.6 -3H-3.6z",
    "M-3.500 -1h2.500v-2.500h2v2.500h2.500v2h-2.500v2.500h-2v-2.500h-2.500z",
    "M-4 -2h8v4h-8z",
    "M-2 -4h4v8h-4z",
    "M-3 -3L0 -1L3 -3L1 0L3 3L0 1L-3 3L-1 0z",
)


@dataclass(frozen=True)
class Frame:
    """The room that a chart has, and its margins."""

    width: float
    height: float
    left: float
    right: float
    top: float
    bottom: float


@dataclass(frozen=True)
class Curve:
    name: str
    side: str
    dash: str
    mark: str
    dots: list[tuple[float, float]]
    values: list[int]
    label_y: float

    @property
    def path(self) -> str:
        return " ".join(f"{x},{y}" for x, y in self.dots)


@dataclass(frozen=True)
class Lines:
    """Several lines over the months, with a scale."""

    frame: Frame
    curves: list[Curve]
    rounds: list[tuple[float, int]]
    scale: list[tuple[float, int]]


@dataclass(frozen=True)
class Piece:
    """A part of a bar."""

    cause: int
    value: int
    x: float
    width: float


@dataclass(frozen=True)
class Bar:
    name: str
    total: int
    y: float
    pieces: list[Piece]


@dataclass(frozen=True)
class Bars:
    """Stacked bars: what was gained to the right of zero, what was lost to the left."""

    frame: Frame
    bars: list[Bar]
    zero: float
    scale: list[tuple[float, int]]
    height: float


def lines(
    seats: Sequence[tuple[str, str]],
    rows: Sequence[tuple[int, Sequence[int]]],
    months: int,
    frame: Frame,
    apart: float = 11,
    least: int = 10,
    order: Sequence[int] = (),
) -> Lines:
    """Everyone's values month by month; each seat is a name and a side.

    Where several end level, their names stand in this order, from the top.
    """
    values = [value for _, row in rows for value in row]
    low, high = min(0, *values), max(least, *values)
    step = _step(high - low)
    high = -(-high // step) * step
    low = low // step * step

    def x(month: int) -> float:
        return round(frame.left + (frame.right - frame.left) * month / max(1, months), 1)

    def y(value: float) -> float:
        return round(frame.top + (frame.bottom - frame.top) * (high - value) / (high - low), 1)

    heights = _apart([y(value) for value in rows[-1][1]], order or range(len(seats)), frame, apart)
    curves = [
        Curve(
            name,
            side,
            DASHES[seat % len(DASHES)],
            MARKS[seat % len(MARKS)],
            [(x(month), y(row[seat])) for month, row in rows],
            [row[seat] for _, row in rows],
            heights[seat],
        )
        for seat, (name, side) in enumerate(seats)
    ]
    scale = [(y(mark), mark) for mark in range(low, high + 1, step)]
    return Lines(frame, curves, [(x(month), month) for month in range(months + 1)], scale)


def bars(names: Sequence[str], parts: Sequence[Sequence[int]], frame: Frame, each: float) -> Bars:
    """A bar for each seat out of its parts."""
    most = max([10, *(sum(part for part in row if part > 0) for row in parts)])
    least = min([0, *(sum(part for part in row if part < 0) for row in parts)])
    unit = (frame.right - frame.left) / (most - least)
    zero = frame.left - least * unit
    made = []
    for number, (name, row) in enumerate(zip(names, parts, strict=True)):
        made.append(Bar(name, sum(row), frame.top + number * each, _pieces(row, zero, unit)))
    step = _step(most - least)
    marks = range(-(-least // step) * step, most + 1, step)
    scale = [(round(zero + mark * unit, 1), mark) for mark in marks]
    return Bars(frame, made, round(zero, 1), scale, round(each * 0.68, 1))


def _pieces(row: Sequence[int], zero: float, unit: float) -> list[Piece]:
    right = left = zero
    pieces = []
    for cause, value in enumerate(row):
        width = abs(value) * unit
        if value > 0:
            pieces.append(Piece(cause, value, round(right, 1), round(width, 1)))
            right += width
        elif value < 0:
            left -= width
            pieces.append(Piece(cause, value, round(left, 1), round(width, 1)))
    return pieces


def _step(span: int) -> int:
    """A round distance between marks: never more than a handful of them."""
    for step in (5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000):
        if span <= step * 6:
            return step
    return 10_000


def _apart(heights: list[float], order: Sequence[int], frame: Frame, apart: float) -> list[float]:
    """Return the labels' heights, moved so that none lies on another, all beside the chart.

    The first stays at the top; where there are too many for the room, they stand closer.
    """
    apart = min(apart, (frame.bottom - frame.top) / max(1, len(heights) - 1))
    seats = sorted(order, key=lambda seat: heights[seat])
    placed: dict[int, float] = {}
    lowest = float("-inf")
    for seat in seats:
        lowest = placed[seat] = max(heights[seat], lowest + apart)
    highest = frame.bottom
    for seat in reversed(seats):
        placed[seat] = min(placed[seat], highest)
        highest = placed[seat] - apart
    return [round(placed[seat], 1) for seat in range(len(heights))]
