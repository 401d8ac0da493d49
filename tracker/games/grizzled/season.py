"""The season: what happened in each mission, and to each soldier, from the lines of the entries."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tracker.engine.ledger import TABLE, Line, Row, summed
from tracker.games.grizzled import title
from tracker.games.grizzled.columns import (
    HARD_KNOCKS,
    Count,
    Course,
    Ended,
    HardKnock,
    LastMission,
)
from tracker.games.grizzled.entries import Charm, Correct, Mission, NextMission, Speech, Withdraw
from tracker.games.grizzled.mission_end import failed_by
from tracker.games.grizzled.setup import Setup

Piles = tuple[int, int]
"""The trials, and the morale."""
Rows = tuple[Row, ...]


@dataclass
class MissionPlayed:
    """A mission, as the table at the end tells it."""

    number: int
    leader: int
    danger: int
    final: str = ""
    outcome: str = ""
    failed_by: tuple[str, ...] = ()
    withdrew: list[tuple[int, int]] = field(default_factory=list)
    """The seats that withdrew, in order, each with the number of cards left in hand."""
    helped: int | None = None
    drop: int = 0
    trials: int = 0
    morale: int = 0


@dataclass
class KnockTaken:
    """A hard knock in front of a soldier, from the mission in which it came."""

    knock: HardKnock
    came_in: int
    cured_in: int | None = None


@dataclass
class SoldierPlayed:
    """A soldier's season: what was taken and done."""

    knocks: list[KnockTaken] = field(default_factory=list)
    charms: int = 0
    speeches: int = 0

    @property
    def taken(self) -> int:
        return len(self.knocks)

    @property
    def cured(self) -> int:
        return sum(knock.cured_in is not None for knock in self.knocks)


@dataclass
class Season:
    missions: list[MissionPlayed]
    soldiers: list[SoldierPlayed]


def season(setup: Setup, written: Iterable[tuple[Any, tuple[Line, ...]]]) -> Season:
    """Return the missions and the soldiers of a match, from the entries that count."""
    rows = title.start(setup).position.rows
    found = Season([], [SoldierPlayed() for _ in setup.seats])
    for entry, lines in written:
        before, rows = rows, summed(rows, lines)
        _note_deeds(found.soldiers, entry)
        for seat, soldier in enumerate(found.soldiers):
            _note_knocks(soldier, entry, before[seat], rows[seat], before[TABLE][Course.MISSION.at])
        _note_mission(found.missions, entry, lines, rows)
    return found


def _note_deeds(soldiers: list[SoldierPlayed], entry: Any) -> None:
    if isinstance(entry, Charm):
        soldiers[entry.seat].charms += 1
    if isinstance(entry, Speech):
        soldiers[entry.seat].speeches += 1


def _note_knocks(soldier: SoldierPlayed, entry: Any, before: Row, after: Row, mission: int) -> None:
    """Note what came and what went; what a correction takes away was never there."""
    if before == after:
        return
    for knock in HARD_KNOCKS:
        if not before[knock.at] and after[knock.at]:
            soldier.knocks.append(KnockTaken(knock, mission))
        elif before[knock.at] and not after[knock.at]:
            last = next(taken for taken in reversed(soldier.knocks) if taken.knock is knock)
            last.cured_in = mission
            if isinstance(entry, Correct):
                soldier.knocks.remove(last)


def _note_mission(
    missions: list[MissionPlayed], entry: Any, lines: tuple[Line, ...], rows: Rows
) -> None:
    row = rows[TABLE]
    if isinstance(entry, Mission):
        final = row[Course.FINAL.at]
        missions.append(
            MissionPlayed(
                row[Course.MISSION.at],
                row[Course.LEADER.at],
                row[Course.DANGER.at],
                LastMission(final).word if final else "",
            )
        )
    if not missions:
        return
    last = missions[-1]
    if isinstance(entry, Withdraw):
        last.withdrew.append((entry.seat, _hand(rows, entry.seat)))
    if row[Course.OUTCOME.at]:
        last.outcome = Ended(row[Course.OUTCOME.at]).word
        last.failed_by = tuple(threat.value for threat in failed_by(row[Course.FAILED_BY.at]))
    if row[Course.HELPED.at]:
        last.helped = row[Course.HELPED.at] - 1
    if isinstance(entry, NextMission):
        last.drop = -sum(line.by for line in lines if line.what is Course.MORALE)
    last.trials, last.morale = row[Course.TRIALS.at], row[Course.MORALE.at]


def _hand(rows: Rows, seat: int) -> int:
    return rows[TABLE][Course.COMMON_HAND.at] + rows[seat][Count.HAND.at]


def piles(setup: Setup, played: Season) -> tuple[Piles, list[tuple[int, Piles]]]:
    """Return trials and morale at the start, and after each mission."""
    row = title.start(setup).position.rows[TABLE]
    ends = [(mission.number, (mission.trials, mission.morale)) for mission in played.missions]
    return (row[Course.TRIALS.at], row[Course.MORALE.at]), ends
