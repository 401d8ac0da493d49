"""The numbers that are printed in the box, from `data/box.toml`."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct

from tracker.games.civil_war.columns import Kind, Resource, Side
from tracker.games.civil_war.goods import Goods

DATA: Final = Path(__file__).parent / "data"


class Role(Struct, frozen=True):
    """A role and what belongs to its kind of people."""

    side: Literal["south", "north"]
    brings: Resource
    bonus: Goods[int]


class Toll(Struct, frozen=True):
    """People and weapons that a battle costs."""

    people: int
    weapons: int


class WithAndWithout(Struct, frozen=True):
    """A number of weapons, by whether its payer has dynamite."""

    without_dynamite: int
    with_dynamite: int


class BattleRow(Struct, frozen=True):
    """A line of the battle table: what the defender spends for each attacker, and what an
    attacker without or with dynamite spends for each defender."""

    defender: Toll
    without_dynamite: Toll
    with_dynamite: Toll


class Defence(Struct, frozen=True):
    dynamite: int


class BattleTable(Struct, frozen=True):
    """The battle table (CW-13.4)."""

    weapons_only: BattleRow
    people_only: BattleRow
    people_and_weapons: BattleRow
    defence: Defence


class PeopleLists(Struct, frozen=True):
    officers: tuple[Kind, ...]
    volunteers: tuple[Kind, ...]
    die_first: tuple[Kind, ...]


class Reward(Struct, frozen=True):
    points: int
    goods: int


class Points(Struct, frozen=True):
    points: int


class Fort(Struct, frozen=True):
    wood: int
    points: int


class GoldReserve(Struct, frozen=True):
    gold: int
    points: int
    lures_at_most: int


class Start(Struct, frozen=True):
    each_resource: int


class HeadquartersTrade(Struct, frozen=True):
    price: int


class LurePrice(Struct, frozen=True):
    gold_each: int


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in `box.toml`, under its own names."""

    start: Start
    roles: Mapping[Kind, Role]
    people: PeopleLists
    reward: Reward
    weapons_an_enemy: WithAndWithout
    death: Points
    survivor: Points
    headquarters: HeadquartersTrade
    fort: Fort
    gold_reserve: GoldReserve
    domination: Points
    lure: LurePrice
    winning: Points
    battle: BattleTable


def _read() -> Box:
    return msgspec.convert(tomllib.loads((DATA / "box.toml").read_text("utf-8")), Box)


BOX: Final = _read()
SIDE_OF: Final[Mapping[Kind, Side]] = {
    kind: Side[role.side.upper()] for kind, role in BOX.roles.items()
}
