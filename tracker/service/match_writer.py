"""Opening a write on a match, and publishing what was written once it is on disk."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from tracker.service import results
from tracker.service.quarantine import Quarantined
from tracker.service.write_errors import NoSuchMatch
from tracker.service.writing import Receipt, Write
from tracker.store import match_log
from tracker.store.database import Database
from tracker.store.match_log import context_of, listing_of, relist

Publish = Callable[[str, int], None]


def publish_to_nobody(match_id: str, version: int) -> None:
    """Publish to nobody: no other device follows the match."""


class MatchWriter:
    """Writes on the matches of a database, and publishes what was written once it is committed."""

    def __init__(self, database: Database, publish: Publish = publish_to_nobody) -> None:
        self._database = database
        self._publish = publish

    def write(
        self, match_id: str, write_id: str, by: str, work: Callable[[Write], Receipt]
    ) -> Receipt:
        """Do the work on the match; nobody else writes on it meanwhile."""

        def carry_out(session: Session) -> tuple[Receipt, bool]:
            match = match_log.state_to_write(session, match_id)
            if match is None or match.put_away is not None:
                raise NoSuchMatch(match_id)
            if match.trouble is not None:
                raise Quarantined(match_id)
            before, was_over, was_listed = match.version, match.is_over, listing_of(match)
            context = context_of(session, match_id, write_id, by)
            receipt = work(Write(session, match, write_id, by, context))
            if match.version != before:
                match_log.save(session, match)
                if listing_of(match) != was_listed:
                    relist(session, match_id, listing_of(match))
                results.settle(session, match, was_over=was_over)
                self._database.notify(session, match_id, match.version)
            return receipt, match.version != before

        receipt, is_changed = self._database.write(carry_out)
        if is_changed:
            self._publish(match_id, receipt.version)
        return receipt
