"""The chances of both sides at each month's end of a match that is over: how close it was."""

from typing import Any, Final

from flask import Blueprint, current_app, render_template
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.engine.title import is_over
from tracker.games.civil_war.columns import Side
from tracker.games.civil_war.winning_chances import CONTINUATIONS, by_month, turning_point_told
from tracker.service.civil_war.match_chances import MatchChances
from tracker.service.reading import Sheet
from tracker.web.civil_war.drawing import side_name
from tracker.web.graph import LARGE, graph
from tracker.web.services import matches

blueprint = Blueprint("chances", __name__)

CHANCE = Message("Chance to win, in %")
SIDES: Final = (Side.NORTH, Side.SOUTH)


@blueprint.get("/m/<match_id>/chances")
def show_chances(match_id: str) -> ResponseReturnValue:
    """The progress of the computation, or the chances: the part of the result page that changes."""
    sheet = matches().sheet(match_id)
    shown = closeness(sheet)
    if shown["closeness"] is None:
        # Somebody has undone the end of the match: there is nothing left to show.
        return ""
    return render_template("civil_war/chances.html", sheet=sheet, **shown)


def closeness(sheet: Sheet) -> dict[str, Any]:
    """Return the chances with their graph; none while the match goes on."""
    if not is_over(sheet.title, sheet.position):
        return {"closeness": None}
    service: MatchChances = current_app.extensions["match_chances"]
    shown = service.of(sheet.id)
    if shown is None or not shown.chances:
        return {"closeness": shown}
    start, *months = by_month(shown.chances)
    seats = [(side_name(side.word), side.word) for side in SIDES]
    return {
        "closeness": shown,
        "CONTINUATIONS": CONTINUATIONS,
        "chance_rows": by_month(shown.chances),
        "turning_point": turning_point_told(shown.chances),
        "chance_graph": graph(CHANCE, seats, months, months[-1][0], LARGE, start[1]),
    }
