"""The graph over the rounds of a match: where its lines, marks and labels go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tracker.engine.message import Message
from tracker.translations.translator import plain

Round = tuple[int, tuple[int, ...]]
"""The number of a round, and what each seat had at its end."""


@dataclass(frozen=True)
class GraphFrame:
    """The room that a graph has: its size, its margins, and how far apart its labels stand."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    apart: int


SMALL: Final = GraphFrame(172, 118, 22, 106, 10, 103, 10)
BOARD: Final = GraphFrame(560, 250, 40, 370, 14, 224, 22)
LARGE: Final = GraphFrame(900, 420, 44, 750, 14, 386, 19)
NARROW: Final = GraphFrame(340, 300, 26, 248, 12, 276, 15)
"""A large graph on a phone."""


@dataclass(frozen=True)
class GraphCurve:
    """A seat's numbers round by round, as a line across the graph."""

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
    """Everyone's numbers at the end of each round, ready to draw."""

    label: Message
    frame: GraphFrame
    curves: list[GraphCurve]
    rounds: list[tuple[float, int]]
    scale: list[tuple[float, int]]
    label_x: float
    narrow: "Graph | None" = None
    """A large graph once more, for a phone."""

    @property
    def is_flat(self) -> bool:
        """Return whether nobody has anything yet."""
        return not any(curve.last for curve in self.curves)

    @property
    def standings(self) -> str:
        """Return the last value of each curve, for whoever does not see them."""
        return ", ".join(f"{curve.name} {plain(curve.last)}" for curve in self.curves)


def graph(
    label: Message,
    seats: Sequence[tuple[str, str]],
    by_round: Sequence[Round],
    rounds: int,
    frame: GraphFrame,
    start: tuple[int, ...] = (),
) -> Graph:
    """Return the graph of the seats' numbers; each seat is a name and a side.

    `start` is what they begin with, where that is not 0.
    """
    rows: list[Round] = [(0, start or (0,) * len(seats)), *by_round]
    is_whole = frame in (LARGE, NARROW)
    shown = rounds if is_whole else max(2, rows[-1][0])
    values = [points for _, row in rows for points in row]
    low, high = min(0, *values), max(20, *values)

    def x(round_: int) -> float:
        return round(frame.left + (frame.right - frame.left) * round_ / shown, 1)

    def y(points: int) -> float:
        return round(frame.top + (frame.bottom - frame.top) * (high - points) / (high - low), 1)

    last_round, last = rows[-1]
    heights = _apart([y(points) for points in last], frame)
    curves = [
        GraphCurve(
            seat,
            name,
            side,
            " ".join(f"{x(number)},{y(row[seat])}" for number, row in rows),
            last[seat],
            x(last_round),
            y(last[seat]),
            heights[seat],
        )
        for seat, (name, side) in enumerate(seats)
    ]
    step = 10 if high - low <= 80 else 50
    marks = range(-(-low // step) * step, high + 1, step) if is_whole else {0, high}
    return Graph(
        label,
        frame,
        curves,
        [(x(number), number) for number in range(1, shown + 1)],
        [(y(mark), mark) for mark in sorted(marks)],
        x(last_round) + 10,
        graph(label, seats, by_round, rounds, NARROW, start) if frame is LARGE else None,
    )


def _apart(heights: list[float], frame: GraphFrame) -> list[float]:
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
