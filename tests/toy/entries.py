"""What can be written on the sheet of the toy, and how its table stands."""

from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from tracker.engine import match_file
from tracker.engine.ledger import TABLE, Column, Ledger, Row
from tracker.engine.refusal import Refused

Few = Annotated[int, Meta(ge=1, le=9)]


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    seats: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=4)]
    goal: int = 10
    keep_order: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(seat.name for seat in self.seats)


class Entry(match_file.Entry, frozen=True, tag_field="do"):
    """Something written on the sheet of the toy."""


class OnTurn(Entry, frozen=True):
    seat: Annotated[int, Meta(ge=0)]


class Walk(OnTurn, frozen=True, tag="walk"):
    steps: Few


class TakeShoes(OnTurn, frozen=True, tag="take_shoes"):
    """Shoes double every step."""


class Carry(OnTurn, frozen=True, tag="carry"):
    """Both go on, if the other agrees."""

    other: Annotated[int, Meta(ge=0)]
    steps: Few


class Draw(OnTurn, frozen=True, tag="draw"):
    """The uppermost card is turned over; its steps may be left."""

    card: str | UnsetType = UNSET
    use: bool | UnsetType = UNSET


class EndTurn(OnTurn, frozen=True, tag="end_turn"):
    pass


class Deal(Entry, frozen=True, tag="deal"):
    """Cards are laid face down, the uppermost first; each says how many steps it is worth."""

    cards: Annotated[tuple[str, ...], Meta(min_length=1, max_length=9)]


class NextDay(Entry, frozen=True, tag="next_day"):
    pass


AnyEntry = Walk | TakeShoes | Carry | Draw | EndTurn | Deal | NextDay


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


class Track(Ledger):
    """A position that an entry is writing on."""

    def __init__(self, position: Position) -> None:
        super().__init__(position.rows)
        self.setup, self.pile = position.setup, position.pile

    def must_be_on(self, seat: int) -> None:
        on = self[TABLE, Course.TURN]
        if seat != on and self.setup.keep_order:
            raise Refused("TR-1", "It is {name}'s turn.", name=self.setup.names[on])

    def walk(self, seat: int, steps: int) -> None:
        self.add(seat, Walker.STEPS, steps, "TR-2")
        if self[seat, Walker.SHOES]:
            self.add(seat, Walker.STEPS, steps, "TR-3")
