"""Whoever is met is a friend (CW-5) or an enemy (CW-6), by the player's side now."""

from tracker.games.civil_war import enemies, friends
from tracker.games.civil_war.box import SIDE_OF
from tracker.games.civil_war.columns import Kind
from tracker.games.civil_war.entries import FightChoice, Meet
from tracker.games.civil_war.position import Table


def meet(table: Table, entry: Meet) -> None:
    choice = FightChoice(entry.help, entry.casualties, entry.taken)
    encounter(table, entry.seat, entry.kind, entry.count, choice)


def encounter(table: Table, seat: int, kind: Kind, count: int, choice: FightChoice) -> None:
    if SIDE_OF[kind] is table.side(seat):
        friends.save(table, seat, kind, count, choice)
    else:
        enemies.fight(table, seat, kind, count, choice)
