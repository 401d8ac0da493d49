"""What is told about a match as a whole: who won and how, and by which house rules."""

from typing import Final

from msgspec import Struct

from tracker.engine.message import Message
from tracker.games.civil_war.export import export_position
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.setup import Switches

HOW: Final = {
    "fifty_points": Message("The first to have 50 points."),
    "elimination": Message("Every player of the other side is out of the game."),
    "most_points": Message("The most points after the last month."),
    "marshal": Message("Marshal of the Armies: the most points, with everyone on one side."),
}
SWITCH_NAMES: Final = {
    "starting_bonus": Message("The starting bonus differs from the printed one (CW-2.4)."),
    "reward": Message("The reward is given once a meeting (CW-5.2)."),
    "fire_brigade_cost": Message("A fire brigade has another price (CW-9.6)."),
    "lure_anyone": Message("Anyone can be lured (CW-10.2)."),
    "fifty_points": Message("Fifty points are judged when the month's end is closed (CW-12.1)."),
    "attack_anyone": Message("Anyone can be attacked (CW-13.1)."),
    "fort_multiplier": Message("A fort doubles the attacker's price (CW-13.5)."),
    "fort_and_dynamite": Message("Of fort and dynamite only the larger counts (CW-13.5)."),
    "battle_deaths_cost_points": Message("Deaths in battle cost no points (CW-13.9)."),
    "keep_order": Message("The order of turns is shown and not enforced (CW-3.8)."),
}


class Victory(Struct, frozen=True):
    """Who won, and how."""

    who: Message
    how: Message


def victory(position: Position) -> Victory | None:
    result = export_position(position)["result"]
    if result is None:
        return None
    names = tuple(Table(position).name(seat) for seat in result["winners"])
    how = "marshal" if result["marshal"] else result["reason"]
    return Victory(Message("Victory: {names}", {"names": names}), HOW[how])


def house_rules(switches: Switches) -> list[str]:
    """The switches that do not stand at their default."""
    default = Switches()
    return [
        name
        for name in switches.__struct_fields__
        if getattr(switches, name) != getattr(default, name)
    ]
