"""The time of a match as a page: of each seat, of each round, and pauses."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from tracker.web.match_views import pages_of
from tracker.web.services import matches

blueprint = Blueprint("time", __name__)


@blueprint.get("/m/<match_id>/time")
def show_time(match_id: str) -> ResponseReturnValue:
    """Show where the time went, from the times of the entries."""
    sheet = matches().sheet(match_id)
    pages = pages_of(sheet)
    return render_template(
        "match/time.html",
        **pages.frame(sheet),
        spent=matches().time_spent(match_id),
        round_label=pages.round_label,
    )
