"""The page where totals that were pencilled while the tablet slept are typed back in."""

import msgspec
from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.service.match import read_entry
from tracker.service.reading import Sheet
from tracker.service.rights import must_be_host
from tracker.service.writing import AlreadyWritten
from tracker.web.civil_war import pencilled
from tracker.web.civil_war.sheet_page import frame
from tracker.web.forms import WriteForm
from tracker.web.language import shown, translate
from tracker.web.services import matches

blueprint = Blueprint("pencil", __name__)

NOTHING_TYPED = Message("Every number is the same as on the sheet; nothing was saved.")


@blueprint.get("/m/<match_id>/paper/pencilled")
def show_pencilled(match_id: str) -> ResponseReturnValue:
    """Everyone's totals on one page, to be overwritten with what was pencilled."""
    must_be_host(g.standing)
    return _pencilled_page(matches().sheet(match_id), {})


@blueprint.post("/m/<match_id>/paper/pencilled")
def submit_pencilled(match_id: str) -> ResponseReturnValue:
    """Each seat whose totals differ gets a correction with the reason, all of them or none."""
    must_be_host(g.standing)
    form = WriteForm()
    sheet = matches().sheet(match_id)
    if not form.validate_on_submit():
        return _pencilled_page(sheet, request.form), 422
    reason = translate(pencilled.REASON)
    wanted = pencilled.corrections(sheet.position, request.form, reason)
    if wanted is None:
        flash(translate(pencilled.NOT_A_NUMBER), "")
        return _pencilled_page(sheet, request.form), 422
    if not wanted and matches().written_by(match_id, form.sent[1]):
        return redirect(url_for("matches.show_sheet", match_id=match_id), 303)
    if not wanted:
        flash(translate(NOTHING_TYPED), "")
        return redirect(url_for("pencil.show_pencilled", match_id=match_id), 303)
    entries = [
        read_entry(sheet.title, sheet.setup, msgspec.json.encode(document)) for document in wanted
    ]
    try:
        matches().write(match_id, entries, form.sent[1], g.device)
    except AlreadyWritten as already:
        flash(shown(already.says), "")
        return _pencilled_page(sheet, request.form), 409
    except Refused as refused:
        flash(shown(refused.says), refused.rule)
        return _pencilled_page(sheet, request.form), 409
    return redirect(url_for("matches.show_sheet", match_id=match_id), 303)


def _pencilled_page(sheet: Sheet, typed: object) -> str:
    return render_template(
        "civil_war/pencilled.html",
        **frame(sheet),
        rows=pencilled.rows(sheet.position),
        typed=typed,
    )
