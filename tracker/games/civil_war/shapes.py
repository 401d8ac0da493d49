"""Figures for a deal: so many tiles, side to side; and which of them lie apart (CW-3.2)."""

from collections.abc import Iterable, Sequence
from math import isqrt

from tracker.engine.message import Message

Cell = tuple[int, int]
BESIDE: tuple[Cell, ...] = ((0, -1), (-1, 0), (1, 0), (0, 1))


def block(tiles: int) -> tuple[Cell, ...]:
    """Rows of equal width, the last one perhaps shorter: as square as they can be."""
    width = max(1, isqrt(tiles))
    while width * width < tiles:
        width += 1
    return rows(tiles, width)


def rows(tiles: int, width: int) -> tuple[Cell, ...]:
    return tuple((place % width, place // width) for place in range(tiles))


def wide(tiles: int) -> tuple[Cell, ...]:
    """Three rows, as fits a table that is longer than it is wide."""
    return rows(tiles, -(-tiles // 3))


def cross(tiles: int) -> tuple[Cell, ...]:
    """Two wide beams that cross, grown from the middle."""
    beams = ((x, y) for x in range(tiles) for y in range(tiles))
    middle = tiles // 2
    on_beam = [cell for cell in beams if middle in cell or middle - 1 in cell]
    return _nearest(on_beam, tiles, middle)


def diamond(tiles: int) -> tuple[Cell, ...]:
    """Everything near the middle, by steps from it."""
    middle = tiles // 2
    square = [(x, y) for x in range(tiles) for y in range(tiles)]
    return _nearest(square, tiles, middle)


def _nearest(cells: Sequence[Cell], tiles: int, middle: int) -> tuple[Cell, ...]:
    """The first so many by steps from the middle; each touches one that is nearer."""
    nearest = sorted(
        cells, key=lambda at: (abs(at[0] - middle) + abs(at[1] - middle), at[1], at[0])
    )[:tiles]
    return moved_to_corner(nearest)


def ring(tiles: int) -> tuple[Cell, ...]:
    """Round the edge of a rectangle, with a tail inside where the number is odd."""
    around = max(8, tiles - tiles % 2)
    width = around // 4 + 1
    height = around // 2 + 2 - width
    top = [(x, 0) for x in range(width)]
    right = [(width - 1, y) for y in range(1, height)]
    bottom = [(x, height - 1) for x in range(width - 2, -1, -1)]
    left = [(0, y) for y in range(height - 2, 0, -1)]
    inside = [(1, y) for y in range(1, height - 1)]
    return tuple((top + right + bottom + left + inside)[:tiles])


SHAPES = {
    "block": (Message("Block"), block),
    "wide": (Message("Three rows"), wide),
    "ring": (Message("Ring"), ring),
    "cross": (Message("Cross"), cross),
    "diamond": (Message("Diamond"), diamond),
}


def moved_to_corner(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The same figure with its corner at 0, 0, read row by row."""
    found = list(cells)
    left, top = min((x for x, _ in found), default=0), min((y for _, y in found), default=0)
    return tuple(sorted(((x - left, y - top) for x, y in found), key=lambda at: (at[1], at[0])))


def apart(cells: Sequence[Cell]) -> frozenset[Cell]:
    """CW-3.2: the cells that cannot be reached from the first by whole sides."""
    unreached = set(cells)
    edge = list(cells[:1])
    unreached -= set(edge)
    while edge:
        x, y = edge.pop()
        touching = {(x + right, y + down) for right, down in BESIDE} & unreached
        unreached -= touching
        edge += touching
    return frozenset(unreached)
