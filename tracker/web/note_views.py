"""Notes on a match and on its entries: read, written, taken off."""

from flask import Blueprint, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, TextAreaField
from wtforms.validators import Optional, Regexp

from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service.notes import MOST_NOTE_LETTERS
from tracker.web import answers
from tracker.web.forms import WriteForm
from tracker.web.match_views import not_whole, pages_of
from tracker.web.services import matches, notes

blueprint = Blueprint("notes", __name__)

NOT_SAVED = Message("The note was not saved: {why}.")


class NoteForm(WriteForm):
    """The text of a note, and the entry that it stands beside."""

    text = TextAreaField()
    n = HiddenField(validators=[Optional(), Regexp(r"\d{1,9}\Z")])


@blueprint.get("/m/<match_id>/notes")
def show_notes(match_id: str) -> ResponseReturnValue:
    """All notes of a match, and room for another."""
    sheet = matches().sheet(match_id)
    return render_template(
        "match/notes.html",
        **pages_of(sheet).frame(sheet),
        notes=notes().of(match_id),
        most=MOST_NOTE_LETTERS,
    )


@blueprint.post("/m/<match_id>/notes")
def submit_note(match_id: str) -> ResponseReturnValue:
    """Write a note."""
    form = NoteForm()
    if not form.validate_on_submit():
        return not_whole(match_id)
    n = int(form.n.data) if form.n.data else None
    back = _page(match_id, n)
    try:
        receipt = notes().add(match_id, str(form.text.data or ""), n, form.sent[1], g.device)
    except Invalid as invalid:
        return answers.refused(422, Message(NOT_SAVED.text, {"why": invalid.says}), back)
    return answers.written(match_id, receipt, back)


@blueprint.post("/m/<match_id>/notes/<note_id>/remove")
def submit_removal(match_id: str, note_id: str) -> ResponseReturnValue:
    """Take a note off the sheet."""
    form = WriteForm()
    if not form.validate_on_submit():
        return not_whole(match_id)
    receipt = notes().remove(match_id, note_id, form.sent[1], g.device)
    return answers.written(match_id, receipt, _page(match_id, None))


def _page(match_id: str, n: int | None) -> str:
    """Return the page that a note was sent from."""
    if n is None or request.form.get("back") != "entry":
        return url_for("notes.show_notes", match_id=match_id)
    return url_for("history.show_entry", match_id=match_id, n=n)
