"""PG-4 The start: August 1914, and the two hands of Mobilization cards."""

from tracker.engine.ledger import TABLE
from tracker.games.paths_of_glory.columns import (
    AP,
    CP,
    SEAT_COLUMNS,
    TABLE_COLUMNS,
    Course,
    SideColumn,
)
from tracker.games.paths_of_glory.pieces import START
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.setup import Setup, game


def blank(setup: Setup) -> Position:
    """The sheet before anything is written on it."""
    seat, table = (0,) * SEAT_COLUMNS, (0,) * TABLE_COLUMNS
    return Position(game(setup), (seat, seat, table), START)


def open_sheet(table: Table) -> None:
    """PG-4, PG-4.3.1: turn 1, and a full hand from the Mobilization deck for each side."""
    table.put(TABLE, Course.TURN, 1, "PG-4")
    hand, mobilization = table.game.hand_size, table.game.deck_sizes[0]
    for seat in (CP, AP):
        table.put(seat, SideColumn.HAND, hand, "PG-4.3.1")
        table.put(seat, SideColumn.DECK, mobilization - hand, "PG-4.3.1")
