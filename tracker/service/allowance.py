"""The hourly limits of a network, and its share of a room that is for everybody.

Devices are free: whoever wants more of them asks for more. So the network of a request is counted,
in the transaction that stores something, and in the database, so that the count holds for all
processes, and a write that fails is not counted. Entries are free: a table pays nothing for this.
"""

import math
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.message import Message
from tracker.networks import network_of, pseudonym, wider_network
from tracker.store import counts

HOUR: Final = 3600
FACTOR_OF_WIDER: Final = 2
"""All networks of a /48 of IPv6 together may store twice as much as one of them."""
PARTS_OF_ROOM: Final = 4
"""One network may take one of so many parts of a room that is for everybody."""


class Stored(StrEnum):
    """A kind of thing that is counted."""

    MATCHES = "matches"
    FILES = "files"
    DECKS = "decks"
    LOOKERS = "lookers"
    KILOBYTES = "kilobytes"


SENTENCES: Final = {
    Stored.MATCHES: Message(
        "{most} matches were made from this network in this hour. Try again in {minutes} min."
    ),
    Stored.FILES: Message(
        "{most} files were imported from this network in this hour. Try again in {minutes} min."
    ),
    Stored.DECKS: Message(
        "{most} decks were made from this network in this hour. Try again in {minutes} min."
    ),
    Stored.LOOKERS: Message(
        "{most} devices came from this network in this hour. Try again in {minutes} min."
    ),
    Stored.KILOBYTES: Message(
        "{most} kB were stored from this network in this hour. Try again in {minutes} min."
    ),
}


class TooMuchStored(Exception):
    """A network has stored as much as it may in an hour; this was not stored."""

    def __init__(self, what: Stored, most: int, seconds: int) -> None:
        super().__init__(what, most, seconds)
        self.seconds = seconds
        self.says = Message(
            SENTENCES[what].text, {"most": most, "minutes": math.ceil(seconds / 60)}
        )


class HourlyLimits(Struct, frozen=True):
    """The most that one network may store in an hour."""

    matches: int
    files: int
    decks: int
    lookers: int
    kilobytes: int


class Allowance(Struct, frozen=True):
    """The allowance of a request from this address: how much it may still store."""

    address: str
    limits: HourlyLimits
    key: str
    """Makes the pseudonyms of networks."""
    clock: Callable[[], float] = time.time

    def use(self, session: Session, what: Stored, amount: int = 1) -> None:
        """Count what this transaction stores; raise `TooMuchStored` where it is too much."""
        now = int(self.clock())
        since = now - now % HOUR
        network, most = network_of(self.address), getattr(self.limits, what)
        shares = [(network, most)]
        if wider := wider_network(network):
            shares.append((wider, FACTOR_OF_WIDER * most))
        for source, share in shares:
            if counts.count(session, f"{what} from {source}", since, amount) > share:
                raise TooMuchStored(what, share, since + HOUR - now)
        counts.forget_old(session, now)

    @property
    def network(self) -> str | None:
        """Return the pseudonym of the network, wide as it may be, to be stored with a thing."""
        network = network_of(self.address)
        return pseudonym(wider_network(network) or network, self.key)


def kilobytes(*pieces: bytes) -> int:
    """Return the size of what is stored, rounded up."""
    return math.ceil(sum(map(len, pieces)) / 1000)
