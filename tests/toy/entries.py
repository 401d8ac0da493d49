"""The set-up of a race, the entries on its sheet, and its position."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tracker.engine import match_file
from tracker.engine.hand_seat import HandSeat
from tracker.engine.ledger import Column, Row

Place = Annotated[int, Meta(ge=0)]
Few = Annotated[int, Meta(ge=1, le=9)]


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=40)]


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    seats: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=4)]
    goal: int = 10
    keep_order: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)


class Walk(match_file.Entry, frozen=True, tag_field="do", tag="walk"):
    seat: Place
    steps: Few


class TakeShoes(match_file.Entry, frozen=True, tag_field="do", tag="take_shoes"):
    """Shoes double every step."""

    seat: Place


class Carry(match_file.Entry, frozen=True, tag_field="do", tag="carry"):
    """Both go on, if the other agrees."""

    seat: Place
    other: Place
    steps: Few


class Draw(match_file.Entry, frozen=True, tag_field="do", tag="draw"):
    """The uppermost card is turned over; its steps may be left."""

    seat: Place
    card: str | UnsetType = UNSET
    use: bool | UnsetType = UNSET


class EndTurn(match_file.Entry, frozen=True, tag_field="do", tag="end_turn"):
    seat: Place


class Deal(match_file.Entry, frozen=True, tag_field="do", tag="deal"):
    """Cards are laid face down, the uppermost first; each says how many steps it is worth."""

    cards: Annotated[tuple[str, ...], Meta(min_length=1, max_length=9)]


class NextDay(match_file.Entry, frozen=True, tag_field="do", tag="next_day"):
    pass


class Lent(Struct, frozen=True, forbid_unknown_fields=True):
    """Candles that another walker lends."""

    seat: Place
    candles: Few


class Rest(match_file.Entry, frozen=True, tag_field="do", tag="rest"):
    """A night's rest: an entry with a field of every kind."""

    seat: Place
    where: Literal["tent", "inn"]
    nights: Few
    food: Mapping[str, Few] = {}
    fire: bool = False
    brings: tuple[Literal["rope", "lamp", "map"], ...] = ()
    lent: tuple[Lent, ...] = ()
    note: Annotated[str, Meta(max_length=40)] = ""


AnyEntry = Rest | Walk | TakeShoes | Carry | Draw | EndTurn | Deal | NextDay | HandSeat


class Walker(Column):
    STEPS = "steps", 0, "step", "steps"
    SHOES = "shoes", 1


class Course(Column):
    DAY = "day", 0
    TURN = "turn", 1


class Position(Struct, frozen=True):
    setup: Setup
    rows: tuple[Row, ...]
    pile: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
