"""The running sheet: how the table stands, and room for the months to come."""

import io
from typing import Any, Final

import segno
from markupsafe import Markup

from tracker.engine.message import Message
from tracker.games.civil_war import title
from tracker.games.civil_war.result_text import SWITCH_NAMES, house_rules
from tracker.printing.civil_war.seats import seats
from tracker.printing.civil_war.tables import margin
from tracker.printing.civil_war.words import Words
from tracker.printing.match import Match

LEADS_TO: Final = Message("QR code that leads to the match")
PLAIN: Final[dict[str, Any]] = {"xmldecl": False, "svgns": False, "nl": False, "omitsize": True}


def running(words: Words, match: Match) -> dict[str, Any]:
    table = title.export_position(match.position)
    is_scanned = match.address and match.is_found_by_phones
    months = [] if match.is_over else list(range(match.round, match.setup.months + 1))
    return {
        **words.columns(),
        **margin(words, match.setup.switches),
        "table": table,
        "seats": seats(words, match.position),
        "months": months,
        "of_months": match.setup.months,
        "address": match.address,
        "qr": qr(match.address, words.tell(LEADS_TO)) if is_scanned else "",
        "house_rules": [
            words.tell(SWITCH_NAMES[name]) for name in house_rules(match.setup.switches)
        ],
    }


def qr(address: str, says: str) -> Markup:
    """The address as a QR code, drawn, and what it is in words."""
    code = segno.make(address, error="m", micro=False)
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", border=4, title=says, **PLAIN)
    return Markup(drawn.getvalue().decode())  # noqa: S704 - drawn by segno, squares only
