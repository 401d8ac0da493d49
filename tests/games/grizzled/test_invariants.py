"""Every invariant notices when it is broken."""

import pytest

from tests.games.grizzled.arrange import in_mission, start
from tracker.engine.ledger import TABLE, Column
from tracker.games.grizzled import title
from tracker.games.grizzled.columns import COLUMNS, LYING, Count, Course, HardKnock, Token
from tracker.games.grizzled.position import Position, Table


def with_line(position: Position, *changes: tuple[int, Column, int]) -> Position:
    table = Table(position)
    for seat, column, by in changes:
        table.add(seat, column, by, "GR-1.1")
    return table.position()


CHANGES: dict[str, tuple[tuple[int, Column, int], ...]] = {
    "nothing is below zero": ((0, Count.SPEECHES, -1),),
    "all cards": ((TABLE, Course.TRIALS, 1),),
    "no card is open": ((TABLE, COLUMNS["out_mute"], 2), (TABLE, Course.TRIALS, -2)),
    "three tokens": ((0, Count.UNKNOWN, 1),),
    "kind of token": ((0, Token.DOUBLE_LEFT, 1),),
    "speeches": ((0, Count.SPEECHES, 1),),
    "the leader can lead": ((TABLE, Course.LEADER, 2),),
    "the turn is": ((0, Count.WITHDRAWN, 1),),
    "no mission goes on": ((TABLE, LYING[0], 3), (TABLE, Course.TRIALS, -3)),
    "morale is left": ((TABLE, Course.MORALE, -34), (TABLE, Course.TRIALS, 34)),
    "if there is a reason": ((TABLE, Course.REASON, 1),),
    "hard knocks came": ((0, HardKnock.MUTE, 1), (0, HardKnock.CLUMSY, 1)),
    "laid a token": ((0, Count.LAID, 1),),
    "the chaplain": ((2, HardKnock.MUTE, 1), (TABLE, Course.TRIALS, -1)),
}


@pytest.mark.parametrize("name", CHANGES)
def test_an_invariant_that_is_broken_is_named(name: str) -> None:
    position = in_mission(
        start("chaplain" if "leader" in name or "chaplain" in name else "standard")
    )

    broken = title.invariants(with_line(position, *CHANGES[name]))

    assert any(name in text for text in broken)


def test_outside_a_mission_nobody_has_the_turn() -> None:
    assert title.invariants(with_line(start(), (TABLE, Course.TURN, 1)))
