"""Writing: a match, entries, and taking them back; and trying all that first."""

from flask import Response, g

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.civil_war.entries import TurnOver
from tracker.service import trying
from tracker.service.acts import AlreadyWritten, MovedOn
from tracker.service.sheets import Sheet
from tracker.web import slips
from tracker.web.api import telling
from tracker.web.api.answers import MatchMade, Version
from tracker.web.api.bodies import (
    Amending,
    Dealing,
    NewMatch,
    Redoing,
    Trying,
    TryingAmendment,
    TurningUp,
    Undoing,
    Writing,
    checked,
    entries_of,
    entry_of,
)
from tracker.web.api.door import answer, blueprint, sent
from tracker.web.civil_war import laying, new
from tracker.web.civil_war import sheet as civil_war
from tracker.web.problems import problem
from tracker.web.services import consents, matches

OTHER_SET_UP = Message("With this write_id a match was made already, with another set-up.")


@blueprint.post("/matches")
def make_match() -> Response:
    """A match with this set-up, once however often it is sent; its maker is its host."""
    body = sent(NewMatch)
    name, match_id = new.match_name(body.name, body.setup), slips.address(body.write_id)
    matches().make(body.title, body.setup, name, g.device, match_id=match_id)
    made = matches().sheet(match_id)
    if not new.is_set_up_as(made, body.setup, name, ()):
        return problem(409, OTHER_SET_UP)
    return answer(MatchMade(match_id, made.version), 201)


@blueprint.post("/matches/<match_id>/entries")
def write_entries(match_id: str) -> Response:
    """Write entries, all or none."""
    sheet, body = matches().sheet(match_id), sent(Writing)
    entries = entries_of(sheet, body)
    try:
        version = matches().write(match_id, entries, body.write_id, g.device, _then(sheet, body))
    except Refused:
        if body.version is not None and body.version != sheet.version:
            raise MovedOn from None
        raise
    return _version(match_id, version, body.write_id)


@blueprint.post("/matches/<match_id>/entries/preview")
def try_entries(match_id: str) -> Response:
    """What writing these would do."""
    sheet, body = matches().sheet(match_id), sent(Trying)
    tried = trying.try_writing(sheet, entries_of(sheet, body), _then(sheet, body))
    return answer(telling.preview(sheet, tried))


@blueprint.post("/matches/<match_id>/entries/<int:n>")
def amend_entry(match_id: str, n: int) -> Response:
    """Write another entry in place of the nth, or take that out."""
    sheet, body = matches().sheet(match_id), sent(Amending)
    entry = entry_of(sheet, body)
    version = matches().amend(match_id, n, entry, body.version, body.write_id, g.device)
    return answer(Version(version))


@blueprint.post("/matches/<match_id>/entries/<int:n>/preview")
def try_amendment(match_id: str, n: int) -> Response:
    """What it would do to amend the nth entry, or to take it out."""
    sheet, body = matches().sheet(match_id), sent(TryingAmendment)
    entry = entry_of(sheet, body)
    if entry is not None:
        trying.must_not_tell(sheet, [entry])
    return answer(telling.amendment(sheet, matches().try_amending(match_id, n, entry)))


@blueprint.post("/matches/<match_id>/undo")
def undo_entry(match_id: str) -> Response:
    """Take back the last entry, or all down to one."""
    body = sent(Undoing)
    version = matches().undo(match_id, body.version, body.write_id, g.device, body.down_to)
    return _version(match_id, version, body.write_id)


@blueprint.post("/matches/<match_id>/redo")
def redo_entry(match_id: str) -> Response:
    """Bring back what was taken back last."""
    body = sent(Redoing)
    version = matches().redo(match_id, body.version, body.write_id, g.device)
    return _version(match_id, version, body.write_id)


@blueprint.post("/matches/<match_id>/deal")
def deal_tiles(match_id: str) -> Response:
    """Lay the month's figure with tiles that nobody knows before they are turned over."""
    sheet, body = matches().sheet(match_id), sent(Dealing)
    entry = laying.deal(sheet.position, body.cells)
    try:
        version = matches().deal(match_id, entry, body.write_id, g.device)
    except AlreadyWritten:
        # Each deal is another; the first one lies on the table.
        version = matches().version(match_id)
    return answer(Version(version))


@blueprint.post("/matches/<match_id>/turn-up")
def turn_up_tile(match_id: str) -> Response:
    """Show a dealt tile to everybody; its entry, with its choices, is written next."""
    sheet, body = matches().sheet(match_id), sent(TurningUp)
    entry = checked(sheet, TurnOver(seat=body.seat, at=body.at), "")
    return answer(Version(matches().turn_up(match_id, entry, body.write_id, g.device)))


def _version(match_id: str, version: int, write_id: str) -> Response:
    """The version, and whether the write waits for somebody's yes; the host's never does."""
    waits = not g.standing.is_host and consents().is_waiting(match_id, write_id)
    return answer(Version(version, waits))


def _then(sheet: Sheet, body: Trying) -> object:
    """The end of the turn of the seat that wrote last, not of whoever has it by then."""
    whose = str(getattr(body.entries[-1], "seat", "anybody's"))
    return civil_war.end_of_turn(sheet, whose if body.then else "")
