"""The sheet check of a match: read when a round is being closed, and only that round."""

from datetime import datetime

from tracker.engine.sheet_check import Noted, Question
from tracker.service.serialization import SheetEntry, sheet_entry
from tracker.service.sheets import Sheet
from tracker.store import match_log
from tracker.store.database import Database


class SheetChecks:
    """The questions about what looks forgotten on the sheets of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def questions(self, sheet: Sheet) -> tuple[Question, ...]:
        """Return what looks forgotten in the round; nothing while its turns are being played."""
        if not sheet.title.is_closing(sheet.position):
            return ()
        number = sheet.title.progress(sheet.position).round
        with self._database.reading() as session:
            found = match_log.live_of_round(session, sheet.id, number)
        entries = [sheet_entry(sheet.title, sheet.setup, sheet.position, seen) for seen in found]
        return sheet.title.questions(sheet.position, tuple(map(_noted, entries)))


def _noted(entry: SheetEntry) -> Noted:
    seconds = datetime.fromisoformat(entry.at).timestamp()
    return Noted(entry.n, seconds, entry.entry, entry.lines)
