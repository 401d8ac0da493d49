"""PG-12.1 Who may attack whom, and where: what is checked before cards and dice."""

from collections.abc import Callable
from typing import Final

from msgspec import UNSET

from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory.box import NEAR_EAST_SPACES, SPACES
from tracker.games.paths_of_glory.columns import CP, SIDE_TERMS
from tracker.games.paths_of_glory.entries import Battle
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.nations import must_be_at_war, must_be_open
from tracker.games.paths_of_glory.pieces import DESTROYED
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.russia import BREST_LITOVSK

OBEROST: Final = 11
OBEROST_WAR_STATUS: Final = 4
LLOYD_GEORGE: Final = 55
LATE_OFFENSIVES: Final = (49, 50, 51)
STAVKA_TIMIDITY: Final = 58
DEEP_TRENCH: Final = 2
STILL_FIGHT_RUSSIA: Final = frozenset({"TU", "SN"})


def must_be_attackable(table: Table, entry: Battle) -> None:
    for check in CHECKS:
        check(table, entry)


def _operation(table: Table, entry: Battle) -> None:
    """PG-12.1.1: only in an operation of the attacker."""
    if table.acting != entry.seat or not table.is_operation:
        raise Refused(
            "PG-12.1.1", "{side} has no operation in progress.", side=SIDE_TERMS[entry.seat]
        )


def _neutrals(table: Table, entry: Battle) -> None:
    """PG-11.1.11: neither the space nor a nation in the battle is neutral."""
    must_be_open(table, entry.at)
    for nation in (*entry.attackers, *entry.defenders):
        must_be_at_war(table, nation)


def _somebody(table: Table, entry: Battle) -> None:
    """PG-12.1.4: there must be a unit or an intact enemy fort."""
    if not entry.defenders and not table.stands_against(entry.seat, entry.at):
        raise Refused(
            "PG-12.1.4",
            "There is neither a unit nor an intact enemy fort in {space}.",
            space=entry.at,
        )


def _has_fort_of(table: Table, entry: Battle, nation: str) -> bool:
    return SPACES[entry.at].nation == nation and table.fort_state(entry.at) != DESTROYED


def _russians_on_turn_1(table: Table, entry: Battle) -> None:
    """PG-15.1.12: RU units do not attack an intact GE fort on turn 1."""
    if table.turn == 1 and "RU" in entry.attackers and _has_fort_of(table, entry, "GE"):
        raise Refused(
            "PG-15.1.12", "RU cannot attack the fort of {space} on turn 1.", space=entry.at
        )


def are_russian_forts_open(table: Table) -> bool:
    """PG-15.1.11: after CP 11 or with CP war status 4."""
    return table.was_played(CP, OBEROST) or table.war_status(CP) >= OBEROST_WAR_STATUS


def _germans_before_oberost(table: Table, entry: Battle) -> None:
    """PG-15.1.11: GE units do not attack an intact RU fort before CP 11 or war status 4."""
    if "GE" not in entry.attackers or not _has_fort_of(table, entry, "RU"):
        return
    if not are_russian_forts_open(table):
        raise Refused(
            "PG-15.1.11",
            "GE cannot attack the fort of {space} before {card} or CP war status {needed}; it is "
            "{status}.",
            space=entry.at,
            card=card_name(CP, OBEROST),
            needed=OBEROST_WAR_STATUS,
            status=table.war_status(CP),
        )


def _desert_in_summer(table: Table, entry: Battle) -> None:
    """PG-15.2.5: desert spaces are not attacked in summer."""
    if SPACES[entry.at].terrain == "desert" and table.season == "summer":
        raise Refused(
            "PG-15.2.5",
            "{space} is desert and turn {turn} is summer.",
            space=entry.at,
            turn=table.turn,
        )


def _russians_after_brest_litovsk(table: Table, entry: Battle) -> None:
    """PG-16.4.9: RU does not attack, and only TU and SN attack it, in the Near East."""
    if not table.was_played(CP, BREST_LITOVSK):
        return
    if "RU" in entry.attackers:
        raise Refused(
            "PG-16.4.9", "RU cannot attack after {card}.", card=card_name(CP, BREST_LITOVSK)
        )
    if "RU" not in entry.defenders:
        return
    if entry.at not in NEAR_EAST_SPACES or not STILL_FIGHT_RUSSIA.issuperset(entry.attackers):
        raise Refused(
            "PG-16.4.9",
            "After {card} only TU and SN can attack RU, and only in the Near East.",
            card=card_name(CP, BREST_LITOVSK),
        )


def is_lloyd_george_over(table: Table) -> bool:
    return any(table.was_played(CP, offensive) for offensive in LATE_OFFENSIVES)


def _british_under_lloyd_george(table: Table, entry: Battle) -> None:
    """PG-CP55: in its turn no BR attack on GE in trench 2; over with CP 49, 50, 51."""
    is_attack = "BR" in entry.attackers and "GE" in entry.defenders
    if not is_attack or entry.calculation is UNSET or entry.calculation.trench < DEEP_TRENCH:
        return
    if table.is_turn_event(CP, LLOYD_GEORGE) and not is_lloyd_george_over(table):
        raise Refused(
            "PG-CP55",
            "{card}: no BR attack on GE in a trench of level {level} this turn.",
            card=card_name(CP, LLOYD_GEORGE),
            level=DEEP_TRENCH,
        )


def _russians_under_stavka(table: Table, entry: Battle) -> None:
    """PG-CP58: in its turn no RU attack on entrenched GE alone."""
    is_attack = "RU" in entry.attackers and set(entry.defenders) == {"GE"}
    if not is_attack or entry.calculation is UNSET or not entry.calculation.trench:
        return
    if table.is_turn_event(CP, STAVKA_TIMIDITY):
        raise Refused(
            "PG-CP58",
            "{card}: no RU attack on entrenched GE alone this turn.",
            card=card_name(CP, STAVKA_TIMIDITY),
        )


CHECKS: Final[tuple[Callable[[Table, Battle], None], ...]] = (
    _operation,
    _neutrals,
    _somebody,
    _russians_on_turn_1,
    _germans_before_oberost,
    _desert_in_summer,
    _russians_after_brest_litovsk,
    _british_under_lloyd_george,
    _russians_under_stavka,
)
