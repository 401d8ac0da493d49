"""CW-6 Encounters: enemies. Beaten off, or fled from, or robbed by."""

from msgspec import UNSET

from tracker.engine.ledger import Amount
from tracker.engine.message import Message, to_translate
from tracker.engine.refusal import Refused
from tracker.games.civil_war import camp, choices, friends
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import (
    PERSON,
    RESOURCES,
    Bonus,
    Count,
    Kind,
    Resource,
)
from tracker.games.civil_war.entries import FightChoice, Help, Taken
from tracker.games.civil_war.position import Table


def fight(table: Table, seat: int, kind: Kind, count: int, choice: FightChoice) -> None:
    """CW-6.2 to CW-6.5: enough weapons destroy them all; too few, and the detachment flees."""
    if table.is_asking:
        choices.ask_for_help(table, seat)
    _must_be_help(table, seat, choice.help)
    price = weapons_an_enemy(table, seat)
    weapons = table[seat, Resource.WEAPONS] + sum(given.weapons for given in choice.help)
    fallen = min(count, weapons // price)
    standing = count - fallen
    rule = "CW-6.2" if not standing else "CW-6.4" if table.people(seat) else "CW-6.5"
    _spend(table, seat, fallen * price, choice.help, rule)
    if not standing:
        spent = Amount(fallen * price, Resource.WEAPONS)
        table.declare(Message("The enemies are beaten off with {weapons}.", {"weapons": spent}))
        friends.reward(table, seat, kind, count, rule)
    elif table.people(seat):
        _flee(table, seat, Amount(fallen, kind), standing, count * price - weapons, choice)
    else:
        _be_robbed(table, seat, choice.taken)


def weapons_an_enemy(table: Table, seat: int) -> int:
    """CW-6.1, CW-9.3: destroying an enemy costs 2 weapons, or 1 with dynamite."""
    if table.has(seat, Bonus.DYNAMITE):
        return BOX.weapons_an_enemy.with_dynamite
    return BOX.weapons_an_enemy.without_dynamite


def most_of(table: Table, seat: int) -> list[Resource]:
    """Return what the camp has most of: one resource, or several in a tie, as in CW-2.1."""
    most = max(table[seat, resource] for resource in RESOURCES)
    return [resource for resource in RESOURCES if table[seat, resource] == most]


def _must_be_help(table: Table, seat: int, given: tuple[Help, ...]) -> None:
    """CW-6.3: allies in the game may give any number of the weapons that they have."""
    promised: dict[int, int] = {}
    for gift in given:
        ally = gift.seat
        if ally == seat or table.is_out(ally) or table.side(ally) is not table.side(seat):
            raise Refused(
                "CW-6.3",
                "{ally} cannot help {name}: only allies in the game can.",
                ally=table.name(ally),
                name=table.name(seat),
            )
        promised[ally] = promised.get(ally, 0) + gift.weapons
        if promised[ally] > table[ally, Resource.WEAPONS]:
            raise Refused(
                "CW-6.3",
                "{ally} has {there}; the help would be {promised}.",
                ally=table.name(ally),
                there=Amount(table[ally, Resource.WEAPONS], Resource.WEAPONS),
                promised=promised[ally],
            )


def _spend(table: Table, seat: int, weapons: int, given: tuple[Help, ...], rule: str) -> None:
    """CW-6.3: help is spent first, in the order given; the fighter's own weapons pay the rest."""
    for gift in given:
        spent = min(weapons, gift.weapons)
        table.add(gift.seat, Resource.WEAPONS, -spent, "CW-6.3")
        weapons -= spent
    table.add(seat, Resource.WEAPONS, -weapons, rule)


def _flee(
    table: Table, seat: int, fallen: Amount, standing: int, lacking: int, choice: FightChoice
) -> None:
    """CW-6.4: each enemy still standing kills one person; the next turn is lost."""
    dead, points = min(standing, table.people(seat)), table[seat, Count.POINTS]
    camp.bury(table, seat, dead, choice.casualties, "CW-6.4")
    table.add(seat, Count.LOST_TURNS, 1, "CW-6.4")
    facts = {
        "name": table.name(seat),
        "fallen": fallen,
        "dead": Amount(dead, PERSON),
        "points": Amount(points - table[seat, Count.POINTS], Count.POINTS),
        "lacking": Amount(lacking, Resource.WEAPONS),
    }
    if fallen.number:
        text = to_translate(
            "Enemies destroyed: {fallen}. {name} flees: {dead} dead, {points} and a turn lost. "
            "{lacking} more would have won."
        )
    else:
        text = to_translate(
            "{name} flees: {dead} dead, {points} and a turn lost. {lacking} more would have won."
        )
    table.declare(Message(text, facts), is_good=False)


def _be_robbed(table: Table, seat: int, chosen: Taken) -> None:
    """CW-6.5: nobody in the camp: the enemies take all of what it has most of, after the fight."""
    most = most_of(table, seat)
    if table.is_asking:
        choices.ask_what_robbers_take(table, most)
    taken = most[0] if chosen is UNSET else chosen
    if taken not in most:
        raise Refused(
            "CW-6.5",
            "The enemies take what {name} has most of: {most}, {number}. They do not take {taken}.",
            name=table.name(seat),
            most=most[0],
            number=table[seat, most[0]],
            taken=taken,
        )
    goods = Amount(table[seat, taken], taken)
    if goods.number:
        text = to_translate("The camp is empty: the enemies take {goods}, and {name} loses a turn.")
    else:
        text = to_translate("The camp is empty: there is nothing to take, but {name} loses a turn.")
    table.declare(Message(text, {"goods": goods, "name": table.name(seat)}), is_good=False)
    table.add(seat, taken, -goods.number, "CW-6.5")
    table.add(seat, Count.LOST_TURNS, 1, "CW-6.5")
