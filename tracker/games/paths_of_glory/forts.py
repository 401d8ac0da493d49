"""PG-15 Forts and sieges."""

from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import calculator, pieces
from tracker.games.paths_of_glory.box import FORTS, SPACES, TABLES
from tracker.games.paths_of_glory.columns import AP, SIDE_TERMS, Phase
from tracker.games.paths_of_glory.entries import Besiege, Lift, Sieges
from tracker.games.paths_of_glory.names import STATES
from tracker.games.paths_of_glory.nations import must_be_open
from tracker.games.paths_of_glory.pieces import BESIEGED, DESTROYED, INTACT
from tracker.games.paths_of_glory.position import Table


def set_fort(table: Table, space: str, state: str, rule: str) -> None:
    table.place(pieces.FORT[space], state, rule)


def besieged_forts(table: Table) -> list[str]:
    """The besieged forts, in the order of the map."""
    return [space for space in FORTS if table.fort_state(space) == BESIEGED]


def besiege(table: Table, entry: Besiege) -> None:
    """PG-15.2.1: only an enemy's fort, and once; PG-15.1.12: not by Russians on turn 1."""
    space, state = entry.space, table.fort_state(entry.space)
    must_be_open(table, space)
    if SPACES[space].owner == entry.seat:
        raise Refused(
            "PG-15.2.1",
            "The fort of {space} is {side}'s own.",
            space=space,
            side=SIDE_TERMS[entry.seat],
        )
    if state == DESTROYED:
        raise Refused("PG-15.1.9", "The fort of {space} is destroyed.", space=space)
    if state == BESIEGED:
        raise Refused("PG-15.2.1", "The fort of {space} is already besieged.", space=space)
    if entry.seat == AP and table.turn == 1 and space in TABLES.places.russian_siege_late:
        raise Refused("PG-15.1.12", "RU cannot besiege {space} on turn 1.", space=space)
    set_fort(table, space, BESIEGED, "PG-15.2.1")


def lift(table: Table, entry: Lift) -> None:
    """PG-15.2.4: a siege that is too weak, or left, is lifted."""
    if table.fort_state(entry.space) != BESIEGED:
        raise Refused(
            "PG-15.2.4",
            "The fort of {space} is not besieged: it is {state}.",
            space=entry.space,
            state=STATES[table.fort_state(entry.space)],
        )
    set_fort(table, entry.space, INTACT, "PG-15.2.4")


def sieges(table: Table, entry: Sieges) -> None:
    """PG-15.3.1, PG-15.3.2: one die for every besieged fort; who falls changes hands."""
    besieged = besieged_forts(table)
    if set(entry.dice) != set(besieged):
        raise Refused(
            "PG-15.3.1",
            "Enter a die for every besieged fort: {besieged}. Entered: {named}.",
            besieged=tuple(besieged) or "-",
            named=len(entry.dice),
        )
    for space in besieged:
        if calculator.siege(FORTS[space].fort, entry.dice[space], table.turn).destroyed:
            destroy(table, space, "PG-15.3.2")
    table.begin(Phase.WAR_STATUS)


def destroy(table: Table, space: str, rule: str) -> None:
    """PG-15.3.2, PG-3.0: a besieged fort that is destroyed gives its space to the besieger."""
    was_besieged = table.fort_state(space) == BESIEGED
    set_fort(table, space, DESTROYED, rule)
    if was_besieged:
        table.hold(space, 1 - SPACES[space].owner, rule)
