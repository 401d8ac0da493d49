"""The positions that were written or read last, by the bytes that the store has of them."""

import threading
from typing import Any, Final

from tracker.games.titles import TITLES
from tracker.service.serialization import unpack_setup
from tracker.store.match_log import MatchState

MOST_KEPT: Final = 2_000
Key = tuple[str, bytes, bytes]


class PositionCache:
    """Positions by title, set-up and packed position: the same bytes are the same position.

    Whoever writes an entry leaves the new position here: the pages that follow, and the next
    entry, need not unpack it.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._kept: dict[Key, Any] = {}

    def unpacked(self, match: MatchState) -> Any:
        """Return the position of a match."""
        key = (match.title, match.setup, match.position)
        found = self._kept.get(key)
        if found is None:
            title, setup = TITLES[match.title], unpack_setup(match.title, match.setup)
            found = title.unpack(setup, match.position)
            self._keep(key, found)
        return found

    def pack_into(self, match: MatchState, position: Any) -> None:
        """Let the match have this position."""
        match.position = TITLES[match.title].pack(position)
        self._keep((match.title, match.setup, match.position), position)

    def _keep(self, key: Key, position: Any) -> None:
        with self._lock:
            self._kept[key] = position
            if len(self._kept) > self._most:
                del self._kept[next(iter(self._kept))]


positions: Final = PositionCache()
"""The cache of this process."""
