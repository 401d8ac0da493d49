"""The title's words as a reader sees them: on a button, over a column, inside a sentence."""

from collections.abc import Iterator
from typing import Final

from tracker.engine.ledger import Column
from tracker.games.grizzled.columns import (
    HARD_KNOCKS,
    LEVELS,
    LOST,
    SET_ASIDE,
    THREATS,
    TOKENS,
    Count,
    Course,
    HardKnock,
)

COUNTED: Final[tuple[Column, ...]] = (
    *Count,
    *TOKENS,
    *HARD_KNOCKS,
    HardKnock.RECRUIT,
    Course.MISSION,
    Course.LEADER,
    Course.TURN,
    Course.DANGER,
    Course.TRIALS,
    Course.MORALE,
    Course.POOL,
    Course.COMMON_HAND,
    *SET_ASIDE,
    *LEVELS,
    *LOST,
)
"""What is counted in words; a card is told by its threats, and the rest is bookkeeping."""


def texts() -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Everything here that is to be translated, with its context."""
    for column in COUNTED:
        yield (column.one, column.many), None
        yield column.label, "label"
    for threat in THREATS:
        yield threat.term.text, threat.term.context
