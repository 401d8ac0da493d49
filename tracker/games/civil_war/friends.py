"""CW-5 Encounters: friends."""

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import Count, Kind
from tracker.games.civil_war.entries import FightChoice
from tracker.games.civil_war.position import Table


def save(table: Table, seat: int, kind: Kind, count: int, choice: FightChoice) -> None:
    """CW-5.1: meeting people of your own side saves them: all of them join your camp."""
    if choice.help:
        raise Refused("CW-6.3", "These are friends and need no help: {kind}.", kind=kind)
    table.declare(Message("Friends: they join the camp."))
    table.add(seat, kind, count, "CW-5.1")
    reward(table, seat, kind, count, "CW-5.2")


def reward(table: Table, seat: int, kind: Kind, count: int, rule: str) -> None:
    """CW-5.2: a point and three of what the kind brings, for each person or for each meeting."""
    times = count if table.switches.reward == "each" else 1
    table.add(seat, BOX.roles[kind].brings, BOX.reward.goods * times, rule)
    table.add(seat, Count.POINTS, BOX.reward.points * times, rule)
