"""The sheets of The Grizzled: what each needs, and the data that it shows."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from tracker.engine.message import Message
from tracker.games.grizzled.position import Position
from tracker.printing.grizzled.line_text import Words
from tracker.printing.grizzled.pencil_sheets import LEAST_SOLDIERS, MOST_SOLDIERS, blank, running
from tracker.printing.grizzled.report import report
from tracker.printing.grizzled.rules_card import card
from tracker.printing.order import Edition, Order, SheetKind, number_asked
from tracker.printing.printed_match import Match

SHEETS: Final[Sequence[SheetKind]] = (
    SheetKind("blank", Message("Blank record sheet"), for_matches=False),
    SheetKind("running", Message("Running sheet")),
    SheetKind("report", Message("Report")),
    SheetKind("rules", Message("Rules card"), needs_match=False),
)


def options(asked: Mapping[str, str], match: Match | None) -> dict[str, int]:
    """Return the soldiers that a blank sheet has room for: those of the match, else as asked."""
    otherwise = len(match.setup.seats) if match else 4
    return {"players": number_asked(asked, "players", otherwise, LEAST_SOLDIERS, MOST_SOLDIERS)}


def editions(sheet: str, position: Position) -> list[Edition]:
    """Return what a match's page offers of this sheet: one of each, but no blank one."""
    return [] if sheet == "blank" else [Edition()]


def data(order: Order) -> dict[str, Any]:
    """Return what the sheet shows, as plain values for its source."""
    words, match = Words(order.language), order.match
    if order.sheet == "blank":
        return blank(words, order.options["players"])
    if match is None or order.sheet == "rules":
        return card(words, match.setup if match else None)
    return running(words, match) if order.sheet == "running" else report(words, match)


def parts_of_name(order: Order) -> list[str]:
    """Return what the name of a file says beside its sheet."""
    return []
