"""The blank record sheet: a season to be written down by pencil."""

from typing import Any, Final

from tracker.printing.grizzled.line_text import Words
from tracker.printing.grizzled.sheet_tables import knock_rows, starts

LEAST, MOST = 3, 5
ROWS: Final = 12


def blank(words: Words, soldiers: int) -> dict[str, Any]:
    """Return a page for one season, with room for so many soldiers."""
    return {
        **margin(words),
        "soldiers": [None] * soldiers,
        "missions": [],
        "start": None,
        "empty": ROWS,
    }


def margin(words: Words) -> dict[str, Any]:
    """Return what every sheet for a pencil has in its margin, and the six threats."""
    return {"THREATS": words.threats(), "starts": starts(words), "knocks": knock_rows(words)}
