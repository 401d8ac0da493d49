"""The time of a match, from the times of its entries: of each seat, of each round, and pauses."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

PAUSE_SECONDS: Final = 30 * 60
"""Between two entries that are so far apart the table has made a pause."""


class Moment(Struct, frozen=True):
    """The moment of an entry that counts."""

    seconds: float
    """The time when it was written, in seconds since 1970."""
    round: int
    """The round in which it was written."""
    turn: int | None
    """The seat whose turn it was before it; None where there are no turns then."""


class TimeSpent(Struct, frozen=True):
    """The whole seconds of a match. Seats, table and pauses add up to `total`."""

    total: int
    seats: tuple[int, ...]
    table: int
    """The time in which it was nobody's turn."""
    pauses: tuple[int, ...]
    """The length of each pause."""
    rounds: tuple[tuple[int, int], ...]
    """Each round with its time, without pauses."""
    longest: tuple[int, int] | None
    """The seat of the longest turn, and its seconds; None where there are no turns."""

    @property
    def has_turns(self) -> bool:
        return self.longest is not None


def time_spent(moments: Sequence[Moment], seats: int) -> TimeSpent:
    """Return the time between the first and the last entry, by whose it was.

    Of a clock that was put back, the time stands still until it has caught up.
    """
    written = _forward(moments)
    by_seat, rounds = Counter[int | None](), Counter[int]()
    pauses: list[int] = []
    longest: tuple[int, int] | None = None
    running: tuple[int | None, int] = (None, 0)
    for (before, _), (after, moment) in pairwise(zip(written, moments, strict=True)):
        spent = after - before
        if spent >= PAUSE_SECONDS:
            pauses.append(spent)
            continue
        by_seat[moment.turn] += spent
        rounds[moment.round] += spent
        running = (moment.turn, spent + (running[1] if running[0] == moment.turn else 0))
        if running[0] is not None and (longest is None or running[1] > longest[1]):
            longest = (running[0], running[1])
    return TimeSpent(
        written[-1] - written[0] if written else 0,
        tuple(by_seat[seat] for seat in range(seats)),
        by_seat[None],
        tuple(pauses),
        tuple(sorted(rounds.items())),
        longest,
    )


def _forward(moments: Sequence[Moment]) -> list[int]:
    """Return the whole seconds of the entries, none before the one that precedes it."""
    seconds: list[int] = []
    for moment in moments:
        seconds.append(max(int(moment.seconds), seconds[-1] if seconds else 0))
    return seconds
