"""The page of a match: write on it, take it back, bring it back."""

from typing import Any

from flask import Blueprint, flash, g, render_template, request
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.service.match import read_entries
from tracker.service.reading import Sheet
from tracker.service.writing import AlreadyWritten, MovedOn, Receipt
from tracker.web import answers, page_cache, write_ids
from tracker.web.answers import link_to, problem
from tracker.web.forms import WriteForm, sent_entries
from tracker.web.language import translate
from tracker.web.services import matches, sheet_checks
from tracker.web.titles import TITLE_PAGES, TitlePages

blueprint = Blueprint("matches", __name__)

MOVED_ON = Message("The match has changed since you opened this page. Here is the current sheet.")
ANOTHERS = Message("Another device entered this")
NOT_SENT_WHOLE = Message("The form arrived incomplete; nothing was saved.")


@blueprint.get("/m/<match_id>")
@page_cache.page
def show_sheet(match_id: str) -> ResponseReturnValue:
    """The sheet: how the table stands, the pad, undo and redo."""
    sheet = matches().sheet(match_id)
    pages = pages_of(sheet)
    if pages.is_entry_asked(request.args) and not write_ids.is_begun():
        return write_ids.begun()
    form_id = write_ids.sent_id(request.args)
    # A form that was begun just now has written nothing yet.
    already = matches().written_by(match_id, form_id) if write_ids.FIELD in request.args else []
    return pages.match_page(
        sheet, {"form_id": form_id, "already": already, "anew": write_ids.anew()}
    )


def pages_of(sheet: Sheet) -> TitlePages:
    """Return the pages of the match's title."""
    return TITLE_PAGES[sheet.title.NAME]


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


@blueprint.post("/m/<match_id>/entries")
def submit_entries(match_id: str) -> ResponseReturnValue:
    """Write entries that the page has shown the lines of."""
    form = sent_entries()
    if form is None:
        return not_whole(match_id)
    entries = read_entries(g.visit.title, g.visit.setup, form.entries.encode())
    whose = form.then_end_turn
    then = _end_of_turn(matches().sheet(match_id), whose) if whose else None
    try:
        receipt = matches().write(match_id, entries, form.write_id, g.device, then)
    except AlreadyWritten as already:
        return answers.refused(409, already.says, _page_sent_from(match_id))
    except Refused as refusal:
        return refused(match_id, form.version, refusal)
    return written(match_id, receipt)


@blueprint.post("/m/<match_id>/undo")
def submit_undo(match_id: str) -> ResponseReturnValue:
    """Take back the last entry; one of another device's only when that is meant."""
    form = WriteForm()
    if not form.validate_on_submit():
        return not_whole(match_id)
    sheet = matches().sheet(match_id)
    if _is_to_be_asked(sheet, form.sent[0]):
        if answers.is_for_a_script():
            return problem(428, ANOTHERS)
        return render_template("match/undo.html", **pages_of(sheet).frame(sheet))
    try:
        receipt = matches().undo(match_id, *form.sent, g.device)
    except MovedOn:
        return moved_on(match_id)
    return written(match_id, receipt)


def _is_to_be_asked(sheet: Sheet, version: int) -> bool:
    """Return whether undo takes back what another device wrote, and nobody confirmed it yet."""
    last = sheet.undo
    if last is None or last.by == g.device or sheet.version != version:
        return False
    return not request.form.get("sure") and sheet.can_be_taken_back(g.standing, last)


@blueprint.post("/m/<match_id>/redo")
def submit_redo(match_id: str) -> ResponseReturnValue:
    """Bring back what was taken back last."""
    form = WriteForm()
    if not form.validate_on_submit():
        return not_whole(match_id)
    try:
        receipt = matches().redo(match_id, *form.sent, g.device)
    except MovedOn:
        return moved_on(match_id)
    return written(match_id, receipt)


def _end_of_turn(sheet: Sheet, whose: str) -> Any:
    """Return the entry that ends the turn of the seat that the page named, or the present one."""
    seat = int(whose) if whose.isascii() and whose.isdecimal() else None
    return pages_of(sheet).end_of_turn(sheet, seat)


def written(match_id: str, receipt: Receipt) -> ResponseReturnValue:
    """Answer that it was written, with the page that it was sent from."""
    return answers.written(match_id, receipt, _page_sent_from(match_id))


def refused(match_id: str, version: int, refusal: Refused) -> ResponseReturnValue:
    """Answer that a rule forbids it: the preview allowed it, so the table may have moved on."""
    if g.mark.version != version and not answers.is_for_a_script():
        flash(translate(MOVED_ON), "moved-on")
    return answers.refused(422, refusal.says, _page_sent_from(match_id), refusal.rule)


def moved_on(match_id: str) -> ResponseReturnValue:
    """Answer that somebody wrote since the page was opened."""
    return answers.refused(409, MOVED_ON, _page_sent_from(match_id))


def not_whole(match_id: str) -> ResponseReturnValue:
    """Answer that the form did not arrive whole."""
    return answers.refused(422, NOT_SENT_WHOLE, _page_sent_from(match_id))


def _page_sent_from(match_id: str) -> str:
    """Return the address of the page that the form names, or of the sheet."""
    back = request.form.get("back", "")
    named = (pages.RETURN_TO[back] for pages in TITLE_PAGES.values() if back in pages.RETURN_TO)
    return link_to(next(named, "matches.show_sheet"), match_id=match_id)
