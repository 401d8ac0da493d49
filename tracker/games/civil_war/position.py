"""The position: how the table stands. And the table: a position that an entry is writing on."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from tracker.engine.ledger import TABLE, Column, Ledger, Line, Move, Row
from tracker.games.civil_war import standing
from tracker.games.civil_war.columns import (
    PEOPLE,
    PHASES,
    Bonus,
    Count,
    Course,
    Kind,
    Phase,
    Resource,
    Side,
)
from tracker.games.civil_war.deck import Tile
from tracker.games.civil_war.figure import At, Figure, after_move, down_at, up_at
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.setup import Setup

SIDES: Final = tuple(Side)
# The places that nearly every entry asks for, found once: in Python 3.11 to find a member of an
# enumeration takes longer than to write a line.
PHASE, TURN, FIRST, MONTH = (
    column.at for column in (Course.PHASE, Course.TURN, Course.FIRST, Course.MONTH)
)
SIDE, OUT = Count.SIDE.at, Count.OUT.at


class Game(Struct, frozen=True):
    """The part of a match that stays as it is."""

    setup: Setup
    tiles: Mapping[str, Tile]
    names: tuple[str, ...] = ()
    """The players by seat, once a seat was handed over; then the set-up has them too."""


class Position(Struct, frozen=True, gc=False):
    """The table after an entry."""

    game: Game
    rows: tuple[Row, ...]
    figure: Figure | None


class Table(Ledger):
    """A position being written on, and the questions that the rules ask of it."""

    __slots__ = ("figure", "game", "is_asking", "prefix", "switches")

    # A line in one of these may build or bring down a fort, a reserve or full domination.
    WATCHED = frozenset[Column]({Resource.GOLD, Resource.WOOD, *Bonus})

    def __init__(self, position: Position, *, is_asking: bool = False) -> None:
        """With `is_asking`, the rules also say what they leave to the player's choice."""
        super().__init__(position.rows)
        self.is_asking: Final = is_asking
        self.prefix = ""
        """The part of the entry that is being worked out: "choices.left." for a side of a tile."""
        self.game: Final[Game] = position.game
        self.switches: Final[Switches] = position.game.setup.switches
        self.figure: Figure | None = position.figure

    def follow(self, seat: int) -> None:
        standing.settle(self, seat)

    def has_line(self, seat: int, column: Column) -> bool:
        """Return whether the entry has changed this number, if only to and fro."""
        return any(
            isinstance(fact, Line) and fact.seat == seat and fact.what is column
            for fact in self.facts
        )

    @property
    def phase(self) -> Phase:
        return PHASES[self.rows[TABLE][PHASE]]

    @property
    def month(self) -> int:
        return self.rows[TABLE][MONTH]

    @property
    def turn(self) -> int | None:
        seat = self.rows[TABLE][TURN]
        return seat - 1 if seat else None

    @property
    def first(self) -> int:
        return self.rows[TABLE][FIRST]

    @property
    def seats(self) -> range:
        return range(len(self.rows) - 1)

    def seats_in_game(self) -> Iterator[int]:
        return (seat for seat in self.seats if not self.is_out(seat))

    def name(self, seat: int) -> str:
        return self.game.setup.seats[seat].name

    def role(self, seat: int) -> Kind:
        return self.game.setup.seats[seat].role

    def side(self, seat: int) -> Side:
        return SIDES[self.rows[seat][SIDE]]

    def people(self, seat: int) -> int:
        """Return the number of people in the camp, of all kinds."""
        return sum(self.rows[seat][PEOPLE])

    def has(self, seat: int, bonus: Bonus) -> bool:
        return self.rows[seat][bonus.at] > 0

    def is_out(self, seat: int) -> bool:
        """Return whether the player was eliminated (CW-13.8)."""
        return self.rows[seat][OUT] > 0

    def is_standing(self, side: Side) -> bool:
        """Return whether the side's headquarters has not been destroyed (CW-11.4)."""
        destroyed = Count.DESTROYED_SOUTH if side is Side.SOUTH else Count.DESTROYED_NORTH
        return not any(self[seat, destroyed] for seat in self.seats)

    def lay_tile(self, at: At, tile: str | None) -> None:
        """CW-3.2: a tile is laid face down."""
        self._move_tile(tile, "", down_at(at), "CW-3.2")

    def turn_tile(self, at: At, tile: str) -> None:
        """CW-3.3: a tile is turned over."""
        self._move_tile(tile, down_at(at), up_at(at), "CW-3.3")

    def clear_tiles(self) -> None:
        """CW-3.2: the figure is taken up when the next month begins."""
        for placed in self.figure or ():
            place = up_at(placed.at) if placed.face_up else down_at(placed.at)
            self._move_tile(placed.tile, place, "", "CW-3.2")

    def _move_tile(self, tile: str | None, origin: str, to: str, rule: str) -> None:
        move = Move(tile or "", origin, to, rule)
        self.facts.append(move)
        self.figure = after_move(self.figure, move)

    def position(self) -> Position:
        return Position(self.game, self.closed(), self.figure)
