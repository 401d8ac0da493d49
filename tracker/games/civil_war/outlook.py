"""The outlook at the month's end: who will starve, and what would save them."""

from msgspec import Struct

from tracker.games.civil_war import camp, trade, upkeep
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import RESOURCES, Kind, Resource
from tracker.games.civil_war.entries import HqTrade
from tracker.games.civil_war.position import Position, Table


class Supply(Struct, frozen=True):
    """A camp before upkeep (CW-8.4)."""

    seat: int
    people: int
    fed: int
    dead: tuple[tuple[Kind, int], ...]
    """The people who would die, in the order of CW-6.6."""
    lacking: tuple[tuple[Resource, int], ...]
    """The water and food that would have to come in for everyone to live."""
    rescue: tuple[HqTrade, ...]
    """The headquarters trades that save everyone, or else the most people; none where none does."""
    saved: int
    """The number of people who would live after the rescue and not without it."""


def supplies(position: Position) -> tuple[Supply, ...]:
    """Return what upkeep would do to each camp that is still in the game."""
    table = Table(position)
    return tuple(_supply(table, seat) for seat in table.seats_in_game())


def rescue(table: Table, seat: int) -> tuple[HqTrade, ...]:
    """CW-8.4: the headquarters trades that save everyone in the camp, or else the most people."""
    due = upkeep.ration(table, seat)
    if not due.dead:
        return ()
    return tuple(_trades_to_feed(table, seat, most_that_can_be_fed(table, seat)))


def _supply(table: Table, seat: int) -> Supply:
    due = upkeep.ration(table, seat)
    lacking = _needs(table, seat, due.people)
    can_be_fed = most_that_can_be_fed(table, seat)
    return Supply(
        seat=seat,
        people=due.people,
        fed=due.fed,
        dead=tuple(camp.who_dies(table, seat, due.dead)),
        lacking=tuple(lacking),
        rescue=rescue(table, seat),
        saved=can_be_fed - due.fed,
    )


def most_that_can_be_fed(table: Table, seat: int) -> int:
    """Return how many would live if the headquarters gave all the water and food that it can."""
    due = upkeep.ration(table, seat)
    fed, too_many = due.fed, due.people + 1
    if not table.is_standing(table.side(seat)):
        return fed
    # The more are to be fed, the more is needed and the less is left to pay with: halve the gap.
    while too_many - fed > 1:
        middle = (fed + too_many) // 2
        needed = sum(number for _, number in _needs(table, seat, middle))
        if needed <= sum(number for _, number in _can_buy(table, seat, middle)):
            fed = middle
        else:
            too_many = middle
    return fed


def _needs(table: Table, seat: int, people: int) -> list[tuple[Resource, int]]:
    """The water and food that are missing for so many people."""
    both = (Resource.WATER, Resource.FOOD)
    missing = [(resource, people - table[seat, resource]) for resource in both]
    return [(resource, number) for resource, number in missing if number > 0]


def _can_buy(table: Table, seat: int, people: int) -> list[tuple[Resource, int]]:
    """Return the units that each resource pays for after so many people are fed; most first."""
    units = []
    for resource in RESOURCES:
        kept = people if resource in (Resource.WATER, Resource.FOOD) else 0
        spare = trade.tradable(table, seat, resource) - kept
        units.append((resource, max(0, spare) // BOX.headquarters.price))
    return sorted(units, key=lambda unit: -unit[1])


def _trades_to_feed(table: Table, seat: int, people: int) -> list[HqTrade]:
    """CW-8.4: the cheapest trades. Every unit costs the same, so what there is most of pays."""
    trades = []
    purse = dict(_can_buy(table, seat, people))
    for get, needed in _needs(table, seat, people):
        for give in sorted(purse, key=lambda resource: -purse[resource]):
            times = min(needed, purse[give])
            if times:
                trades.append(HqTrade(seat, give, get, times))
                purse[give] -= times
                needed -= times
    return trades
