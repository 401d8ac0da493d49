"""The charts of the statistics as SVG: bars, and a band between quartiles. For page and paper."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup
from msgspec import Struct

from tracker.palette import on_paper

WIDTH: Final = 480
"""Narrow, so that its words can be read on a phone."""
ROW: Final = 26
LETTER: Final = 8
"""So wide a letter of a label is, at most in the middle."""
MOST_LETTERS: Final = 34
NUMBER: Final = 70
INK, FILL, SOFT, RULE = (on_paper()[name] for name in ("ink", "brass", "chart-soft", "rule"))
BAND_HEIGHT: Final = 240
MOST_BARS: Final = 12

Bars = Sequence[tuple[str, float, str]]
"""A label, a value, and how it is written, for each bar."""
Rounds = Sequence[tuple[int, float, float, float]]
"""A round, its lower quartile, its median and its upper quartile."""


class Text(Struct, frozen=True):
    """Words in a chart, and where they stand; `anchor` says which end of them stands there."""

    x: float
    y: float
    words: str
    anchor: str


class Chart(Struct, frozen=True):
    """A chart as shapes and words."""

    label: str
    height: int
    shapes: tuple[str, ...]
    texts: tuple[Text, ...]

    def on_screen(self) -> Markup:
        """Return the chart as one drawing, its words included."""
        return self._drawing(Markup("").join(map(_text, self.texts)))

    def on_paper(self) -> Markup:
        """Return the drawing with its words as labels laid over it.

        Letters of an SVG are laid out one by one on paper, which takes long and breaks Arabic.
        """
        label = Markup(
            '<div class="chart-label {}" style="left: {:.2f}%; top: {:.2f}%"><bdi>{}</bdi></div>'
        )
        return self._drawing(Markup("")) + Markup("").join(
            label.format(
                text.anchor, 100 * text.x / WIDTH, 100 * (text.y - 5) / self.height, text.words
            )
            for text in self.texts
        )

    def _drawing(self, texts: Markup) -> Markup:
        return Markup(
            '<svg class="chart" role="img" font-family="Ledger Sans" viewBox="0 0 {} {}">'
            "<title>{}</title>{}{}</svg>"
        ).format(WIDTH, self.height, self.label, Markup("").join(map(Markup, self.shapes)), texts)


def bars(label: str, rows: Bars, full: float = 0) -> Chart:
    """Return one bar a row; `full` is the value of the longest bar that there can be."""
    rows = rows[:MOST_BARS]
    top = max(full, *(value for _, value, _ in rows), 1)
    labels = [_shortened(name) for name, _, _ in rows]
    left = LETTER * (max(map(len, labels), default=0) + 2)
    room = WIDTH - left - NUMBER
    shapes, texts = [], []
    for place, (_, value, says) in enumerate(rows):
        y = place * ROW
        long = round(room * value / top, 1)
        shapes.append(_rect(left, y + 4, room, ROW - 8, SOFT, "chart-soft"))
        shapes.append(_rect(left, y + 4, long, ROW - 8, FILL, "chart-fill"))
        texts.append(Text(left - 8, y + 18, labels[place], "end"))
        texts.append(Text(left + room + 8, y + 18, says, "start"))
    return Chart(label, len(rows) * ROW, tuple(shapes), tuple(texts))


def _shortened(label: str) -> str:
    return label if len(label) <= MOST_LETTERS else label[: MOST_LETTERS - 1].rstrip() + "…"


def band(label: str, rows: Rounds) -> Chart:
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
    ends = tuple(dict.fromkeys((low, high)))
    rule = Markup('<path class="chart-rule" fill="none" stroke="{}" d="M50 {}H{}"/>')
    shape = Markup('<polygon class="chart-soft" fill="{}" points="{}"/>')
    line = Markup(
        '<polyline class="chart-line" fill="none" stroke="{}" stroke-width="3" points="{}"/>'
    )
    dot = Markup('<circle class="chart-fill" fill="{}" cx="{}" cy="{}" r="4"/>')
    shapes = (
        *(rule.format(RULE, y(value), WIDTH - 40) for value in ends),
        shape.format(SOFT, " ".join(edge)),
        line.format(FILL, middle),
        *(dot.format(FILL, x(number), y(median)) for number, _, median, _ in rows),
    )
    texts = (
        *(Text(42, y(value) + 5, f"{value:g}", "end") for value in ends),
        *(Text(x(number), BAND_HEIGHT - 12, str(number), "middle") for number, _, _, _ in rows),
    )
    return Chart(label, BAND_HEIGHT, shapes, texts)


def _rect(x: float, y: float, width: float, height: float, fill: str, name: str) -> Markup:
    return Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}" fill="{}"/>').format(
        name, x, y, width, height, fill
    )


def _text(text: Text) -> Markup:
    return Markup(
        '<text class="chart-text" x="{}" y="{}" font-size="15" fill="{}" text-anchor="{}">{}</text>'
    ).format(text.x, text.y, INK, text.anchor, text.words)
