"""The title's words as a reader sees them: on a button, over a column, inside a sentence."""

from collections.abc import Iterator
from typing import Final

from tracker.engine.ledger import Column
from tracker.games.paths_of_glory.box import CARDS
from tracker.games.paths_of_glory.checking import NATIONS_OF
from tracker.games.paths_of_glory.columns import AP, CP, SIDE_NAMES, Course, Replacement, SideColumn
from tracker.games.paths_of_glory.progress import FIRST_MONTHS, SEASONS

COUNTED: Final[tuple[Column, ...]] = (
    SideColumn.WAR_STATUS,
    SideColumn.COMMITMENT,
    SideColumn.HAND,
    SideColumn.DECK,
    *Replacement,
    Course.TURN,
    Course.VP_EVENTS,
    Course.VP_SPACES,
)
"""The columns that sentences count; the rest is bookkeeping."""


def texts() -> Iterator[tuple[str | tuple[str, ...], str | None]]:
    """Everything here that is to be translated, with its context."""
    for column in COUNTED:
        yield (column.singular, column.plural), None
        yield column.label, "label"
    for side in SIDE_NAMES:
        yield side, "side"
    for nation in (*NATIONS_OF[CP], *NATIONS_OF[AP], *(column.name for column in Replacement)):
        yield nation, "nation"
    yield from _card_texts()
    for month in FIRST_MONTHS.values():
        yield month, "month"
    for season in SEASONS:
        yield season, "season"


def _card_texts() -> Iterator[tuple[str, str]]:
    for cards in CARDS:
        for card in cards:
            yield card.name, "card"
            if card.effect:
                yield card.effect, "effect"
