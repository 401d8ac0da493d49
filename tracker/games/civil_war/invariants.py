"""Invariants of every position, whatever was written: each with the rule that says so."""

from collections.abc import Callable, Iterator
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.games.civil_war import winning
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import (
    BONUSES,
    KINDS,
    RESOURCES,
    Bonus,
    Count,
    Course,
    Phase,
    Resource,
)
from tracker.games.civil_war.position import Position, Table

FLAGS: Final = (
    *BONUSES,
    Count.ATTACKED,
    Count.RESERVE_SPENT,
    Count.DOMINATED,
    Count.OUT,
    Count.SIDE,
    Count.DESTROYED_NORTH,
    Count.DESTROYED_SOUTH,
)


def _nothing_is_negative(table: Table, seat: int) -> bool:
    columns = (*RESOURCES, *KINDS, Count.LOST_TURNS, Count.PLACE)
    return all(table[seat, column] >= 0 for column in columns)


def _what_is_held_is_held_once(table: Table, seat: int) -> bool:
    return all(table[seat, column] in (0, 1) for column in FLAGS)


def _a_fort_stands_at_60_wood(table: Table, seat: int) -> bool:
    return table.has(seat, Bonus.FORT) == (table[seat, Resource.WOOD] >= BOX.fort.wood)


def _a_reserve_stands_at_60_gold(table: Table, seat: int) -> bool:
    enough = table[seat, Resource.GOLD] >= BOX.gold_reserve.gold
    if enough and table.switches.reserve_spends == "sixty" and table[seat, Count.RESERVE_SPENT]:
        return True  # CW-9.8: what was kept makes no new reserve until the gold changes
    return table.has(seat, Bonus.GOLD_RESERVE) == enough


def _all_five_bonuses_are_domination(table: Table, seat: int) -> bool:
    return not all(table.has(seat, bonus) for bonus in BONUSES) or table[seat, Count.DOMINATED] > 0


def _who_is_out_has_nothing(table: Table, seat: int) -> bool:
    columns = (*RESOURCES, *KINDS, *BONUSES, Count.LOST_TURNS)
    return not table.is_out(seat) or not any(table[seat, column] for column in columns)


def _who_is_out_has_not_won(table: Table, seat: int) -> bool:
    return not (table.is_out(seat) and table[seat, Count.PLACE])


def _the_turn_is_with_somebody_in_the_game(table: Table) -> bool:
    if table.phase is not Phase.TURNS:
        return table.turn is None
    return table.turn is not None and not table.is_out(table.turn)


def _the_month_is_one_of_those_agreed(table: Table) -> bool:
    return 1 <= table.month <= table.game.setup.months


def _a_headquarters_is_destroyed_once(table: Table) -> bool:
    columns = (Count.DESTROYED_NORTH, Count.DESTROYED_SOUTH)
    return all(sum(table[seat, column] for seat in table.seats) <= 1 for column in columns)


def _a_game_that_is_over_has_a_winner(table: Table) -> bool:
    has_winner = any(table[seat, Count.PLACE] for seat in table.seats)
    is_over = table.phase is Phase.OVER
    return is_over == has_winner == bool(table[TABLE, Course.REASON])


def _nobody_plays_on_with_50_points(table: Table) -> bool:
    if table.phase is Phase.OVER or table.switches.fifty_points != "at_once":
        return True
    if winning.is_one_sided(table) and not table.switches.one_sided_fifty:
        return True
    fifty = BOX.winning.points
    return all(table[seat, Count.POINTS] < fifty for seat in table.seats_in_game())


def _face_up_tiles_are_known_and_different(table: Table) -> bool:
    face_up = [placed.tile for placed in table.figure or () if placed.face_up]
    return None not in face_up and len(set(face_up)) == len(face_up)


OF_A_SEAT: Final[dict[str, Callable[[Table, int], bool]]] = {
    "nothing but points is below zero": _nothing_is_negative,
    "a bonus is held once or not (CW-9.1, CW-9.4, CW-9.6)": _what_is_held_is_held_once,
    "a fort stands if and only if there are 60 wood (CW-9.5)": _a_fort_stands_at_60_wood,
    "a reserve stands if and only if there are 60 gold (CW-9.7)": _a_reserve_stands_at_60_gold,
    "all five bonuses are full domination (CW-9.9)": _all_five_bonuses_are_domination,
    "whoever is out has nothing left (CW-13.8)": _who_is_out_has_nothing,
    "whoever is out has not won (CW-12.3)": _who_is_out_has_not_won,
}
OF_THE_TABLE: Final[dict[str, Callable[[Table], bool]]] = {
    "the turn is with somebody in the game (CW-3.5)": _the_turn_is_with_somebody_in_the_game,
    "the month is one of those agreed (CW-3.1)": _the_month_is_one_of_those_agreed,
    "a headquarters is destroyed once (CW-11.4)": _a_headquarters_is_destroyed_once,
    "a game is over if and only if it is won (CW-12.4)": _a_game_that_is_over_has_a_winner,
    "nobody plays on with 50 points (CW-12.1, CW-12.5)": _nobody_plays_on_with_50_points,
    "face-up tiles are known and different (CW-3.3)": _face_up_tiles_are_known_and_different,
}


def invariants(position: Position) -> tuple[str, ...]:
    """The names of the invariants that do not hold."""
    return tuple(_broken(Table(position)))


def _broken(table: Table) -> Iterator[str]:
    for name, holds in OF_THE_TABLE.items():
        if not holds(table):
            yield name
    for name, holds_for in OF_A_SEAT.items():
        for seat in table.seats:
            if not holds_for(table, seat):
                yield f"{name}: {table.name(seat)}"
