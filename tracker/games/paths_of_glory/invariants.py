"""Invariants of every position, whatever was written: each with the rule that says so."""

from collections.abc import Callable
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.games.paths_of_glory import pieces
from tracker.games.paths_of_glory.box import FORTS, SPACES
from tracker.games.paths_of_glory.columns import AP, CP, POINTS, Course, Phase, SideColumn
from tracker.games.paths_of_glory.hands import decks_in
from tracker.games.paths_of_glory.pieces import DESTROYED, DISCARD, KEPT, REMOVED, USED
from tracker.games.paths_of_glory.position import Position, Table


def _vp_of_spaces_are_those_held(table: Table) -> bool:
    lost = [space for space in table.game.vp_spaces if table.holder(space) != SPACES[space].owner]
    to_cp = sum(table.holder(space) == CP for space in lost)
    return table[TABLE, Course.VP_SPACES] == to_cp - (len(lost) - to_cp)


def _no_card_is_lost(table: Table) -> bool:
    return all(_cards(table, seat) == _cards_in(table, seat) for seat in (CP, AP))


def _cards(table: Table, seat: int) -> int:
    seen = table.cards_that_lie(seat, DISCARD, KEPT, USED, REMOVED)
    return table.hand(seat) + table[seat, SideColumn.DECK] + len(seen)


def _cards_in(table: Table, seat: int) -> int:
    return sum(table.game.deck_sizes[: decks_in(table, seat)])


def _cp_acts_first(table: Table) -> bool:
    return table.actions(CP) - table.actions(AP) in (0, 1)


def _standing_forts_keep_their_spaces(table: Table) -> bool:
    return all(
        table.holder(space) == SPACES[space].owner
        for space in FORTS
        if space in table.game.vp_spaces and table.fort_state(space) != DESTROYED
    )


def _nothing_is_negative(table: Table) -> bool:
    columns = (*SideColumn, *POINTS[CP], *POINTS[AP])
    return all(table[seat, column] >= 0 for seat in (CP, AP) for column in columns)


def _halves_are_left_only_in_a_segment(table: Table) -> bool:
    spending = {Phase.AP_REPLACEMENTS: AP, Phase.CP_REPLACEMENTS: CP}.get(table.phase)
    return all(
        table[seat, column] % 2 == 0
        for seat in (CP, AP)
        if seat != spending
        for column in POINTS[seat]
    )


def _the_turn_is_one_of_the_scenario(table: Table) -> bool:
    return 1 <= table.turn <= table.game.last_turn


def _over_means_a_result(table: Table) -> bool:
    has_reason, has_rule = bool(table[TABLE, Course.REASON]), bool(table.places[pieces.RESULT])
    return (table.phase is Phase.OVER) == has_reason == has_rule


INVARIANTS: Final[dict[str, Callable[[Table], bool]]] = {
    "the VP of spaces are those of the spaces that changed hands (PG-5.1.2)": (
        _vp_of_spaces_are_those_held
    ),
    "hand, draw pile, discard, kept and removed are the decks that are in (PG-9.1.2)": (
        _no_card_is_lost
    ),
    "CP's actions are AP's or one more (PG-8.1.2)": _cp_acts_first,
    "no space with an intact fort is held by the other side (PG-15.1.10)": (
        _standing_forts_keep_their_spaces
    ),
    "nothing but VP is below zero": _nothing_is_negative,
    "half points are left only in their segment (PG-17.1.2)": _halves_are_left_only_in_a_segment,
    "the turn is one of the scenario's (PG-6.0)": _the_turn_is_one_of_the_scenario,
    "a game is over if and only if it has a result (PG-0.3)": _over_means_a_result,
}


def invariants(position: Position) -> tuple[str, ...]:
    """The names of the invariants that do not hold."""
    table = Table(position)
    return tuple(name for name, holds in INVARIANTS.items() if not holds(table))
