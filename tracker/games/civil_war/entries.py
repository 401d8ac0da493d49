"""The entries: everything that somebody can write on the sheet, as a match file writes it."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field, structs

from tracker.engine import match_file
from tracker.engine.hand_seat import HandSeat
from tracker.games.civil_war.columns import Bonus, Kind, Resource
from tracker.games.civil_war.deck import TileId
from tracker.games.civil_war.goods import LARGEST_NUMBER, Goods, People, Some, SomeOrNone

SeatNumber = Annotated[int, Meta(ge=0)]
Casualties = People[Some] | UnsetType
Taken = Resource | UnsetType
Handed = Literal["wagon", "dynamite"]
Coordinate = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
At = tuple[Coordinate, Coordinate]


class Help(Struct, frozen=True, forbid_unknown_fields=True):
    """Weapons that an ally gives to a fight (CW-6.3)."""

    seat: SeatNumber
    weapons: Some


class Lured(Struct, frozen=True, forbid_unknown_fields=True):
    """People who are lured out of one camp (CW-10.1)."""

    seat: SeatNumber
    people: People[Some]


class FightChoice(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's choices about one fight: who helps, who dies, what is taken."""

    help: tuple[Help, ...] = ()
    casualties: Casualties = UNSET
    taken: Taken = UNSET


class MiddleChoice(FightChoice, frozen=True):
    """The same for the middle of a tile, and whether its dynamite is used (CW-11.4)."""

    sabotage: bool = False


class Choices(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    left: FightChoice = FightChoice()
    middle: MiddleChoice = MiddleChoice()
    right: FightChoice = FightChoice()


class Entry(match_file.Entry, frozen=True, tag_field="do"):
    """Something written on the sheet of this title."""


class OnTurn(Entry, frozen=True):
    """Something that a seat does when it is its turn."""

    seat: SeatNumber


class OfTile(OnTurn, frozen=True):
    """Something that a tile does: the turn has begun with it (CW-3.7)."""


class Find(OfTile, frozen=True, tag="find"):
    resource: Resource
    amount: Some
    where: Literal["edge", "middle", "middle_doubled"] = "edge"


class Lose(OfTile, frozen=True, tag="lose"):
    resource: Resource
    amount: Some


class Meet(OfTile, frozen=True, tag="meet"):
    kind: Kind
    count: Some
    help: tuple[Help, ...] = ()
    casualties: Casualties = UNSET
    taken: Taken = UNSET


class Gain(OfTile, frozen=True, tag="gain"):
    bonus: Handed


class Fire(OfTile, frozen=True, tag="fire"):
    amount: Some


class Sickness(OfTile, frozen=True, tag="sickness"):
    amount: Some
    casualties: Casualties = UNSET


class Sabotage(OnTurn, frozen=True, tag="sabotage"):
    pass


class RaiseBrigade(OnTurn, frozen=True, tag="raise_brigade"):
    pass


class Lure(OnTurn, frozen=True, tag="lure"):
    camps: tuple[Lured, ...] = field(name="from")


class SpendReserve(OnTurn, frozen=True, tag="spend_reserve"):
    """Spend the gold reserve on one of two things; `check` sees to it that it is just one."""

    lure: Lured | UnsetType = UNSET
    turncoat: SeatNumber | UnsetType = UNSET


class HandOver(OnTurn, frozen=True, tag="hand_over"):
    to: SeatNumber
    bonus: Handed


class Laid(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tile face down in the figure: which one it is, is known when the tablet dealt it."""

    at: At
    tile: TileId | UnsetType = UNSET


class LayTiles(Entry, frozen=True, tag="lay_tiles"):
    tiles: tuple[Laid, ...]


class TurnOver(OfTile, frozen=True, tag="turn_over"):
    at: At  # type: ignore[assignment]  # where it lies, not when it was written
    tile: TileId | UnsetType = UNSET
    choices: Choices = Choices()


class EndTurn(OnTurn, frozen=True, tag="end_turn"):
    pass


class HandTurn(Entry, frozen=True, tag="hand_turn"):
    to: SeatNumber


class EndMonth(Entry, frozen=True, tag="end_month"):
    pass


class Trade(Entry, frozen=True, tag="trade"):
    seat: SeatNumber
    partner: SeatNumber = field(name="with")
    give: Goods[Some]
    get: Goods[Some]


class HqTrade(Entry, frozen=True, tag="hq_trade"):
    seat: SeatNumber
    give: Resource
    get: Resource
    times: Some


class CampCasualties(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The dead of each camp, by the number of its seat; fields, so that an error has a place."""

    seat_0: Casualties = field(default=UNSET, name="0")
    seat_1: Casualties = field(default=UNSET, name="1")
    seat_2: Casualties = field(default=UNSET, name="2")
    seat_3: Casualties = field(default=UNSET, name="3")
    seat_4: Casualties = field(default=UNSET, name="4")
    seat_5: Casualties = field(default=UNSET, name="5")
    seat_6: Casualties = field(default=UNSET, name="6")
    seat_7: Casualties = field(default=UNSET, name="7")
    seat_8: Casualties = field(default=UNSET, name="8")

    def __iter__(self) -> Iterator[Casualties]:
        return iter(structs.astuple(self))


class Upkeep(Entry, frozen=True, tag="upkeep"):
    casualties: CampCasualties = CampCasualties()


class Attack(Entry, frozen=True, tag="attack"):
    seat: SeatNumber
    target: SeatNumber
    press: bool = False
    take: Taken = UNSET
    casualties: Casualties = UNSET
    target_casualties: Casualties = UNSET


class BuyOff(Entry, frozen=True, tag="buy_off"):
    seat: SeatNumber
    target: SeatNumber
    pay: Goods[Some]


class NextMonth(Entry, frozen=True, tag="next_month"):
    pass


class Held(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The bonuses that can be corrected: fort and reserve follow from wood and gold."""

    wagon: bool | UnsetType = UNSET
    dynamite: bool | UnsetType = UNSET
    fire_brigade: bool | UnsetType = UNSET

    def __iter__(self) -> Iterator[tuple[Bonus, bool]]:
        for bonus in (Bonus.WAGON, Bonus.DYNAMITE, Bonus.FIRE_BRIGADE):
            if (held := getattr(self, bonus.value)) is not UNSET:
                yield bonus, held


class Numbers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The numbers that a correction sets (CW-11.6). What is not named stays as it is."""

    points: Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)] | UnsetType = UNSET
    resources: Goods[SomeOrNone] = Goods()
    people: People[SomeOrNone] = People()
    bonuses: Held = Held()
    lost_turns: SomeOrNone | UnsetType = UNSET


class Correct(Entry, frozen=True, tag="correct"):
    seat: SeatNumber
    set: Numbers
    reason: Annotated[str, Meta(min_length=1, max_length=400)]


AnyEntry = (
    Find
    | Lose
    | Meet
    | Gain
    | Fire
    | Sickness
    | Sabotage
    | RaiseBrigade
    | Lure
    | SpendReserve
    | HandOver
    | LayTiles
    | TurnOver
    | EndTurn
    | HandTurn
    | EndMonth
    | Trade
    | HqTrade
    | Upkeep
    | Attack
    | BuyOff
    | NextMonth
    | Correct
)

Written = AnyEntry | HandSeat
"""Everything that is written on the sheet: an entry of this title, or one that every title has."""
