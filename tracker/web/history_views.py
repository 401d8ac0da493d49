"""Reading a match: its history, an entry to amend, one number's story, the result, the file."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, g, render_template, request
from flask.typing import ResponseReturnValue

from tracker.engine.hand_seat import HandSeat
from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.service.match import SheetEntry, read_entry
from tracker.service.notes import MOST_NOTE_LETTERS
from tracker.service.reading import Sheet
from tracker.service.writing import MovedOn
from tracker.web import page_cache, rounds
from tracker.web.forms import AmendForm, WriteForm
from tracker.web.match_views import moved_on, not_whole, pages_of, refused, written
from tracker.web.pad.fields import flat, values_of
from tracker.web.pad.new_player import new_player_pad
from tracker.web.pad.pad import Pad
from tracker.web.services import matches, notes

blueprint = Blueprint("history", __name__)

PAGE = 100
"""So many entries are on a page of the history."""
MANY_FOLLOW = Message(
    "More than {most} entries follow this one, so it cannot be amended. Enter a correction instead."
)
BACK_TO_ROUND = Message("This goes back to {round}.")


@blueprint.get("/m/<match_id>/history")
@page_cache.page
def show_history(match_id: str) -> ResponseReturnValue:
    """Everything that was written, round by round, in sentences."""
    sheet = matches().sheet(match_id)
    pages = pages_of(sheet)
    page = matches().page(match_id, request.args.get("start", None, _place), PAGE)
    entries = page.entries
    return render_template(
        "match/history.html",
        **pages.frame(sheet),
        page=page,
        earlier=max(0, page.start - PAGE) if page.start else None,
        rounds=[
            (pages.round_label(number), turns)
            for number, turns in rounds.by_round(entries, type(pages.end_of_turn(sheet, 0)))
        ],
        instead=rounds.replacements(entries),
        did=pages.changes,
        reason_of=rounds.reason_of,
        notes=rounds.notes_by_entry(notes().of(match_id)),
    )


def _place(text: str) -> int:
    """Return where a page of the history begins, from the address."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError
    return int(text) // PAGE * PAGE


@blueprint.get("/m/<match_id>/entries/<int:n>")
def show_entry(match_id: str, n: int) -> ResponseReturnValue:
    """One entry: amend it, take it out, or go back to before it, with the consequences shown."""
    sheet = matches().sheet(match_id)
    pages = pages_of(sheet)
    position, old = matches().before(match_id, n)
    try:
        later = matches().later(match_id, n)
    except Invalid as many:
        return _show_fixed_entry(sheet, old, many)
    pad, opened = (_amend_pad(sheet, position, old, asked) for asked in (flat(request.args), {}))
    wanted = None
    if pad and pad.can_be_written and not _is_as_opened(pad, opened):
        wanted = pad.tried.entries[0]
    takes_out = request.args.get("take_out") == "1"
    amendment = None
    if takes_out or (wanted is not None and wanted != old.entry):
        amendment = matches().try_amending(match_id, n, None if takes_out else wanted)
    crosses = len({entry.round for entry in later}) > 1
    return render_template(
        "match/entry.html",
        **pages.frame(sheet),
        old=old,
        pad=pad,
        form_id="",
        takes_out=takes_out,
        differences=pages.differences(sheet, amendment) if amendment else [],
        dropped=[
            (step.n, sheet.title.entry_text(sheet.title.setup_of(step.before), step.entry), refusal)
            for step, refusal in (amendment.refused if amendment else ())
        ],
        is_tried=amendment is not None,
        later=len(later),
        why_fixed=None,
        goes_back_over=_back_to(pages.round_label(old.round)) if crosses else None,
        can_amend=sheet.can_be_amended(g.standing, old),
        notes=rounds.notes_by_entry(notes().of(match_id)).get(n, []),
        most=MOST_NOTE_LETTERS,
        can_go_back=all(sheet.can_be_taken_back(g.standing, entry) for entry in later),
    )


def _amend_pad(
    sheet: Sheet, position: Any, old: SheetEntry, arguments: Mapping[str, str]
) -> Pad | None:
    if isinstance(old.entry, HandSeat):
        return new_player_pad(sheet.title, position, old.entry, arguments)
    return pages_of(sheet).amend_pad(position, old, arguments)


def _is_as_opened(pad: Pad, opened: Pad | None) -> bool:
    """Return whether nobody has changed a field: then the entry stays, whatever it leaves out."""
    if opened is None or not pad.fields:
        return False
    return values_of(pad.fields) == values_of(opened.fields)


def _show_fixed_entry(sheet: Sheet, old: SheetEntry, many: Invalid) -> ResponseReturnValue:
    """Show an entry that so many follow that it can only be read, and noted on."""
    return render_template(
        "match/entry.html",
        **pages_of(sheet).frame(sheet),
        old=old,
        pad=None,
        can_amend=False,
        why_fixed=Message(MANY_FOLLOW.text, many.says.facts),
        notes=rounds.notes_by_entry(notes().of(sheet.id)).get(old.n, []),
        most=MOST_NOTE_LETTERS,
        can_go_back=False,
    )


def _back_to(label: Message) -> Message:
    return Message(BACK_TO_ROUND.text, {"round": label})


@blueprint.post("/m/<match_id>/entries/<int:n>")
def submit_amendment(match_id: str, n: int) -> ResponseReturnValue:
    """Amend an entry, or take it out."""
    form = AmendForm()
    if not form.validate_on_submit():
        return not_whole(match_id)
    if not form.entry.data and not form.take_out.data:
        return not_whole(match_id)
    text = "" if form.take_out.data else str(form.entry.data)
    entry = read_entry(g.visit.title, g.visit.setup, text.encode()) if text else None
    try:
        receipt = matches().amend(match_id, n, entry, *form.sent, g.device)
    except MovedOn:
        return moved_on(match_id)
    except Refused as refusal:
        return refused(match_id, form.sent[0], refusal)
    return written(match_id, receipt)


@blueprint.post("/m/<match_id>/entries/<int:n>/back")
def submit_back(match_id: str, n: int) -> ResponseReturnValue:
    """Go back to before an entry: it and everything after it is undone, and can be redone."""
    form = WriteForm()
    if not form.validate_on_submit():
        return not_whole(match_id)
    try:
        receipt = matches().undo(match_id, *form.sent, g.device, n)
    except MovedOn:
        return moved_on(match_id)
    return written(match_id, receipt)


@blueprint.get("/m/<match_id>/seats/<int:seat>/<column>")
@page_cache.page
def show_number(match_id: str, seat: int, column: str) -> ResponseReturnValue:
    """The lines that made a number of a seat, newest first."""
    return _story(match_id, seat, column)


@blueprint.get("/m/<match_id>/numbers/<column>")
@page_cache.page
def show_table_number(match_id: str, column: str) -> ResponseReturnValue:
    """The lines that made a number of the whole table, newest first."""
    return _story(match_id, TABLE, column)


def _story(match_id: str, seat: int, column: str) -> str:
    sheet = matches().sheet(match_id)
    pages = pages_of(sheet)
    number = pages.number(sheet, column, seat) if seat < len(sheet.players) else None
    if number is None:
        abort(404)
    lines = rounds.story(
        sheet, matches().entries(match_id), number.seats or (seat,), number.columns
    )
    start = request.args.get("start", 0, _place)
    return render_template(
        "match/number.html",
        **pages.frame(sheet),
        whose=sheet.players[seat] if seat != TABLE else "",
        label=number.label,
        correction=number.correction,
        total=lines[0].total if lines else 0,
        lines=lines[start : start + PAGE],
        newer=max(0, start - PAGE) if start else None,
        older=start + PAGE if start + PAGE < len(lines) else None,
    )


@blueprint.get("/m/<match_id>/points")
@page_cache.page
def show_points(match_id: str) -> ResponseReturnValue:
    """The table and the graph; at the end who won, how, and what was remarkable."""
    sheet = matches().sheet(match_id)
    return pages_of(sheet).result_page(sheet)


@blueprint.get("/m/<match_id>/match.json")
def show_match_file(match_id: str) -> ResponseReturnValue:
    """The match as a file: to keep, to send, to play again."""
    data = msgspec.json.format(msgspec.json.encode(matches().export(match_id)), indent=2)
    response = Response(data, mimetype="application/json")
    response.headers["Content-Disposition"] = "attachment; filename=match.json"
    return response
