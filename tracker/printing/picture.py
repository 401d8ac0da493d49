"""The picture of a result for a chat: one layout, drawn as PNG and as SVG."""

import io
import os
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, Literal

from markupsafe import escape
from msgspec import Struct

from tracker.palette import on_paper
from tracker.printing.printout_files import FONTS

WIDTH, HEIGHT = 1200, 630
MARGIN: Final = 64
PAPER, INK, FAINT, BRASS, LEAF = (
    on_paper()[name] for name in ("paper", "ink", "ink-2", "brass", "leaf")
)
FAMILY: Final = "'Source Sans 3', 'Source Sans Pro', 'DejaVu Sans', sans-serif"
MOST_IN_A_COLUMN: Final = 5
OTHER_FONTS: Final = ("DejaVuSans.ttf", "NotoSansCJK-Regular.ttc", "NotoSans-Regular.ttf")
"""Fonts of the system that know letters which ours do not, where they are installed."""


class PlayerRow(Struct, frozen=True):
    """A player in the picture."""

    place: str
    name: str
    says: str
    points: str
    won: bool


class Picture(Struct, frozen=True):
    """Everything that the picture says, in the reader's language."""

    game: str
    name: str
    result: str
    when: str
    rows: tuple[PlayerRow, ...]


class Rectangle(Struct, frozen=True):
    x: int
    y: int
    width: int
    height: int
    fill: str
    edge: str = ""


class TextLine(Struct, frozen=True):
    """A line of text; `y` is where its letters stand."""

    x: int
    y: int
    size: int
    words: str
    fill: str = INK
    is_bold: bool = False
    anchor: Literal["start", "end"] = "start"


Part = Rectangle | TextLine


def layout(picture: Picture) -> list[Part]:
    """Return what is drawn, from the back to the front."""
    inside = WIDTH - 2 * MARGIN
    parts: list[Part] = [
        Rectangle(0, 0, WIDTH, HEIGHT, PAPER),
        Rectangle(0, 0, WIDTH, 14, BRASS),
        TextLine(MARGIN, 74, 30, fitted(picture.game, 30, inside), FAINT),
    ]
    lines = wrapped(picture.result, 54, inside)
    parts += [TextLine(MARGIN, 142 + 60 * n, 54, line, INK, True) for n, line in enumerate(lines)]
    parts += _rows(picture.rows, 150 + 60 * len(lines))
    foot = HEIGHT - 34
    parts.append(TextLine(MARGIN, foot, 26, fitted(picture.name, 26, inside // 2), FAINT))
    parts.append(TextLine(WIDTH - MARGIN, foot, 26, picture.when, FAINT, anchor="end"))
    return parts


def _rows(rows: tuple[PlayerRow, ...], top: int) -> list[Part]:
    """Return the players, in two columns where they are many."""
    columns = 2 if len(rows) > MOST_IN_A_COLUMN else 1
    in_column = -(-len(rows) // columns)
    gap, high = 20, min(74, (HEIGHT - 84 - top) // max(1, in_column))
    wide = (WIDTH - 2 * MARGIN - gap * (columns - 1)) // columns
    parts: list[Part] = []
    for number, row in enumerate(rows):
        column, line = divmod(number, in_column)
        parts += _row(row, MARGIN + column * (wide + gap), top + line * high, wide, high - 8)
    return parts


def _row(row: PlayerRow, x: int, y: int, wide: int, high: int) -> list[Part]:
    foot = y + high // 2 + 11
    large, small = min(34, high - 14), min(24, high - 22)
    name = fitted(row.name, large, wide // 2 - 40)
    after = x + 84 + round(length(name, large, is_bold=True))
    room = x + wide - 30 - after - round(length(row.points, large, is_bold=True))
    return [
        Rectangle(x, y, wide, high, LEAF, BRASS if row.won else PAPER),
        TextLine(x + 20, foot, large, row.place, BRASS, True),
        TextLine(x + 66, foot, large, name, INK, True),
        TextLine(
            after, foot, small, fitted(row.says, small, room - 10) if room > 60 else "", FAINT
        ),
        TextLine(x + wide - 20, foot, large, row.points, INK, True, "end"),
    ]


def fitted(words: str, size: int, room: int) -> str:
    """Return the words, cut where they are too long for the room."""
    if length(words, size, is_bold=True) <= room:
        return words
    while words and length(words + "…", size, is_bold=True) > room:
        words = words[:-1]
    return words.rstrip() + "…"


def wrapped(words: str, size: int, room: int) -> list[str]:
    """Return the words on one line or two."""
    if length(words, size, is_bold=True) <= room:
        return [words]
    first = ""
    for word in words.split():
        if length(f"{first} {word}".strip(), size, is_bold=True) > room:
            break
        first = f"{first} {word}".strip()
    rest = words.removeprefix(first).strip()
    return [first, fitted(rest, size, room)] if first else [fitted(words, size, room)]


# --- SVG -----------------------------------------------------------------------------------------


def svg(picture: Picture) -> str:
    """Return the picture as SVG, with the texts as texts."""
    title = escape(f"{picture.game}: {picture.result}")
    parts = "".join(_svg(part) for part in layout(picture))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="{FAMILY}">'
        f"<title>{title}</title>{parts}</svg>"
    )


def _svg(part: Part) -> str:
    if isinstance(part, Rectangle):
        edge = f' stroke="{part.edge}" stroke-width="3"' if part.edge else ""
        return (
            f'<rect x="{part.x}" y="{part.y}" width="{part.width}" height="{part.height}" '
            f'fill="{part.fill}"{edge}/>'
        )
    weight = "700" if part.is_bold else "400"
    return (
        f'<text x="{part.x}" y="{part.y}" font-size="{part.size}" font-weight="{weight}" '
        f'fill="{part.fill}" text-anchor="{part.anchor}">{escape(part.words)}</text>'
    )


# --- PNG -----------------------------------------------------------------------------------------


@lru_cache(maxsize=32)
def png(picture: Picture) -> bytes:
    """Return the picture as PNG."""
    # Here and not above: most who start the program never draw one.
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    for part in layout(picture):
        if isinstance(part, Rectangle):
            corner = (part.x + part.width - 1, part.y + part.height - 1)
            draw.rectangle(((part.x, part.y), corner), part.fill, part.edge or None, 3)
        else:
            _write(draw, part)
    made = io.BytesIO()
    image.save(made, "PNG", optimize=True)
    return made.getvalue()


def _write(draw: Any, part: TextLine) -> None:
    x = float(part.x)
    if part.anchor == "end":
        x -= length(part.words, part.size, is_bold=part.is_bold)
    for font, letters in _runs(part.words, part.size, is_bold=part.is_bold):
        draw.text((x, part.y), letters, part.fill, font=font, anchor="ls")
        x += font.getlength(letters)


def length(words: str, size: int, *, is_bold: bool) -> float:
    """Return how wide the words are."""
    runs = _runs(words, size, is_bold=is_bold)
    return float(sum(font.getlength(letters) for font, letters in runs))


def _runs(words: str, size: int, *, is_bold: bool) -> list[tuple[Any, str]]:
    """Return the words in pieces, each with the first font that knows its letters."""
    paths = _fonts(is_bold=is_bold)
    runs: list[tuple[Path, str]] = []
    for letter in words:
        path = next((path for path in paths if ord(letter) in _letters(path)), paths[0])
        if runs and runs[-1][0] == path:
            runs[-1] = (path, runs[-1][1] + letter)
        else:
            runs.append((path, letter))
    return [(_font(path, size), letters) for path, letters in runs]


@cache
def _fonts(*, is_bold: bool) -> list[Path]:
    own = FONTS[0] / f"SourceSansPro-{'Bold' if is_bold else 'Regular'}.ttf"
    shared = os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share"
    folders = [Path(folder) / "fonts" for folder in shared.split(":") if folder]
    found = [file for folder in folders for name in OTHER_FONTS for file in folder.rglob(name)]
    return [own, *found]


@cache
def _font(path: Path, size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.truetype(str(path), size)


@cache
def _letters(path: Path) -> frozenset[int]:
    from fontTools.ttLib import TTFont

    with TTFont(str(path), fontNumber=0, lazy=True) as font:
        return frozenset(font.getBestCmap())
