"""CW-4 Matching: what a tile makes with its face-up neighbours, in the order of its reading."""

from collections.abc import Mapping
from enum import Enum
from typing import Final

from msgspec import Struct

from tracker.games.civil_war.columns import Kind
from tracker.games.civil_war.deck import Middle, Printed, Tile
from tracker.games.civil_war.figure import Figure

At = tuple[int, int]
ABOVE, LEFT, RIGHT, BELOW = (0, -1), (-1, 0), (1, 0), (0, 1)
AROUND: Final = (ABOVE, LEFT, RIGHT, BELOW)


class Place(Enum):
    """The places of a tile, in the order in which it is read (CW-4.5)."""

    TOP = "top"
    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"
    BOTTOM = "bottom"


class Met(Struct, frozen=True):
    """So many of a kind, met on a side."""

    kind: Kind
    count: int


class Happening(Struct, frozen=True):
    """Something that a tile makes: where on it, and what."""

    place: Place
    what: Printed | Met | Middle


def happenings(tile: Tile, around: Mapping[At, Tile]) -> tuple[Happening, ...]:
    """CW-4.5: top, left, middle, right, bottom; counts as CW-4.2 and CW-4.3 say where they are."""
    found = []
    above, left, right, below = (around.get(way) for way in AROUND)
    if above and (matched := _matched(above, tile)):
        found.append(Happening(Place.TOP, matched))
    if left and left.right.kind is tile.left.kind:
        found.append(Happening(Place.LEFT, Met(tile.left.kind, tile.left.count)))
    if tile.middle:
        found.append(Happening(Place.MIDDLE, tile.middle))
    if right and right.left.kind is tile.right.kind:
        found.append(Happening(Place.RIGHT, Met(right.left.kind, right.left.count)))
    if below and (matched := _matched(tile, below)):
        found.append(Happening(Place.BOTTOM, matched))
    return tuple(found)


def _matched(upper: Tile, lower: Tile) -> Printed | None:
    """CW-4.3: the same resource on both; the amount is where the deck prints it."""
    if upper.bottom.resource is not lower.top.resource:
        return None
    return lower.top.printed or upper.bottom.printed


def face_up_around(figure: Figure | None, at: At, tiles: Mapping[str, Tile]) -> Mapping[At, Tile]:
    """CW-4.6: the face-up neighbours, by where they lie; what is face down makes nothing now."""
    around = {(at[0] + right, at[1] + down): (right, down) for right, down in AROUND}
    return {
        around[placed.at]: tiles[placed.tile]
        for placed in figure or ()
        if placed.at in around and placed.face_up and placed.tile is not None
    }
