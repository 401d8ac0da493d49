"""CW-10 Luring: volunteers leave an enemy camp for gold."""

from tracker.engine.ledger import Amount
from tracker.engine.refusal import Refused
from tracker.games.civil_war import months
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import Kind, Resource
from tracker.games.civil_war.entries import Lure, Lured
from tracker.games.civil_war.position import Table


def lure(table: Table, entry: Lure) -> None:
    """CW-10.1: an officer lures volunteers out of enemy camps for 3 gold each."""
    seat = entry.seat
    if table.role(seat) not in BOX.people.officers:
        raise Refused(
            "CW-10.1",
            "Only an officer can lure volunteers; {name} is not one.",
            name=table.name(seat),
        )
    number = sum(lured.people.total for lured in entry.camps)
    if number == 0:
        raise Refused("CW-10.1", "Choose who is lured.")
    price = BOX.lure.gold_each * number
    if table[seat, Resource.GOLD] < price:
        raise Refused(
            "CW-10.1",
            "{name} has {there} gold; luring {number} costs {price}.",
            name=table.name(seat),
            there=table[seat, Resource.GOLD],
            number=number,
            price=price,
        )
    table.add(seat, Resource.GOLD, -price, "CW-10.1")
    for lured in entry.camps:
        lure_from(table, seat, lured, "CW-10.1")


def can_be_lured(table: Table, kind: Kind) -> bool:
    """CW-10.2: volunteers are two of the kinds; a table may let anyone be lured."""
    return table.switches.lure_anyone or kind in BOX.people.volunteers


def lure_from(table: Table, seat: int, lured: Lured, rule: str) -> None:
    """CW-10.3: lured people join the camp at once; nobody's points change."""
    must_be_enemy(table, seat, lured.seat, rule)
    for kind, number in lured.people:
        if not can_be_lured(table, kind):
            raise Refused("CW-10.2", "Only volunteers can be lured, not these: {kind}.", kind=kind)
        _must_be_there(table, lured.seat, kind, number, rule)
        table.add(lured.seat, kind, -number, "CW-10.3")
        table.add(seat, kind, number, "CW-10.3")


def _must_be_there(table: Table, camp: int, kind: Kind, number: int, rule: str) -> None:
    name, there = table.name(camp), table[camp, kind]
    if there == 0:
        raise Refused(rule, "{name} has no {kind} to lure.", name=name, kind=kind)
    if there < number:
        raise Refused(
            rule,
            "{name} has {there} in the camp, not {number}.",
            name=name,
            there=Amount(there, kind),
            number=number,
        )


def must_be_enemy(table: Table, seat: int, other: int, rule: str) -> None:
    months.must_be_in_game(table, other)
    if table.side(seat) is table.side(other):
        raise Refused(
            rule,
            "{name} and {other} are both on the {side} side.",
            name=table.name(seat),
            other=table.name(other),
            side=table.side(seat).term,
        )
