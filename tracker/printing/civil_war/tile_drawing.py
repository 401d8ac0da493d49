"""A tile, a role card and a marker as SVG, in millimetres, with a bleed around the cut."""

from typing import Final

from markupsafe import Markup, escape
from msgspec import Struct

from tracker.games.civil_war.deck import (
    FindEvent,
    FireEvent,
    GainEvent,
    Half,
    LoseEvent,
    Middle,
    SicknessEvent,
    Tile,
)
from tracker.games.civil_war.pictures import PICTURES
from tracker.palette import on_paper
from tracker.printing.page import symbol

BLEED: Final = 2.0
"""So many millimetres of a picture go on beyond the cut."""
WHOLE: Final = 48.0
"""So many units a picture is wide, as its shape is written."""


class Palette(Struct, frozen=True):
    """The colours of a drawing."""

    face: str
    ink: str
    loss: str
    back: str
    line: str


COLOUR: Final = Palette(*(on_paper()[name] for name in ("leaf", "ink", "bad", "tile-back", "line")))
GREY: Final = Palette("#ffffff", "#000000", "#000000", "#dddddd", "#555555")


def face(tile: Tile, width: float, height: float, colours: Palette) -> Markup:
    """Return the front of a tile: half a picture on each side, the numbers, the event."""
    big = min(width, height) * 0.46
    parts = [
        ground(width, height, colours.face),
        picture(tile.left.kind.value, 0, height / 2, big, colours),
        picture(tile.right.kind.value, width, height / 2, big, colours),
        picture(tile.top.resource.value, width / 2, 0, big, colours),
        picture(tile.bottom.resource.value, width / 2, height, big, colours),
        text(width * 0.31, height / 2 + 2.6, 8, str(tile.left.count), colours.ink),
        *_amount(tile.top, width / 2, 0, big, colours),
        *_amount(tile.bottom, width / 2, height, big, colours),
        text(width - 3, height - 2.5, 3, tile.id[:6], colours.line, "end"),
    ]
    if tile.middle is not None:
        parts += _event(tile.middle, width * 0.56, height * 0.56, colours)
    return Markup("").join(parts)


def picture(name: str, x: float, y: float, size: float, colours: Palette) -> Markup:
    """Return a picture of the tiles, with its middle at this place; in grey only its shape."""
    found, scale = PICTURES[name], size / WHOLE
    colour, ink = (found.colour, found.ink) if colours is COLOUR else (colours.face, colours.ink)
    field = Markup(
        '<path transform="translate({} {}) scale({})" d="{}" fill="{}" stroke="{}" '
        'stroke-width="1.2"/>'
    ).format(round(x, 2), round(y, 2), round(scale, 4), found.shape, colour, colours.ink)
    return field + symbol(name, ink, x, y, found.size * scale)


def _amount(half: Half, x: float, edge: float, big: float, colours: Palette) -> list[Markup]:
    """Return the number of a find; a loss is crossed out and has a minus, also without colour."""
    printed = half.printed
    if printed is None:
        return []
    inside = 1 if edge == 0 else -1
    y = edge + inside * (big / 2 + 5) + (2.8 if inside > 0 else 2.2)
    if not printed.crossed:
        return [text(x, y, 8, str(printed.amount), colours.ink)]
    near, far = edge + inside * 1, edge + inside * big / 2
    left, right = x - 9, x + 9
    cross = f"M{left} {near:.1f}L{right} {far:.1f}M{right} {near:.1f}L{left} {far:.1f}"
    return [
        # On a black picture a black cross needs light beside it.
        _path(cross, colours.face, 3.2),
        _path(cross, colours.loss, 1.6),
        text(x, y, 8, f"−{printed.amount}", colours.loss),
    ]


def _event(event: Middle, x: float, y: float, colours: Palette) -> list[Markup]:
    icon, words, is_loss = _drawn(event)
    circle = Markup('<circle cx="{}" cy="{}" r="7.6" fill="{}" stroke="{}" stroke-width=".5"/>')
    parts = [circle.format(round(x, 2), round(y, 2), colours.back, colours.line)]
    parts.append(symbol(icon, colours.ink, x, y - (2.2 if words else 0), 7 if words else 10))
    if words:
        parts.append(text(x, y + 5.4, 4.4, words, colours.loss if is_loss else colours.ink))
    return parts


def _drawn(event: Middle) -> tuple[str, str, bool]:
    """Return the picture of an event, its number, and whether that is lost."""
    match event:
        case FindEvent(resource, amount, doubled):
            return resource.value, f"+{amount}{'×2' if doubled else ''}", False
        case LoseEvent(resource, amount):
            return resource.value, f"−{amount}", True
        case GainEvent(bonus):
            return bonus, "", False
        case FireEvent(amount):
            return "fire", f"−{amount}", True
        case SicknessEvent(amount):
            return "sickness", f"−{amount}", True
        case _:
            return "headquarters_destroyed", "", False


def back(width: float, height: float, colours: Palette) -> Markup:
    """Return the back of a tile: the same for all, and the same upside down."""
    right, foot = width - 4, height - 4
    inner = f"M4 4H{right}V{foot}H4zM4 4L{right} {foot}M{right} 4L4 {foot}"
    return Markup("").join(
        [
            ground(width, height, colours.back),
            _path(inner, colours.line, 0.6),
            symbol("winner", colours.line, width / 2, height / 2, min(width, height) * 0.36),
        ]
    )


def ground(width: float, height: float, fill: str) -> Markup:
    """Return the paper's colour, with the bleed."""
    return Markup('<rect x="{}" y="{}" width="{}" height="{}" fill="{}"/>').format(
        -BLEED, -BLEED, width + 2 * BLEED, height + 2 * BLEED, fill
    )


def text(x: float, y: float, size: float, words: str, fill: str, anchor: str = "middle") -> Markup:
    drawn = (
        '<text x="{}" y="{}" font-size="{}" font-weight="700" font-family="Ledger Sans" '
        'fill="{}" text-anchor="{}">{}</text>'
    )
    return Markup(drawn).format(  # noqa: S704 - a text of our own
        round(x, 2), round(y, 2), size, fill, anchor, escape(words)
    )


def _path(drawing: str, stroke: str, width: float) -> Markup:
    return Markup('<path d="{}" fill="none" stroke="{}" stroke-width="{}"/>').format(
        drawing, stroke, width
    )
