"""The sheets of the Civil War: what each needs, and the data that it shows."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tracker.engine.message import Message
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.position import Position
from tracker.games.civil_war.progress import outcome, progress
from tracker.printing.civil_war import tile_sheets
from tracker.printing.civil_war.line_text import Words
from tracker.printing.civil_war.pencil_sheets import MOST_MONTHS, MOST_PLAYERS, blank, running
from tracker.printing.civil_war.report import report
from tracker.printing.civil_war.rules_card import card
from tracker.printing.civil_war.summary import last_closed, summary
from tracker.printing.order import Edition, Order, SheetKind, number_asked
from tracker.printing.printed_match import Match

SHEETS: Final[Sequence[SheetKind]] = (
    SheetKind("blank", Message("Blank score sheet"), for_matches=False),
    SheetKind("running", Message("Running sheet")),
    SheetKind("summary", Message("The month's summary")),
    SheetKind("report", Message("Report")),
    SheetKind("rules", Message("Rules card"), needs_match=False),
    SheetKind(
        "tiles",
        Message("Tiles to cut out"),
        needs_match=False,
        for_matches=False,
        reads=tile_sheets.read_deck,
    ),
)


def options(asked: Mapping[str, str], match: Match | None) -> dict[str, int]:
    """Return the numbers that an address or a command asks for, within their limits."""
    return {
        "players": number_asked(asked, "players", 6, 1, MOST_PLAYERS),
        "months": number_asked(asked, "months", 6, 1, MOST_MONTHS),
        "for_table": int(asked.get("for_table") == "1"),
        **{name: int(asked.get(name) == "1") for name in tile_sheets.OPTIONS},
        "month": number_asked(asked, "month", 0, 0, match.round if match else MOST_MONTHS),
    }


def editions(sheet: str, position: Position) -> list[Edition]:
    """Return what a match's page offers of this sheet: of the summary, one for each month over."""
    if sheet in ("blank", "tiles"):
        return []
    if sheet != "summary":
        return [Edition()]
    over = progress(position).round - (outcome(position) is None)
    return [
        Edition(Message("Month {month}", {"month": month}), {"month": month})
        for month in range(1, over + 1)
    ]


def data(order: Order) -> dict[str, Any]:
    """Return what the sheet shows, as plain values for its source."""
    words = Words(order.language)
    if order.match is not None:
        return _of_match[order.sheet](words, order, order.match)
    if order.sheet == "tiles":
        return tile_sheets.tiles(words, order)
    if order.sheet == "blank":
        options = order.options
        is_for_table = bool(options["for_table"])
        return blank(words, options["players"], options["months"], for_table=is_for_table)
    return card(words, Switches(), None)


def parts_of_name(order: Order) -> list[str]:
    """Return what the name of a file says beside its sheet: the month of a summary."""
    if order.sheet != "summary" or order.match is None:
        return []
    return [f"month-{_month(order, order.match)}"]


def _month(order: Order, match: Match) -> int:
    return order.options["month"] or last_closed(match)


_of_match: Final[Mapping[str, Callable[[Words, Order, Match], dict[str, Any]]]] = {
    "running": lambda words, _, match: running(words, match),
    "summary": lambda words, order, match: summary(words, match, _month(order, match)),
    "report": lambda words, _, match: report(words, match),
    "rules": lambda words, _, match: card(words, match.setup.switches, match.setup.months),
    "blank": lambda words, _, match: blank(
        words, len(match.setup.seats), match.setup.months, for_table=False
    ),
}
