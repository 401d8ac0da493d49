"""Bringing matches in: match files that are picked, dropped or pasted, alone or in a zip file."""

import io
from collections.abc import Iterator, Sequence
from typing import Final

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from msgspec import Struct
from werkzeug.datastructures import FileStorage

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service import archives
from tracker.service.allowance import TooMuchStored
from tracker.service.import_process import Budget, BudgetSpent, ImportBusy
from tracker.service.imports import Imported, RefusedFile
from tracker.service.incoming import RefusedEntry
from tracker.web.language import translate
from tracker.web.services import allowance, imports

blueprint = Blueprint("imports", __name__)

MOST_UNPACKED_BYTES: Final = 200_000_000
PASTED = Message("Pasted text")
NOTHING = Message("Choose a file, or paste its text.")
RETRY_SECONDS: Final = 5
IMPORTED = Message("The match was imported.")
ALREADY = Message("This match is already here.")


class InvalidFile(Struct, frozen=True):
    """A file that is no match file: the place, and what is wrong there."""

    where: str
    says: Message


class FileOutcome(Struct, frozen=True):
    """The outcome of importing one file."""

    name: str
    match_name: str = ""
    imported: Imported | None = None
    refused: RefusedEntry | None = None
    invalid: InvalidFile | None = None


@blueprint.get("/import")
def show_import() -> ResponseReturnValue:
    """Show the page on which a file is picked, dropped or pasted."""
    return render_template("import.html", outcomes=[], problem=None)


@blueprint.post("/import")
def submit_import() -> ResponseReturnValue:
    """Play each file and bring it in if no rule refuses it, until the files are too many."""
    outcomes, budget = [], Budget()
    try:
        for name, data in _sent():
            outcomes.append(_outcome(name, data, budget))
    except BudgetSpent as spent:
        return _page(outcomes, spent.says, 413)
    except TooMuchStored as refused:
        return _page(outcomes, refused.says, 429, refused.seconds)
    except ImportBusy as busy:
        return _page(outcomes, busy.says, 503, RETRY_SECONDS)
    if not outcomes:
        return _page(outcomes, NOTHING, 422)
    if len(outcomes) == 1 and outcomes[0].imported is not None:
        made = outcomes[0].imported
        flash(translate(IMPORTED if made.is_new else ALREADY), "imported")
        return redirect(url_for("matches.show_sheet", match_id=made.match_id), 303)
    return _page(outcomes, None, 200 if any(outcome.imported for outcome in outcomes) else 422)


def _page(
    outcomes: Sequence[FileOutcome], problem: Message | None, status: int, retry: int | None = None
) -> ResponseReturnValue:
    """Return the page with what became of each file, and why there are no more."""
    page = render_template("import.html", outcomes=outcomes, problem=problem)
    return page, status, {} if retry is None else {"Retry-After": str(retry)}


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


def _outcome(name: str, data: bytes | Invalid, budget: Budget) -> FileOutcome:
    try:
        if isinstance(data, Invalid):
            raise data
        made = imports().bring_in_file(data, g.device, allowance(), budget)
    except Invalid as invalid:
        # Without the traceback, which holds the file.
        return FileOutcome(name, invalid=InvalidFile(invalid.where, invalid.says))
    if isinstance(made, RefusedFile):
        return FileOutcome(name, made.match_name, refused=made.refused)
    return FileOutcome(name, made.match_name, made)
