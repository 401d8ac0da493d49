"""The month's figure of tiles as a page shows it: what is up, who turned it, what it made."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tracker.engine.ledger import Column
from tracker.games.civil_war import title
from tracker.games.civil_war.deck import Tile
from tracker.games.civil_war.entries import AnyEntry, At, LayTiles, TurnOver
from tracker.games.civil_war.face_down import dealt_face_down
from tracker.games.civil_war.figure import Figure, Placed
from tracker.games.civil_war.matching import Place, face_up_around, happenings
from tracker.games.civil_war.position import Position, Table
from tracker.service.match import SheetEntry
from tracker.service.reading import Sheet

SIZES: Final = (56, 64, 72, 84, 96, 112, 128, 160)
"""The sizes of a cell, in pixels; the style sheet has a class for each."""
ROOM: Final = (640, 620)
"""The room for the figure on a landscape tablet, in pixels."""
SIDES: Final = ("top", "left", "right", "bottom")


@dataclass(frozen=True)
class Cell:
    """A place of the figure. Face down it says nothing but that."""

    at: At
    row: int
    column: int
    tile: Tile | None = None
    lit: frozenset[str] = frozenset()
    turned: SheetEntry | None = None
    order: int = 0
    is_live: bool = False
    is_waiting: bool = False
    """Face up while its choices are made, not written yet."""
    is_last: bool = False


@dataclass(frozen=True)
class Map:
    """A month's figure."""

    month: int
    rows: list[list[Cell | None]]
    down: int
    size: int
    turned: list[Cell] = field(default_factory=list)

    @property
    def is_live(self) -> bool:
        """Return whether any cell may be turned over now."""
        return any(cell.is_live for row in self.rows for cell in row if cell)

    @property
    def last(self) -> Cell | None:
        return self.turned[-1] if self.turned else None


def months_with_tiles(entries: Iterable[SheetEntry]) -> list[int]:
    return sorted(
        {written.round for written in _live(entries) if isinstance(written.entry, LayTiles)}
    )


def month_map(sheet: Sheet, entries: Sequence[SheetEntry], month: int, zoom: int = 0) -> Map | None:
    """The figure of a month, as far as it may be seen; None where no tiles were laid."""
    of_month = [written for written in _live(entries) if written.round == month]
    figure = _figure(written.entry for written in of_month)
    if figure is None:
        return None
    position: Position = sheet.position
    is_now = month == Table(position).month
    turned = {
        written.entry.at: written for written in of_month if isinstance(written.entry, TurnOver)
    }
    live = live_cells(sheet) if is_now else frozenset()
    waiting = sheet.turned if is_now else None
    return _drawn(position, month, figure, turned, live, waiting, zoom)


def _live(entries: Iterable[SheetEntry]) -> list[SheetEntry]:
    return [entry for entry in entries if entry.state == "live"]


def _figure(entries: Iterable[AnyEntry]) -> Figure | None:
    """Return the figure that these entries laid and turned over, as far as they name its tiles."""
    placed: dict[At, Placed] = {}
    for entry in entries:
        if isinstance(entry, LayTiles):
            placed = {laid.at: Placed(laid.at, laid.tile or None, False) for laid in entry.tiles}
        if isinstance(entry, TurnOver) and entry.at in placed:
            tile = entry.tile or placed[entry.at].tile
            placed[entry.at] = Placed(entry.at, tile, face_up=True)
    return tuple(placed.values()) or None


def live_cells(sheet: Sheet) -> frozenset[At]:
    """CW-3.3: the cells that may be turned over now; one only, while its choices are made."""
    if sheet.turned is not None:
        return frozenset((sheet.turned.at,))
    turn = Table(sheet.position).turn
    if turn is None:
        return frozenset()
    offered = (offer for offer in title.offers(sheet.position, turn) if offer.do == "turn_over")
    return frozenset(
        entry.at for offer in offered for entry in offer.entries if isinstance(entry, TurnOver)
    )


def is_dealt(position: Position, at: At) -> bool:
    """Return whether the tablet knows what lies there."""
    return at in dealt_face_down(position)


def unseen(position: Position) -> list[Tile]:
    """The tiles of the deck that are not face up: what may have come up, for all anyone knows."""
    up = {placed.tile for placed in position.figure or () if placed.face_up}
    return [tile for tile in position.game.tiles.values() if tile.id not in up]


def _drawn(
    position: Position,
    month: int,
    figure: Figure,
    turned: Mapping[At, SheetEntry],
    live: frozenset[At],
    waiting: TurnOver | None,
    zoom: int,
) -> Map:
    order = {at: place for place, at in enumerate(turned, start=1)}
    left, top = min(placed.at[0] for placed in figure), min(placed.at[1] for placed in figure)
    width = max(placed.at[0] for placed in figure) - left + 1
    height = max(placed.at[1] for placed in figure) - top + 1
    rows: list[list[Cell | None]] = [[None] * width for _ in range(height)]
    found = {}
    for placed in figure:
        at = placed.at
        is_waiting = waiting is not None and waiting.at == at
        found[at] = rows[at[1] - top][at[0] - left] = Cell(
            at,
            at[1] - top + 1,
            at[0] - left + 1,
            _tile(position, at, placed.tile if placed.face_up else None, is_waiting=is_waiting),
            _lit(position, figure, at) if placed.face_up else frozenset(),
            turned.get(at),
            order.get(at, 0),
            at in live,
            is_waiting,
            order.get(at) == len(order),
        )
    down = sum(not placed.face_up for placed in figure)
    return Map(month, rows, down, _size(width, height, zoom), [found[at] for at in turned])


def _tile(position: Position, at: At, tile: str | None, *, is_waiting: bool) -> Tile | None:
    if is_waiting:
        tile = next(placed.tile for placed in position.figure or () if placed.at == at)
    return None if tile is None else position.game.tiles[tile]


def _lit(position: Position, figure: Figure, at: At) -> frozenset[str]:
    """The sides on which the tile matches what is face up beside it."""
    tile = next(placed.tile for placed in figure if placed.at == at)
    if tile is None:
        return frozenset()
    around = face_up_around(figure, at, position.game.tiles)
    made = happenings(position.game.tiles[tile], around)
    return frozenset(
        happening.place.value for happening in made if happening.place is not Place.MIDDLE
    )


def _size(width: int, height: int, zoom: int) -> int:
    """The largest size that fits, so many steps larger or smaller."""
    fits = [size for size in SIZES if size * width <= ROOM[0] and size * height <= ROOM[1]]
    step = SIZES.index(fits[-1]) if fits else 0
    return SIZES[max(0, min(len(SIZES) - 1, step + zoom))]


def filtered(found: Iterable[Tile], arguments: Mapping[str, str]) -> list[Tile]:
    """The tiles that show what was tapped, or whose number begins as was typed."""
    number = arguments.get("number", "").strip()
    wanted = {side: arguments[side] for side in SIDES if arguments.get(side)}
    return [
        tile
        for tile in found
        if tile.id.startswith(number)
        and all(_picture(tile, side) == value for side, value in wanted.items())
    ]


def _picture(tile: Tile, side: str) -> str:
    pictures: dict[str, Column] = {
        "top": tile.top.resource,
        "left": tile.left.kind,
        "right": tile.right.kind,
        "bottom": tile.bottom.resource,
    }
    return str(pictures[side].value)
