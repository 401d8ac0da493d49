"""Damage that somebody meets: the match is checked at once, and put into quarantine or repaired."""

import logging
from typing import Final

from tracker.engine.message import Message
from tracker.service import match_checks
from tracker.store import database_errors, list_rows
from tracker.store.database import Database
from tracker.store.database_errors import Unreachable

MOST_CHECKED: Final = 500
"""The most matches of a device that are checked for one page."""
DAMAGED: Final = Message(
    "A match is damaged, and this part of it cannot be shown. Nothing more is written on it. "
    "Whoever runs the server can restore a backup."
)

_log = logging.getLogger(__name__)


class DamageChecks:
    """Checks matches of one database when something of them could not be read."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def is_met_in(self, match_id: str) -> bool:
        """Return whether the match is damaged; rows that follow from it are made anew."""
        try:
            found = match_checks.check(self._database, match_id, repair=True)
        except Unreachable:
            return False
        for trouble in found:
            _log.error("%s", trouble.in_the_log)
        return bool(found)

    def is_met_by(self, device: str) -> bool:
        """Return whether one of the newest matches of a device is damaged."""
        try:
            with self._database.reading() as session:
                ids = list_rows.ids_of(session, device)[:MOST_CHECKED]
        except Unreachable:
            return False
        damaged = [match_id for match_id in ids if self.is_met_in(match_id)]
        return bool(damaged)


def may_be_of_a_match(failure: Unreachable) -> bool:
    """Return whether the database complains of damage, perhaps of one row only."""
    return failure.says is database_errors.DAMAGED
