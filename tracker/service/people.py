"""The people of a device's matches: offered when a match is set up, and forgotten on request."""

from typing import Final

from tracker.engine.clean_text import clean
from tracker.service.match import moment
from tracker.store import devices, match_log, people_rows
from tracker.store.database import Database
from tracker.store.devices import Right
from tracker.store.result_rows import key_of

MATCHES_LOOKED_AT: Final = 100
MOST_OFFERED_PEOPLE: Final = 24


class KnownPeople:
    """The names that a device knows. They are offered to no other device."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def known_to(self, device: str) -> list[str]:
        """Return the names of the device's newest matches, the most recent first.

        A name that was forgotten comes back with the next match that it is in.
        """
        with self._database.reading() as session:
            seats = people_rows.newest_seats(session, device, MATCHES_LOOKED_AT)
            forgotten = people_rows.forgotten(session, device)
        names: dict[str, str] = {}
        for name, key, changed in seats:
            if changed > forgotten.get(key, ""):
                names.setdefault(key, name)
        return list(names.values())[:MOST_OFFERED_PEOPLE]

    def forget(self, device: str, name: str) -> None:
        """Offer this name no more on this device; no match changes."""
        with self._database.writing() as session:
            people_rows.forget(session, device, key_of(clean(name))[:120], moment())

    def may_see(self, device: str, match_id: str) -> bool:
        """Return whether a device is at a match that was not put away, and was not taken off it."""
        with self._database.reading() as session:
            match = match_log.state_of(session, match_id)
            found = devices.standing_of(session, match_id, device)
        return (
            match is not None
            and match.put_away is None
            and found is not None
            and found[0] != Right.REMOVED
        )

    def last_match(self, device: str, title: str) -> str | None:
        """Return the match of this title that the device has made last."""
        with self._database.reading() as session:
            return people_rows.last_match(session, device, title)
