"""CW-13.4, CW-13.5: the battle table, and the price that it makes of an attacker and a defender."""

from typing import Final

from msgspec import Struct

from tracker.engine.message import Message
from tracker.games.civil_war.box import BOX, BattleRow, Toll
from tracker.games.civil_war.columns import Bonus, Resource
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.position import Table

ROWS: Final[tuple[tuple[Message, BattleRow], ...]] = (
    (Message("weapons only"), BOX.battle.weapons_only),
    (Message("people only"), BOX.battle.people_only),
    (Message("people and weapons"), BOX.battle.people_and_weapons),
)
"""The lines of the table, by what the defender has."""


class Calculation(Struct, frozen=True):
    """CW-13.4: the price of winning: a toll for each defender, times the defender's factor."""

    row: BattleRow
    toll: Toll
    """The price that this attacker pays for each."""
    each: int
    """The defender's people, or the weapons where there are only those."""
    factor: int

    @property
    def price(self) -> Toll:
        return times(self.toll, self.each * self.factor)


def calculation(table: Table, attacker: int, defender: int) -> Calculation | None:
    """CW-13.4: the price by the line that holds; None against who has neither and runs."""
    people, weapons = table.people(defender), table[defender, Resource.WEAPONS]
    if not people and not weapons:
        return None
    row = _row(people, weapons)
    toll = row.with_dynamite if table.has(attacker, Bonus.DYNAMITE) else row.without_dynamite
    return Calculation(row, toll, people or weapons, _defence(table, defender))


def factor(switches: Switches, *, dynamite: bool, fort: bool) -> int:
    """CW-13.5: a defender's dynamite doubles the price, a fort quadruples it."""
    by_dynamite = BOX.battle.defence.dynamite if dynamite else 1
    by_fort = switches.fort_multiplier if fort else 1
    both_count = switches.fort_and_dynamite == "multiply"
    return by_dynamite * by_fort if both_count else max(by_dynamite, by_fort)


def times(toll: Toll, number: int) -> Toll:
    return Toll(toll.people * number, toll.weapons * number)


def _defence(table: Table, defender: int) -> int:
    dynamite, fort = table.has(defender, Bonus.DYNAMITE), table.has(defender, Bonus.FORT)
    return factor(table.switches, dynamite=dynamite, fort=fort)


def _row(people: int, weapons: int) -> BattleRow:
    if people and weapons:
        return BOX.battle.people_and_weapons
    return BOX.battle.people_only if people else BOX.battle.weapons_only
