"""Wrong guesses of a match's table code: counted, and limited by where they come from.

The counts are in the database, so that they hold for all processes together. Every count is of
one match: nobody can lock a table by guessing at another one. Short addresses and the host's
links are not counted, because they are too long to be guessed.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.message import Message
from tracker.networks import wider_network
from tracker.store import counts

HOUR: Final = 3600
DAY: Final = 24 * HOUR
TOO_MANY = Message("Too many wrong codes. Wait an hour, or use the host's device.")


class TooManyGuesses(Exception):
    """There were so many wrong guesses that codes are not compared for a while."""

    says = TOO_MANY


class Limit(Struct, frozen=True):
    """The most wrong guesses in a number of seconds."""

    most: int
    seconds: int


A_MATCH: Final = (Limit(30, HOUR), Limit(100, DAY))
"""From all networks together."""
A_NETWORK: Final = (Limit(10, HOUR), Limit(30, DAY))
"""From one IPv4 address or one /64 of IPv6."""
WIDER: Final = (Limit(20, HOUR), Limit(60, DAY))
"""From all networks of one /48: a provider gives one household up to that."""


class Guesses:
    """The wrong guesses at one match's code, from one network, in one transaction."""

    def __init__(self, session: Session, network: str, match_id: str, now: float) -> None:
        self._session = session
        self._counts = [
            (f"at {match_id}{source} {limit.seconds}", limit.most, _since(now, limit))
            for source, limit in _limits(network)
        ]
        self._now = int(now)

    def must_be_few(self) -> None:
        """Raise where there were too many: then no code is compared and nothing is written."""
        for what, most, since in self._counts:
            if counts.counted(self._session, what, since) >= most:
                raise TooManyGuesses

    def count(self) -> None:
        """Count one more before its code is compared: of two at once the second is second."""
        for what, most, since in self._counts:
            if counts.count(self._session, what, since) > most:
                raise TooManyGuesses
        counts.forget_old(self._session, self._now)

    def was_right(self) -> None:
        """Take the guess off the counts: it was not a wrong one."""
        for what, _, since in self._counts:
            counts.count(self._session, what, since, by=-1)


def _since(now: float, limit: Limit) -> int:
    """Return the start of the hour or the day in which guesses are counted together."""
    return int(now) - int(now) % limit.seconds


def _limits(network: str) -> Iterator[tuple[str, Limit]]:
    """Yield the counts that a guess adds to, the match's own first: all lock in this order."""
    yield from (("", limit) for limit in A_MATCH)
    yield from ((f" from {network}", limit) for limit in A_NETWORK)
    if wider := wider_network(network):
        yield from ((f" from {wider}", limit) for limit in WIDER)


def forget(session: Session, match_id: str) -> None:
    """Forget the guesses at a match whose code is new."""
    counts.forget_beginning_with(session, f"at {match_id} ")
