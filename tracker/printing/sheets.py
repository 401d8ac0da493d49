"""The sheets there are: what each needs, its source, its data, and the name of its file."""

import re
import unicodedata
from enum import StrEnum
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from typing import Any, Final

import msgspec
from msgspec import Struct

from tracker.engine.message import Message
from tracker.games.civil_war.setup import Switches
from tracker.locations import PACKAGE, PRINTOUTS
from tracker.printing.civil_war.blank import blank
from tracker.printing.civil_war.card import card
from tracker.printing.civil_war.match import Match
from tracker.printing.civil_war.report import report
from tracker.printing.civil_war.running import running
from tracker.printing.civil_war.summary import last_closed, summary
from tracker.printing.civil_war.words import Words
from tracker.printing.page import html
from tracker.printing.pdf import Paper, pdf


class Sheet(StrEnum):
    """What can be printed, in the order in which a table needs it."""

    BLANK = "blank"
    RUNNING = "running"
    SUMMARY = "summary"
    REPORT = "report"
    RULES = "rules"


NAMES: Final = {
    Sheet.BLANK: Message("Blank score sheet"),
    Sheet.RUNNING: Message("Running sheet"),
    Sheet.SUMMARY: Message("The month's summary"),
    Sheet.REPORT: Message("Report"),
    Sheet.RULES: Message("Rules card"),
}


SOURCES: Final = frozenset({".html", ".css", ".py", ".po", ".svg", ".toml"})


class Order(Struct, frozen=True):
    """One sheet to be printed. It travels to the press's process, so it is plain data."""

    sheet: Sheet
    language: str
    paper: Paper
    match: Match | None = None
    month: int = 0
    players: int = 6
    months: int = 6
    for_table: bool = False

    def __call__(self) -> bytes:
        return pdf(page(self), self.paper)


def page(order: Order) -> str:
    """The sheet as HTML."""
    words = Words(order.language)
    heading = words.tell(NAMES[order.sheet])
    match = order.match
    data = {
        **_data(words, order),
        "sheet": heading,
        "match_name": match.name if match else words.tell(Message("Confederates against Yankees")),
        "date": words.day(match.date) if match else "",
        "paper": order.paper.value,
    }
    return html(f"civil_war/{order.sheet}.html", order.language, data)


def _data(words: Words, order: Order) -> dict[str, Any]:
    match = order.match
    if order.sheet is Sheet.BLANK:
        return blank(words, order.players, order.months, for_table=order.for_table)
    if order.sheet is Sheet.RULES:
        switches = match.setup.switches if match else Switches()
        return card(words, switches, match.setup.months if match else None)
    if match is None:
        raise ValueError(f"the {order.sheet} sheet needs a match")
    if order.sheet is Sheet.RUNNING:
        return running(words, match)
    if order.sheet is Sheet.SUMMARY:
        return summary(words, match, order.month or last_closed(match))
    return report(words, match)


def key(order: Order) -> str:
    """The same for the same paper: what stands on it, and the program that puts it there."""
    return sha256(_edition() + msgspec.json.encode(order)).hexdigest()


@cache
def _edition() -> bytes:
    """Everything that paper is made from but the match: another release prints it anew."""
    found = sha256(version("weasyprint").encode())
    for folder in (PRINTOUTS, PACKAGE):
        for file in sorted(folder.rglob("*")):
            if file.suffix in SOURCES:
                found.update(file.read_bytes())
    return found.digest()


def file_name(order: Order) -> str:
    """Sorts by day, then match, then sheet: 2026-11-16-anna-boris-3-summary-month-2.pdf."""
    place = list(Sheet).index(order.sheet) + 1
    parts = [f"{place}-{order.sheet}"]
    if order.match:
        parts = [order.match.date[:10], _plain_letters(order.match.name), *parts]
        if order.sheet is Sheet.SUMMARY:
            parts.append(f"month-{order.month or last_closed(order.match)}")
    return "-".join(part for part in parts if part) + ".pdf"


def _plain_letters(name: str) -> str:
    """A name as far as every file system takes it."""
    plain = unicodedata.normalize("NFKD", name).lower()
    words = re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c)))
    return "-".join(words)[:40].strip("-")
