"""The limits of the server: what all clients may take together, and what one of them may."""

import sys
from collections import Counter
from typing import Final

from msgspec import Struct

# Each connection is an open file. Without more than the usual 1,024 a club would fill the server.
FILES: Final = 10_240
# Files that are no connections: the database, temporary files, what is printed.
OTHER_FILES: Final = 200
BY_ADDRESS: Final = 400
"""Connections from one address: a club behind one router has some hundred devices."""
LARGE_BODIES: Final = 16
"""Bodies that are held in a temporary file at once; each takes a file handle or two."""
LARGE_BODIES_BY_ADDRESS: Final = 4

LARGE_ANSWERS: Final = 64
"""Answers of more than 256 kB in one piece that are being sent at once: they wait in memory."""
LARGE_ANSWERS_BY_ADDRESS: Final = 16


def raise_file_limit() -> int:
    """Allow this process as many open files as it needs and the system lets it; their number."""
    if sys.platform == "win32":
        return FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return FILES
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return max(soft, wanted)


class Limits(Struct, frozen=True):
    """The limits for clients, and how many proxies say who they are."""

    connections: int = FILES - OTHER_FILES
    by_address: int = BY_ADDRESS
    proxies: int = 0

    @property
    def streams(self) -> int:
        """Streams in all: some connections are always left for entries."""
        return self.connections * 3 // 4

    @property
    def streams_by_address(self) -> int:
        return self.by_address * 3 // 4

    @property
    def connections_by_address(self) -> int:
        """Connections that are accepted from one address; a proxy has everybody's."""
        return self.connections if self.proxies else self.by_address


DEFAULT_LIMITS: Final = Limits()


def limits_of(files: int, by_address: int, proxies: int) -> Limits:
    """The limits of a process that may open so many files; no address may take half of them."""
    connections = max(files - OTHER_FILES, 20)
    return Limits(connections, min(by_address, connections // 2), proxies)


class ClientPlaces:
    """Places of one kind: so many in all, and so many of them for one client."""

    def __init__(self, in_all: int, for_one: int) -> None:
        self._in_all = in_all
        self._for_one = for_one
        self._taken: Counter[str] = Counter()
        self._number = 0

    def take(self, client: str) -> bool:
        """Take a place, if there is one for this client."""
        if self._number >= self._in_all or self._taken[client] >= self._for_one:
            return False
        self._number += 1
        self._taken[client] += 1
        return True

    def leave(self, client: str) -> None:
        self._number -= 1
        self._taken[client] -= 1
        if not self._taken[client]:
            del self._taken[client]
