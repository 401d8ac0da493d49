"""PG-17 Replacements: points from cards, what they buy, and what becomes of the rest."""

from typing import Final

from msgspec import UNSET

from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory.box import SPACES, TABLES, VP_SPACES, Card
from tracker.games.paths_of_glory.columns import (
    AP,
    CP,
    POINTS,
    SIDE_TERMS,
    SIDES,
    Level,
    Phase,
    Replacement,
)
from tracker.games.paths_of_glory.entries import EndReplacements, Replace
from tracker.games.paths_of_glory.names import nation_term
from tracker.games.paths_of_glory.nations import ALWAYS_SUPPLIED, capital_in_danger, is_at_war
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.reinforcements import are_u_boats_unleashed
from tracker.games.paths_of_glory.russia import BOLSHEVIK_REVOLUTION
from tracker.games.paths_of_glory.us_entry import OVER_THERE

# The row counts in half points (PG-17).
POINT: Final = Replacement.GE.parts
ARMY_STEP: Final = 2
CORPS_STEP: Final = 1
ZEPPELIN_RAIDS, WALTER_RATHENAU, INDEPENDENT_AIR_FORCE = 27, 33, 37
ZEPPELIN_POINTS, U_BOAT_POINTS, RUSSIAN_POINTS = 4, 1, 1
SEDAN: Final = "Sedan"
SEDAN_NEIGHBOURS: Final = 2
SEGMENT: Final = {Phase.AP_REPLACEMENTS: AP, Phase.CP_REPLACEMENTS: CP}


def points_of(table: Table, seat: int, printed: Card) -> dict[str, int]:
    """PG-9.4.1, PG-17.1.8: the points that a card gives now, by nation."""
    row = TABLES.replacement_points[SIDES[seat]][str(printed.ops)]
    points = {
        nation: number
        for nation, number in row.items()
        if nation != printed.no_rp and (nation == "A" or is_at_war(table, nation))
    }
    if seat == AP and table.was_played(AP, OVER_THERE):
        points["US"] = 1
    return points


def credit(table: Table, seat: int, printed: Card) -> None:
    """PG-9.4.1: an RP card credits its points; a neutral nation gets nothing."""
    for nation, number in points_of(table, seat, printed).items():
        rule = "PG-17.1.8" if nation == "US" else "PG-9.4.1"
        table.add(seat, Replacement[nation], number * POINT, rule)


def begin_ap(table: Table) -> None:
    """PG-CP27, PG-CP36, PG-16.4.7: what AP loses at the start of F1, never below 0."""
    if table.is_turn_event(CP, ZEPPELIN_RAIDS):
        _lose(table, Replacement.BR, ZEPPELIN_POINTS, "PG-CP27")
    if are_u_boats_unleashed(table):
        _lose(table, Replacement.BR, U_BOAT_POINTS, "PG-CP36")
    if table.was_played(CP, BOLSHEVIK_REVOLUTION):
        left = min(table[AP, Replacement.RU], RUSSIAN_POINTS * POINT)
        table.put(AP, Replacement.RU, left, "PG-16.4.7")


def _lose(table: Table, what: Replacement, points: int, rule: str) -> None:
    table.put(AP, what, max(0, table[AP, what] - points * POINT), rule)


def begin_cp(table: Table, *, has_sedan: bool) -> None:
    """PG-5.7.3, PG-CP33: what CP gains at the start of F2."""
    if has_sedan:
        table.add(CP, Replacement.GE, POINT, "PG-5.7.3")
    if is_rathenau_at_work(table):
        table.add(CP, Replacement.GE, POINT, "PG-CP33")


def is_rathenau_at_work(table: Table) -> bool:
    """PG-CP33: until AP 37."""
    stopped = table.was_played(AP, INDEPENDENT_AIR_FORCE)
    return table.was_played(CP, WALTER_RATHENAU) and not stopped


def replace(table: Table, entry: Replace) -> None:
    """PG-17.1.1: an army step costs 1, a corps step ½."""
    seat, nation = entry.seat, entry.nation
    if SEGMENT[table.phase] != seat:
        raise Refused("PG-6.0", "It is not {side}'s replacement segment.", side=SIDE_TERMS[seat])
    must_be_supplied(table, nation)
    cost = entry.army_steps * ARMY_STEP + entry.corps_steps * CORPS_STEP
    has = table[seat, Replacement[nation]]
    if cost > has:
        raise Refused(
            "PG-17.1.1",
            "{nation} has {has} replacement points; the steps cost {cost}.",
            nation=nation_term(nation),
            has=points(has),
            cost=points(cost),
        )
    table.add(seat, Replacement[nation], -cost, "PG-17.1.1")


def must_be_supplied(table: Table, nation: str) -> None:
    """PG-17.1.3: none for a nation whose capital is enemy-held or besieged."""
    if nation in ALWAYS_SUPPLIED:
        return
    capital = capital_in_danger(table, nation)
    if capital is not None:
        raise Refused(
            "PG-17.1.3",
            "{nation} gets no replacements: {capital} is enemy-held or besieged.",
            nation=nation_term(nation),
            capital=capital,
        )


def points(halves: int) -> int | float:
    """Half points as a number: whole, or with .5."""
    return halves // POINT if halves % POINT == 0 else halves / POINT


def end_replacements(table: Table, entry: EndReplacements) -> None:
    """PG-17.1.2: the rest is lost; after AP's segment comes CP's, then the draw."""
    if table.phase is Phase.AP_REPLACEMENTS:
        has_sedan = _says_sedan(table, entry)
        _lose_rest(table, AP)
        table.begin(Phase.CP_REPLACEMENTS)
        begin_cp(table, has_sedan=has_sedan)
        return
    if entry.sedan is not UNSET:
        raise Refused("PG-5.7.3", "The point for Sedan is entered when AP's segment ends.")
    _lose_rest(table, CP)
    table.begin(Phase.DRAW)


def _lose_rest(table: Table, seat: int) -> None:
    for column in POINTS[seat]:
        table.put(seat, column, 0, "PG-17.1.2")


def _says_sedan(table: Table, entry: EndReplacements) -> bool:
    """PG-5.7.3: as the sheet counts, unless the table says otherwise; never without Sedan."""
    if entry.sedan is UNSET:
        return may_have_sedan(table) and western_spaces(table) >= SEDAN_NEIGHBOURS
    if entry.sedan and not may_have_sedan(table):
        raise Refused(
            "PG-5.7.3",
            "The point for Sedan needs the historical scenario, CP at Total War since an earlier "
            "turn, and Sedan held by CP.",
        )
    return entry.sedan


def may_have_sedan(table: Table) -> bool:
    """PG-5.7.3: the historical scenario, Total War since an earlier turn, and Sedan."""
    if not table.game.historical or table.level(CP) is not Level.TOTAL_WAR:
        return False
    return table.level_turn(CP) < table.turn and table.holder(SEDAN) == CP


def western_spaces(table: Table) -> int:
    """The French and Belgian VP spaces that CP holds, besides Sedan."""
    return sum(
        SPACES[space].nation in ("FR", "BE") and space != SEDAN and table.holder(space) == CP
        for space in VP_SPACES[table.game.historical]
    )
