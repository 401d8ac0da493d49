"""Invariants of every position, whatever was written: each with the rule that says so."""

from collections.abc import Callable, Iterator
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.games.grizzled import cards, ending, hard_knocks, last_missions, mission_end, tokens
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import LOST, TOKENS, Count, Course, Phase
from tracker.games.grizzled.orders import is_judged_by_hand
from tracker.games.grizzled.position import Position, Table


def _nothing_is_negative(table: Table) -> bool:
    return all(number >= 0 for row in table.rows for number in row)


def _all_cards_are_there(table: Table) -> bool:
    return cards.total(table) == table.game.cards


def _no_card_is_open_too_often(table: Table) -> bool:
    return all(
        cards.open_copies(table, card) <= cards.copies(table, card) for card in CARDS.values()
    )


def _tokens_are_three_each_at_most(table: Table) -> bool:
    total = sum(map(table.tokens, table.seats)) + sum(table[TABLE, lost] for lost in LOST)
    return total <= BOX.start.tokens_each * len(table.seats) * (not table.game.is_solo)


def _no_kind_of_token_is_there_too_often(table: Table) -> bool:
    return all(tokens.seen(table, token) <= tokens.there_are(table, token) for token in TOKENS)


def _speeches_are_those_of_the_start_at_most(table: Table) -> bool:
    given = sum(table[seat, Count.SPEECHES] for seat in table.seats)
    return given + table[TABLE, Course.POOL] <= table.game.speeches


def _the_leader_can_lead(table: Table) -> bool:
    return table.leader in table.game.leaders


def _the_turn_is_with_somebody_in_the_mission(table: Table) -> bool:
    if table.phase is not Phase.MISSION:
        return table.turn is None
    return table.turn is not None and not table.is_withdrawn(table.turn)


def _no_mission_goes_on_that_has_failed(table: Table) -> bool:
    if table.phase is not Phase.MISSION or is_judged_by_hand(table):
        return True
    return max(mission_end.active_threats(table).values()) < last_missions.limit(table)


def _morale_is_left_while_the_game_goes_on(table: Table) -> bool:
    return table.morale > 0 or table.phase is Phase.OVER


def _a_game_that_is_over_has_a_reason(table: Table) -> bool:
    return (table.phase is Phase.OVER) == (ending.reason(table) is not None)


def _hard_knocks_have_different_places(table: Table) -> bool:
    for seat in table.seats:
        places = [table[seat, knock] for knock in hard_knocks.of(table, seat)]
        if len(set(places)) < len(places):
            return False
    return True


def _only_who_has_tokens_and_withdrew_has_laid_one(table: Table) -> bool:
    return all(
        not table[seat, Count.LAID] or (table.is_withdrawn(seat) and table.tokens(seat) > 0)
        for seat in table.seats
    )


def _the_chaplain_has_only_tokens(table: Table) -> bool:
    seat = table.game.chaplain
    if seat is None:
        return True
    has_nothing = not table[seat, Count.HAND] and not hard_knocks.of(table, seat)
    return has_nothing and table.is_withdrawn(seat) and not table[seat, Count.SPEECHES]


INVARIANTS: Final[dict[str, Callable[[Table], bool]]] = {
    "nothing is below zero": _nothing_is_negative,
    "all cards are somewhere (GR-2.5)": _all_cards_are_there,
    "no card is open more often than it is in the box (GR-2.4)": _no_card_is_open_too_often,
    "there are three tokens for each soldier at most (GR-1.6)": _tokens_are_three_each_at_most,
    "no kind of token is there too often (GR-1.6)": _no_kind_of_token_is_there_too_often,
    "there are no more speeches than at the start (GR-1.2)": (
        _speeches_are_those_of_the_start_at_most
    ),
    "the leader can lead (GR-1.7)": _the_leader_can_lead,
    "the turn is with somebody in the mission (GR-4.1)": (
        _the_turn_is_with_somebody_in_the_mission
    ),
    "no mission goes on that has failed (GR-7.1)": _no_mission_goes_on_that_has_failed,
    "morale is left while the game goes on (GR-10.4)": _morale_is_left_while_the_game_goes_on,
    "a game is over if and only if there is a reason (GR-10.5)": _a_game_that_is_over_has_a_reason,
    "hard knocks came one after another (GR-6.7)": _hard_knocks_have_different_places,
    "only who has withdrawn has laid a token (GR-6.2)": (
        _only_who_has_tokens_and_withdrew_has_laid_one
    ),
    "the chaplain has nothing but tokens (GR-13.2)": _the_chaplain_has_only_tokens,
}


def invariants(position: Position) -> tuple[str, ...]:
    """Return the names of the invariants that do not hold."""
    return tuple(_broken(Table(position)))


def _broken(table: Table) -> Iterator[str]:
    return (name for name, holds in INVARIANTS.items() if not holds(table))
