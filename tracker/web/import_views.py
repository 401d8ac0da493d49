"""Bringing matches in: match files that are picked, dropped or pasted, alone or in a zip file."""

import io
from collections.abc import Iterator
from typing import Final

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct
from werkzeug.datastructures import FileStorage

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service import archives, incoming
from tracker.service.imports import Imported
from tracker.service.incoming import RefusedEntry
from tracker.web.language import translate
from tracker.web.services import allowance, imports

blueprint = Blueprint("imports", __name__)

MOST_UNPACKED_BYTES: Final = 200_000_000
PASTED = Message("Pasted text")
NOTHING = Message("Choose a file, or paste its text.")
BUSY = Message("Other files are being imported. Try again in a moment.")
IMPORTED = Message("The match was imported.")
ALREADY = Message("This match is already here.")


class FileOutcome(Struct, frozen=True):
    """The outcome of importing one file."""

    name: str
    match_name: str = ""
    imported: Imported | None = None
    refused: RefusedEntry | None = None
    invalid: Invalid | None = None


@blueprint.get("/import")
def show_import() -> ResponseReturnValue:
    """Show the page on which a file is picked, dropped or pasted."""
    return render_template("import.html", outcomes=[], problem=None)


@blueprint.post("/import")
def submit_import() -> ResponseReturnValue:
    """Play every file first, and bring in those that no rule refuses."""
    with imports().turn() as is_free:
        if not is_free:
            return render_template("import.html", outcomes=[], problem=BUSY), 503
        outcomes = [_outcome(name, data) for name, data in _sent()]
    if not outcomes:
        return render_template("import.html", outcomes=[], problem=NOTHING), 422
    if len(outcomes) == 1 and outcomes[0].imported is not None:
        made = outcomes[0].imported
        flash(translate(IMPORTED if made.is_new else ALREADY), "imported")
        return redirect(url_for("matches.show_sheet", match_id=made.match_id), 303)
    status = 200 if any(outcome.imported for outcome in outcomes) else 422
    return render_template("import.html", outcomes=outcomes, problem=None), status


def _sent() -> Iterator[tuple[str, bytes | Invalid]]:
    """Yield the files that came, those within zip files, and what was pasted."""
    for file in request.files.getlist("files"):
        if file.filename:
            yield from _of_file(file)
    pasted = request.form.get("text", "")
    if pasted.strip():
        yield translate(PASTED), pasted.encode()


def _of_file(file: FileStorage) -> Iterator[tuple[str, bytes | Invalid]]:
    name, data = clean(file.filename or "")[-80:], file.read()
    if not archives.is_archive(data):
        yield name, data
        return
    try:
        for member in archives.members(io.BytesIO(data), MOST_UNPACKED_BYTES):
            yield member.name, member.problem or member.data
    except Invalid as invalid:
        yield name, invalid


def _outcome(name: str, data: bytes | Invalid) -> FileOutcome:
    try:
        if isinstance(data, Invalid):
            raise data
        imports().count_file(allowance())
        found = incoming.read(data)
        if found.refused is not None:
            return FileOutcome(name, found.name, refused=found.refused)
        return FileOutcome(name, found.name, imports().bring_in(found, g.device, allowance()))
    except Invalid as invalid:
        return FileOutcome(name, invalid=invalid)
