"""Setting the game up: seats, months, and the readings of the rules that a table may choose."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tracker.games.civil_war.columns import Kind
from tracker.games.civil_war.deck import Deck
from tracker.games.civil_war.goods import Goods, SomeOrNone

Name = Annotated[str, Meta(min_length=1, max_length=40)]
Given = Goods[SomeOrNone]


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's place at the table: the leader of a detachment (CW-1.4)."""

    name: Name
    role: Kind


class StartingBonus(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Rows of the table of CW-2.4 that this table plays otherwise."""

    southern_officer: Given | UnsetType = UNSET
    southern_soldier: Given | UnsetType = UNSET
    cherokee: Given | UnsetType = UNSET
    northern_officer: Given | UnsetType = UNSET
    northern_soldier: Given | UnsetType = UNSET
    volunteer: Given | UnsetType = UNSET


class Switches(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The house rules. Each stands at the default of the rules page unless the table said so."""

    starting_bonus: StartingBonus = StartingBonus()
    reward: Literal["each", "meeting"] = "each"
    fire_brigade_cost: Given = Given(water=1, food=1)
    lure_anyone: bool = False
    fifty_points: Literal["at_once", "month_end"] = "at_once"
    one_sided_fifty: bool = False
    reserve_spends: Literal["all", "sixty"] = "all"
    attack_anyone: bool = False
    fort_multiplier: Literal[4, 2] = 4
    fort_and_dynamite: Literal["larger", "multiply"] = "larger"
    battle_deaths_cost_points: bool = True
    keep_order: bool = True


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up: everything that is agreed before the first tile."""

    months: Literal[5, 6]
    tiles_per_player: Literal[3, 4]
    seats: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=9)]
    switches: Switches = Switches()
    deck: str | Deck = "standard"
