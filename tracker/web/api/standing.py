"""The position, as the title writes it and as the description describes it."""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from tracker.engine.title import Title
from tracker.games.civil_war.columns import Bonus, Kind
from tracker.games.civil_war.entries import At
from tracker.games.civil_war.goods import Goods, People

SideWord = Literal["north", "south"]


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the position."""


class SeatStanding(Standing, frozen=True):
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


class Result(Standing, frozen=True):
    winners: tuple[int, ...]
    reason: Literal["fifty_points", "elimination", "most_points"]
    marshal: bool
    side: SideWord | None
    """The side that has won by elimination."""


class TileLying(Standing, frozen=True):
    """A tile of the month's figure; which one it is, is told when it is face up."""

    at: At
    face_up: bool
    tile: str | UnsetType = UNSET


class Headquarters(Standing, frozen=True):
    north: bool
    south: bool


class Position(Standing, frozen=True):
    """How the table stands, as a match file writes it."""

    month: int
    phase: Literal["turns", "trades", "battles", "over"]
    turn: int | None
    """The seat whose turn it is."""
    first: int
    headquarters: Headquarters
    seats: tuple[SeatStanding, ...]
    result: Result | None
    tiles: tuple[TileLying, ...] | UnsetType = UNSET


msgspec.json.Decoder(Position)  # taken apart before there are threads, as in `keeping`


def standing(title: Title[Any, Any, Any], position: Any) -> Position:
    return msgspec.convert(title.written(position), Position)
