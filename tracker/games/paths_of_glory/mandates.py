"""PG-7 Mandated offensives: what the dice demand, and the battle that makes it."""

from collections.abc import Callable, Mapping
from typing import Final

from tracker.games.paths_of_glory import pieces
from tracker.games.paths_of_glory.box import SPACES, TABLES
from tracker.games.paths_of_glory.columns import AP, CP, Phase
from tracker.games.paths_of_glory.entries import Battle, Mandates
from tracker.games.paths_of_glory.nations import has_lost_capital, is_at_war
from tracker.games.paths_of_glory.pieces import MADE, MUTINY, NO_MANDATE
from tracker.games.paths_of_glory.position import Table

# PG-7.1.2: what a nation that has lost its capital is passed over to. Both AH boxes go together.
PASSED_TO: Final[Mapping[str, str]] = {
    "AH": "TU",
    "AH_IT": "TU",
    "TU": "GE",
    "GE": NO_MANDATE,
    "FR": "BR",
    "BR": "IT",
    "IT": "RU",
    "RU": NO_MANDATE,
}
WESTERN_FRONT: Final = ("FR", "BE", "GE")
NOT_DUE: Final = frozenset({NO_MANDATE, MADE, MUTINY})
# What a mandate that is missed costs, by seat (PG-7.1.3).
MISSED_VP: Final = (-1, 1)
MUTINY_VP: Final = 1


def mandates(table: Table, entry: Mandates) -> None:
    """PG-7.1.1: one die a side; after them the action rounds begin."""
    _mark(table, CP, cp_mandate(table, entry.cp), "PG-7.1.1")
    _mark(table, AP, ap_mandate(table, entry.ap), "PG-7.1.1")
    table.begin(Phase.ACTIONS)


def cp_mandate(table: Table, die: int) -> str:
    """PG-7.1.6, PG-7.1.9, PG-7.1.10: Hoffmann adds 1; AH(IT) may be AH; no GE after CP 54."""
    total = min(6, die + table.was_played(CP, 37))
    result = TABLES.mandates.cp[total - 1]
    if result == "AH_IT" and (not is_at_war(table, "IT") or has_lost_capital(table, "IT")):
        result = "AH"
    result = _passed(table, result)
    return NO_MANDATE if result == "GE" and table.was_played(CP, 54) else result


def ap_mandate(table: Table, die: int) -> str:
    """PG-5.7.4, PG-7.1.8, PG-7.1.11: BR on turn 1 is FR; mutiny; no RU after CP 53."""
    result = _passed(table, TABLES.mandates.ap[die - 1])
    is_opening = table.game.historical and table.turn == 1
    if result == "BR" and is_opening and not has_lost_capital(table, "FR"):
        result = "FR"
    if result == "RU" and table.was_played(CP, 53):
        return NO_MANDATE
    return MUTINY if result == "FR" and table.was_played(CP, 47) else result


def _passed(table: Table, result: str) -> str:
    """PG-7.1.2: a neutral nation gives none; one that has lost its capital is passed over."""
    while result != NO_MANDATE:
        nation = result[:2]
        if not is_at_war(table, nation):
            return NO_MANDATE
        if not has_lost_capital(table, nation):
            return result
        result = PASSED_TO[result]
    return result


def _mark(table: Table, seat: int, mark: str, rule: str) -> None:
    table.place(pieces.MANDATE[seat], mark, rule)


def change(table: Table, seat: int, due: str, mark: str, rule: str) -> None:
    """PG-7.1.8, PG-7.1.10, PG-7.1.11: an event changes a mandate that stands."""
    if table.mandate(seat) == due:
        _mark(table, seat, mark, rule)


def _on_western_front(entry: Battle) -> bool:
    return SPACES[entry.at].nation in WESTERN_FRONT


def targets_of_ge(table: Table) -> tuple[str, ...]:
    """PG-7.1.5: whom a GE mandate is made against."""
    targets = ("US", "BR", "FR")
    return (*targets, "BE") if table.game.setup.switches.belgian_targets else targets


# What makes each mandate, besides an attack of the nation on units (PG-7.1.4 to PG-7.1.7).
MAKES: Final[Mapping[str, Callable[[Table, Battle], bool]]] = {
    "FR": lambda table, entry: "GE" in entry.defenders and _on_western_front(entry),
    "BR": lambda table, entry: "GE" in entry.defenders and _on_western_front(entry),
    "GE": lambda table, entry: (
        not set(targets_of_ge(table)).isdisjoint(entry.defenders) and _on_western_front(entry)
    ),
    "AH_IT": lambda table, entry: (
        "IT" in entry.defenders or SPACES[entry.at].nation == "IT" or entry.supplied_through_italy
    ),
    "TU": lambda table, entry: True,
    "AH": lambda table, entry: True,
    "IT": lambda table, entry: True,
    "RU": lambda table, entry: True,
}


def is_made_by(table: Table, entry: Battle) -> bool:
    """PG-7.1.4: an attacking unit of the nation and a defending unit; a bare fort is not enough."""
    mandate = table.mandate(entry.seat)
    if mandate in NOT_DUE or not entry.defenders:
        return False
    return mandate[:2] in entry.attackers and MAKES[mandate](table, entry)


def is_mutiny_broken_by(table: Table, entry: Battle) -> bool:
    """PG-7.1.8: an attack of FR units without US units, on a bare fort too."""
    is_mutiny = entry.seat == AP and table.mandate(AP) == MUTINY
    is_french = "FR" in entry.attackers and not entry.with_us
    return is_mutiny and is_french and _on_western_front(entry)


def make(table: Table, entry: Battle) -> bool:
    """PG-7.1.4, PG-7.1.8: mark the mandate as made, if the battle makes it."""
    if is_mutiny_broken_by(table, entry):
        table.score(MUTINY_VP, "PG-7.1.8")
        _mark(table, AP, MADE, "PG-7.1.8")
        return True
    if is_made_by(table, entry):
        _mark(table, entry.seat, MADE, "PG-7.1.4")
        return True
    return False


def miss(table: Table) -> None:
    """PG-7.1.3: a mandate not made by E1 costs CP 1 VP and AP gives 1 away."""
    for seat in (CP, AP):
        if table.mandate(seat) not in NOT_DUE:
            table.score(MISSED_VP[seat], "PG-7.1.3")
            table.place(pieces.MISSED[seat] + table.turn - 1, "missed", "PG-7.1.3")


def clear(table: Table) -> None:
    """PG-6.0: a new turn has no mandate yet."""
    for seat in (CP, AP):
        _mark(table, seat, NO_MANDATE, "PG-6.0")
