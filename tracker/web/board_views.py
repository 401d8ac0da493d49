"""The big screen: a match for a television or a projector, with nothing to tap."""

from flask import Blueprint, g, render_template, url_for
from flask.typing import ResponseReturnValue

from tracker.service import codes
from tracker.web import board, page_cache
from tracker.web.match_views import pages_of
from tracker.web.reach import invited, is_for_phones, qr
from tracker.web.services import matches, tables

blueprint = Blueprint("board", __name__)

ENTRIES = 9
"""So many of the last entries are shown."""


@blueprint.get("/m/<match_id>/board")
@page_cache.page
def show_board(match_id: str) -> ResponseReturnValue:
    """All seats large, the round, the graph, the last entries, and how to join."""
    sheet = matches().sheet(match_id)
    pages = pages_of(sheet)
    shown = pages.board(sheet)
    short = codes.shown_short(tables().table(match_id, g.device).short)
    address = invited(url_for("table.show_short", short=short))
    return render_template(
        "match/board.html",
        **pages.frame(sheet),
        board=shown,
        graph=board.graph_of(sheet, shown.seats),
        entries=matches().newest(match_id, ENTRIES),
        did=pages.changes,
        outcome=sheet.title.outcome(sheet.position),
        address=address,
        code_drawn=qr(address),
        is_for_phones=is_for_phones(address),
    )
