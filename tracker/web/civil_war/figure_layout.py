"""Laying the month's figure: a ready-made shape or cells that are tapped; dealing the deck."""

import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tracker.engine.refusal import Refused
from tracker.engine.title import why_not
from tracker.games.civil_war import shapes, tiles, title
from tracker.games.civil_war.entries import At, Laid, LayTiles
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.shapes import SHAPES
from tracker.games.titles import TITLES

CELL: Final = re.compile(r"(-?\d{1,2}),(-?\d{1,2})")
MOST_CELLS: Final = 60
WIDTH, HEIGHT = 8, 6
"""The least number of cells of the grid, across and down."""


@dataclass(frozen=True)
class Square:
    """A place of the grid: laid or not, and whether it lies apart from the others."""

    at: str
    row: int
    column: int
    is_laid: bool
    is_apart: bool


@dataclass(frozen=True)
class Laying:
    """The figure as far as it is made."""

    number: int
    cells: tuple[At, ...]
    rows: list[list[Square]]
    refused: Refused | None
    shape: str

    @property
    def text(self) -> str:
        return ";".join(f"{x},{y}" for x, y in self.cells)

    @property
    def missing(self) -> int:
        return self.number - len(self.cells)


def cell_of(text: str) -> At | None:
    """A cell as an address writes it."""
    found = CELL.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else None


def cells_of(text: str) -> tuple[At, ...]:
    found = [cell_of(part) for part in text.split(";")[:MOST_CELLS]]
    return tuple(dict.fromkeys(at for at in found if at is not None))


def laying(position: Position, arguments: Mapping[str, str]) -> Laying:
    """The figure that the address describes: a shape, or the cells so far and one tapped now."""
    number = tiles.number_to_lay(Table(position))
    shape = arguments.get("shape", "")
    if shape in SHAPES:
        cells = SHAPES[shape][1](number)
    elif "cells" in arguments:
        cells = _toggled(cells_of(arguments["cells"]), cell_of(arguments.get("toggle", "")))
    else:
        shape, cells = "block", shapes.block(number)
    refused = why_not(TITLES[title.NAME], position, entry(cells))
    return Laying(number, cells, _grid(cells), refused, shape)


def _toggled(cells: tuple[At, ...], tapped: At | None) -> tuple[At, ...]:
    if tapped is None:
        return cells
    if tapped in cells:
        return tuple(at for at in cells if at != tapped)
    return (*cells, tapped)


def _grid(cells: Sequence[At]) -> list[list[Square]]:
    """The cells with a free row and column on every side, and room to begin in."""
    laid, apart = set(cells), shapes.apart(cells)
    across = _reach([x for x, _ in cells], WIDTH)
    down = _reach([y for _, y in cells], HEIGHT)
    return [
        [
            Square(f"{x},{y}", row, column, (x, y) in laid, (x, y) in apart)
            for column, x in enumerate(across, start=1)
        ]
        for row, y in enumerate(down, start=1)
    ]


def _reach(numbers: Sequence[int], least: int) -> range:
    start = min(numbers, default=1) - 1
    return range(start, max(start + least, max(numbers, default=0) + 2))


def entry(cells: Sequence[At], dealt: Sequence[str] = ()) -> LayTiles:
    """The entry that lays these cells, with the tiles that the tablet dealt if it did."""
    moved = shapes.moved_to_corner(cells)
    if not dealt:
        return LayTiles(tuple(Laid(at) for at in moved))
    return LayTiles(tuple(Laid(at, tile) for at, tile in zip(moved, dealt, strict=True)))


def deal(position: Position, cells: Sequence[At]) -> LayTiles:
    """The figure with tiles that nobody has chosen and nobody can foresee."""
    deck = list(position.game.tiles)
    if len(cells) > len(deck):
        return entry(cells)
    return entry(cells, secrets.SystemRandom().sample(deck, len(cells)))
