"""CW-13 Battles between players."""

from collections.abc import Sequence
from enum import Enum

from msgspec import UNSET, Struct

from tracker.engine.ledger import Amount
from tracker.engine.message import Message, to_translate
from tracker.engine.refusal import Refused
from tracker.games.civil_war import battle_table, camp, choices, enemies, months
from tracker.games.civil_war.battle_table import Calculation
from tracker.games.civil_war.box import Toll
from tracker.games.civil_war.columns import KINDS, PERSON, RESOURCES, Bonus, Count, Resource
from tracker.games.civil_war.entries import Attack, BuyOff, Casualties
from tracker.games.civil_war.position import Table


class BattleOutcome(Enum):
    """The end of an attack."""

    DEFENDER_RUNS = "defender_runs"
    ATTACKER_WINS = "attacker_wins"
    DEFENDER_WINS = "defender_wins"


class Forecast(Struct, frozen=True):
    """A battle before it is fought: the price of winning it, and what each side will spend."""

    outcome: BattleOutcome
    price: Toll
    attacker_spends: Toll
    defender_spends: Toll
    calculation: Calculation | None = None
    """The calculation of the price; None where the defender runs."""


def forecast(table: Table, attacker: int, defender: int) -> Forecast:
    """CW-13.4 to CW-13.7: the price, whether it can be paid, and what both spend."""
    strength, has = _strength(table, attacker), _strength(table, defender)
    calculation = battle_table.calculation(table, attacker, defender)
    if calculation is None:
        nothing = Toll(0, 0)
        return Forecast(BattleOutcome.DEFENDER_RUNS, nothing, nothing, nothing)
    price = calculation.price
    spends = _as_far_as(strength, price)
    outcome = BattleOutcome.ATTACKER_WINS if spends == price else BattleOutcome.DEFENDER_WINS
    answer = battle_table.times(calculation.row.defender, strength.people)
    return Forecast(outcome, price, spends, _as_far_as(has, answer), calculation)


def attack(table: Table, entry: Attack) -> None:
    """CW-13.1, CW-13.7: one attack a month; one that would fail must be meant."""
    attacker, defender = entry.seat, entry.target
    must_be_attack(table, attacker, defender)
    battle = forecast(table, attacker, defender)
    if battle.outcome is BattleOutcome.DEFENDER_WINS and not entry.press:
        raise Refused(
            "CW-13.7",
            "{name} needs {people} people and {weapons} but has {has_people} and {has_weapons}. "
            "The attack would fail and must be confirmed.",
            name=table.name(attacker),
            people=battle.price.people,
            weapons=Amount(battle.price.weapons, Resource.WEAPONS),
            has_people=table.people(attacker),
            has_weapons=table[attacker, Resource.WEAPONS],
        )
    table.add(attacker, Count.ATTACKED, 1, "CW-13.1")
    if battle.outcome is BattleOutcome.DEFENDER_RUNS:
        _plunder(table, entry)
        return
    won, points = battle.outcome is BattleOutcome.ATTACKER_WINS, table[attacker, Count.POINTS]
    _pay(table, attacker, battle.attacker_spends, entry.casualties, "casualties")
    _pay(table, defender, battle.defender_spends, entry.target_casualties, "target_casualties")
    loser, winner = (defender, attacker) if won else (attacker, defender)
    left = _eliminate(table, loser, winner)
    table.declare(_headline(table, loser, winner, left), is_good=won)
    _declare_cost(table, attacker, battle.attacker_spends, points)


def buy_off(table: Table, entry: BuyOff) -> None:
    """CW-13.3: the threatened player pays, there is no battle, and the attack is used up."""
    attacker, payer = entry.seat, entry.target
    must_be_attack(table, attacker, payer)
    pay = list(entry.pay)
    if not pay:
        raise Refused("CW-13.3", "Buying off costs at least 1 of a resource.")
    for resource, number in pay:
        if resource is Resource.WOOD and table.has(payer, Bonus.FORT):
            raise Refused(
                "CW-13.3",
                "{name}'s fort stands; its wood cannot be used to buy an attacker off.",
                name=table.name(payer),
            )
        if table[payer, resource] < number:
            raise Refused(
                "CW-13.3",
                "{name} has {there}; the agreed price is {number}.",
                name=table.name(payer),
                there=Amount(table[payer, resource], resource),
                number=number,
            )
    table.add(attacker, Count.ATTACKED, 1, "CW-13.3")
    for resource, number in pay:
        table.add(payer, resource, -number, "CW-13.3")
    for resource, number in pay:
        table.add(attacker, resource, number, "CW-13.3")


def must_be_attack(table: Table, attacker: int, defender: int) -> None:
    """CW-13.1: people and weapons, against the other side, once a month."""
    name = table.name(attacker)
    months.must_be_in_game(table, attacker)
    months.must_be_in_game(table, defender)
    if attacker == defender:
        raise Refused("CW-13.1", "{name} cannot attack themselves.", name=name)
    if table.side(attacker) is table.side(defender) and not table.switches.attack_anyone:
        raise Refused(
            "CW-13.1",
            "{name} and {other} are both on the {side} side.",
            name=name,
            other=table.name(defender),
            side=table.side(attacker).term,
        )
    if table[attacker, Count.ATTACKED]:
        raise Refused("CW-13.1", "{name} has already attacked this month.", name=name)
    strength = _strength(table, attacker)
    if not strength.people or not strength.weapons:
        raise Refused(
            "CW-13.1",
            "{name} has {people} people and {weapons}; an attack needs both.",
            name=name,
            people=strength.people,
            weapons=Amount(strength.weapons, Resource.WEAPONS),
        )


def _strength(table: Table, seat: int) -> Toll:
    return Toll(table.people(seat), table[seat, Resource.WEAPONS])


def _as_far_as(has: Toll, price: Toll) -> Toll:
    """CW-13.6: a side never spends more than it has."""
    return Toll(min(has.people, price.people), min(has.weapons, price.weapons))


def _pay(table: Table, seat: int, toll: Toll, chosen: Casualties, field: str) -> None:
    """CW-13.9: what a battle costs a side; whoever dies costs points, unless switched off."""
    table.add(seat, Resource.WEAPONS, -toll.weapons, "CW-13.4")
    points = None if table.switches.battle_deaths_cost_points else 0
    camp.bury(table, seat, toll.people, chosen, "CW-13.9", points=points, field=field)


def _plunder(table: Table, entry: Attack) -> None:
    """CW-13.2: a defender with neither people nor weapons runs and leaves all of one resource."""
    most = enemies.most_of(table, entry.target)[0]
    if table.is_asking:
        there = [resource for resource in RESOURCES if table[entry.target, resource]]
        choices.ask_what_attacker_takes(table, entry.seat, there, most)
    taken = most if entry.take is UNSET else entry.take
    number = table[entry.target, taken]
    facts = {
        "name": table.name(entry.seat),
        "loser": table.name(entry.target),
        "goods": Amount(number, taken),
    }
    if number:
        table.declare(Message("{loser} runs and {name} takes {goods}.", facts))
    else:
        table.declare(Message("{loser} runs and leaves nothing.", facts))
    table.add(entry.target, taken, -number, "CW-13.2")
    table.add(entry.seat, taken, number, "CW-13.2")


def _headline(table: Table, loser: int, winner: int, left: Sequence[Amount]) -> Message:
    """Return who wins, who is out and what changes hands."""
    names = {"winner": table.name(winner), "loser": table.name(loser)}
    if not left:
        return Message("{winner} wins and {loser} is out of the game.", names)
    text = to_translate("{winner} wins, {loser} is out of the game, and {winner} gets {goods}.")
    return Message(text, {**names, "goods": tuple(left)})


def _declare_cost(table: Table, seat: int, spent: Toll, before: int) -> None:
    """Declare what the battle costs the attacker, the points too."""
    after = table[seat, Count.POINTS]
    price = (Amount(spent.people, PERSON), Amount(spent.weapons, Resource.WEAPONS))
    facts: dict[str, object] = {
        "name": table.name(seat),
        "price": tuple(amount for amount in price if amount.number),
        "points": Amount(before - after, Count.POINTS),
        "before": before,
        "after": after,
    }
    text = to_translate("It costs {name} {price}.")
    if after < before:
        text = to_translate("It costs {name} {price} and {points}: {before} → {after}.")
    table.declare(Message(text, facts), is_dear=after < before)


def _eliminate(table: Table, loser: int, winner: int) -> list[Amount]:
    """CW-13.8: the loser is out, people scatter, bonuses are lost, the winner gets what is left."""
    left = [(resource, table[loser, resource]) for resource in RESOURCES if table[loser, resource]]
    for column in (*RESOURCES, *KINDS, Bonus.WAGON, Bonus.DYNAMITE, Bonus.FIRE_BRIGADE):
        table.put(loser, column, 0, "CW-13.8")
    table.put(loser, Count.LOST_TURNS, 0, "CW-13.8")
    table.add(loser, Count.OUT, 1, "CW-13.8")
    for resource, number in left:
        table.add(winner, resource, number, "CW-13.8")
    return [Amount(number, resource) for resource, number in left]
