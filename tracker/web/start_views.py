"""Pages that belong to no match: the start, the language."""

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tracker.printing.titles import TITLE_SHEETS
from tracker.service.match_list import Search
from tracker.translations import LANGUAGES
from tracker.web.below_path import own_path
from tracker.web.language import COOKIE
from tracker.web.own_addresses import own_address
from tracker.web.pipeline import YEAR_SECONDS
from tracker.web.services import match_list, matches
from tracker.web.titles import shown_cards

blueprint = Blueprint("pages", __name__)

FINISHED = 10
"""So many finished matches are on the first page; the others are in the list."""


@blueprint.get("/")
def show_start() -> ResponseReturnValue:
    """Show the first page: what this is, a new match, and the device's own matches."""
    running = match_list().page(g.device, Search(over=False))
    over = match_list().page(g.device, Search(over=True), most=FINISHED)
    put_away = matches().listed(g.device, over=None)
    return render_template(
        "start.html",
        cards=shown_cards(),
        printed=list(TITLE_SHEETS),
        running=running,
        over=over,
        put_away=put_away,
    )


@blueprint.post("/language")
def submit_language() -> ResponseReturnValue:
    """Another language, from now on, on the page where it was chosen."""
    chosen = request.form.get("language", "")
    back = request.form.get("back", "")
    response = redirect(own_address(back) or url_for("pages.show_start"), 303)
    if chosen in LANGUAGES:
        response.set_cookie(
            COOKIE,
            chosen,
            max_age=YEAR_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=request.is_secure,
            path=f"{own_path()}/",
        )
    return response
