"""PG-11.1.11, PG-16.1.3.1: which nations are at war, and what is neutral."""

from collections.abc import Callable, Mapping
from typing import Final

from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory.box import SPACES, TABLES
from tracker.games.paths_of_glory.columns import AP, CP, Level
from tracker.games.paths_of_glory.names import nation_term
from tracker.games.paths_of_glory.pieces import BESIEGED
from tracker.games.paths_of_glory.position import Table

ORDER: Final = (
    *("GE", "AH", "TU", "BU", "FR", "BR", "BE", "RU", "SB", "MN", "IT", "RO", "GR", "US"),
)

# When a nation that was neutral at the start came into the war; all others are in it.
CAME_IN: Final[Mapping[str, Callable[[Table], bool]]] = {
    "TU": lambda table: table.level(CP) is not Level.MOBILIZATION,
    "BU": lambda table: table.was_played(CP, 34),
    "IT": lambda table: table.was_played(AP, 17),
    "RO": lambda table: table.was_played(AP, 16),
    "GR": lambda table: table.was_played(AP, 44),
    "US": lambda table: table.was_played(AP, 54),
}
# When the spaces of a nation are open, where that is not when the nation came in.
OPENED: Final[Mapping[str, Callable[[Table], bool]]] = {
    "TU": CAME_IN["TU"],
    "BU": CAME_IN["BU"],
    "IT": CAME_IN["IT"],
    "RO": CAME_IN["RO"],
    "PE": CAME_IN["TU"],
    "GR": lambda table: table.was_played(AP, 30) or table.was_played(AP, 44),
}
ALWAYS_SUPPLIED: Final = frozenset({"BR", "RU", "US", "A"})


def is_at_war(table: Table, nation: str) -> bool:
    came_in = CAME_IN.get(nation)
    return came_in is None or came_in(table)


def at_war(table: Table) -> list[str]:
    """The nations at war, in the order of the sheet."""
    return [nation for nation in ORDER if is_at_war(table, nation)]


def must_be_open(table: Table, space: str) -> None:
    """PG-11.1.11: the spaces of a neutral nation are neither entered nor attacked."""
    nation = SPACES[space].nation
    opened = OPENED.get(nation)
    if opened is not None and not opened(table):
        raise Refused(
            "PG-11.1.11",
            "{space} cannot be entered: {nation} is neutral.",
            space=space,
            nation=nation_term(nation),
        )


def must_be_at_war(table: Table, nation: str) -> None:
    """PG-11.1.11: a neutral nation neither attacks nor is attacked."""
    if not is_at_war(table, nation):
        raise Refused("PG-11.1.11", "{nation} is neutral.", nation=nation_term(nation))


def has_lost_capital(table: Table, nation: str) -> bool:
    """PG-7.1.2: whether the enemy holds the nation's capital; of AH, both of them."""
    capitals = TABLES.capitals.get(nation, ())
    return bool(capitals) and all(
        table.holder(capital) != SPACES[capital].owner for capital in capitals
    )


def capital_in_danger(table: Table, nation: str) -> str | None:
    """PG-17.1.3: a capital of the nation that is enemy-held or besieged; of AH, either."""
    for capital in TABLES.capitals.get(nation, ()):
        is_held = table.holder(capital) != SPACES[capital].owner
        if is_held or table.fort_state(capital) == BESIEGED:
            return capital
    return None
