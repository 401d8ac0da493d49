"""CW-2 Resources and the start: what every seat has before the first tile."""

from msgspec import UNSET

from tracker.engine.ledger import TABLE
from tracker.games.civil_war.box import BOX, SIDE_OF
from tracker.games.civil_war.columns import (
    RESOURCES,
    SEAT_COLUMNS,
    TABLE_COLUMNS,
    Count,
    Course,
    Kind,
    Resource,
)
from tracker.games.civil_war.deck import Deck, by_id, shipped_by_id
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.position import Game, Position, Table
from tracker.games.civil_war.setup import Setup


def game(setup: Setup) -> Game:
    own = setup.deck
    return Game(setup, by_id(own) if isinstance(own, Deck) else shipped_by_id(own))


def blank(setup: Setup) -> Position:
    """A sheet on which nothing has been written yet."""
    rows = ((0,) * SEAT_COLUMNS,) * len(setup.seats) + ((0,) * TABLE_COLUMNS,)
    return Position(game(setup), rows, None)


def open_sheet(table: Table) -> None:
    """CW-2.2 to CW-2.4: 10 of each resource and the role's bonus; the first seat begins."""
    for seat in table.seats:
        role = table.role(seat)
        table.put(seat, Count.SIDE, SIDE_OF[role].value, "CW-1.2")
        for resource in RESOURCES:
            table.add(seat, resource, BOX.start.each_resource, "CW-2.2")
        for resource, number in starting_bonus(table.switches, role):
            table.add(seat, resource, number, "CW-2.4")
    table.add(TABLE, Course.MONTH, 1, "CW-3.1")
    table.add(TABLE, Course.TURN, 1, "CW-3.5")


def starting_bonus(switches: Switches, role: Kind) -> list[tuple[Resource, int]]:
    """CW-2.3, CW-2.4: what the role adds, as printed or as this table plays it."""
    row = getattr(switches.starting_bonus, role.value)
    return list(BOX.roles[role].bonus if row is UNSET else row)
