"""Printing a sheet: its page as HTML, its PDF, its key in the cache, and the name of its file."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, partial
from hashlib import sha256
from importlib.metadata import version
from typing import Final

import msgspec
from babel.dates import format_date
from markupsafe import escape

from tracker.games import CARDS
from tracker.locations import PACKAGE, PRINTOUTS
from tracker.printing.order import Order, SheetKind
from tracker.printing.page import html
from tracker.printing.pdf import pdf
from tracker.printing.titles import TITLE_SHEETS
from tracker.translations.translator import translator

TO_THE_RIGHT: Final = "\N{LEFT-TO-RIGHT MARK}"
SOURCES: Final = frozenset({".html", ".css", ".py", ".po", ".svg", ".toml"})


def sheets_of(title: str) -> Mapping[str, SheetKind]:
    """Return the sheets that a title can print, by name."""
    if title not in TITLE_SHEETS:
        return {}
    return {kind.name: kind for kind in TITLE_SHEETS[title].SHEETS}


def printed(order: Order) -> bytes:
    """Return the sheet as PDF."""
    return pdf(page(order), order.paper)


def page(order: Order) -> str:
    """Return the sheet as HTML."""
    translate = translator(order.language).translate
    card, match = CARDS[order.title], order.match
    data = {
        **TITLE_SHEETS[order.title].data(order),
        "sheet": translate(sheets_of(order.title)[order.sheet].label),
        "match_name": match.name if match else translate(card.label),
        "date": day(match.date, order.language) if match else "",
        "day": partial(day, language=order.language),
        "paper": order.paper.value,
    }
    written = html(f"{card.folder}/{order.sheet}.html", order.language, data)
    names = (match.name, *match.rules.seats(match.setup), *match.players) if match else ()
    return with_directions(written, names)


def with_directions(written: str, names: Sequence[str]) -> str:
    """Return a page on which a name from right to left ends where it ends.

    Without a mark a number behind it, as in "name, 10 points", would be drawn on its other side.
    """
    for name in {name for name in names if any(map(_is_from_the_right, name))}:
        written = written.replace(str(escape(name)), f"{escape(name)}{TO_THE_RIGHT}")
    return written


def _is_from_the_right(letter: str) -> bool:
    return unicodedata.bidirectional(letter) in {"R", "AL"}


def day(at: str, language: str) -> str:
    """Return a day as the language writes it, by this machine's clock; else nothing."""
    try:
        moment = datetime.fromisoformat(at).astimezone()
    except (ValueError, OverflowError):
        return ""
    return format_date(moment, "long", locale=language)


def key(order: Order) -> str:
    """Return the same key for the same paper: what stands on it, and what prints it."""
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
    """Return a name that sorts by day, match and sheet: 2026-11-16-anna-boris-3-summary.pdf."""
    place = list(sheets_of(order.title)).index(order.sheet) + 1
    parts = [f"{place}-{order.sheet}", *TITLE_SHEETS[order.title].parts_of_name(order)]
    if order.match:
        parts = [order.match.date[:10], _plain_letters(order.match.name), *parts]
    return "-".join(part for part in parts if part) + ".pdf"


def _plain_letters(name: str) -> str:
    """Return a name as far as every file system takes it."""
    plain = unicodedata.normalize("NFKD", name).lower()
    words = re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c)))
    return "-".join(words)[:40].strip("-")
