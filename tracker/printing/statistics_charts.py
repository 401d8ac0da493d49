"""The charts of the statistics as SVG: bars, and a band between quartiles. For page and paper."""

import re
from collections.abc import Sequence
from typing import Final

from markupsafe import Markup, escape

WIDTH: Final = 480
"""Narrow, so that its words can be read on a phone."""
ROW: Final = 26
LETTER: Final = 8
"""So wide a letter of a label is, at most in the middle."""
MOST_LETTERS: Final = 34
NUMBER: Final = 70
INK, FILL, SOFT, RULE = "#2a2017", "#7d560c", "#d9c48f", "#b9a67c"
BAND_HEIGHT: Final = 240
MOST_BARS: Final = 12
TEXT: Final = re.compile(
    r'<text class="chart-text" x="([\d.]+)" y="([\d.]+)"[^>]*text-anchor="(\w+)">([^<]*)</text>'
)
HEIGHT: Final = re.compile(r'viewBox="0 0 \d+ (\d+)"')

Bars = Sequence[tuple[str, float, str]]
"""A label, a value, and how it is written, for each bar."""
Rounds = Sequence[tuple[int, float, float, float]]
"""A round, its lower quartile, its median and its upper quartile."""


def bars(label: str, rows: Bars, full: float = 0) -> Markup:
    """Return one bar a row; `full` is the value of the longest bar that there can be."""
    rows = rows[:MOST_BARS]
    top = max(full, *(value for _, value, _ in rows), 1)
    labels = [_shortened(name) for name, _, _ in rows]
    left = LETTER * (max(map(len, labels), default=0) + 2)
    room = WIDTH - left - NUMBER
    parts = []
    for place, (_, value, says) in enumerate(rows):
        y = place * ROW
        long = round(room * value / top, 1)
        parts.append(_text(left - 8, y + 18, labels[place], "end"))
        parts.append(_rect(left, y + 4, room, ROW - 8, SOFT, "chart-soft"))
        parts.append(_rect(left, y + 4, long, ROW - 8, FILL, "chart-fill"))
        parts.append(_text(left + room + 8, y + 18, says, "start"))
    return _svg(label, len(rows) * ROW, parts)


def _shortened(label: str) -> str:
    return label if len(label) <= MOST_LETTERS else label[: MOST_LETTERS - 1].rstrip() + "…"


def band(label: str, rows: Rounds) -> Markup:
    """Return the median over the rounds, with the band between the quartiles around it."""
    low = min(0, *(quartile for _, quartile, _, _ in rows))
    high = max(1, *(quartile for _, _, _, quartile in rows))
    first, last = rows[0][0], max(rows[-1][0], rows[0][0] + 1)

    def x(number: int) -> float:
        return round(50 + (WIDTH - 90) * (number - first) / (last - first), 1)

    def y(value: float) -> float:
        return round(12 + (BAND_HEIGHT - 50) * (high - value) / (high - low), 1)

    edge = [f"{x(number)},{y(upper)}" for number, _, _, upper in rows]
    edge += [f"{x(number)},{y(lower)}" for number, lower, _, _ in reversed(rows)]
    middle = " ".join(f"{x(number)},{y(median)}" for number, _, median, _ in rows)
    parts = [
        Markup('<path class="chart-rule" fill="none" stroke="{}" d="M50 {}H{}"/>').format(
            RULE, y(value), WIDTH - 40
        )
        + _text(42, y(value) + 5, f"{value:g}", "end")
        for value in dict.fromkeys((low, high))
    ]
    shape = '<polygon class="chart-soft" fill="{}" points="{}"/>'
    line = '<polyline class="chart-line" fill="none" stroke="{}" stroke-width="3" points="{}"/>'
    parts.append(Markup(shape).format(SOFT, " ".join(edge)))  # noqa: S704 - a text of our own
    parts.append(Markup(line).format(FILL, middle))  # noqa: S704 - a text of our own
    for number, _, median, _ in rows:
        dot = '<circle class="chart-fill" fill="{}" cx="{}" cy="{}" r="4"/>'
        parts.append(Markup(dot).format(FILL, x(number), y(median)))  # noqa: S704
        parts.append(_text(x(number), BAND_HEIGHT - 12, str(number), "middle"))
    return _svg(label, BAND_HEIGHT, parts)


def with_labels_beside(chart: str) -> Markup:
    """Return a chart for paper, with its texts as labels that are laid over the drawing.

    Letters of an SVG are laid out one by one on paper, which takes long and breaks Arabic.
    """
    if not chart:
        return Markup("")
    height = int(HEIGHT.findall(chart)[0])
    labels = [
        f'<div class="chart-label {anchor}" style="left: {100 * float(x) / WIDTH:.2f}%; '
        f'top: {100 * (float(y) - 5) / height:.2f}%"><bdi>{words}</bdi></div>'
        for x, y, anchor, words in TEXT.findall(chart)
    ]
    return Markup(TEXT.sub("", chart) + "".join(labels))  # noqa: S704 - drawn by us, escaped


def _svg(label: str, height: int, parts: Sequence[Markup]) -> Markup:
    return Markup(
        '<svg class="chart" role="img" font-family="Ledger Sans" viewBox="0 0 {} {}">'
        "<title>{}</title>{}</svg>"
    ).format(WIDTH, height, label, Markup("").join(parts))


def _rect(x: float, y: float, width: float, height: float, fill: str, name: str) -> Markup:
    return Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}" fill="{}"/>').format(
        name, x, y, width, height, fill
    )


def _text(x: float, y: float, words: str, anchor: str) -> Markup:
    return Markup(
        '<text class="chart-text" x="{}" y="{}" font-size="15" fill="{}" text-anchor="{}">{}</text>'
    ).format(x, y, INK, anchor, escape(words))
