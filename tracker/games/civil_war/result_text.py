"""The result in words: who won and how, and by which house rules."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.engine.message import Message, to_translate
from tracker.games.civil_war.columns import Side
from tracker.games.civil_war.export import export_position
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.setup import Switches

HOW: Final = {
    "fifty_points": Message("The first to have 50 points."),
    "elimination": Message("Every player of the other side is out of the game."),
    "most_points": Message("The most points after the last month."),
    "marshal": Message("Marshal of the Armies: the most points, with everyone on one side."),
    "marshal_of_fifty": Message(
        "Marshal of the Armies: the first to have 50 points, with everyone on one side."
    ),
}
SIDE_WON: Final = {
    Side.SOUTH: to_translate("Victory for the South: {names}"),
    Side.NORTH: to_translate("Victory for the North: {names}"),
}
FELL: Final = {
    Side.SOUTH: to_translate("Fallen for the South: {names}"),
    Side.NORTH: to_translate("Fallen for the North: {names}"),
}
SWITCH_NAMES: Final = {
    "starting_bonus": Message("The starting bonus differs from the printed one (CW-2.4)."),
    "reward": Message("The reward is given once per meeting (CW-5.2)."),
    "fire_brigade_cost": Message("A fire brigade has a different price (CW-9.6)."),
    "lure_anyone": Message("Anyone can be lured (CW-10.2)."),
    "fifty_points": Message("Fifty points count only when the month is closed (CW-12.1)."),
    "one_sided_fifty": Message("With everyone on one side 50 points win too (CW-12.5)."),
    "reserve_spends": Message("Spending the gold reserve takes 60 gold, not all of it (CW-9.8)."),
    "attack_anyone": Message("Anyone can be attacked (CW-13.1)."),
    "fort_multiplier": Message("A fort doubles the attacker's price (CW-13.5)."),
    "fort_and_dynamite": Message(
        "Fort and dynamite together multiply the attacker's price (CW-13.5)."
    ),
    "battle_deaths_cost_points": Message("Deaths in battle cost no points (CW-13.9)."),
    "keep_order": Message("The order of turns is shown and not enforced (CW-3.8)."),
}


class VictoryText(Struct, frozen=True):
    """A victory: the winners, how they won, and who of their side fell for it."""

    who: Message
    how: Message
    fallen: Message | None = None


def victory(position: Position) -> VictoryText | None:
    """The victory: a side's with its fallen (CW-12.2), or that of one or more players."""
    result = export_position(position)["result"]
    if result is None:
        return None
    table = Table(position)
    names = tuple(table.name(seat) for seat in result["winners"])
    if result["side"] is None:
        return VictoryText(Message("Victory: {names}", {"names": names}), HOW[_how(result)])
    side = Side[result["side"].upper()]
    fallen = tuple(
        table.name(seat) for seat in table.seats if table.is_out(seat) and table.side(seat) is side
    )
    return VictoryText(
        Message(SIDE_WON[side], {"names": names}),
        HOW[_how(result)],
        Message(FELL[side], {"names": fallen}) if fallen else None,
    )


def _how(result: Mapping[str, Any]) -> str:
    if not result["marshal"]:
        return str(result["reason"])
    return "marshal_of_fifty" if result["reason"] == "fifty_points" else "marshal"


def house_rules(switches: Switches) -> list[str]:
    """The switches that do not stand at their default."""
    default = Switches()
    return [
        name
        for name in switches.__struct_fields__
        if getattr(switches, name) != getattr(default, name)
    ]
