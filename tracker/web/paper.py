"""Paper: the sheets of a match as PDF, and what was pencilled, typed back in."""

import re
import unicodedata
from collections.abc import Iterator
from functools import partial
from typing import Any
from urllib.parse import quote

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.printing.match import Match, PrintedEntry
from tracker.printing.order import Order
from tracker.printing.pdf import CannotPrint, Paper
from tracker.printing.print_queue import Busy, Press
from tracker.printing.sheet_files import file_name, key, printed, sheets_of
from tracker.printing.titles import TITLE_SHEETS
from tracker.service.serialization import Written
from tracker.service.sheets import Sheet as MatchSheet
from tracker.translations import LANGUAGES
from tracker.web import reading
from tracker.web.language import language
from tracker.web.reach import is_for_phones, printed_address
from tracker.web.services import matches, notes
from tracker.web.titles import TITLE_PAGES, shown_cards

blueprint = Blueprint("paper", __name__)

NOTHING_TYPED = Message("Every number is the same as on the sheet; nothing was saved.")


def press() -> Press:
    found: Press = current_app.extensions["press"]
    return found


@blueprint.get("/m/<match_id>/paper")
def show_paper(match_id: str) -> ResponseReturnValue:
    """The sheets that can be printed of a match."""
    sheet = matches().sheet(match_id)
    return render_template(
        "match/paper.html",
        **TITLE_PAGES[sheet.title.NAME].frame(sheet),
        **paper_choices(),
        sheets=list(_sheets(sheet)),
        totals_view=TITLE_PAGES[sheet.title.NAME].TOTALS_VIEW,
    )


@blueprint.get("/paper")
def show_blank_paper() -> ResponseReturnValue:
    """The sheets that need no match."""
    return render_template(
        "paper.html",
        cards=[card for card in shown_cards() if card.name in TITLE_SHEETS],
        **paper_choices(),
    )


@blueprint.get("/paper/<name>.pdf")
def show_plain_sheet(name: str) -> ResponseReturnValue:
    """The blank score sheet, or the rules as they are printed."""
    title = request.args.get("title", next(iter(TITLE_SHEETS)))
    kind = sheets_of(title).get(name) if title in TITLE_SHEETS else None
    if kind is None or (kind.needs_match and kind.for_matches):
        abort(404)
    options = TITLE_SHEETS[title].options(request.args, None)
    return _printed(Order(title, name, asked_language(), asked_paper(), None, options))


@blueprint.get("/m/<match_id>/paper/<name>.pdf")
def show_sheet_of_match(match_id: str, name: str) -> ResponseReturnValue:
    """One sheet of a match; an unchanged match's is made once."""
    sheet = matches().sheet(match_id)
    title = sheet.title.NAME
    kind = sheets_of(title).get(name) if title in TITLE_SHEETS else None
    if kind is None or not kind.for_matches:
        abort(404)
    match = _match(sheet, printed_address(url_for("matches.show_sheet", match_id=match_id)))
    options = TITLE_SHEETS[title].options(request.args, match)
    return _printed(Order(title, name, asked_language(), asked_paper(), match, options))


def _printed(order: Order) -> ResponseReturnValue:
    try:
        client = request.remote_addr or ""
        data = press().printed(key(order), partial(printed, order), client)
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


def _sheets(sheet: MatchSheet) -> Iterator[tuple[Message, Message | None, str]]:
    """Yield what can be printed of a match: its name, which one of several it is, its address."""
    title = sheet.title.NAME
    if title not in TITLE_SHEETS:
        return
    chosen = {"match_id": sheet.id, "language": asked_language(), "paper": asked_paper().value}
    for kind in sheets_of(title).values():
        for edition in TITLE_SHEETS[title].editions(kind.name, sheet.position):
            options: dict[str, Any] = {**chosen, "name": kind.name, **edition.options}
            yield kind.label, edition.label, url_for("paper.show_sheet_of_match", **options)


def _match(sheet: MatchSheet, address: str) -> Match:
    written = reading.notes_by_entry(notes().of(sheet.id))
    texts = {n: tuple(note.text for note in noted) for n, noted in written.items()}
    entries = tuple(
        _printed_entry(entry, texts.get(entry.n, ())) for entry in matches().entries(sheet.id)
    )
    is_found = is_for_phones(address)
    return Match(
        sheet.title.NAME,
        sheet.name,
        sheet.changed,
        address,
        sheet.setup,
        entries,
        sheet.drawn,
        is_found,
        texts.get(None, ()),
    )


def _printed_entry(entry: Written, notes: tuple[str, ...]) -> PrintedEntry:
    counts = entry.state == "live"
    told = (entry.n, entry.at, entry.round, counts, entry.amended_by, entry.entry, entry.facts)
    return PrintedEntry(*told, notes)


def paper_choices() -> dict[str, object]:
    """Return what a page offers to be chosen for paper."""
    return {
        "paper_sizes": (("a4", "A4"), ("letter", "Letter")),
        "chosen_language": asked_language(),
        "chosen_paper": asked_paper().value,
    }


def asked_language() -> str:
    """Return the language that the address asks for, or the reader's."""
    asked = request.args.get("language", "")
    return asked if asked in LANGUAGES else language()


def asked_paper() -> Paper:
    """Return the size that the address asks for."""
    return Paper.LETTER if request.args.get("paper") == Paper.LETTER else Paper.A4
