"""Paper: the sheets of a match as PDF, and what was pencilled, typed back in."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import msgspec
from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    g,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.printing.civil_war.blank import MOST_MONTHS, MOST_PLAYERS
from tracker.printing.civil_war.match import Match, Noted
from tracker.printing.pdf import CannotPrint, Paper
from tracker.printing.press import Busy, Press
from tracker.printing.sheets import NAMES, Order, Sheet, file_name, key
from tracker.service.access import must_be_host
from tracker.service.acts import AlreadyWritten
from tracker.service.keeping import Written, read_entry
from tracker.service.sheets import Sheet as MatchSheet
from tracker.translations import LANGUAGES
from tracker.web.civil_war import pencilled, reading
from tracker.web.civil_war import sheet as civil_war
from tracker.web.forms import WriteForm
from tracker.web.language import language, tell
from tracker.web.reach import invited, is_for_phones
from tracker.web.services import matches

blueprint = Blueprint("paper", __name__)

OF_A_MATCH = (Sheet.RUNNING, Sheet.SUMMARY, Sheet.REPORT, Sheet.RULES)
NOTHING_TYPED = Message("Every number is as it was on the sheet; nothing was written.")


def press() -> Press:
    found: Press = current_app.extensions["press"]
    return found


@blueprint.get("/m/<match_id>/paper")
def show_paper(match_id: str) -> ResponseReturnValue:
    """The sheets that can be printed of a match."""
    sheet = matches().sheet(match_id)
    return render_template(
        "match/paper.html",
        **civil_war.frame(sheet),
        **_choices(),
        sheets=list(_sheets(sheet)),
    )


@blueprint.get("/paper")
def show_blank_paper() -> ResponseReturnValue:
    """The sheets that need no match."""
    return render_template("paper.html", folder=civil_war.FOLDER, **_choices())


@blueprint.get("/paper/<name>.pdf")
def show_plain_sheet(name: str) -> ResponseReturnValue:
    """The blank score sheet, or the rules as they are printed."""
    if name not in (Sheet.BLANK, Sheet.RULES):
        abort(404)
    order = Order(
        Sheet(name),
        _language(),
        _paper(),
        players=_number("players", 6, MOST_PLAYERS),
        months=_number("months", 6, MOST_MONTHS),
        for_table=request.args.get("for_table") == "1",
    )
    return _printed(order)


@blueprint.get("/m/<match_id>/paper/<name>.pdf")
def show_sheet_of_match(match_id: str, name: str) -> ResponseReturnValue:
    """One sheet of a match; an unchanged match's is made once."""
    if name not in OF_A_MATCH:
        abort(404)
    sheet = matches().sheet(match_id)
    month = _number("month", 0, sheet.title.round_of(sheet.position), least=0)
    address = invited(url_for("matches.show_sheet", match_id=match_id))
    return _printed(Order(Sheet(name), _language(), _paper(), _match(sheet, address), month))


@blueprint.get("/m/<match_id>/paper/pencilled")
def show_pencilled(match_id: str) -> ResponseReturnValue:
    """Everyone's totals on one page, to be overwritten with what was pencilled."""
    must_be_host(g.standing)
    return _pencilled_page(matches().sheet(match_id), {})


@blueprint.post("/m/<match_id>/paper/pencilled")
def submit_pencilled(match_id: str) -> ResponseReturnValue:
    """Each seat whose totals differ gets a correction with the reason, all of them or none."""
    must_be_host(g.standing)
    form = WriteForm()
    sheet = matches().sheet(match_id)
    if not form.validate_on_submit():
        return _pencilled_page(sheet, request.form), 422
    reason = tell(pencilled.REASON)
    wanted = pencilled.corrections(sheet.position, request.form, reason)
    if wanted is None:
        flash(tell(pencilled.NOT_A_NUMBER), "")
        return _pencilled_page(sheet, request.form), 422
    if not wanted and matches().written_by(match_id, form.sent[1]):
        return redirect(url_for("matches.show_sheet", match_id=match_id), 303)
    if not wanted:
        flash(tell(NOTHING_TYPED), "")
        return redirect(url_for("paper.show_pencilled", match_id=match_id), 303)
    entries = [read_entry(sheet.title, sheet.setup, msgspec.json.encode(one)) for one in wanted]
    try:
        matches().write(match_id, entries, form.sent[1], g.device)
    except AlreadyWritten as already:
        flash(tell(already.says), "")
        return _pencilled_page(sheet, request.form), 409
    except Refused as refused:
        flash(tell(refused.says), refused.rule)
        return _pencilled_page(sheet, request.form), 409
    return redirect(url_for("matches.show_sheet", match_id=match_id), 303)


def _pencilled_page(sheet: MatchSheet, typed: object) -> str:
    return render_template(
        "civil_war/pencilled.html",
        **civil_war.frame(sheet),
        rows=pencilled.rows(sheet.position),
        typed=typed,
    )


def _printed(order: Order) -> ResponseReturnValue:
    try:
        data = press().printed(key(order), order)
    except CannotPrint as error:
        return render_template("error.html", says=error.says, status=503), 503
    except Busy:
        # The browser asks again by itself; meanwhile no thread of the server waits for it.
        page = render_template("paper_waiting.html")
        return page, 202, {"Refresh": "2"}
    response = Response(data, mimetype="application/pdf")
    response.headers.set("Content-Disposition", "attachment", **_kept_as(file_name(order)))
    return response


def _kept_as(name: str) -> dict[str, str]:
    """The name of a file as a header can carry it (RFC 6266): whole, and in ASCII beside it."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    found = {"filename": re.sub("-{2,}", "-", letters)}
    return found if name.isascii() else {**found, "filename*": f"UTF-8''{quote(name, safe='')}"}


def _months_over(sheet: MatchSheet) -> int:
    """How many months there is a summary of; the last one is over when the game is."""
    month = int(sheet.title.round_of(sheet.position))
    return month if sheet.title.is_over(sheet.position) else month - 1


def _sheets(sheet: MatchSheet) -> Iterator[tuple[Message, Message | None, str]]:
    """Yield what can be printed of a match: its name, which one of several it is, its address."""
    chosen: dict[str, Any] = {"language": _language(), "paper": _paper().value}
    for kind in OF_A_MATCH:
        months = range(1, _months_over(sheet) + 1) if kind is Sheet.SUMMARY else (None,)
        for month in months:
            of: dict[str, Any] = {
                "match_id": sheet.id,
                "name": kind.value,
                **chosen,
                "month": month,
            }
            address = url_for("paper.show_sheet_of_match", **of)
            yield NAMES[kind], reading.month_name(month) if month else None, address


def _match(sheet: MatchSheet, address: str) -> Match:
    entries = tuple(_noted(one) for one in matches().entries(sheet.id))
    is_found = is_for_phones(address)
    return Match(sheet.name, sheet.changed, address, sheet.setup, entries, sheet.drawn, is_found)


def _noted(one: Written) -> Noted:
    counts = one.state == "live"
    return Noted(one.n, one.at, one.round, counts, one.amended_by, one.entry, one.lines)


def _choices() -> dict[str, object]:
    return {
        "paper_sizes": (("a4", "A4"), ("letter", "Letter")),
        "chosen_language": _language(),
        "chosen_paper": _paper().value,
    }


def _language() -> str:
    asked = request.args.get("language", "")
    return asked if asked in LANGUAGES else language()


def _paper() -> Paper:
    return Paper.LETTER if request.args.get("paper") == Paper.LETTER else Paper.A4


def _number(name: str, otherwise: int, most: int, least: int = 1) -> int:
    asked = request.args.get(name, "")
    return min(most, max(least, int(asked))) if asked.isdecimal() and len(asked) < 6 else otherwise
