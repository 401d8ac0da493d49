"""CW-3 Months, deals and turns: the sequence of play, and whose turn it is."""

from collections.abc import Iterator, Mapping
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message, to_translate
from tracker.engine.refusal import Refused
from tracker.games.civil_war import winning
from tracker.games.civil_war.columns import Bonus, Count, Course, Phase
from tracker.games.civil_war.entries import (
    AnyEntry,
    Attack,
    BuyOff,
    EndMonth,
    EndTurn,
    Entry,
    Find,
    Fire,
    Gain,
    HandOver,
    HandTurn,
    HqTrade,
    LayTiles,
    Lose,
    Lure,
    Meet,
    NextMonth,
    OfTile,
    OnTurn,
    RaiseBrigade,
    Sabotage,
    Sickness,
    SpendReserve,
    Trade,
    TurnOver,
    Upkeep,
)
from tracker.games.civil_war.position import Table

# The sequence of play: what may be written in which part of the month. Corrections always may.
SEQUENCE: Final = (
    (Phase.TURNS, (LayTiles, HandTurn)),
    (Phase.TURNS, (Lure, SpendReserve)),  # before the turn's first tile
    (Phase.TURNS, (TurnOver, Find, Lose, Meet, Gain, Fire, Sickness)),
    (Phase.TURNS, (Sabotage, RaiseBrigade, HandOver, EndTurn, EndMonth)),
    (Phase.TRADES, (Trade, HqTrade, RaiseBrigade, Upkeep)),
    (Phase.BATTLES, (Trade, HqTrade, Attack, BuyOff, RaiseBrigade, NextMonth)),
)
BEFORE_FIRST_TILE: Final[Mapping[type[Entry], str]] = {Lure: "CW-10.1", SpendReserve: "CW-9.8"}

PHASES_OF: Final[Mapping[type[Entry], frozenset[Phase]]] = {
    kind: frozenset(phase for phase, kinds in SEQUENCE if kind in kinds)
    for _, kinds in SEQUENCE
    for kind in kinds
}
# Which rule says that it is too early or too late, where it is not the end of the turns (CW-3.4).
TOO_EARLY: Final[Mapping[type[Entry], str]] = {
    Trade: "CW-7.1",
    HqTrade: "CW-8",
    Upkeep: "CW-8",
    Attack: "CW-13.1",
    BuyOff: "CW-13.1",
    NextMonth: "CW-8",
}
TOO_LATE: Final[Mapping[type[Entry], str]] = {Upkeep: "CW-8.4"}
NOT_NOW: Final = {
    Phase.TURNS: to_translate("This cannot be entered while the turns are being played."),
    Phase.TRADES: to_translate("This cannot be entered between the last turn and the upkeep."),
    Phase.BATTLES: to_translate("This cannot be entered after the month's upkeep."),
}


def must_be_time_for(table: Table, entry: AnyEntry) -> None:
    """The part of the month, the turn and the turn's first tile, for the entry."""
    kind = type(entry)
    phase = table.phase
    if phase is Phase.OVER:
        raise Refused("CW-12.4", "The game is over; nothing more can be entered.")
    phases = PHASES_OF.get(kind)
    if phases is None:
        return
    if phase not in phases:
        is_early = all(later.value > phase.value for later in phases)
        raise Refused(
            TOO_EARLY[kind] if is_early else TOO_LATE.get(kind, "CW-3.4"),
            NOT_NOW[phase],
        )
    if phase is Phase.TURNS and isinstance(entry, OnTurn):
        _must_be_on_turn(table, entry)


def _must_be_on_turn(table: Table, entry: OnTurn) -> None:
    """CW-3.5: seating order is the order of play, unless the table keeps its own (CW-3.8)."""
    must_be_in_game(table, entry.seat)
    if not table.switches.keep_order:
        return
    if table.turn != entry.seat:
        raise Refused(
            "CW-9.6" if isinstance(entry, RaiseBrigade) else "CW-3.5",
            "It is {turn}'s turn, not {name}'s.",
            turn=table.name(table.turn or 0),
            name=table.name(entry.seat),
        )
    if type(entry) in BEFORE_FIRST_TILE and table[TABLE, Course.BEGUN]:
        raise Refused(
            BEFORE_FIRST_TILE[type(entry)],
            "{name} has already turned over the first tile of the turn.",
            name=table.name(entry.seat),
        )


def must_be_in_game(table: Table, seat: int) -> None:
    if table.is_out(seat):
        raise Refused("CW-13.8", "{name} is out of the game.", name=table.name(seat))


def note_first_tile(table: Table, entry: AnyEntry) -> None:
    """CW-3.7: the turn has begun once a tile was turned over, or what one does was entered."""
    if isinstance(entry, OfTile) and table.turn == entry.seat:
        table.put(TABLE, Course.BEGUN, 1, "CW-3.7")
        if isinstance(entry, TurnOver):
            table.add(TABLE, Course.TURNED, 1, "CW-3.3")


def end_turn(table: Table, entry: EndTurn) -> None:
    """CW-3.4: with tiles laid, a turn ends only after a tile was turned over in it."""
    must_turn = table.switches.keep_order and has_face_down(table)
    if must_turn and not table[TABLE, Course.TURNED]:
        raise Refused(
            "CW-3.4",
            "{name} has not turned over a tile yet this turn.",
            name=table.name(entry.seat),
        )
    leave_turn(table, entry.seat)


def leave_turn(table: Table, seat: int) -> None:
    """The turn goes on from the seat, or the month's end begins: the last tile is up (CW-3.4)."""
    if table.figure is not None and not has_face_down(table):
        _begin_month_end(table)
    else:
        _give_turn(table, _next_on_turn(table, seat + 1))


def hand_turn(table: Table, entry: HandTurn) -> None:
    """CW-3.8: the host can hand the turn to anyone who is still in the game."""
    must_be_in_game(table, entry.to)
    _give_turn(table, entry.to, "CW-3.8")


def end_month(table: Table, entry: EndMonth) -> None:
    """CW-3.4: without tiles the table says when the turns are over."""
    if table.figure is not None:
        raise Refused(
            "CW-3.4",
            "{down} of {laid} tiles are face down. The month's end begins after the turn in which "
            "the last one is turned over.",
            down=sum(not placed.face_up for placed in table.figure),
            laid=len(table.figure),
        )
    _begin_month_end(table)


def next_month(table: Table, entry: NextMonth) -> None:
    """CW-3.1, CW-3.5: the next deal, with the next first player; or the end of the game."""
    if winning.judge_month_end(table):
        return
    for seat in table.seats:
        table.put(seat, Count.ATTACKED, 0, "CW-13.1")
    table.clear_tiles()
    table.add(TABLE, Course.MONTH, 1, "CW-3.1")
    table.put(TABLE, Course.PHASE, Phase.TURNS.value, "CW-3.1")
    first = next(round_from(table, table.first + 1))
    table.put(TABLE, Course.FIRST, first, "CW-3.5")
    _give_turn(table, _next_on_turn(table, first))


def has_face_down(table: Table) -> bool:
    return table.figure is not None and not all(placed.face_up for placed in table.figure)


def tiles_a_turn(table: Table, seat: int) -> int:
    """CW-9.1: a wagon's owner turns over two tiles in a turn."""
    return 2 if table.has(seat, Bonus.WAGON) else 1


def _begin_month_end(table: Table) -> None:
    table.put(TABLE, Course.PHASE, Phase.TRADES.value, "CW-3.4")
    _give_turn(table, None, "CW-3.4")


def _give_turn(table: Table, seat: int | None, rule: str = "CW-3.5") -> None:
    table.put(TABLE, Course.TURN, 0 if seat is None else seat + 1, rule)
    table.put(TABLE, Course.BEGUN, 0, rule)
    table.put(TABLE, Course.TURNED, 0, rule)


def round_from(table: Table, seat: int) -> Iterator[int]:
    """The seats still in the game, in order of play, from this one once round the table."""
    around = len(table.seats)
    order = ((seat + step) % around for step in range(around))
    return (seat for seat in order if not table.is_out(seat))


def _next_on_turn(table: Table, start: int) -> int:
    """CW-3.6: the turn passes over whoever has a lost turn, which is then spent."""
    next_seat = start % len(table.seats)
    if not table.is_out(next_seat) and not table[next_seat, Count.LOST_TURNS]:
        return next_seat
    order = list(round_from(table, start))
    lost = [table[seat, Count.LOST_TURNS] for seat in order]
    # As often as the fewest lost turns, the turn goes round the whole table and nobody has it.
    rounds = min(lost)
    place = lost.index(rounds)
    for before, seat in enumerate(order):
        table.add(seat, Count.LOST_TURNS, -rounds - (before < place), "CW-3.6")
    passed = tuple(map(table.name, order if rounds else order[:place]))
    if passed:
        table.declare(Message("Lost turns: {names}.", {"names": passed}), is_good=False)
    return order[place]
