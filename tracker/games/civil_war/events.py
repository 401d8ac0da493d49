"""CW-11 Events, from the middle of a tile or entered by hand; and corrections."""

from contextlib import suppress

from msgspec import UNSET

from tracker.engine.ledger import Amount
from tracker.engine.message import Message, to_translate
from tracker.engine.refusal import Refused
from tracker.games.civil_war import camp, choices
from tracker.games.civil_war.columns import PERSON, Bonus, Count, Resource, Side
from tracker.games.civil_war.entries import Casualties, Correct, Fire, Sabotage, Sickness
from tracker.games.civil_war.position import Table


def fire(table: Table, entry: Fire) -> None:
    burn(table, entry.seat, entry.amount)


def burn(table: Table, seat: int, amount: int) -> None:
    """CW-11.3: the amount of wood on the tile burns, unless there is a fire brigade."""
    name = table.name(seat)
    if table.has(seat, Bonus.FIRE_BRIGADE):
        table.declare(Message("{name}'s fire brigade puts the fire out.", {"name": name}))
        return
    had_fort = table.has(seat, Bonus.FORT)
    burnt = Amount(min(amount, table[seat, Resource.WOOD]), Resource.WOOD)
    table.add(seat, Resource.WOOD, -burnt.number, "CW-11.3")
    if not burnt.number:
        table.declare(Message("{name} has no wood that could burn.", {"name": name}))
    elif had_fort and not table.has(seat, Bonus.FORT):
        text = Message("{wood} burn, and {name}'s fort with them.", {"name": name, "wood": burnt})
        table.declare(text, is_good=False)


def sickness(table: Table, entry: Sickness) -> None:
    fall_sick(table, entry.seat, entry.amount, entry.casualties)


def fall_sick(table: Table, seat: int, amount: int, chosen: Casualties) -> None:
    """CW-11.5: paid in medicine; each one that is missing kills one person."""
    paid = min(amount, table[seat, Resource.MEDICINE])
    table.add(seat, Resource.MEDICINE, -paid, "CW-11.5")
    dead, points = min(amount - paid, table.people(seat)), table[seat, Count.POINTS]
    camp.bury(table, seat, dead, chosen, "CW-11.5")
    if dead:
        facts = {
            "name": table.name(seat),
            "lacking": Amount(amount - paid, Resource.MEDICINE),
            "dead": Amount(dead, PERSON),
            "points": Amount(points - table[seat, Count.POINTS], Count.POINTS),
        }
        text = to_translate("{name} lacks {lacking}: {dead} dead, {points} lost.")
        table.declare(Message(text, facts), is_good=False)
    elif paid < amount:
        text = to_translate("{name} has nobody in the camp who could fall ill.")
        table.declare(Message(text, {"name": table.name(seat)}))


def sabotage(table: Table, entry: Sabotage) -> None:
    _must_have_means(table, entry.seat)
    _destroy_headquarters(table, entry.seat)


def sabotage_if_possible(table: Table, seat: int, *, is_wanted: bool) -> None:
    """CW-11.4 in the middle of a tile: where it is not allowed, the middle does nothing."""
    with suppress(Refused):
        _must_have_means(table, seat)
        if table.is_asking:
            choices.ask_for_sabotage(table)
        if is_wanted:
            _destroy_headquarters(table, seat)


def _must_have_means(table: Table, seat: int) -> None:
    """CW-11.4: sabotage takes dynamite, and an enemy headquarters that still stands."""
    enemy = table.side(seat).enemy
    if not table.has(seat, Bonus.DYNAMITE):
        raise Refused(
            "CW-11.4", "{name} has no dynamite; sabotage needs it.", name=table.name(seat)
        )
    if not table.is_standing(enemy):
        raise Refused(
            "CW-11.4", "The headquarters of the {side} has already been destroyed.", side=enemy.term
        )


def _destroy_headquarters(table: Table, seat: int) -> None:
    """CW-11.4: the enemy headquarters is gone; the dynamite is kept."""
    enemy = table.side(seat).enemy
    destroyed = Count.DESTROYED_SOUTH if enemy is Side.SOUTH else Count.DESTROYED_NORTH
    table.add(seat, destroyed, 1, "CW-11.4")


def correct(table: Table, entry: Correct) -> None:
    """CW-11.6: the host sets numbers right; fort, reserve and domination follow from them."""
    seat, new = entry.seat, entry.set
    numbers = [*new.resources, *new.people, *((bonus, int(held)) for bonus, held in new.bonuses)]
    if new.lost_turns is not UNSET:
        numbers.append((Count.LOST_TURNS, new.lost_turns))
    if numbers and table.is_out(seat):
        raise Refused(
            "CW-13.8",
            "{name} is out of the game; only the points can be corrected.",
            name=table.name(seat),
        )
    for column, number in numbers:
        table.add(seat, column, number - table[seat, column], "CW-11.6", alone=False)
    table.follow(seat)
    if new.points is not UNSET:
        table.put(seat, Count.POINTS, new.points, "CW-11.6")
