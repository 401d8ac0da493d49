"""The sheets of Paths of Glory: what each needs, and the data that it shows."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tracker.engine.message import Message
from tracker.games.paths_of_glory.position import Position
from tracker.printing.order import Edition, Order, SheetKind, number_asked
from tracker.printing.paths_of_glory.line_text import Words
from tracker.printing.paths_of_glory.pencil_sheets import SCENARIOS, blank, running
from tracker.printing.paths_of_glory.report import report
from tracker.printing.paths_of_glory.rules_card import card
from tracker.printing.printed_match import Match

SHEETS: Final[Sequence[SheetKind]] = (
    SheetKind("blank", Message("Blank record sheet"), for_matches=False),
    SheetKind("running", Message("Running sheet")),
    SheetKind("report", Message("Report")),
    SheetKind("rules", Message("Reference card"), needs_match=False),
)


def options(asked: Mapping[str, str], match: Match | None) -> dict[str, int]:
    """Return the scenario of a blank sheet, as its place in the list."""
    return {"scenario": number_asked(asked, "scenario", 0, 0, len(SCENARIOS) - 1)}


def editions(sheet: str, position: Position) -> list[Edition]:
    """Return what a match's page offers of this sheet."""
    return [] if sheet == "blank" else [Edition()]


def data(order: Order) -> dict[str, Any]:
    """Return what the sheet shows, as plain values for its source."""
    words = Words(order.language)
    if order.match is not None:
        return _of_match[order.sheet](words, order.match)
    if order.sheet == "blank":
        return blank(words, SCENARIOS[order.options["scenario"]])
    return card(words, None)


def parts_of_name(order: Order) -> list[str]:
    """Return what the name of a file says beside its sheet: the scenario of a blank one."""
    if order.sheet != "blank" or order.match is not None:
        return []
    return [SCENARIOS[order.options["scenario"]]]


_of_match: Final[Mapping[str, Callable[[Words, Match], dict[str, Any]]]] = {
    "running": running,
    "report": report,
    "rules": card,
    "blank": lambda words, match: blank(words, match.setup.scenario),
}
