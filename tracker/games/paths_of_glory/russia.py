"""PG-16.4 Russian capitulation: the box, and the spaces that it depends on."""

from typing import Final

from tracker.engine.ledger import TABLE
from tracker.games.paths_of_glory.box import NATIONS, TABLES
from tracker.games.paths_of_glory.columns import CP, Course
from tracker.games.paths_of_glory.pieces import SPACE
from tracker.games.paths_of_glory.position import Table

TSAR_TAKES_COMMAND, FALL_OF_THE_TSAR, BOLSHEVIK_REVOLUTION, BREST_LITOVSK = 28, 52, 53, 45
SPACES_FOR_FIRST_BOX: Final = 3

_russia: Final = NATIONS["RU"]
_indexes: Final = {
    historical: tuple(
        SPACE[space]
        for space in (*_russia.vp, *(_russia.vp_historical if historical else _russia.vp_classic))
    )
    for historical in (False, True)
}
_baku: Final = SPACE["Baku"]


def russian_vp(table: Table) -> int:
    """The number of Russian VP spaces that CP holds, Baku among them."""
    places = table.places
    return sum(places[index] == "cp" for index in _indexes[table.game.historical])


def holds_all_but_baku(table: Table) -> bool:
    indexes = _indexes[table.game.historical]
    return all(table.places[index] == "cp" for index in indexes if index != _baku)


def tsar_fell_at(table: Table) -> int | None:
    """PG-16.4.5: the Russian VP spaces that CP held when the Tsar fell."""
    return table[TABLE, Course.TSAR_FELL_AT] - 1 if table[TABLE, Course.TSAR_FELL_AT] else None


def box(table: Table) -> int:
    """PG-16.4: the box of Russian capitulation, 0 to 7; it follows control back and forth."""
    if table.was_played(CP, BREST_LITOVSK):
        return 7
    if table.was_played(CP, BOLSHEVIK_REVOLUTION):
        return 6
    if table.was_played(CP, FALL_OF_THE_TSAR):
        return 5 if _is_revolution_near(table) else 4
    held = russian_vp(table)
    if table.was_played(CP, TSAR_TAKES_COMMAND):
        return 3 if table.combined + held >= TABLES.marks.fall_of_the_tsar else 2
    return 1 if held >= SPACES_FOR_FIRST_BOX else 0


def _is_revolution_near(table: Table) -> bool:
    """PG-16.4.6: a later turn, and more spaces than when the Tsar fell, or all but Baku."""
    if table.event_turn(CP, FALL_OF_THE_TSAR) >= table.turn:
        return False
    return russian_vp(table) > (tsar_fell_at(table) or 0) or holds_all_but_baku(table)
