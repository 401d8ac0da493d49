"""Bonuses that follow from the numbers: fort (CW-9.5), gold reserve (9.7), domination (9.9)."""

from typing import TYPE_CHECKING, Final

from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import BONUSES, Bonus, Count, Resource

if TYPE_CHECKING:
    from tracker.games.civil_war.position import Table

# The places in a row, as every line of gold or wood asks for them.
GOLD, WOOD = Resource.GOLD.at, Resource.WOOD.at
FORT, GOLD_RESERVE, DOMINATED = Bonus.FORT.at, Bonus.GOLD_RESERVE.at, Count.DOMINATED.at
ALL_HELD: Final = [1] * len(BONUSES)
HELD: Final = slice(BONUSES[0].at, BONUSES[-1].at + 1)


def settle(table: "Table", seat: int) -> None:
    """Let fort, reserve and domination follow, one after the other, until nothing more does."""
    row = table.rows[seat]
    if (row[WOOD] >= BOX.fort.wood) != row[FORT]:
        _stand_or_fall(table, seat, Bonus.FORT, BOX.fort.points, "CW-9.5")
    elif _reserve_moves(table, seat):
        _stand_or_fall(table, seat, Bonus.GOLD_RESERVE, BOX.gold_reserve.points, "CW-9.7")
    else:
        settle_domination(table, seat)


def settle_domination(table: "Table", seat: int) -> None:
    """CW-9.9: all five at the same moment, +50 points; −50 points when one of them goes."""
    row = table.rows[seat]
    is_whole = list(row[HELD]) == ALL_HELD
    if is_whole != row[DOMINATED]:
        change = 1 if is_whole else -1
        table.add(seat, Count.DOMINATED, change, "CW-9.9")
        table.add(seat, Count.POINTS, change * BOX.domination.points, "CW-9.9")


def _reserve_moves(table: "Table", seat: int) -> bool:
    """CW-9.7, CW-9.8: gold that was kept when a reserve was spent makes one when it changes."""
    row = table.rows[seat]
    is_enough = row[GOLD] >= BOX.gold_reserve.gold
    if is_enough and not row[GOLD_RESERVE]:
        return table.has_line(seat, Resource.GOLD)
    return is_enough != row[GOLD_RESERVE]


def _stand_or_fall(table: "Table", seat: int, bonus: Bonus, points: int, rule: str) -> None:
    """CW-9.5, CW-9.7: at 60 it stands at once, +10 points; below 60 it is gone, −10 points."""
    change = -1 if table.has(seat, bonus) else 1
    table.add(seat, Count.POINTS, change * points, rule)
    table.add(seat, bonus, change, rule)
