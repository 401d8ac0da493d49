"""Pages that belong to no match: the start, a rule, the language."""

import re

from flask import Blueprint, abort, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tracker.translations import LANGUAGES
from tracker.web.language import COOKIE
from tracker.web.services import matches
from tracker.web.titles import TITLE_PAGES, shown_cards

blueprint = Blueprint("pages", __name__)

OWN_ADDRESS = re.compile(r"/(?![/\\])[!-~]*")
YEAR = 60 * 60 * 24 * 365


@blueprint.get("/")
def show_start() -> ResponseReturnValue:
    """What this is, a new match, and the device's own matches."""
    running = matches().listed(g.device, over=False)
    over = matches().listed(g.device, over=True)
    put_away = matches().listed(g.device, over=None)
    return render_template(
        "start.html", cards=shown_cards(), running=running, over=over, put_away=put_away
    )


@blueprint.get("/rules/<number>")
def show_rule(number: str) -> ResponseReturnValue:
    """A rule in a sentence."""
    rules = next((pages.RULES for pages in TITLE_PAGES.values() if number in pages.RULES), None)
    if rules is None:
        abort(404)
    chapter = number.partition(".")[0]
    came_from = request.referrer or ""
    return render_template(
        "rule.html",
        number=number,
        sentence=rules[number],
        chapter=rules.get(chapter, ""),
        back=came_from if came_from.startswith(request.host_url) else url_for("pages.show_start"),
    )


@blueprint.post("/language")
def submit_language() -> ResponseReturnValue:
    """Another language, from now on, on the page where it was chosen."""
    chosen = request.form.get("language", "")
    back = request.form.get("back", "")
    # Only an address of our own: `//elsewhere` would lead away, and so would one with tabs in it.
    if not OWN_ADDRESS.fullmatch(back):
        back = url_for("pages.show_start")
    response = redirect(back, 303)
    if chosen in LANGUAGES:
        response.set_cookie(
            COOKIE, chosen, max_age=YEAR, httponly=True, samesite="Lax", secure=request.is_secure
        )
    return response
