"""PG-0.2 Corrections: the host sets a track right by hand, and what follows from it follows."""

from msgspec import UNSET

from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import forts, pieces
from tracker.games.paths_of_glory.box import FORTS, SPACES
from tracker.games.paths_of_glory.columns import (
    POINTS,
    SIDE_TERMS,
    SIDES,
    Replacement,
    SideColumn,
)
from tracker.games.paths_of_glory.entries import Correct, Numbers, given
from tracker.games.paths_of_glory.names import STATES
from tracker.games.paths_of_glory.pieces import DESTROYED
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.replacements import POINT

RULE = "PG-0.2"


def correct(table: Table, entry: Correct) -> None:
    """PG-0.2: any track; VP last, so that they stand as they were set."""
    numbers = entry.set
    _must_have_piles(table, numbers)
    _must_agree_with_forts(table, numbers)
    for seat, status in given(numbers.war_status):
        table.put(seat, SideColumn.WAR_STATUS, status, RULE)
    for seat, hand in given(numbers.hand):
        table.add(seat, SideColumn.DECK, table.hand(seat) - hand, RULE)
        table.put(seat, SideColumn.HAND, hand, RULE)
    _set_points(table, numbers)
    _set_map(table, numbers)
    for seat, mark in given(numbers.mandate):
        table.place(pieces.MANDATE[seat], mark, RULE)
    if numbers.vp is not UNSET:
        table.score(numbers.vp - table.vp, RULE)


def _must_have_piles(table: Table, numbers: Numbers) -> None:
    """PG-0.2: a corrected hand takes the difference from the draw pile."""
    for seat, hand in given(numbers.hand):
        pile = table[seat, SideColumn.DECK]
        more = hand - table.hand(seat)
        if more > pile:
            raise Refused(
                RULE,
                "{side} would draw {more} cards; the draw pile has {pile}.",
                side=SIDE_TERMS[seat],
                more=more,
                pile=pile,
            )


def _must_agree_with_forts(table: Table, numbers: Numbers) -> None:
    """PG-15.1.10: a space whose fort stands is not held by the other side."""
    states = {} if numbers.forts is UNSET else numbers.forts
    control = {} if numbers.control is UNSET else numbers.control
    for space in FORTS:
        if space not in table.game.vp_spaces or (space not in states and space not in control):
            continue
        holder = control.get(space) or SIDES[table.holder(space)]
        state = states.get(space) or table.fort_state(space)
        owner = SPACES[space].owner
        if holder != SIDES[owner] and state != DESTROYED:
            raise Refused(
                "PG-15.1.10",
                "{space} stays with {owner}: its fort of {fort} is {state}.",
                space=space,
                owner=SIDE_TERMS[owner],
                fort=FORTS[space].fort,
                state=STATES[state],
            )


def _set_points(table: Table, numbers: Numbers) -> None:
    if numbers.rp is UNSET:
        return
    for nation, number in numbers.rp.items():
        column = Replacement[nation]
        seat = 0 if column in POINTS[0] else 1
        table.put(seat, column, number * POINT, RULE)


def _set_map(table: Table, numbers: Numbers) -> None:
    if numbers.forts is not UNSET:
        for space, state in numbers.forts.items():
            forts.set_fort(table, space, state, RULE)
    if numbers.control is not UNSET:
        for space, side in numbers.control.items():
            table.hold(space, SIDES.index(side), RULE)
