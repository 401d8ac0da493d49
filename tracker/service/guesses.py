"""Wrong guesses of codes, counted and limited by where they come from and what they are aimed at.

The counts are in the database, so that they hold for all processes together. There is no count
of all guesses together: strangers could fill it and lock every table.
"""

import ipaddress
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.message import Message
from tracker.store import devices

HOUR: Final = 3600
DAY: Final = 24 * HOUR
TOO_MANY = Message("Too many wrong codes. Wait an hour, or use the host's device.")


class TooManyGuesses(Exception):
    """So many wrong guesses were made that no more are looked at for a while."""

    says = TOO_MANY


class Limit(Struct, frozen=True):
    """At most so many wrong guesses in so many seconds."""

    most: int
    seconds: int


A_NETWORK: Final = Limit(20, HOUR)
"""From one IPv4 address or one /64 of IPv6, at whatever is guessed."""
WIDER: Final = {56: Limit(60, HOUR), 48: Limit(200, HOUR)}
"""From the networks around a /64: a provider gives one household up to a /48."""
A_MATCH: Final = (Limit(30, HOUR), Limit(100, DAY))
"""At one match's table code, from wherever."""


class Guesses:
    """The guesses at one thing, from one network, in one transaction."""

    def __init__(
        self, session: Session, network: str, aim: str, limits: Sequence[Limit], now: float
    ) -> None:
        self._session = session
        everything = (*_of_networks(network), *((name_of(aim, limit), limit) for limit in limits))
        self._counts = [(what, limit.most, _since(now, limit)) for what, limit in everything]
        self._long_ago = int(now) - 2 * DAY

    def must_be_few(self) -> None:
        """Once there were too many, nothing is compared any more, and nothing is written."""
        for what, most, since in self._counts:
            if devices.guesses(self._session, what, since) >= most:
                raise TooManyGuesses

    def count(self) -> None:
        """One more. It is counted before it is looked at: of two at once the second is second."""
        for what, most, since in self._counts:
            if devices.count_guess(self._session, what, since) > most:
                raise TooManyGuesses
        devices.forget_guesses_before(self._session, self._long_ago)

    def was_right(self) -> None:
        """Take the guess off the counts: it was not a wrong one."""
        for what, _, since in self._counts:
            devices.count_guess(self._session, what, since, by=-1)


def _since(now: float, limit: Limit) -> int:
    """Return the start of the hour or the day in which guesses are counted together."""
    return int(now) - int(now) % limit.seconds


def _of_networks(network: str) -> Iterator[tuple[str, Limit]]:
    """The counts that a guess from this network adds to."""
    yield f"from {network}", A_NETWORK
    with suppress(ValueError):
        found = ipaddress.ip_network(network)
        if isinstance(found, ipaddress.IPv6Network):
            for prefix, limit in WIDER.items():
                yield f"from {found.supernet(new_prefix=prefix)}", limit


def name_of(aim: str, limit: Limit) -> str:
    return f"at {aim} {limit.seconds}"


def forget(session: Session, aim: str, limits: Sequence[Limit]) -> None:
    """Forget the guesses at something that is another now."""
    for limit in limits:
        devices.forget_guesses_of(session, name_of(aim, limit))
