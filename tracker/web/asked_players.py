"""The players who have to agree before something is saved, for the button that saves it."""

from flask import g

from tracker.service.serialization import read_entries
from tracker.service.sheets import Sheet


def asked_players(sheet: Sheet, entries: str) -> list[str]:
    """Return the players whom this device asks by sending these entries, as a form holds them."""
    if not sheet.asks:
        return []
    return sheet.asked_to_write(
        g.standing, read_entries(sheet.title, sheet.setup, entries.encode())
    )
