"""Wrong guesses of codes, counted and limited by where they come from and what they are aimed at.

The counts are in the database, so that they hold for all processes together.
"""

import ipaddress
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.message import Message
from tracker.store import devices

HOUR: Final = 3600
DAY: Final = 24 * HOUR
TOO_MANY = Message("Too many wrong guesses; wait an hour, or let the host's device do it.")


class TooManyGuesses(Exception):
    """So many wrong guesses were made that no more are looked at for a while."""

    says = TOO_MANY


class Limit(Struct, frozen=True):
    """At most so many wrong guesses in so many seconds."""

    most: int
    seconds: int


A_NETWORK: Final = Limit(20, HOUR)
"""From one network, at whatever is guessed."""
A_MATCH: Final = (Limit(30, HOUR), Limit(100, DAY))
"""At one match's table code, from wherever."""
SHORT_ADDRESSES: Final = (Limit(2000, HOUR),)
"""At short addresses, from wherever."""
TOKENS: Final = (Limit(2000, HOUR),)


class Guesses:
    """What is guessed at, from one network, in one transaction."""

    def __init__(
        self, session: Session, network: str, aim: str, limits: Sequence[Limit], now: float
    ) -> None:
        self._session = session
        everything = ((f"from {network}", A_NETWORK), *((name_of(aim, one), one) for one in limits))
        self._counts = [(what, one.most, _since(now, one)) for what, one in everything]
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
        """It was none of the wrong ones after all."""
        for what, _, since in self._counts:
            devices.count_guess(self._session, what, since, by=-1)


def _since(now: float, limit: Limit) -> int:
    """When the hour or the day began in which guesses are counted together."""
    return int(now) - int(now) % limit.seconds


def name_of(aim: str, limit: Limit) -> str:
    return f"at {aim} {limit.seconds}"


def forget(session: Session, aim: str, limits: Sequence[Limit]) -> None:
    """What was guessed at is another now."""
    for limit in limits:
        devices.forget_guesses_of(session, name_of(aim, limit))


def network_of(address: str | None) -> str:
    """Where a guess comes from: one address, or the whole network that a household has in IPv6."""
    with suppress(ValueError):
        found = ipaddress.ip_address(address or "")
        if isinstance(found, ipaddress.IPv6Address):
            if found.ipv4_mapped is not None:
                return str(found.ipv4_mapped)
            return str(ipaddress.ip_network((int(found), 64), strict=False))
        return str(found)
    return "unknown"
