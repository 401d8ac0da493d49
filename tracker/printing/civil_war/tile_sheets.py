"""Print and play: a deck as tiles to cut out, with role cards and markers."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from markupsafe import Markup
from msgspec import Struct

from tracker.engine.message import Message
from tracker.games.civil_war import deck
from tracker.games.civil_war.box import BOX, SIDE_OF
from tracker.games.civil_war.columns import KINDS, RESOURCES, Kind, Side
from tracker.games.civil_war.deck import Deck
from tracker.printing.civil_war import tile_drawing
from tracker.printing.civil_war.line_text import Words
from tracker.printing.civil_war.tile_drawing import BLEED, COLOUR, GREY, Palette
from tracker.printing.order import Order
from tracker.printing.page import symbol
from tracker.printing.pdf import Paper

OPTIONS: Final = ("tall", "backs", "grey")
SIZES: Final = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}
EDGE: Final = 9.0
"""No printer is asked to print nearer to the edge of the paper than the cut marks."""
GAP: Final = 2 * BLEED
SQUARE, TALL = (54.0, 54.0), (45.0, 60.0)
ROLE_CARD, MARKER = (58.0, 80.0), (40.0, 40.0)
MONTHS: Final = 6
SHORT: Final = 16
"""A label of fewer letters is written larger."""
ROLES_LABEL = Message("Role cards")
MARKERS_LABEL = Message("Markers")
TILES_LABEL = Message("Tiles {first} to {last}")
BACKS_LABEL = Message("Backs")
MONTH = Message("Month {month}")
HEADQUARTERS = Message("Headquarters")
FIRST_PLAYER = Message("First player")
_deck = msgspec.json.Decoder(Deck)


class Grid(Struct, frozen=True):
    """The grid of a page: how many pieces of a size fit on it, and where the first one lies."""

    width: float
    height: float
    columns: int
    rows: int
    left: float
    top: float

    def place(self, number: int) -> tuple[float, float]:
        row, column = divmod(number, self.columns)
        return self.left + column * (self.width + GAP), self.top + row * (self.height + GAP)


def read_deck(data: bytes) -> str:
    """Return a deck file as an order carries it; raise `Invalid` where it is none."""
    return msgspec.json.encode(deck.read(data)).decode()


def tiles(words: Words, order: Order) -> dict[str, Any]:
    """Return the pages: tiles with their backs, role cards, markers."""
    chosen = _deck.decode(order.document) if order.document else deck.shipped(deck.SAMPLE)
    colours = GREY if order.options.get("grey") else COLOUR
    width, height = TALL if order.options.get("tall") else SQUARE
    grid = fitting(SIZES[order.paper], width, height)
    faces = [tile_drawing.face(tile, width, height, colours) for tile in chosen.tiles]
    backs = tile_drawing.back(width, height, colours)
    pages = []
    for start in range(0, len(faces), grid.columns * grid.rows):
        some = faces[start : start + grid.columns * grid.rows]
        ids = {"first": chosen.tiles[start].id, "last": chosen.tiles[start + len(some) - 1].id}
        label = words.translate(Message(TILES_LABEL.text, ids))
        pages.append(_page(order.paper, grid, some, label, f"tiles-{start}"))
        if order.options.get("backs"):
            # All places, also on the last page: whichever way it is turned, each front has a back.
            blank = [backs] * (grid.columns * grid.rows)
            label = words.translate(BACKS_LABEL)
            pages.append(_page(order.paper, grid, blank, label, f"backs-{start}"))
    pages.append(_role_cards(words, order.paper, colours))
    pages.append(_markers(words, order.paper, colours))
    return {"pages": pages}


def fitting(paper: tuple[float, float], width: float, height: float) -> Grid:
    """Return as many pieces as fit, in the middle of the page: so fronts and backs meet."""
    columns, rows = (
        int((size - 2 * EDGE + GAP) // (piece + GAP))
        for size, piece in zip(paper, (width, height), strict=True)
    )
    left = (paper[0] - columns * (width + GAP) + GAP) / 2
    top = (paper[1] - rows * (height + GAP) + GAP) / 2
    return Grid(width, height, columns, rows, left, top)


def _page(paper: Paper, grid: Grid, pieces: Sequence[Markup], label: str, name: str) -> Markup:
    """Return a page; its name is another one than that of every other page."""
    wide, high = SIZES[paper]
    shape = '<clipPath id="{}"><rect x="{}" y="{}" width="{}" height="{}"/></clipPath>'
    size = (-BLEED, -BLEED, grid.width + GAP, grid.height + GAP)
    clip = Markup(shape).format(name, *size)  # noqa: S704 - a text of our own
    placed = [
        Markup('<g transform="translate({} {})"><g clip-path="url(#{})">{}</g></g>').format(
            *(round(value, 2) for value in grid.place(number)), name, piece
        )
        for number, piece in enumerate(pieces)
    ]
    drawn = Markup("").join([*placed, _marks(grid, -(-len(pieces) // grid.columns))])
    return Markup(
        '<svg width="{}mm" height="{}mm" viewBox="0 0 {} {}" role="img"><title>{}</title>'
        "<defs>{}</defs>{}</svg>"
    ).format(wide, high, wide, high, label, clip, drawn)


def _marks(grid: Grid, rows: int) -> Markup:
    """Return the cut marks: at every cut of so many rows, in the margins alone."""
    lines = []
    bottom = grid.top + rows * (grid.height + GAP) - GAP
    right = grid.left + grid.columns * (grid.width + GAP) - GAP
    for column in range(grid.columns):
        for x in (0.0, grid.width):
            at = round(grid.left + column * (grid.width + GAP) + x, 2)
            lines += [f"M{at} {grid.top - 6:.2f}v3", f"M{at} {bottom + 3:.2f}v3"]
    for row in range(rows):
        for y in (0.0, grid.height):
            at = round(grid.top + row * (grid.height + GAP) + y, 2)
            lines += [f"M{grid.left - 6:.2f} {at}h3", f"M{right + 3:.2f} {at}h3"]
    return Markup('<path d="{}" fill="none" stroke="#000000" stroke-width=".2"/>').format(
        "".join(lines)
    )


def _role_cards(words: Words, paper: Paper, colours: Palette) -> Markup:
    width, height = ROLE_CARD
    grid = fitting(SIZES[paper], width, height)
    cards = [_role_card(words, kind, width, height, colours) for kind in KINDS]
    return _page(paper, grid, cards, words.translate(ROLES_LABEL), "roles")


def _role_card(words: Words, kind: Kind, width: float, height: float, colours: Palette) -> Markup:
    """Return what a player begins with, in a role (CW-2.2, CW-2.3)."""
    bonus = dict(BOX.roles[kind].bonus)
    name = words.role(kind)
    parts = [
        tile_drawing.ground(width, height, colours.face),
        tile_drawing.picture(kind.value, width / 2, 17, 24, colours),
        tile_drawing.text(width / 2, 37, 4.6 if len(name) < 22 else 3.7, name, colours.ink),
        tile_drawing.text(width / 2, 43, 4, words.side(SIDE_OF[kind]), colours.line),
    ]
    for place, resource in enumerate(RESOURCES):
        row, column = divmod(place, 3)
        x, y = 11 + column * 18, 54 + row * 13
        number = BOX.start.each_resource + bonus.get(resource, 0)
        parts.append(tile_drawing.picture(resource.value, x, y, 8.5, colours))
        parts.append(tile_drawing.text(x + 8.5, y + 2, 5.4, str(number), colours.ink))
    return Markup("").join(parts)


def _markers(words: Words, paper: Paper, colours: Palette) -> Markup:
    width, height = MARKER
    grid = fitting(SIZES[paper], width, height)
    month = [
        ("month", words.translate(Message(MONTH.text, {"month": number})))
        for number in range(1, MONTHS + 1)
    ]
    sides = [(f"{words.translate(HEADQUARTERS)}: {words.side(side)}") for side in Side]
    standing = [("headquarters", label) for label in sides]
    gone = [("headquarters_destroyed", label) for label in sides]
    kinds = [*month, *standing, *gone, ("turn", words.translate(FIRST_PLAYER))]
    markers = [_marker(icon, label, colours) for icon, label in kinds]
    return _page(paper, grid, markers, words.translate(MARKERS_LABEL), "markers")


def _marker(icon: str, label: str, colours: Palette) -> Markup:
    width, height = MARKER
    size = 4.4 if len(label) < SHORT else 3.2
    return Markup("").join(
        [
            tile_drawing.ground(width, height, colours.back),
            symbol(icon, colours.ink, width / 2, 17, 18),
            tile_drawing.text(width / 2, 34, size, label, colours.ink),
        ]
    )
