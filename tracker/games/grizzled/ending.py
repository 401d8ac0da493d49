"""GR-10 The ways to end, in their order."""

from enum import Enum
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.games.grizzled import hard_knocks, mission_end
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.columns import Course, LastMission, Phase
from tracker.games.grizzled.position import Table


class Reason(Enum):
    """The reason why the game is over; the value is what the table's row holds."""

    PEACE = 1
    POSTHUMOUS = 2
    HARD_KNOCKS = 3
    MONUMENT = 4
    FINAL_MISSION = 5

    @property
    def word(self) -> str:
        return self.name.lower()

    @property
    def is_won(self) -> bool:
        return self in (Reason.PEACE, Reason.POSTHUMOUS)


SENTENCES: Final = {
    Reason.PEACE: Message("Won: peace. No trials are left, and every hand is empty."),
    Reason.POSTHUMOUS: Message("Won, posthumously: no trials are left, and every hand is empty."),
    Reason.HARD_KNOCKS: Message("Lost: {names} cannot bear any more hard knocks."),
    Reason.MONUMENT: Message("Lost: no morale is left, only the monument."),
    Reason.FINAL_MISSION: Message("Lost: cards were left after the last mission."),
}


def reason(table: Table) -> Reason | None:
    """Return why the game is over, or None while it goes on."""
    written = table[TABLE, Course.REASON]
    return Reason(written) if written else None


def rule_of(table: Table, why: Reason) -> str:
    """Return the rule by which the game ended."""
    if why is Reason.HARD_KNOCKS:
        return "GR-10.1"
    if why is Reason.MONUMENT:
        return "GR-10.4"
    return "GR-10.3" if table.final is None else "GR-12.4"


def broken(table: Table) -> list[int]:
    """GR-10.1: return the soldiers whose hard knocks weigh 4 or more."""
    most = BOX.mission.too_heavy
    return [seat for seat in table.seats if hard_knocks.weight(table, seat) >= most]


def sentence(table: Table, why: Reason) -> Message:
    names = tuple(table.name(seat) for seat in broken(table))
    return Message(SENTENCES[why].text, {"names": names} if why is Reason.HARD_KNOCKS else {})


def judge(table: Table) -> None:
    """GR-10.4, then GR-7: after every entry, in this order."""
    phase = table.phase
    if phase is Phase.OVER:
        return
    if not table.morale:
        end(table, Reason.MONUMENT)
    elif phase is Phase.MISSION:
        mission_end.judge(table)


def judge_after_support(table: Table) -> bool:
    """GR-10.1, GR-10.2, GR-10.3: whether the game is over after support."""
    is_done = not table.trials and not table.hands()
    if broken(table):
        end(table, Reason.HARD_KNOCKS)
    elif table.final is not None:
        end(table, _after_last_mission(table) if is_done else Reason.FINAL_MISSION)
    elif is_done:
        end(table, Reason.PEACE)
    return table.phase is Phase.OVER


def _after_last_mission(table: Table) -> Reason:
    """GR-12.4: won without trials and cards; after a Last Stand posthumously."""
    return Reason.POSTHUMOUS if table.final is LastMission.LAST_STAND else Reason.PEACE


def end(table: Table, why: Reason) -> None:
    """GR-10.5: when the game is over nothing more can be entered."""
    rule = rule_of(table, why)
    table.add(TABLE, Course.REASON, why.value, rule)
    table.put(TABLE, Course.PHASE, Phase.OVER.value, rule)
    table.put(TABLE, Course.TURN, 0, rule)
    table.declare(sentence(table, why), is_good=why.is_won)
