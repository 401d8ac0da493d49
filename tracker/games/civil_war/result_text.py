"""The result in words: who won and how."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from tracker.engine.message import Message, to_translate
from tracker.games.civil_war.columns import Side
from tracker.games.civil_war.export import export_position
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.progress import outcome

HOW: Final = {
    "fifty_points": Message("The first to have 50 points."),
    "elimination": Message("Every player of the other side is out of the game."),
    "most_points": Message("The most points after the last month."),
    "marshal": Message("Marshal of the Armies: the most points, with everyone on one side."),
    "marshal_of_fifty": Message(
        "Marshal of the Armies: the first to have 50 points, with everyone on one side."
    ),
}
FELL: Final = {
    Side.SOUTH: to_translate("Fallen for the South: {names}"),
    Side.NORTH: to_translate("Fallen for the North: {names}"),
}


class VictoryText(Struct, frozen=True):
    """A victory: the winners, how they won, and who of their side fell for it."""

    who: Message
    how: Message
    fallen: Message | None = None


def victory(position: Position) -> VictoryText | None:
    """The victory: a side's with its fallen (CW-12.2), or that of one or more players."""
    ended, result = outcome(position), export_position(position)["result"]
    if ended is None:
        return None
    table = Table(position)
    if not ended.side:
        return VictoryText(ended.label, HOW[_how(result)])
    side = Side[ended.side.upper()]
    fallen = tuple(
        table.name(seat) for seat in table.seats if table.is_out(seat) and table.side(seat) is side
    )
    return VictoryText(
        ended.label,
        HOW[_how(result)],
        Message(FELL[side], {"names": fallen}) if fallen else None,
    )


def _how(result: Mapping[str, Any]) -> str:
    if not result["marshal"]:
        return str(result["reason"])
    return "marshal_of_fifty" if result["reason"] == "fifty_points" else "marshal"
