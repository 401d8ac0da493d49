"""Making a match: which title, its set-up, and a demo."""

from typing import Any

import msgspec
from flask import Blueprint, abort, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tracker.engine import match_file
from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.games.titles import TITLES
from tracker.service.match import clean_setup
from tracker.web import seating, write_ids
from tracker.web.language import translate
from tracker.web.page_types import Beginning, MatchDraft
from tracker.web.services import allowance, matches, people
from tracker.web.titles import TITLE_PAGES, shown_cards

blueprint = Blueprint("setup", __name__)

MADE_ALREADY = Message(
    "This match has already been created from that form. Later changes to the form were not used."
)


@blueprint.get("/new")
def show_new_match() -> ResponseReturnValue:
    """The set-up of a match; first which title, where there are several."""
    title = request.args.get("title", "")
    if len(TITLE_PAGES) > 1 and title not in TITLE_PAGES:
        return render_template("choose_title.html", cards=shown_cards())
    if not write_ids.is_begun():
        return write_ids.begun()
    form_id = write_ids.sent_id(request.args)
    made = write_ids.address(form_id)
    if matches().is_there(made):
        return render_template("made.html", match_id=made)
    name = _title(title)
    return TITLE_PAGES[name].setup_page(form_id, _beginning(name))


@blueprint.post("/new")
def submit_new_match() -> ResponseReturnValue:
    """Make the match that the form describes, once however often it is sent."""
    title, form_id = _title(request.form.get("title", "")), write_ids.sent_id(request.form)
    pages = TITLE_PAGES[title]
    if seating.is_asked(request.form):
        typed = seating.rearranged(pages.SEAT_FIELDS)
        return pages.setup_page(form_id, Beginning(title, typed=typed))
    new = pages.read_setup(form_id)
    if isinstance(new, str):
        return new, 422
    match_id = write_ids.address(form_id)
    matches().make(title, new.setup, new.name, g.device, new.drawn, match_id, allowance())
    if not _is_made_as(match_id, title, new):
        flash(translate(MADE_ALREADY), "made-already")
    return redirect(url_for("matches.show_sheet", match_id=match_id), 303)


def _beginning(title: str) -> Beginning:
    """Return the match that is played again, else the rules of the device's last match."""
    if request.args.get("fresh"):
        return Beginning(title)
    again = clean(request.args.get("again", ""))
    match_id = again or people().last_match(g.device, title) or ""
    if not people().may_see(g.device, match_id):
        return Beginning(title)
    sheet = matches().sheet(match_id)
    if title != sheet.title.NAME:
        return Beginning(title)
    kinds = TITLE_PAGES[title].AGAIN
    asked = request.args.get("seats", "")
    seats = (asked if asked in kinds else next(iter(kinds))) if again else ""
    return Beginning(title, sheet.setup, seats, match_id, sheet.name)


@blueprint.post("/demo")
def submit_demo() -> ResponseReturnValue:
    """Make a match that is under way, to look round in."""
    name = _title(request.form.get("title", ""))
    match_id = write_ids.address(write_ids.sent_id(request.form))
    demo = TITLE_PAGES[name].demo()
    title, document = match_file.read(demo.data, TITLES)
    matches().make(
        title.NAME, document.setup, demo.name, g.device, match_id=match_id, allowance=allowance()
    )
    matches().write(match_id, document.entries, "demo", g.device)
    return redirect(url_for("matches.show_sheet", match_id=match_id), 303)


def _title(name: str) -> str:
    """Return the title that is named; the first one where none is."""
    if name and name not in TITLE_PAGES:
        abort(404)
    return name or next(iter(TITLE_PAGES))


def _is_made_as(match_id: str, title: str, new: MatchDraft) -> bool:
    """Return whether a match is what the form describes; what was drawn may differ."""
    made = matches().sheet(match_id)
    if (made.title.NAME, made.name, made.drawn) != (title, new.name, new.drawn):
        return False
    return _agreed(made.original, new.drawn) == _agreed(clean_setup(new.setup), new.drawn)


def _agreed(setup: Any, drawn: tuple[int, ...]) -> dict[str, Any]:
    """Return a set-up without what chance decided: of a seat that drew only its name."""
    document: dict[str, Any] = msgspec.to_builtins(setup)
    document["seats"] = [
        seat["name"] if place in drawn else seat for place, seat in enumerate(document["seats"])
    ]
    return document
