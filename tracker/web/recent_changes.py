"""Entries that this device wrote a moment ago: its page shows what they changed."""

from flask import session

from tracker.service.serialization import SheetEntry
from tracker.service.sheets import Sheet
from tracker.web import page_cache
from tracker.web.services import matches


def just_written(sheet: Sheet) -> list[SheetEntry]:
    """Return the entries that this device wrote a moment ago; their changes are shown."""
    if page_cache.is_shared():
        return []
    match_id, version, entries = session.pop("written", ("", 0, 0))
    if (match_id, version) != (sheet.id, sheet.version):
        return []
    return matches().newest(sheet.id, entries)
