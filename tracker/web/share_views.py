"""Sharing a result: BG Stats, a picture for a chat, and a link for whoever was not there."""

from flask import Blueprint, Response, abort, g, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.engine.title import is_over
from tracker.games import CARDS
from tracker.printing import picture
from tracker.printing.picture import Picture, PlayerRow
from tracker.service import codes
from tracker.service.finished import Finished
from tracker.service.match import NoSuchMatch
from tracker.service.reading import Sheet
from tracker.translations.translator import plain
from tracker.web import bg_stats
from tracker.web.language import translate
from tracker.web.match_views import pages_of
from tracker.web.origins import is_from_another_site
from tracker.web.reach import invited, is_for_phones, qr, reachable
from tracker.web.services import finished_matches, matches, tables
from tracker.web.titles import TITLE_PAGES
from tracker.web.wording import day

blueprint = Blueprint("share", __name__)

NO_RESULT = Message("There is no result at this short address.")


@blueprint.get("/m/<match_id>/share")
def show_share(match_id: str) -> ResponseReturnValue:
    """Everything by which the result is handed on."""
    sheet = matches().sheet(match_id)
    finished = finished_matches().read(match_id)
    short = codes.shown_short(tables().table(match_id, g.device).short)
    play = invited(url_for("share.show_play", short=short))
    return render_template(
        "match/share.html",
        **pages_of(sheet).frame(sheet),
        finished=finished,
        bg_stats=_play_link(finished) if finished else "",
        play=play,
        code_drawn=qr(play),
        is_for_phones=is_for_phones(play),
        link=invited(url_for("table.show_short", short=short)),
    )


@blueprint.get("/b/<short>")
def show_play(short: str) -> ResponseReturnValue:
    """The short address of a play: it leads on to BG Stats."""
    if is_from_another_site():
        return render_template("led_here.html", short=short, is_play=True), 403
    try:
        match_id = tables().find(short)
    except NoSuchMatch:
        return render_template("error.html", says=NO_RESULT, status=404), 404
    finished = finished_matches().read(match_id)
    if finished is None:
        return render_template("error.html", says=NO_RESULT, status=404), 404
    return redirect(_play_link(finished), 303)


@blueprint.get("/m/<match_id>/result.png")
def show_png(match_id: str) -> ResponseReturnValue:
    """The picture of the result."""
    return Response(picture.png(_picture(match_id)), mimetype="image/png")


@blueprint.get("/m/<match_id>/result.svg")
def show_svg(match_id: str) -> ResponseReturnValue:
    """The same picture, to be made larger or smaller."""
    return Response(picture.svg(_picture(match_id)), mimetype="image/svg+xml")


def preview(sheet: Sheet) -> dict[str, str] | None:
    """Return what a chat shows of a link to a match that is over; None while it goes on."""
    if not is_over(sheet.title, sheet.position):
        return None
    finished = finished_matches().read(sheet.id)
    if finished is None:
        return None
    return {
        "title": f"{translate(CARDS[finished.title].label)}: {finished.name}",
        "description": translate(finished.says),
        "url": reachable(url_for("history.show_points", match_id=sheet.id)),
        "image": reachable(url_for("share.show_png", match_id=sheet.id)),
    }


def _play_link(finished: Finished) -> str:
    sheet = matches().sheet(finished.id)
    return bg_stats.link(finished, TITLE_PAGES[finished.title].variant(sheet))


def _picture(match_id: str) -> Picture:
    finished = finished_matches().read(match_id)
    if finished is None:
        abort(404)
    rows = [
        PlayerRow(
            f"{seat.rank}." if finished.has_points else "",
            seat.name,
            bg_stats.word(finished.title, seat.role or seat.side),
            "" if seat.points is None else plain(seat.points),
            seat.won,
        )
        for seat in finished.ranking
    ]
    return Picture(
        translate(CARDS[finished.title].label),
        finished.name,
        translate(finished.says),
        day(finished.ended),
        tuple(rows),
    )
