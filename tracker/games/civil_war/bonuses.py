"""CW-9 Bonuses: finding, raising, handing over and spending them. `standing` has the rest."""

from typing import Final

from msgspec import UNSET

from tracker.engine.ledger import TABLE, Amount
from tracker.engine.message import Message, to_translate
from tracker.engine.refusal import Refused
from tracker.games.civil_war import luring, months, standing
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import HANDED, Bonus, Count, Course, Resource
from tracker.games.civil_war.entries import Gain, HandOver, Lured, RaiseBrigade, SpendReserve
from tracker.games.civil_war.position import Table

# Handing over, and having only one: the same rules, numbered twice in the book.
HANDED_BY: Final = {Bonus.WAGON: "CW-9.2", Bonus.DYNAMITE: "CW-9.4"}
ONE_EACH_BY: Final = {Bonus.WAGON: "CW-9.1", Bonus.DYNAMITE: "CW-9.4"}


def gain(table: Table, entry: Gain) -> None:
    find_bonus(table, entry.seat, HANDED[entry.bonus])


def find_bonus(table: Table, seat: int, bonus: Bonus) -> None:
    """CW-11.2: a wagon or dynamite is found. A second one is left lying."""
    if not table.has(seat, bonus):
        table.add(seat, bonus, 1, "CW-11.2")
        return
    text = to_translate("{name} already has one, so a second one is left lying: {bonus}.")
    table.declare(Message(text, {"name": table.name(seat), "bonus": bonus}))


def raise_brigade(table: Table, entry: RaiseBrigade) -> None:
    """CW-9.6: a fire brigade needs somebody in the camp and costs water and food, once."""
    seat = entry.seat
    months.must_be_in_game(table, seat)
    if table.has(seat, Bonus.FIRE_BRIGADE):
        raise Refused("CW-9.6", "{name} already has a fire brigade.", name=table.name(seat))
    if table.people(seat) == 0:
        raise Refused(
            "CW-9.6",
            "{name} has 0 people in the camp; a fire brigade needs at least 1.",
            name=table.name(seat),
        )
    cost = list(table.switches.fire_brigade_cost)
    for resource, number in cost:
        if table[seat, resource] < number:
            raise Refused(
                "CW-9.6",
                "{name} has {there}; a fire brigade costs {number}.",
                name=table.name(seat),
                there=Amount(table[seat, resource], resource),
                number=number,
            )
    for resource, number in cost:
        table.add(seat, resource, -number, "CW-9.6")
    table.add(seat, Bonus.FIRE_BRIGADE, 1, "CW-9.6")


def hand_over(table: Table, entry: HandOver) -> None:
    """CW-9.2, CW-9.4: it costs both a turn: the giver's present one, the receiver's next one."""
    seat, to, bonus = entry.seat, entry.to, HANDED[entry.bonus]
    _must_change_hands(table, seat, to, bonus)
    rule = HANDED_BY[bonus]
    table.add(seat, bonus, -1, rule)
    table.add(to, bonus, 1, rule)
    table.add(to, Count.LOST_TURNS, 1, rule)
    if table.turn == seat and not table[TABLE, Course.BEGUN]:
        months.leave_turn(table, seat)
    else:
        table.add(seat, Count.LOST_TURNS, 1, rule)


def _must_change_hands(table: Table, seat: int, to: int, bonus: Bonus) -> None:
    months.must_be_in_game(table, to)
    if not table.has(seat, bonus):
        raise Refused(
            HANDED_BY[bonus],
            "{name} has no {bonus} to hand over.",
            name=table.name(seat),
            bonus=bonus,
        )
    if seat == to:
        raise Refused(
            HANDED_BY[bonus],
            "{name} cannot hand anything over to themselves.",
            name=table.name(seat),
        )
    if table.has(to, bonus):
        raise Refused(
            ONE_EACH_BY[bonus],
            "{name} already has one, and a detachment can have only one: {bonus}.",
            name=table.name(to),
            bonus=bonus,
        )


def spend_reserve(table: Table, entry: SpendReserve) -> None:
    """CW-9.8: once a game, a standing reserve is spent to lure volunteers or to turn a player."""
    seat = entry.seat
    if table[seat, Count.RESERVE_SPENT]:
        raise Refused(
            "CW-9.8",
            "{name} has already spent a gold reserve, and it can be done once per game.",
            name=table.name(seat),
        )
    if not table.has(seat, Bonus.GOLD_RESERVE):
        raise Refused(
            "CW-9.8",
            "{name} has {there} gold; a gold reserve needs {reserve}.",
            name=table.name(seat),
            there=table[seat, Resource.GOLD],
            reserve=BOX.gold_reserve.gold,
        )
    _pay_reserve(table, seat)
    if entry.lure is not UNSET:
        _lure_for_reserve(table, seat, entry.lure)
    elif entry.turncoat is not UNSET:  # pragma: no branch: `check` refuses an entry with neither
        _turn(table, seat, entry.turncoat)


def _pay_reserve(table: Table, seat: int) -> None:
    """CW-9.8: all the gold, or 60 where the table keeps the rest, which makes no new reserve."""
    is_all = table.switches.reserve_spends == "all"
    gold = table[seat, Resource.GOLD] if is_all else BOX.gold_reserve.gold
    table.add(seat, Count.RESERVE_SPENT, 1, "CW-9.8")
    table.add(seat, Resource.GOLD, -gold, "CW-9.8", alone=False)
    table.add(seat, Bonus.GOLD_RESERVE, -1, "CW-9.8", alone=False)
    table.add(seat, Count.POINTS, -BOX.gold_reserve.points, "CW-9.8")
    standing.settle_domination(table, seat)


def _lure_for_reserve(table: Table, seat: int, lured: Lured) -> None:
    number, most = lured.people.total, BOX.gold_reserve.lures_at_most
    if not 1 <= number <= most:
        raise Refused(
            "CW-9.8",
            "A gold reserve lures 1 to {most} people from one camp, not {number}.",
            most=most,
            number=number,
        )
    luring.lure_from(table, seat, lured, "CW-9.8")


def _turn(table: Table, seat: int, turncoat: int) -> None:
    """CW-9.8, CW-10.4: an enemy player in a volunteer's role changes sides and keeps everything."""
    luring.must_be_enemy(table, seat, turncoat, "CW-9.8")
    if table.role(turncoat) not in BOX.people.volunteers:
        raise Refused(
            "CW-9.8",
            "{name} cannot be made to change sides: only a volunteer or a Cherokee can.",
            name=table.name(turncoat),
        )
    table.put(turncoat, Count.SIDE, table.side(seat).value, "CW-9.8")
