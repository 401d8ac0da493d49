"""Other processes of the same server: which devices follow a match there."""

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Final

FRESH_FOR: Final = 60.0
"""The seconds that the word of another process counts; one that has died sends nothing more."""
REPEAT_AFTER: Final = 20.0
"""The seconds after which a process sends again who is there."""
MOST_NAMED: Final = 250
"""The devices that one word names: PostgreSQL passes on less than 8,000 bytes."""


class Neighbours:
    """The devices that follow matches in other processes, as each of these has sent last."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._sent: defaultdict[str, dict[str, tuple[float, frozenset[str]]]] = defaultdict(dict)

    def note(self, match_id: str, process: str, devices: Iterable[str]) -> None:
        """Take down who follows the match in that process; nobody, if none are named."""
        found = frozenset(devices)
        if found:
            self._sent[match_id][process] = self._clock(), found
        else:
            self._sent[match_id].pop(process, None)
            self._forget_if_empty(match_id)

    def devices(self, match_id: str) -> frozenset[str]:
        """Return the devices that follow the match elsewhere."""
        if match_id not in self._sent:
            return frozenset()
        sent, oldest = self._sent[match_id], self._clock() - FRESH_FOR
        for process in [name for name, (at, _) in sent.items() if at < oldest]:
            del sent[process]
        found = frozenset(device for _, devices in sent.values() for device in devices)
        self._forget_if_empty(match_id)
        return found

    def _forget_if_empty(self, match_id: str) -> None:
        if not self._sent[match_id]:
            del self._sent[match_id]
