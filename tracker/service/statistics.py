"""Statistics over the matches that a device can see, from stored results; nothing is replayed."""

import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.service.match import moment_of
from tracker.service.statistics_sums import Sums
from tracker.service.statistics_types import Statistics
from tracker.store import statistics_rows
from tracker.store.database import Database
from tracker.store.statistics_rows import PlayedMatch, PlayedSeat

MOST_KEPT: Final = 64
MARGIN: Final = 60.0
"""Seconds: what was written so long before is looked at again, as it may not have been there."""
MOST_CHOSEN_PEOPLE: Final = 12
"""So many people can be chosen as a group."""
NOT_CHOSEN: Final = 0


class Chosen(Struct, frozen=True):
    """The choice of matches to count: one title or all, with all of these people or anybody."""

    title: str = ""
    people: tuple[str, ...] = ()

    def has(self, match: PlayedMatch, seats: list[PlayedSeat]) -> bool:
        if self.title and match.title != self.title:
            return False
        return not self.people or {seat.key for seat in seats}.issuperset(self.people)


class _Outdated(Exception):
    """Something that was added has changed, or comes before it: all is added up anew."""


class _CachedSums:
    """The sums of one device's matches, and which were added as what."""

    def __init__(self, chosen: Chosen) -> None:
        self._chosen = chosen
        self._sums = Sums(frozenset(chosen.people))
        self._prints: dict[str, int] = {}
        self._last = ("", "")
        self._without_result = 0
        self.found = self._sums.statistics()
        self.read_at = self.counted_at = 0.0

    def add_all(self, session: Session, device: str) -> None:
        """Add every match that the device can see."""
        seats: defaultdict[str, list[PlayedSeat]] = defaultdict(list)
        for seat in statistics_rows.seats(session, device):
            seats[seat.match_id].append(seat)
        for match in statistics_rows.matches(session, device):
            self._add(match, seats[match.match_id])
        number = statistics_rows.number_of_matches(session, device)
        self._without_result = number - len(self._prints)
        self.counted_at = self.read_at
        self.found = self._sums.statistics()

    def add_changed(self, session: Session, device: str, now: float) -> None:
        """Add the matches that have ended since; anything else that has changed is refused."""
        since = moment_of(self.read_at - MARGIN)
        added = []
        for match_id in statistics_rows.changed_since(session, device, since):
            match = statistics_rows.match(session, device, match_id)
            seats = statistics_rows.seats_of_match(session, device, match_id)
            if self._is_new(match_id, match, seats) and match is not None:
                added.append((match, seats))
        for match, seats in sorted(added, key=lambda pair: _place(pair[0])):
            self._add(match, seats)
        if added or now - self.counted_at >= MARGIN:
            self._must_be_whole(session, device)
            self.counted_at = now
        if added:
            self.found = self._sums.statistics()

    def _must_be_whole(self, session: Session, device: str) -> None:
        """Count the matches: a backup may have been restored, which changes no time."""
        number = statistics_rows.number_of_matches(session, device)
        if number != len(self._prints) + self._without_result:
            raise _Outdated

    def _is_new(self, match_id: str, match: PlayedMatch | None, seats: list[PlayedSeat]) -> bool:
        added_as = self._prints.get(match_id)
        if match is None:
            if added_as is not None:
                raise _Outdated
            return False
        if added_as is None:
            return True
        if added_as != self._print(match, seats):
            raise _Outdated
        return False

    def _add(self, match: PlayedMatch, seats: list[PlayedSeat]) -> None:
        added_as = self._print(match, seats)
        if added_as != NOT_CHOSEN:
            if _place(match) < self._last:
                raise _Outdated
            self._last = _place(match)
            self._sums.add(match, seats)
        self._prints[match.match_id] = added_as

    def _print(self, match: PlayedMatch, seats: list[PlayedSeat]) -> int:
        """Return what tells a result from every other; it is not kept whole."""
        return hash((match, *seats)) if self._chosen.has(match, seats) else NOT_CHOSEN


def _place(match: PlayedMatch) -> tuple[str, str]:
    return match.ended, match.match_id


class StatisticsService:
    """The statistics of one database. What was added up is kept, and what has ended since added.

    Only where a result that was counted has changed or is gone, all is added up anew.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._clock = clock
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[str, Chosen], _CachedSums] = OrderedDict()

    def read(self, device: str, chosen: Chosen) -> Statistics:
        """Return the statistics for this device."""
        now = self._clock()
        # Taken out while it is added to: whoever asks for the same meanwhile adds up alone.
        with self._lock:
            kept = self._kept.pop((device, chosen), None)
        with self._database.reading() as session:
            if kept is None or now < kept.read_at or not _is_current(kept, session, device, now):
                kept = _CachedSums(chosen)
                kept.read_at = now
                kept.add_all(session, device)
        kept.read_at = now
        found = kept.found
        with self._lock:
            self._kept[device, chosen] = kept
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


def _is_current(kept: _CachedSums, session: Session, device: str, now: float) -> bool:
    """Return whether what was kept could be brought up to date."""
    try:
        kept.add_changed(session, device, now)
    except _Outdated:
        return False
    return True
