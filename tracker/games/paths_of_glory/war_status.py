"""PG-16.1, PG-16.2 The war status phase: VP, automatic victory, armistice, commitment."""

from typing import Final

from tracker.engine.message import Message
from tracker.games.paths_of_glory import mandates, replacements, winning
from tracker.games.paths_of_glory.box import TABLES
from tracker.games.paths_of_glory.columns import (
    AP,
    CP,
    LEVELS,
    SIDE_TERMS,
    Level,
    Phase,
    Reason,
    SideColumn,
)
from tracker.games.paths_of_glory.entries import WarStatus
from tracker.games.paths_of_glory.names import nation_term
from tracker.games.paths_of_glory.nations import is_at_war
from tracker.games.paths_of_glory.position import Table

BLOCKADE: Final = 2
BLOCKADE_VP: Final = -1
LATE_ITALY_VP: Final = 1
FIRST_COMMITMENT_TURN: Final = 2
NEEDED: Final = (0, TABLES.commitment.limited_war, TABLES.commitment.total_war)
WITH_ARMISTICE: Final = frozenset({"campaign", "historical"})


def war_status(table: Table, entry: WarStatus) -> None:
    """PG-6.0: E1 to E4, each only while the game goes on; then the replacements of AP."""
    for step in (_score, winning.judge_automatic, _armistice, _commit, _end_of_last_turn):
        step(table)
        if winning.is_over(table):
            return
    table.begin(Phase.AP_REPLACEMENTS)
    replacements.begin_ap(table)


def _score(table: Table) -> None:
    """E1: Blockade in winter (PG-AP2), mandates missed (PG-7.1.3), late Italy (PG-9.5.2.5)."""
    if table.was_played(AP, BLOCKADE) and table.season == "winter":
        table.score(BLOCKADE_VP, "PG-AP2")
    mandates.miss(table)
    if is_italy_late(table):
        table.score(LATE_ITALY_VP, "PG-9.5.2.5")


def is_italy_late(table: Table) -> bool:
    """PG-9.5.2.5: Italy is neutral, and AP was at Total War before this phase."""
    is_total = table.level(AP) is Level.TOTAL_WAR
    return table.game.setup.switches.late_italy and is_total and not is_at_war(table, "IT")


def _armistice(table: Table) -> None:
    """PG-16.2.1: E3: combined 40."""
    has_armistice = table.game.setup.scenario in WITH_ARMISTICE
    if has_armistice and table.combined >= TABLES.marks.armistice:
        winning.judge_end(table, Reason.ARMISTICE)


def next_level(table: Table, seat: int) -> Level | None:
    """PG-16.1.2, PG-16.1.3, PG-16.1.4: the level that a side reaches in this E4."""
    level = table.level(seat)
    is_time = table.turn >= FIRST_COMMITMENT_TURN and not table.game.introductory
    if not is_time or level is Level.TOTAL_WAR:
        return None
    higher = LEVELS[level.value + 1]
    return higher if table.war_status(seat) >= NEEDED[higher.value] else None


def _commit(table: Table) -> None:
    """PG-16.1: E4: one level at most; in the limited scenario Total War ends the game."""
    reached = [(seat, next_level(table, seat)) for seat in (CP, AP)]
    for seat, level in reached:
        if level is not None:
            _rise(table, seat, level)
    is_limited = table.game.setup.scenario == "limited"
    if is_limited and any(level is Level.TOTAL_WAR for _, level in reached):
        winning.judge_end(table, Reason.COMMITMENT)


def _rise(table: Table, seat: int, level: Level) -> None:
    rule = "PG-16.1.3" if level is Level.LIMITED_WAR else "PG-16.1.4"
    table.put(seat, SideColumn.COMMITMENT, level.value, rule)
    table.put(seat, SideColumn.COMMITMENT_TURN, table.turn, rule)
    facts = {"side": SIDE_TERMS[seat]}
    if level is Level.TOTAL_WAR:
        table.declare(Message("{side} is at Total War.", facts))
    else:
        table.declare(Message("{side} is at Limited War.", facts))
        if seat == CP:
            table.declare(Message("{nation} is at war.", {"nation": nation_term("TU")}))


def _end_of_last_turn(table: Table) -> None:
    """PG-5.3.4, PG-5.4.2, PG-5.5.2: the last turn is judged after E4."""
    if table.turn == table.game.last_turn:
        winning.judge_end(table, Reason.LAST_TURN)
