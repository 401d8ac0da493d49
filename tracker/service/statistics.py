"""Statistics over the matches that a device can see, from stored results; nothing is replayed."""

import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Final

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.service.statistics_sums import Statistics, add_up
from tracker.store import statistics_rows
from tracker.store.database import Database
from tracker.store.statistics_rows import PlayedSeat, Stamp

MOST_KEPT: Final = 64
PATIENCE: Final = 60.0
MOST_PEOPLE: Final = 12
"""So many people can be chosen as a group."""


class Chosen(Struct, frozen=True):
    """Which matches are counted: of one title or all, with all of these people or anybody."""

    title: str = ""
    people: tuple[str, ...] = ()


Key = tuple[str, Chosen]


class Kept(Struct):
    """Statistics that were added up, and what they were made of."""

    found: Statistics
    quick: Stamp
    whole: Stamp
    checked: float


class StatisticsService:
    """The statistics of one database. Added up once, they are kept until a result changes.

    Where nobody has written since, that is seen by two looks at an index. Else, and once a minute,
    the device's matches are counted: one may have been put away.
    """

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float] = time.monotonic,
        patience: float = PATIENCE,
    ) -> None:
        self._database = database
        self._clock = clock
        self._patience = patience
        self._lock = threading.Lock()
        self._kept: OrderedDict[Key, Kept] = OrderedDict()

    def read(self, device: str, chosen: Chosen) -> Statistics:
        """Return the statistics for this device."""
        key, now = (device, chosen), self._clock()
        with self._database.reading() as session:
            quick = statistics_rows.quick_stamp(session)
            kept = self._kept.get(key)
            if kept and kept.quick == quick and now - kept.checked < self._patience:
                return kept.found
            whole = statistics_rows.whole_stamp(session, device)
            if kept and kept.whole == whole:
                found = kept.found
            else:
                found = _added_up(session, device, chosen)
        self._keep(key, Kept(found, quick, whole, now))
        return found

    def _keep(self, key: Key, kept: Kept) -> None:
        with self._lock:
            self._kept[key] = kept
            self._kept.move_to_end(key)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def _added_up(session: Session, device: str, chosen: Chosen) -> Statistics:
    seats: defaultdict[str, list[PlayedSeat]] = defaultdict(list)
    for seat in statistics_rows.seats(session, device):
        seats[seat.match_id].append(seat)
    people = frozenset(chosen.people)
    matches = [
        (match, seats[match.match_id])
        for match in statistics_rows.matches(session, device)
        if not chosen.title or match.title == chosen.title
    ]
    return add_up(
        [pair for pair in matches if not people or people <= {seat.key for seat in pair[1]}],
        people,
    )
