"""Paper: the sheets of a match as PDF, and what was pencilled, typed back in."""

from collections.abc import Iterator
from typing import Any, Final

from flask import (
    Blueprint,
    abort,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from tracker.engine.message import Message
from tracker.printing.order import Order
from tracker.printing.printed_match import Match, PrintedEntry, PrintedNote
from tracker.printing.sheet_files import sheets_of
from tracker.printing.titles import TITLE_SHEETS
from tracker.service.match import SheetEntry
from tracker.service.reading import Sheet as MatchSheet
from tracker.web import rounds
from tracker.web.paper_delivery import asked_language, asked_paper, deliver, paper_choices
from tracker.web.reach import invited, is_for_phones
from tracker.web.services import finished_matches, matches, notes
from tracker.web.titles import TITLE_PAGES, shown_cards

blueprint = Blueprint("paper", __name__)

MOST_PRINTED_ENTRIES: Final = 3_000
"""Ten times as many as a long match has; their report takes 10 s of processor time and 600 MB."""
TOO_LONG = Message(
    "A match with more than {most} entries cannot be printed. "
    "The history and the tables (CSV) show it all.",
    {"most": MOST_PRINTED_ENTRIES},
)
NOTHING_TYPED = Message("Every number is the same as on the sheet; nothing was saved.")


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
    return deliver(Order(title, name, asked_language(), asked_paper(), None, options))


@blueprint.get("/m/<match_id>/paper/<name>.pdf")
def show_sheet_of_match(match_id: str, name: str) -> ResponseReturnValue:
    """One sheet of a match; an unchanged match's is made once."""
    sheet = matches().sheet(match_id)
    title = sheet.title.NAME
    kind = sheets_of(title).get(name) if title in TITLE_SHEETS else None
    if kind is None or not kind.for_matches:
        abort(404)
    if matches().part(match_id, 0, 1).written > MOST_PRINTED_ENTRIES:
        return render_template("error.html", says=TOO_LONG, status=422), 422
    match = _match(sheet, invited(url_for("matches.show_sheet", match_id=match_id)))
    options = TITLE_SHEETS[title].options(request.args, match)
    return deliver(Order(title, name, asked_language(), asked_paper(), match, options))


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
    written = rounds.notes_by_entry(notes().of(sheet.id))
    printed = {
        n: tuple(PrintedNote(note.text, note.at, note.who) for note in noted)
        for n, noted in written.items()
    }
    entries = tuple(
        _printed_entry(entry, printed.get(entry.n, ())) for entry in matches().entries(sheet.id)
    )
    is_found = is_for_phones(address)
    return Match(
        sheet.title.NAME,
        sheet.name,
        sheet.changed,
        address,
        sheet.original,
        entries,
        sheet.drawn,
        is_found,
        printed.get(None, ()),
        finished_matches().analysis(sheet.id),
    )


def _printed_entry(entry: SheetEntry, notes: tuple[PrintedNote, ...]) -> PrintedEntry:
    counts = entry.state == "live"
    told = (entry.n, entry.at, entry.round, counts, entry.amended_by, entry.entry, entry.facts)
    return PrintedEntry(*told, notes)
