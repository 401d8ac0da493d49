"""Trying entries: what they would do, with nothing written and nothing hidden told."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from tracker.engine.choice import Verdict
from tracker.engine.ledger import Fact, Line, lines_of
from tracker.engine.title import Offer, why_not
from tracker.service.hidden import why_not_yet
from tracker.service.sheets import Sheet


class Tried(Struct, frozen=True):
    """An entry that was tried, what it would do, and how the table would stand after it."""

    entry: Any
    facts: tuple[Fact, ...]
    position: Any
    verdicts: tuple[Verdict, ...]

    @property
    def lines(self) -> tuple[Line, ...]:
        """The numbers that it would change."""
        return lines_of(self.facts)


def try_writing(sheet: Sheet, entries: Sequence[Any], then: Any = None) -> list[Tried]:
    """Return what writing these would do, and `then` where it is allowed; raise `Refused`."""
    must_not_tell(sheet, entries)
    tried: list[Tried] = []
    for entry in entries:
        tried.append(_tried(sheet, tried, entry))
    if then is not None and why_not(sheet.title, tried[-1].position, then) is None:
        tried.append(_tried(sheet, tried, then))
    return tried


def _tried(sheet: Sheet, before: Sequence[Tried], entry: Any) -> Tried:
    position = before[-1].position if before else sheet.position
    decision = sheet.title.decide(position, entry)
    return Tried(entry, decision.facts, decision.position, decision.verdicts)


def must_not_tell(sheet: Sheet, entries: Sequence[Any]) -> None:
    """Raise `Refused` where trying these would show something hidden to whoever tries them."""
    refused = why_not_yet(sheet.title, sheet.position, entries, sheet.turned, only_tried=True)
    if refused is not None:
        raise refused


def offers(sheet: Sheet, seat: int) -> list[Offer[Any]]:
    """Return what the seat may write; while something lies shown, what comes of it first."""
    return [_still_open(sheet, offer) for offer in sheet.title.offers(sheet.position, seat)]


def _still_open(sheet: Sheet, offer: Offer[Any]) -> Offer[Any]:
    reasons = [
        why_not_yet(sheet.title, sheet.position, [entry], sheet.turned) for entry in offer.entries
    ]
    allowed = tuple(
        entry for entry, reason in zip(offer.entries, reasons, strict=True) if reason is None
    )
    if allowed or not offer.entries:
        return Offer(offer.do, allowed, offer.refusal)
    return Offer(offer.do, (), reasons[0])
