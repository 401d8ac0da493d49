"""PG-16.3 The entry of the United States: four boxes."""

from typing import Final

from tracker.games.paths_of_glory.box import TABLES
from tracker.games.paths_of_glory.columns import AP
from tracker.games.paths_of_glory.position import Table

ZIMMERMANN_TELEGRAM, OVER_THERE = 54, 55
NEUTRAL, TELEGRAM_ALLOWED, AT_WAR, OVER_THERE_PLAYED = range(4)
BOXES: Final = 4


def box(table: Table) -> int:
    """PG-16.3.2, PG-16.3.4: 1 at combined 30, 2 after AP 54, 3 after AP 55."""
    if table.was_played(AP, OVER_THERE):
        return OVER_THERE_PLAYED
    if table.was_played(AP, ZIMMERMANN_TELEGRAM):
        return AT_WAR
    return TELEGRAM_ALLOWED if table.combined >= TABLES.marks.us_entry else NEUTRAL
