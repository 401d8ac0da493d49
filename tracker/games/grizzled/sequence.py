"""GR-1.9 The phases of a match, whose turn it is, and how the turn passes on."""

from collections.abc import Mapping
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.engine.message import to_translate
from tracker.engine.refusal import Refused
from tracker.games.grizzled import solo, withdrawing
from tracker.games.grizzled.columns import Course, HardKnock, Phase
from tracker.games.grizzled.entries import (
    Action,
    AnyEntry,
    Charm,
    Entry,
    Mission,
    NextMission,
    Play,
    Speech,
    Support,
    Withdraw,
)
from tracker.games.grizzled.position import Table

# The sequence of play, with the rule that refuses an entry at another time. An order or a
# correction may be written in every phase.
SEQUENCE: Final = (
    (Phase.PREPARATION, (Mission,), "GR-3.1"),
    (Phase.MISSION, (Play, Charm, Speech, Withdraw), "GR-4.1"),
    (Phase.SUPPORT, (Support,), "GR-8.1"),
    (Phase.MORALE, (NextMission,), "GR-9.1"),
)
TIME_OF: Final[Mapping[type[Entry], tuple[Phase, str]]] = {
    kind: (phase, rule) for phase, kinds, rule in SEQUENCE for kind in kinds
}
NOT_NOW: Final = {
    Phase.PREPARATION: to_translate("This cannot be entered now: a mission is being prepared."),
    Phase.MISSION: to_translate("This cannot be entered now: a mission is being played."),
    Phase.SUPPORT: to_translate("This cannot be entered now: the support comes next."),
    Phase.MORALE: to_translate("This cannot be entered now: the drop of morale comes next."),
}


def must_be_time_for(table: Table, entry: AnyEntry) -> None:
    """GR-10.5, GR-1.9: the end of the game, the phase, the turn, and Fearful, in this order."""
    phase = table.phase
    if phase is Phase.OVER:
        raise Refused("GR-10.5", "The game is over; nothing more can be entered.")
    time = TIME_OF.get(type(entry))
    if time is not None and time[0] is not phase:
        raise Refused(time[1], NOT_NOW[phase])
    if isinstance(entry, Action):
        _must_be_on_turn(table, entry)


def _must_be_on_turn(table: Table, entry: Action) -> None:
    """GR-4.1: one action in turn, clockwise from the leader."""
    turn = table.turn
    if turn != entry.seat:
        raise Refused(
            "GR-4.1",
            "It is {turn}'s turn, not {name}'s.",
            turn=table.name(turn or 0),
            name=table.name(entry.seat),
        )
    if table.has(turn, HardKnock.FEARFUL) and not isinstance(entry, Withdraw):
        withdrawing.must_not_be_frightened(table, entry.seat)
    table.acted = entry.seat


def pass_turn(table: Table) -> None:
    """GR-4.1, GR-14.5: the turn passes on to the next who has not withdrawn."""
    seat = table.acted
    if seat is None:
        return
    phase = table.phase
    if table.game.is_solo and phase is not Phase.OVER:
        solo.pass_leader(table, seat)
    elif phase is Phase.MISSION:
        table.put(TABLE, Course.TURN, _next_in_mission(table, seat) + 1, "GR-4.1")


def _next_in_mission(table: Table, seat: int) -> int:
    around = len(table.seats)
    soldier = (seat + 1) % around
    while table.is_withdrawn(soldier):
        soldier = (soldier + 1) % around
    return soldier
