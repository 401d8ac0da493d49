"""The QR code that leads from paper back to the match."""

import io
from typing import Any, Final

import segno
from markupsafe import Markup

from tracker.engine.message import Message
from tracker.printing.printed_match import Match
from tracker.translations.translator import Translator

LEADS_TO: Final = Message("QR code that leads to the match")
PLAIN: Final[dict[str, Any]] = {"xmldecl": False, "svgns": False, "nl": False, "omitsize": True}


def way_back(match: Match, translator: Translator) -> dict[str, Any]:
    """Return the address of a match, and its QR code where phones find it."""
    is_scanned = match.address and match.is_found_by_phones
    code = qr(match.address, translator.translate(LEADS_TO)) if is_scanned else ""
    return {"address": match.address, "qr": code}


def qr(address: str, says: str) -> Markup:
    """The address as a QR code, drawn, and what it is in words."""
    code = segno.make(address, error="m", micro=False)
    drawn = io.BytesIO()
    code.save(drawn, kind="svg", border=4, title=says, **PLAIN)
    return Markup(drawn.getvalue().decode())  # noqa: S704 - drawn by segno, squares only
