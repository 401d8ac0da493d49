"""The pages of the tiles: lay the figure, turn a tile over, look at a month's map."""

from typing import Any, Final

from flask import Blueprint, abort, g, render_template, request, url_for
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.civil_war.columns import Phase
from tracker.games.civil_war.entries import At, EndTurn, TurnOver
from tracker.games.civil_war.face_down import dealt_face_down
from tracker.games.civil_war.position import Table
from tracker.games.civil_war.shapes import SHAPES
from tracker.service.match import read_entry
from tracker.service.reading import Sheet
from tracker.service.writing import AlreadyWritten, Receipt
from tracker.web import answers, page_cache
from tracker.web.civil_war import amending, figure_layout, tile_map
from tracker.web.civil_war import sheet_page as civil_war
from tracker.web.civil_war.tile_turn import Turning, turning
from tracker.web.forms import WriteForm
from tracker.web.services import matches

blueprint = Blueprint("tiles", __name__)

EARLIER_MONTH: Final[dict[str, Any]] = {
    "turning": None,
    "dealt": False,
    "at": None,
    "found": [],
    "home": None,
}
"""The panel beside the map of a month that is over."""
NOT_SENT_WHOLE = Message("The form arrived incomplete; nothing was saved.")


@blueprint.get("/m/<match_id>/tiles")
@page_cache.page
def show_tiles(match_id: str) -> ResponseReturnValue:
    """The month's map; where no tiles lie yet, how to lay them."""
    sheet = matches().sheet(match_id)
    table = Table(sheet.position)
    entries = matches().entries(match_id)
    month = request.args.get("month", table.month, int)
    zoom = request.args.get("zoom", 0, int)
    drawn = tile_map.month_map(sheet, entries, month, zoom)
    context = {
        **civil_war.frame(sheet),
        "months": tile_map.months_with_tiles(entries),
        "month": month,
        "zoom": zoom,
    }
    if drawn is None and (month != table.month or table.phase is not Phase.TURNS):
        return render_template("civil_war/no_tiles.html", **context)
    if drawn is None:
        made = figure_layout.laying(sheet.position, request.args)
        return render_template("civil_war/lay.html", **context, laying=made, SHAPES=SHAPES)
    return render_template(
        "civil_war/tiles.html",
        **context,
        map=drawn,
        did=amending.changes,
        SHOWN_COLUMNS=amending.SHOWN,
        is_now=month == table.month,
        can_turn=g.standing.writes_for(table.turn),
        **(_side_panel(sheet) if month == table.month else EARLIER_MONTH),
    )


def _side_panel(sheet: Sheet) -> dict[str, Any]:
    """Return what stands beside the map of the month that is being played."""
    at = figure_layout.cell_of(request.args.get("at", ""))
    shown = _turning(sheet, at)
    asks = at is not None and shown is None and _is_own(sheet, at)
    unseen = tile_map.unseen(sheet.position) if asks else []
    turn = Table(sheet.position).turn
    return {
        "turning": shown,
        "dealt": bool(dealt_face_down(sheet.position)),
        "at": at if asks else None,
        "found": tile_map.filtered(unseen, request.args),
        "home": civil_war.home(sheet.position, turn, g.standing) if turn is not None else None,
    }


def _is_own(sheet: Sheet, at: At) -> bool:
    return at in tile_map.live_cells(sheet) and not tile_map.is_dealt(sheet.position, at)


def _turning(sheet: Sheet, at: At | None) -> Turning | None:
    """The tile that is being turned over: the one that waits for its choices, or was picked."""
    turn = Table(sheet.position).turn
    if turn is None:
        return None
    if sheet.turned is not None:
        return turning(sheet.position, turn, sheet.turned.at, None, request.args)
    tile = request.args.get("tile", "")
    if at is None or not tile or not _is_own(sheet, at):
        return None
    return turning(sheet.position, turn, at, tile, request.args)


@blueprint.post("/m/<match_id>/tiles/lay")
def submit_figure(match_id: str) -> ResponseReturnValue:
    """Lay the figure: for tiles on the table, or with tiles that the tablet deals."""
    form = WriteForm()
    if not form.validate_on_submit():
        return _refused(match_id, NOT_SENT_WHOLE)
    sheet = matches().sheet(match_id)
    cells = figure_layout.cells_of(request.form.get("cells", ""))
    is_dealt = request.form.get("how") == "dealt"
    try:
        if is_dealt:
            entry = figure_layout.deal(sheet.position, cells)
            receipt = matches().deal(match_id, entry, form.sent[1], g.device)
        else:
            receipt = matches().write(
                match_id, [figure_layout.entry(cells)], form.sent[1], g.device
            )
    except AlreadyWritten as already:
        return _already(match_id, already)
    except Refused as refused:
        return _refused(match_id, refused.says, refused.rule)
    return answers.written(match_id, receipt, url_for("tiles.show_tiles", match_id=match_id))


@blueprint.post("/m/<match_id>/tiles/turn")
def submit_turn(match_id: str) -> ResponseReturnValue:
    """Turn a tile over. One that the tablet dealt shows itself first where it asks for a choice."""
    form = WriteForm()
    if not form.validate_on_submit():
        return _refused(match_id, NOT_SENT_WHOLE)
    sheet = matches().sheet(match_id)
    entry = _entry_sent(sheet)
    try:
        if _asks_first(sheet, entry):
            receipt = matches().turn_up(match_id, entry, form.sent[1], g.device)
        else:
            then = EndTurn(entry.seat) if _is_last(sheet) else None
            receipt = matches().write(match_id, [entry], form.sent[1], g.device, then)
    except AlreadyWritten as already:
        return _already(match_id, already)
    except Refused as refused:
        return _refused(match_id, refused.says, refused.rule)
    x, y = entry.at
    zoom = request.form.get("zoom", 0, int) or None
    address = url_for("tiles.show_tiles", match_id=match_id, zoom=zoom, _anchor=f"at_{x}_{y}")
    return answers.written(match_id, receipt, address)


def _entry_sent(sheet: Sheet) -> TurnOver:
    """The entry with its choices, or the cell that was tapped."""
    text = request.form.get("entry", "")
    if text:
        entry = read_entry(sheet.title, sheet.setup, text.encode())
        if isinstance(entry, TurnOver):
            return entry
    at = figure_layout.cell_of(request.form.get("at", ""))
    if at is None:
        abort(400)
    return TurnOver(seat=Table(sheet.position).turn or 0, at=at)


def _asks_first(sheet: Sheet, entry: TurnOver) -> bool:
    """Return whether a dealt tile asks for a choice that was not made yet."""
    if sheet.turned is not None or not tile_map.is_dealt(sheet.position, entry.at):
        return False
    if request.form.get("entry"):
        return False
    tile = turning(sheet.position, entry.seat, entry.at, None, {})
    return tile is not None and bool(tile.fields)


def _is_last(sheet: Sheet) -> bool:
    """CW-3.4: with the last tile up, the turn ends and the month's end begins by itself."""
    return sum(not placed.face_up for placed in sheet.position.figure or ()) == 1


def _already(match_id: str, already: AlreadyWritten) -> ResponseReturnValue:
    """Sent twice. Each deal is another, and a tile that was turned up is no entry yet: both are
    as they were meant; only another tile that was tapped was not turned over."""
    if any(isinstance(made.entry, TurnOver) for made in already.made):
        return _refused(match_id, already.says)
    receipt = Receipt(matches().version(match_id))
    return answers.written(match_id, receipt, url_for("tiles.show_tiles", match_id=match_id))


def _refused(match_id: str, says: Message, rule: str = "") -> ResponseReturnValue:
    return answers.refused(422, says, url_for("tiles.show_tiles", match_id=match_id), rule)
