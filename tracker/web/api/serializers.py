"""Serializers: the service's data as answers, with sentences in the reader's language."""

from collections.abc import Iterable
from typing import Any

import msgspec

from tracker.engine import history
from tracker.engine.ledger import TABLE, Line, lines_of
from tracker.engine.refusal import Refused
from tracker.engine.sheet_check import Question
from tracker.engine.title import Offer
from tracker.service import codes, reading, tables
from tracker.service.match import SheetEntry
from tracker.service.match_list import MatchSummary as Listed
from tracker.service.reading import Part, Sheet, Tried
from tracker.service.requests import ShownRequest
from tracker.service.rights import Standing
from tracker.web.api.answer_types import (
    AmendmentPreview,
    EntryChanged,
    EntryDropped,
    EntryTried,
    EntryWritten,
    History,
    LineWritten,
    ListedMatch,
    Offered,
    Preview,
    QuestionAsked,
    Refusal,
    Request,
    SheetCheck,
    TableAround,
    WholeSheet,
    You,
)
from tracker.web.language import translate
from tracker.web.titles import TITLE_PAGES

# Taken apart before there are threads, as in `serialization`.
for _kind in (You, Request, TableAround):
    msgspec.json.Decoder(_kind)


def listed(match: Listed) -> ListedMatch:
    return ListedMatch(
        match.id,
        match.title,
        match.name,
        match.created,
        match.changed,
        match.is_over,
        match.players,
        match.winners,
        match.began or None,
        match.ended or None,
        match.seconds if match.ended else None,
    )


def lines(several: Iterable[Line]) -> tuple[LineWritten, ...]:
    """Return what changed for the seats; how far the game has come is in the position."""
    return tuple(
        LineWritten(line.seat, str(line.what.value), line.written, line.rule)
        for line in several
        if line.seat != TABLE
    )


def refusal(refused: Refused) -> Refusal:
    return Refusal(refused.rule, translate(refused.says))


def entry(written: SheetEntry) -> EntryWritten:
    return EntryWritten(
        written.n,
        written.at,
        written.by,
        written.round,
        written.state.value,
        written.amended_by,
        written.entry,
        translate(written.says),
        lines(written.lines),
        written.amends,
    )


def part(found: Part) -> History:
    return History(found.version, tuple(map(entry, found.entries)), found.next)


def sheet_check(shown: Sheet, questions: Iterable[Question]) -> SheetCheck:
    return SheetCheck(
        shown.version,
        shown.title.is_closing(shown.position),
        tuple(
            QuestionAsked(translate(asked.says), asked.n, asked.do, asked.seat)
            for asked in questions
        ),
    )


def sheet(shown: Sheet, standing: Standing, seat: int | None) -> WholeSheet:
    """The match as it stands, for a seat: by default the one whose turn it is."""
    turn = shown.title.progress(shown.position).turn
    chosen = turn or 0 if seat is None else seat
    return WholeSheet(
        shown.id,
        shown.name,
        shown.title.NAME,
        shown.version,
        shown.changed,
        shown.title.export_position(shown.position),
        you(standing),
        TITLE_PAGES[shown.title.NAME].INTERFACE.uncovered(shown),
        entry(shown.undo) if shown.undo else None,
        entry(shown.redo) if shown.redo else None,
        tuple(map(request, shown.waiting)),
        chosen,
        tuple(offered(shown, standing, offer) for offer in reading.offers(shown, chosen)),
    )


def you(standing: Standing) -> You:
    # Whoever was removed is not let in.
    return msgspec.convert(
        {"device": standing.device, "right": standing.right, "seat": standing.seat}, You
    )


def request(shown: ShownRequest) -> Request:
    told = {"id": shown.id, "by": shown.by, "says": [translate(said) for said in shown.says]}
    return msgspec.convert({**told, "asked": shown.asked, "state": shown.state}, Request)


def table(around: tables.TableView) -> TableAround:
    told = {"short": codes.shown_short(around.short), "code": around.code or None}
    return msgspec.convert({**told, "undo": around.undo, "asks": around.asks}, TableAround)


def offered(shown: Sheet, standing: Standing, offer: Offer[Any]) -> Offered:
    """Return what the rules allow and is this device's to write; else why not."""
    if offer.refusal is not None:
        return Offered(offer.do, (), refusal(offer.refusal))
    reasons = [standing.why_not(shown.claim(entry), shown.players) for entry in offer.entries]
    allowed = tuple(
        entry for entry, reason in zip(offer.entries, reasons, strict=True) if reason is None
    )
    says = next((reason for reason in reasons if reason), None)
    refused = None if allowed or says is None else Refusal(None, translate(says))
    return Offered(offer.do, allowed, refused)


def preview(shown: Sheet, tried: list[Tried]) -> Preview:
    entries = tuple(
        EntryTried(
            step.entry,
            translate(shown.title.entry_text(shown.setup, step.entry)),
            lines(step.lines),
        )
        for step in tried
    )
    return Preview(shown.version, entries, shown.title.export_position(tried[-1].position))


def amendment(shown: Sheet, tried: history.Amendment) -> AmendmentPreview:
    title, setup = shown.title, shown.setup
    return AmendmentPreview(
        shown.version,
        tuple(
            EntryChanged(
                changed.n,
                translate(title.entry_text(setup, changed.entry)),
                lines(lines_of(changed.before)),
                lines(lines_of(changed.after)),
            )
            for changed in tried.changed
        ),
        tuple(
            EntryDropped(
                step.n,
                translate(title.entry_text(title.setup_of(step.before), step.entry)),
                refusal(refused),
            )
            for step, refused in tried.refused
        ),
        title.export_position(tried.position),
    )
