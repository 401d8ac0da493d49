"""CW-7 Trade: with players, and at the Army Headquarters."""

from tracker.engine.ledger import Amount
from tracker.engine.refusal import Refused
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import Bonus, Resource
from tracker.games.civil_war.entries import HqTrade, Trade
from tracker.games.civil_war.position import Table


def trade(table: Table, entry: Trade) -> None:
    """CW-7.1: players trade at any rate that both agree to; a gift is a trade, nothing is not."""
    seat, partner = entry.seat, entry.partner
    _must_trade(table, seat)
    _must_trade(table, partner)
    if seat == partner:
        raise Refused("CW-7.1", "{name} cannot trade with themselves.", name=table.name(seat))
    handed = [
        *((seat, partner, resource, number) for resource, number in entry.give),
        *((partner, seat, resource, number) for resource, number in entry.get),
    ]
    if not handed:
        raise Refused("CW-7.1", "This trade is empty: nothing changes hands.")
    for giver, _, resource, number in handed:
        _must_have_for_trade(table, giver, resource, number, "CW-7.1")
    for giver, _, resource, number in handed:
        table.add(giver, resource, -number, "CW-7.1")
    for _, getter, resource, number in handed:
        table.add(getter, resource, number, "CW-7.1")


def hq_trade(table: Table, entry: HqTrade) -> None:
    """CW-7.2: the headquarters gives 1 of any resource for 5 of one other, any number of times."""
    seat = entry.seat
    _must_trade(table, seat)
    if not table.is_standing(table.side(seat)):
        raise Refused(
            "CW-7.3",
            "The headquarters of the {side} was destroyed; {name} can trade only with players.",
            side=table.side(seat).term,
            name=table.name(seat),
        )
    if entry.give is entry.get:
        raise Refused(
            "CW-7.2",
            "The headquarters trades one resource for another, not {give} for {give}.",
            give=entry.give,
        )
    price = BOX.headquarters.price * entry.times
    _must_have_for_trade(table, seat, entry.give, price, "CW-7.2")
    table.add(seat, entry.give, -price, "CW-7.2")
    table.add(seat, entry.get, entry.times, "CW-7.2")


def tradable(table: Table, seat: int, resource: Resource) -> int:
    """Return the units that the seat may trade: a fort keeps its wood, a reserve its gold."""
    if resource is Resource.WOOD and table.has(seat, Bonus.FORT):
        return 0
    if resource is Resource.GOLD and table.has(seat, Bonus.GOLD_RESERVE):
        return table[seat, Resource.GOLD] - BOX.gold_reserve.gold
    return table[seat, resource]


def _must_trade(table: Table, seat: int) -> None:
    """CW-7.1: eliminated players do not trade."""
    if table.is_out(seat):
        raise Refused(
            "CW-7.1", "{name} is out of the game and cannot trade.", name=table.name(seat)
        )


def _must_have_for_trade(
    table: Table, seat: int, resource: Resource, number: int, rule: str
) -> None:
    """CW-7.4, CW-7.5: none of a standing fort's wood, of a standing reserve what is above 60."""
    name, there = table.name(seat), table[seat, resource]
    if number <= tradable(table, seat, resource):
        return
    if resource is Resource.WOOD and table.has(seat, Bonus.FORT):
        raise Refused("CW-7.4", "{name}'s fort stands; its wood cannot be traded.", name=name)
    if resource is Resource.GOLD and table.has(seat, Bonus.GOLD_RESERVE):
        raise Refused(
            "CW-7.5",
            "{name} has a gold reserve and {there} gold; "
            "only the {free} above {reserve} can be traded, not {number}.",
            name=name,
            there=there,
            free=there - BOX.gold_reserve.gold,
            reserve=BOX.gold_reserve.gold,
            number=number,
        )
    raise Refused(
        rule,
        "{name} has {there}; the trade needs {number}.",
        name=name,
        there=Amount(there, resource),
        number=number,
    )
