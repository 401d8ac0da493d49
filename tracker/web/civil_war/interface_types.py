"""The types that the interface for programs reads and writes of this title."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tracker.games.civil_war.columns import Bonus, Kind
from tracker.games.civil_war.deck import MOST_TILES
from tracker.games.civil_war.entries import At, SeatNumber
from tracker.games.civil_war.goods import Goods, People
from tracker.web.api.answer_types import Answer
from tracker.web.api.bodies import Body, WriteId

SideWord = Literal["north", "south"]


class Exported(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the position."""


class SeatStanding(Exported, frozen=True):
    name: str
    role: Kind
    side: SideWord
    points: int
    resources: Goods[int]
    people: People[int]
    bonuses: tuple[Bonus, ...]
    lost_turns: int
    attacked: bool
    reserve_spent: bool
    dominated: bool
    out: bool


class Result(Exported, frozen=True):
    winners: tuple[int, ...]
    reason: Literal["fifty_points", "elimination", "most_points"]
    marshal: bool
    side: SideWord | None
    """The side that has won by elimination."""


class TileLying(Exported, frozen=True):
    """A tile of the month's figure; which one it is, is told when it is face up."""

    at: At
    face_up: bool
    tile: str | UnsetType = UNSET


class Headquarters(Exported, frozen=True):
    north: bool
    south: bool


class ExportedPosition(Exported, frozen=True):
    """The position, as a match file writes it."""

    month: int
    phase: Literal["turns", "trades", "battles", "over"]
    turn: int | None
    """The seat whose turn it is."""
    first: int
    headquarters: Headquarters
    seats: tuple[SeatStanding, ...]
    result: Result | None
    tiles: tuple[TileLying, ...] | UnsetType = UNSET


class TurnedUp(Answer, frozen=True):
    """A dealt tile that lies face up while its choices are made; its entry comes next."""

    seat: int
    at: At
    tile: str


class Dealing(Body, frozen=True):
    """The month's figure, whose tiles the server deals face down."""

    write_id: WriteId
    cells: Annotated[tuple[At, ...], Meta(min_length=1, max_length=MOST_TILES)]


class TurningUp(Body, frozen=True):
    """A tile that was dealt is to be shown, so that its choices can be made."""

    write_id: WriteId
    seat: SeatNumber
    at: At
