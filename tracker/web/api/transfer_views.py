"""Bringing a match in from a match file, and notes on a match and its entries."""

from flask import Response, abort, g, request

from tracker.service.import_process import Budget, ImportBusy
from tracker.service.imports import RefusedFile
from tracker.web.answers import problem
from tracker.web.api.answer_types import MatchMade, NoteList, NoteWritten, Version
from tracker.web.api.auth import answer, blueprint, sent
from tracker.web.api.bodies import NewNote, RemovingNote
from tracker.web.services import allowance, imports, matches, notes


@blueprint.post("/matches/import")
def import_match() -> Response:
    """Play a match file, and make it a match of the device where no rule refuses it."""
    if request.mimetype != "application/json":
        abort(415)
    try:
        made = imports().bring_in_file(request.get_data(), g.device, allowance(), Budget())
    except ImportBusy as busy:
        return problem(503, busy.says)
    if isinstance(made, RefusedFile):
        why = made.refused.refusal
        return problem(422, why.says, why.rule, f"entries[{made.refused.n}]")
    return answer(MatchMade(made.match_id, matches().version(made.match_id)), 201)


@blueprint.get("/matches/<match_id>/notes")
def show_notes(match_id: str) -> Response:
    """The notes, the oldest first."""
    found = notes().of(match_id)
    written = [
        NoteWritten(note.id, note.n, note.text, note.at, note.by, note.who) for note in found
    ]
    return answer(NoteList(tuple(written)))


@blueprint.post("/matches/<match_id>/notes")
def write_note(match_id: str) -> Response:
    """A note on the match, or beside an entry."""
    body = sent(NewNote)
    receipt = notes().add(match_id, body.text, body.n, body.write_id, g.device)
    return answer(Version(receipt.version))


@blueprint.post("/matches/<match_id>/notes/<note_id>")
def remove_note(match_id: str, note_id: str) -> Response:
    """Take a note off the sheet."""
    body = sent(RemovingNote)
    receipt = notes().remove(match_id, note_id, body.write_id, g.device)
    return answer(Version(receipt.version))
