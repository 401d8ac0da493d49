"""GR-1 The table: the four modes, and how the game starts in each."""

from typing import Final

from msgspec import UNSET

from tracker.engine.ledger import TABLE, Row
from tracker.games.grizzled import box
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import (
    HARD_KNOCK,
    SEAT_COLUMNS,
    TABLE_COLUMNS,
    TOKENS,
    Count,
    Course,
    HardKnock,
    Token,
)
from tracker.games.grizzled.position import Game, Position, Table
from tracker.games.grizzled.setup import Setup

LAST_OF_THREE: Final = 2
ALL_CARDS: Final = sum(card.copies for card in CARDS.values())
DOUBLE: Final = (Token.DOUBLE_LEFT, Token.DOUBLE_RIGHT)


def game(setup: Setup) -> Game:
    """Return what the set-up decides for the whole match."""
    third = LAST_OF_THREE if setup.mode in ("chaplain", "recruit") else None
    chaplain = third if setup.mode == "chaplain" else None
    is_solo = setup.mode == "solo"
    left_out = box.CARDS.solo.left_out if is_solo else frozenset()
    seats = range(len(setup.seats))
    return Game(
        setup=setup,
        is_solo=is_solo,
        chaplain=chaplain,
        recruit=third if setup.mode == "recruit" else None,
        has_traps=setup.difficulty != "novice",
        has_orders=setup.orders is not None,
        players=tuple(seat for seat in seats if seat != chaplain),
        leaders=tuple(seat for seat in seats if seat != third),
        by_hand=frozenset(HARD_KNOCK[knock] for knock in setup.switches.by_hand),
        left_out=left_out,
        cards=ALL_CARDS - len(left_out),
        trials=_trials(setup),
        speeches=_speeches(setup),
        tokens=tuple(_tokens(setup, token) for token in TOKENS),
    )


def _trials(setup: Setup) -> int:
    """GR-1.2, GR-1.4: the trials at the start."""
    if setup.mode == "chaplain":
        return BOX.start.chaplain_trials if setup.trials is UNSET else setup.trials
    return BOX.start.veteran_trials if setup.difficulty == "veteran" else BOX.start.trials


def _speeches(setup: Setup) -> int:
    """GR-1.2: the speech pool at the start."""
    if setup.mode == "solo":
        return 0
    if setup.orders is not None:
        return BOX.start.speeches
    return BOX.start.speeches_without_orders[len(setup.seats)]


def _tokens(setup: Setup, token: Token) -> int:
    """GR-1.2, GR-1.6: with three soldiers the double tokens are out, in solo all of them."""
    if setup.mode == "solo" or (token in DOUBLE and len(setup.seats) == 3):
        return 0
    return BOX.tokens[token]


def blank(setup: Setup) -> Position:
    """Return a table with nothing on it yet."""
    seat: Row = (0,) * SEAT_COLUMNS
    return Position(game(setup), (*(seat for _ in setup.seats), (0,) * TABLE_COLUMNS))


def lay_out(table: Table) -> None:
    """GR-1.2 to GR-1.7: lay out the piles and the pool, and what every soldier starts with."""
    start = table.game
    table.add(TABLE, Course.MISSION, 1, "GR-3.1")
    table.add(TABLE, Course.TRIALS, start.trials, "GR-1.2")
    table.add(TABLE, Course.MORALE, start.cards - start.trials, "GR-1.2")
    table.add(TABLE, Course.POOL, start.speeches, "GR-1.2")
    table.add(TABLE, Course.LEADER, start.setup.leader, "GR-1.7")
    if start.is_solo:
        table.add(TABLE, Course.REFILLING, 1, "GR-14.6")
    for seat in table.seats:
        table.add(seat, Count.CHARM, 1, "GR-1.5")
        if not start.is_solo:
            _give_tokens(table, seat)
    if start.recruit is not None:
        table.add(start.recruit, HardKnock.RECRUIT, 1, "GR-13.5")
    if start.chaplain is not None:
        table.add(start.chaplain, Count.WITHDRAWN, 1, "GR-13.1")


def _give_tokens(table: Table, seat: int) -> None:
    """GR-1.6: one left, one right, and a third that may be known."""
    third = table.game.setup.seats[seat].token
    table.add(seat, Token.LEFT, 1, "GR-1.6")
    table.add(seat, Token.RIGHT, 1, "GR-1.6")
    table.add(seat, Count.UNKNOWN if third is UNSET else third, 1, "GR-1.6")
