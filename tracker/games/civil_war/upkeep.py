"""CW-8 The month's end: upkeep, one step for the whole table."""

from msgspec import Struct

from tracker.engine.ledger import TABLE
from tracker.games.civil_war import camp
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import Count, Course, Phase, Resource
from tracker.games.civil_war.entries import Casualties, Upkeep
from tracker.games.civil_war.position import Table


class Ration(Struct, frozen=True):
    """The upkeep of one camp: how many live, how many die."""

    people: int
    water: int
    food: int

    @property
    def fed(self) -> int:
        """CW-8.1, CW-8.2: everyone who can be given both; the others take neither."""
        return min(self.people, self.water, self.food)

    @property
    def dead(self) -> int:
        return self.people - self.fed


def ration(table: Table, seat: int) -> Ration:
    water, food = table[seat, Resource.WATER], table[seat, Resource.FOOD]
    return Ration(table.people(seat), water, food)


def upkeep(table: Table, entry: Upkeep) -> None:
    """CW-8.4: every camp is supplied in one step, once a month; then battles may be fought."""
    chosen = tuple(entry.casualties)
    for seat in table.seats_in_game():
        supply(table, seat, chosen[seat])
    table.put(TABLE, Course.PHASE, Phase.BATTLES.value, "CW-8.4")


def supply(table: Table, seat: int, chosen: Casualties) -> None:
    """CW-8.1 to CW-8.3: water and food for each person, death without both, points for the rest."""
    due = ration(table, seat)
    table.add(seat, Resource.WATER, -due.fed, "CW-8.1")
    table.add(seat, Resource.FOOD, -due.fed, "CW-8.1")
    camp.bury(table, seat, due.dead, chosen, "CW-8.2", field=f"casualties.{seat}")
    table.add(seat, Count.POINTS, BOX.survivor.points * due.fed, "CW-8.3")
