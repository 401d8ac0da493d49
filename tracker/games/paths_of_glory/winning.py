"""PG-5 Winning: automatic victory, the end of the scenario, the tournament, peace."""

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.games.paths_of_glory import pieces
from tracker.games.paths_of_glory.box import TABLES, Scenario
from tracker.games.paths_of_glory.columns import AP, CP, Course, Phase, Reason
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.russia import BREST_LITOVSK, FALL_OF_THE_TSAR

US_ARMIES: Final = (43, 47)
US_ARMY_VP: Final = 1
TSAR_STANDS_VP: Final = -2
CP_WINS, AP_WINS, DRAW, BOTH_LOST = (CP,), (AP,), (CP, AP), ()
ON_HISTORY: Final = frozenset({Reason.ARMISTICE, Reason.LAST_TURN})


def is_over(table: Table) -> bool:
    return table.phase is Phase.OVER


def judge_automatic(table: Table) -> None:
    """PG-5.2.1, PG-5.2.2: 20 VP or more, 0 or less, without the bid (PG-5.6.1.1)."""
    if table.vp >= TABLES.victory.cp:
        _finish(table, CP_WINS, Reason.AUTOMATIC, "PG-5.2.1", table.vp)
    elif table.vp <= TABLES.victory.ap:
        _finish(table, AP_WINS, Reason.AUTOMATIC, "PG-5.2.2", table.vp)


def judge_end(table: Table, reason: Reason) -> None:
    """PG-5.3.4, PG-5.4.2, PG-5.5.2, PG-5.6.2, PG-5.7.2: the scenario has ended."""
    vp = final_vp(table, reason)
    winners, rule = judged(table, vp)
    _finish(table, winners, reason, rule, vp)


def make_peace(table: Table) -> None:
    """PG-16.5.2: an accepted offer is a draw; in a tournament both have lost (PG-5.6.3)."""
    vp = final_vp(table, Reason.PEACE)
    if table.game.setup.bid is UNSET:
        _finish(table, DRAW, Reason.PEACE, "PG-16.5.2", vp)
    else:
        _finish(table, BOTH_LOST, Reason.PEACE, "PG-5.6.3", vp)


def final_vp(table: Table, reason: Reason) -> int:
    """PG-5.6.1, PG-5.7.4: VP with the bid and the adjustments of the historical scenario."""
    vp, bid = table.vp, table.game.setup.bid
    if bid is not UNSET:
        vp += bid.points if bid.seat == AP else -bid.points
    if table.game.historical and reason in ON_HISTORY:
        vp += sum(US_ARMY_VP for army in US_ARMIES if not table.was_played(AP, army))
        vp += 0 if table.was_played(CP, FALL_OF_THE_TSAR) else TSAR_STANDS_VP
    return vp


def thresholds(table: Table) -> Scenario:
    """PG-5.5.2.1, PG-5.5.2.2: they are others after Brest-Litovsk."""
    scenario = table.game.setup.scenario
    if scenario in ("campaign", "historical") and table.was_played(CP, BREST_LITOVSK):
        return TABLES.scenarios["brest_litovsk"]
    return TABLES.scenarios[scenario]


def judged(table: Table, vp: int) -> tuple[Sequence[int], str]:
    """Return who wins with these VP, and by which rule."""
    line = thresholds(table)
    if vp >= line.cp:
        return CP_WINS, line.rule
    if vp <= line.ap:
        return AP_WINS, line.rule
    if table.game.historical:
        return AP_WINS, "PG-5.7.2"
    if table.game.setup.bid is not UNSET:
        return AP_WINS, "PG-5.6.2"
    return DRAW, line.rule


def _finish(table: Table, winners: Sequence[int], reason: Reason, rule: str, vp: int) -> None:
    """PG-0.3: the sheet is closed."""
    table.put(TABLE, Course.REASON, reason.value, rule)
    table.put(TABLE, Course.WON_BY_CP, int(CP in winners), rule)
    table.put(TABLE, Course.WON_BY_AP, int(AP in winners), rule)
    table.put(TABLE, Course.FINAL_VP, vp, rule)
    table.place(pieces.RESULT, rule, rule)
    table.begin(Phase.OVER, rule)
    table.declare(verdict(winners, vp))


def winners_of(table: Table) -> tuple[int, ...]:
    won = ((CP, Course.WON_BY_CP), (AP, Course.WON_BY_AP))
    return tuple(seat for seat, column in won if table[TABLE, column])


def verdict(winners: Sequence[int], vp: int) -> Message:
    """The result as a sentence."""
    facts = {"vp": vp}
    if len(winners) == 2:
        return Message("A draw, with {vp} VP.", facts)
    if not winners:
        return Message("Both sides have lost, with {vp} VP.", facts)
    if CP in winners:
        return Message("The Central Powers win with {vp} VP.", facts)
    return Message("The Allied Powers win with {vp} VP.", facts)
