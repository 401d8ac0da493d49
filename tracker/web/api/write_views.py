"""Writing: a match, entries, and taking them back; and trying all that first."""

from typing import Any

from flask import Response, g

from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import AnyTitle
from tracker.games.titles import TITLES
from tracker.service import reading
from tracker.service.match import clean_setup, read_setup
from tracker.service.reading import Sheet
from tracker.service.writing import MovedOn, Receipt
from tracker.web import write_ids
from tracker.web.answers import problem
from tracker.web.api import serializers
from tracker.web.api.answer_types import MatchMade, Version
from tracker.web.api.auth import answer, blueprint, sent
from tracker.web.api.bodies import (
    Amending,
    NewMatch,
    Redoing,
    Trying,
    TryingAmendment,
    Undoing,
    Writing,
    entries_of,
    entry_of,
    moved,
)
from tracker.web.seating import match_name
from tracker.web.services import allowance, matches
from tracker.web.titles import TITLE_PAGES

OTHER_SET_UP = Message("A match with another set-up has already been created with this write_id.")


@blueprint.post("/matches")
def make_match() -> Response:
    """A match with this set-up, once however often it is sent; its maker is its host."""
    body = sent(NewMatch)
    title, setup = _title_and_setup(body)
    match_id = write_ids.address(body.write_id)
    name = match_name(body.name, title.seats(setup))
    matches().make(title.NAME, setup, name, g.device, match_id=match_id, allowance=allowance())
    made = matches().sheet(match_id)
    asked = (title.NAME, clean_setup(setup), name, ())
    if (made.title.NAME, made.original, made.name, made.drawn) != asked:
        return problem(409, OTHER_SET_UP)
    return answer(MatchMade(match_id, made.version), 201)


def _title_and_setup(body: NewMatch) -> tuple[AnyTitle, Any]:
    if body.title not in TITLE_PAGES:
        raise Invalid("title", "there is no game called {title}", title=body.title)
    title = TITLES[body.title]
    try:
        return title, read_setup(title, bytes(body.setup))
    except Invalid as invalid:
        raise moved(invalid, "setup") from None


@blueprint.post("/matches/<match_id>/entries")
def write_entries(match_id: str) -> Response:
    """Write entries, all or none."""
    body = sent(Writing)
    entries = entries_of(g.visit, body)
    then = _then(matches().sheet(match_id), entries) if body.then else None
    try:
        receipt = matches().write(match_id, entries, body.write_id, g.device, then)
    except Refused:
        if body.version is not None and body.version != g.mark.version:
            raise MovedOn from None
        raise
    return _received(receipt)


@blueprint.post("/matches/<match_id>/entries/preview")
def try_entries(match_id: str) -> Response:
    """Show what writing these would do."""
    sheet, body = matches().sheet(match_id), sent(Trying)
    entries = entries_of(sheet, body)
    tried = reading.try_writing(sheet, entries, _then(sheet, entries) if body.then else None)
    return answer(serializers.preview(sheet, tried))


@blueprint.post("/matches/<match_id>/entries/<int:n>")
def amend_entry(match_id: str, n: int) -> Response:
    """Write another entry in place of the nth, or take that out."""
    body = sent(Amending)
    entry = entry_of(g.visit, body)
    return _received(matches().amend(match_id, n, entry, body.version, body.write_id, g.device))


@blueprint.post("/matches/<match_id>/entries/<int:n>/preview")
def try_amendment(match_id: str, n: int) -> Response:
    """Show what it would do to amend the nth entry, or to take it out."""
    sheet, body = matches().sheet(match_id), sent(TryingAmendment)
    entry = entry_of(sheet, body)
    if entry is not None:
        reading.must_uncover_nothing(sheet, [entry])
    return answer(serializers.amendment(sheet, matches().try_amending(match_id, n, entry)))


@blueprint.post("/matches/<match_id>/undo")
def undo_entry(match_id: str) -> Response:
    """Take back the last entry, or all down to one."""
    body = sent(Undoing)
    return _received(matches().undo(match_id, body.version, body.write_id, g.device, body.down_to))


@blueprint.post("/matches/<match_id>/redo")
def redo_entry(match_id: str) -> Response:
    """Bring back what was taken back last."""
    body = sent(Redoing)
    return _received(matches().redo(match_id, body.version, body.write_id, g.device))


def _received(receipt: Receipt) -> Response:
    return answer(Version(receipt.version, receipt.waits))


def _then(sheet: Sheet, entries: list[Any]) -> object:
    """The end of the turn of the seat that wrote last, not of whoever has it by then."""
    whose = getattr(entries[-1], "seat", None)
    return TITLE_PAGES[sheet.title.NAME].end_of_turn(sheet, whose)
