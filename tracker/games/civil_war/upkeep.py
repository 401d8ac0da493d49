"""CW-8 The month's end: upkeep, one step for the whole table."""

from collections.abc import Mapping

from msgspec import Struct

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.games.civil_war import camp
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import Count, Course, Phase, Resource
from tracker.games.civil_war.entries import Casualties, Upkeep
from tracker.games.civil_war.position import Table

WATER, FOOD, POINTS = Resource.WATER, Resource.FOOD, Count.POINTS


class Ration(Struct, frozen=True):
    """The upkeep of one camp: how many live, how many die."""

    people: int
    fed: int

    @property
    def dead(self) -> int:
        return self.people - self.fed


def ration(table: Table, seat: int) -> Ration:
    """CW-8.1, CW-8.2: everyone who can be given both is fed; the others take neither."""
    people = table.people(seat)
    return Ration(people, min(people, table[seat, WATER], table[seat, FOOD]))


def upkeep(table: Table, entry: Upkeep) -> None:
    """CW-8.4: every camp is supplied in one step, once a month; then battles may be fought."""
    chosen = tuple(entry.casualties)
    rations = {seat: ration(table, seat) for seat in table.seats_in_game()}
    _tell_who_dies(table, rations)
    for seat, due in rations.items():
        supply(table, seat, due, chosen[seat])
    table.put(TABLE, Course.PHASE, Phase.BATTLES.value, "CW-8.4")


def _tell_who_dies(table: Table, rations: Mapping[int, Ration]) -> None:
    """Declare in whose camps people die, and how many."""
    dead = tuple(
        Message("{name} {number}", {"name": table.name(seat), "number": due.dead})
        for seat, due in rations.items()
        if due.dead
    )
    if dead:
        text = Message("Not everybody can be fed. People who die: {dead}.", {"dead": dead})
        table.declare(text, is_good=False)
    else:
        table.declare(Message("Everybody is fed."))


def supply(table: Table, seat: int, due: Ration, chosen: Casualties) -> None:
    """CW-8.1 to CW-8.3: water and food for each person, death without both, points for the rest."""
    table.add(seat, WATER, -due.fed, "CW-8.1")
    table.add(seat, FOOD, -due.fed, "CW-8.1")
    camp.bury(table, seat, due.dead, chosen, "CW-8.2", field=f"casualties.{seat}")
    table.add(seat, POINTS, BOX.survivor.points * due.fed, "CW-8.3")
