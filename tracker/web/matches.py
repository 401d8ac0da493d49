"""The pages of a match: make one, write on it, take it back, read it."""

import msgspec
from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.civil_war import telling
from tracker.service.acts import AlreadyWritten, MovedOn
from tracker.service.keeping import read_entries, read_entry
from tracker.service.sheets import Sheet
from tracker.web import answers, shared, slips
from tracker.web.civil_war import demo, new, reading
from tracker.web.civil_war import sheet as civil_war
from tracker.web.civil_war.drawing import LARGE, SMALL, Frame, Graph, graph
from tracker.web.civil_war.new import NewMatchForm
from tracker.web.forms import AmendForm, EntriesForm, WriteForm
from tracker.web.language import tell
from tracker.web.problems import problem
from tracker.web.services import consents, decks, matches

blueprint = Blueprint("matches", __name__)

MOVED_ON = Message("The table has moved on since this page was opened; here is the sheet as it is.")
MADE_ALREADY = Message(
    "This match was made from that form already; what was changed in it since is not taken over."
)
HISTORY_PAGE = 100
"""So many entries are on a page of the history."""
ANOTHERS = Message("Somebody else wrote this")
NOT_SENT_WHOLE = Message("The form did not arrive whole; nothing was written.")


@blueprint.get("/new")
def show_new_match() -> ResponseReturnValue:
    """The set-up: players, roles, months, house rules."""
    if not slips.is_begun():
        return slips.begun()
    slip = slips.number(request.args)
    made = slips.address(slip)
    if matches().is_there(made):
        return render_template("civil_war/made.html", match_id=made)
    form = NewMatchForm(decks().all())
    return render_template("civil_war/new.html", form=form, problems=new.problems, slip=slip)


@blueprint.post("/new")
def submit_new_match() -> ResponseReturnValue:
    form = NewMatchForm(decks().all())
    slip = slips.number(request.form)
    if form.validate_on_submit():
        setup, drawn = new.setup_from(form, decks().whole(str(form.deck.data)))
        name = new.match_name(str(form.match_name.data or ""), setup)
        match_id = slips.address(slip)
        matches().make(new.TITLE, setup, name, g.device, drawn, match_id)
        if not new.is_set_up_as(matches().sheet(match_id), setup, name, drawn):
            flash(tell(MADE_ALREADY), "made-already")
        return redirect(url_for("matches.show_sheet", match_id=match_id), 303)
    page = render_template("civil_war/new.html", form=form, problems=new.problems, slip=slip)
    return page, 422


@blueprint.post("/demo")
def submit_demo() -> ResponseReturnValue:
    """A match that is under way, to look round in."""
    match_id = slips.address(slips.number(request.form))
    demo.make(matches(), g.device, match_id)
    return redirect(url_for("matches.show_sheet", match_id=match_id), 303)


@blueprint.get("/m/<match_id>")
@shared.page
def show_sheet(match_id: str) -> ResponseReturnValue:
    """The sheet: every seat, the pad, undo and redo."""
    if civil_war.is_asked(request.args) and not slips.is_begun():
        return slips.begun()
    slip = slips.number(request.args)
    sheet = matches().sheet(match_id)
    context = civil_war.context(sheet, g.standing, request.args)
    context |= {"slip": slip, "already": matches().written_by(match_id, slip), "anew": slips.anew()}
    if context["is_wide"]:
        return render_template("civil_war/wide.html", **context)
    if context["pad"] and request.headers.get("HX-Request"):
        page = "civil_war/_already.html" if context["already"] else "civil_war/_pad_step.html"
        return render_template(page, **context)
    if context["month_end"]:
        return render_template("civil_war/month_end.html", **context)
    return render_template(
        "civil_war/sheet.html", **context, changed=_just_changed(sheet), graph=_graph(sheet, SMALL)
    )


@blueprint.post("/m/<match_id>/entries")
def submit_entries(match_id: str) -> ResponseReturnValue:
    """Write entries that the page has shown the lines of."""
    form = EntriesForm()
    if not form.validate_on_submit():
        return _not_whole(match_id)
    sheet = matches().sheet(match_id)
    entries = read_entries(sheet.title, sheet.setup, str(form.entries.data).encode())
    then = civil_war.end_of_turn(sheet, form.then_end_turn.data or "")
    try:
        version = matches().write(match_id, entries, form.sent[1], g.device, then)
    except AlreadyWritten as already:
        return answers.refused(409, already.says, _page_sent_from(match_id))
    except Refused as refused:
        return _refused(match_id, sheet, form.sent[0], refused)
    waits = consents().is_waiting(match_id, form.sent[1])
    return _written(match_id, version, entries=0 if waits else version - sheet.version)


@blueprint.post("/m/<match_id>/undo")
def submit_undo(match_id: str) -> ResponseReturnValue:
    """Take back the last entry; one of another device's only when that is meant."""
    form = WriteForm()
    if not form.validate_on_submit():
        return _not_whole(match_id)
    sheet = matches().sheet(match_id)
    if _is_to_be_asked(sheet, form.sent[0]):
        if answers.is_for_a_script():
            return problem(428, ANOTHERS)
        return render_template("civil_war/undo.html", **civil_war.frame(sheet))
    try:
        version = matches().undo(match_id, *form.sent, g.device)
    except MovedOn:
        return _moved_on(match_id)
    return _written(match_id, version)


def _is_to_be_asked(sheet: Sheet, version: int) -> bool:
    """Whether undo would take back what another device wrote, and nobody said yet to do it."""
    last = sheet.undo
    if last is None or last.by == g.device or sheet.version != version:
        return False
    return not request.form.get("sure") and sheet.can_be_taken_back(g.standing, last)


@blueprint.post("/m/<match_id>/redo")
def submit_redo(match_id: str) -> ResponseReturnValue:
    """Bring back what was taken back last."""
    form = WriteForm()
    if not form.validate_on_submit():
        return _not_whole(match_id)
    try:
        version = matches().redo(match_id, *form.sent, g.device)
    except MovedOn:
        return _moved_on(match_id)
    waits = consents().is_waiting(match_id, form.sent[1])
    return _written(match_id, version, entries=0 if waits else 1)


@blueprint.get("/m/<match_id>/history")
@shared.page
def show_history(match_id: str) -> ResponseReturnValue:
    """What was written, month by month, in sentences: the last page of it, or another."""
    sheet = matches().sheet(match_id)
    page = matches().page(match_id, request.args.get("start", None, _place), HISTORY_PAGE)
    return render_template(
        "civil_war/history.html",
        **civil_war.frame(sheet),
        months=reading.by_month(page.entries),
        instead=reading.replacements(page.entries),
        did=reading.did,
        page=page,
        earlier=max(0, page.start - HISTORY_PAGE) if page.start else None,
    )


def _place(text: str) -> int:
    """Return where a page of the history begins, from the address."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError
    return int(text) // HISTORY_PAGE * HISTORY_PAGE


@blueprint.get("/m/<match_id>/entries/<int:n>")
def show_entry(match_id: str, n: int) -> ResponseReturnValue:
    """One entry: amend it, take it out, or go back to before it, with the consequences shown."""
    sheet = matches().sheet(match_id)
    position, old = matches().before(match_id, n)
    pad = reading.amended_pad(position, old, request.args)
    wanted = None
    if pad and pad.can_be_written and pad.entry:
        wanted = read_entry(sheet.title, sheet.setup, pad.entry.encode())
    takes_out = request.args.get("take_out") == "1"
    amendment = None
    if takes_out or (wanted is not None and wanted != old.entry):
        amendment = matches().try_amending(match_id, n, None if takes_out else wanted)
    later = matches().later(match_id, n)
    return render_template(
        "civil_war/entry.html",
        **civil_war.frame(sheet),
        old=old,
        pad=pad,
        takes_out=takes_out,
        consequences=amendment and reading.consequences(sheet, amendment),
        later=len(later),
        crosses_month=any(one.round != old.round for one in later),
        can_amend=sheet.can_be_amended(g.standing, old),
        can_go_back=all(sheet.can_be_taken_back(g.standing, one) for one in later),
    )


@blueprint.post("/m/<match_id>/entries/<int:n>")
def submit_amendment(match_id: str, n: int) -> ResponseReturnValue:
    """Amend an entry, or take it out."""
    form = AmendForm()
    if not form.validate_on_submit():
        return _not_whole(match_id)
    sheet = matches().sheet(match_id)
    if not form.entry.data and not form.take_out.data:
        return _not_whole(match_id)
    text = "" if form.take_out.data else str(form.entry.data)
    entry = read_entry(sheet.title, sheet.setup, text.encode()) if text else None
    try:
        version = matches().amend(match_id, n, entry, *form.sent, g.device)
    except MovedOn:
        return _moved_on(match_id)
    except Refused as refused:
        return _refused(match_id, sheet, form.sent[0], refused)
    return _written(match_id, version)


@blueprint.post("/m/<match_id>/entries/<int:n>/back")
def submit_back(match_id: str, n: int) -> ResponseReturnValue:
    """Go back to before an entry: it and everything after it is undone, and can be redone."""
    form = WriteForm()
    if not form.validate_on_submit():
        return _not_whole(match_id)
    try:
        version = matches().undo(match_id, *form.sent, g.device, n)
    except MovedOn:
        return _moved_on(match_id)
    return _written(match_id, version)


@blueprint.get("/m/<match_id>/seats/<int:seat>/<column>")
@shared.page
def show_number(match_id: str, seat: int, column: str) -> ResponseReturnValue:
    """The lines that made a number, newest first."""
    sheet = matches().sheet(match_id)
    if seat >= len(sheet.setup.seats) or column not in reading.SHOWN:
        abort(404)
    lines = reading.lines_of(sheet, matches().entries(match_id), seat, column)
    return render_template(
        "civil_war/number.html", **civil_war.frame(sheet), seat=seat, column=column, lines=lines
    )


@blueprint.get("/m/<match_id>/points")
@shared.page
def show_points(match_id: str) -> ResponseReturnValue:
    """The table by points and the graph; at the end who won, how, and what was remarkable."""
    sheet = matches().sheet(match_id)
    return render_template(
        "civil_war/points.html",
        **civil_war.frame(sheet),
        won=telling.victory(sheet.position),
        ranking=reading.ranking(sheet),
        superlatives=reading.superlatives(sheet, matches().entries(match_id)),
        house_rules=telling.house_rules(sheet.setup.switches),
        switch_names=telling.SWITCH_NAMES,
        drawn_names=new.drawn_names,
        graph=_graph(sheet, LARGE),
        by_month=matches().scores_by_round(match_id),
    )


@blueprint.get("/m/<match_id>/match.json")
def show_match_file(match_id: str) -> ResponseReturnValue:
    """The match as a file: to keep, to send, to play again."""
    data = msgspec.json.format(msgspec.json.encode(matches().export(match_id)), indent=2)
    response = Response(data, mimetype="application/json")
    response.headers["Content-Disposition"] = "attachment; filename=match.json"
    return response


def _graph(sheet: Sheet, frame: Frame) -> Graph:
    seats = [(one["name"], one["side"]) for one in sheet.title.written(sheet.position)["seats"]]
    return graph(seats, matches().scores_by_round(sheet.id), sheet.setup.months, frame)


def _just_changed(sheet: Sheet) -> dict[tuple[int, str], int]:
    """What the entries that this device wrote a moment ago have changed."""
    if shared.is_shared():
        return {}
    match_id, version, entries = session.pop("written", ("", 0, 0))
    if (match_id, version) != (sheet.id, sheet.version):
        return {}
    return civil_war.changed_numbers(matches().newest(sheet.id, entries))


def _written(match_id: str, version: int, *, entries: int = 0) -> ResponseReturnValue:
    return answers.written(match_id, version, _page_sent_from(match_id), entries=entries)


def _refused(match_id: str, sheet: Sheet, version: int, refused: Refused) -> ResponseReturnValue:
    """A preview showed it as allowed: so either the table moved on, or it was never shown."""
    if sheet.version != version and not answers.is_for_a_script():
        flash(tell(MOVED_ON), "moved-on")
    return answers.refused(422, refused.says, _page_sent_from(match_id), refused.rule)


def _moved_on(match_id: str) -> ResponseReturnValue:
    return answers.refused(409, MOVED_ON, _page_sent_from(match_id))


def _not_whole(match_id: str) -> ResponseReturnValue:
    return answers.refused(422, NOT_SENT_WHOLE, _page_sent_from(match_id))


def _page_sent_from(match_id: str) -> str:
    """What is written on the map leads back to the map."""
    page = "tiles.show_tiles" if request.form.get("back") == "tiles" else "matches.show_sheet"
    return url_for(page, match_id=match_id)
