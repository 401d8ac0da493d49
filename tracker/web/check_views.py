"""The sheet check: what looks forgotten, each with its entry one tap away."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from tracker.web import page_cache
from tracker.web.match_views import pages_of
from tracker.web.services import matches, sheet_checks

blueprint = Blueprint("check", __name__)


@blueprint.get("/m/<match_id>/check")
@page_cache.page
def show_check(match_id: str) -> ResponseReturnValue:
    """Show what looks forgotten in this round, as questions."""
    sheet = matches().sheet(match_id)
    return render_template(
        "match/check.html",
        **{**pages_of(sheet).frame(sheet), "questions": sheet_checks().questions(sheet)},
        is_time=sheet.title.is_closing(sheet.position),
    )
