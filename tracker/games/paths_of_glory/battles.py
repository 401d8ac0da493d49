"""PG-12 Battles: who may attack whom, and what a battle does on the sheet."""

from typing import Final

from msgspec import UNSET

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import calculation, combat_cards, forts, mandates, pieces
from tracker.games.paths_of_glory.attacks import must_be_attackable
from tracker.games.paths_of_glory.box import FORTS
from tracker.games.paths_of_glory.calculation import Fought
from tracker.games.paths_of_glory.calculator import winner_of
from tracker.games.paths_of_glory.columns import CP, Course
from tracker.games.paths_of_glory.control import must_be_open_on_channel, must_be_takeable
from tracker.games.paths_of_glory.entries import Battle
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.pieces import BESIEGED, INTACT
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.questions import Winner

ALBERICH: Final = 64
PEACE_OFFENSIVE: Final = 51
PEACE_OFFENSIVE_VP: Final = -1


def battle(table: Table, entry: Battle) -> None:
    """PG-12: everything is checked first; then the battle changes the sheet."""
    must_be_attackable(table, entry)
    combat_cards.must_fit(table, entry)
    is_off = is_called_off(entry)
    if is_off:
        _must_have_no_losses(entry)
    fought = calculation.fought(table, entry)
    _must_be_true_of_fort(table, entry, fought)
    _must_be_true_of_advance(table, entry)
    _settle(table, entry, fought, is_off=is_off)


def is_called_off(entry: Battle) -> bool:
    """PG-CP64: Alberich: the attack did not happen."""
    return entry.seat != CP and ALBERICH in entry.defender_cards


def _must_have_no_losses(entry: Battle) -> None:
    losses = entry.loss_numbers
    if losses is UNSET or losses.attacker or losses.defender:
        raise Refused(
            "PG-CP64",
            "{card} cancels the attack: the loss numbers are 0 and 0.",
            card=card_name(CP, ALBERICH),
        )


def _must_be_true_of_fort(table: Table, entry: Battle, fought: Fought) -> None:
    """PG-15.1.9, PG-12.4.6: an enemy's fort falls to a loss number of at least its own."""
    if not entry.fort_destroyed:
        return
    if not table.stands_against(entry.seat, entry.at):
        raise Refused("PG-15.1.9", "There is no intact enemy fort in {space}.", space=entry.at)
    fort = FORTS[entry.at].fort
    if fought.attacker < fort:
        raise Refused(
            "PG-12.4.6",
            "The fort of {space} falls to a loss number of {fort}; it was {loss_number}.",
            space=entry.at,
            fort=fort,
            loss_number=fought.attacker,
        )


def _must_be_true_of_advance(table: Table, entry: Battle) -> None:
    """PG-12.7.1, PG-12.7.3, PG-12.7.7: into the space, and beyond it."""
    stands = table.stands_against(entry.seat, entry.at) and not entry.fort_destroyed
    if entry.advance and not entry.defenders and stands:
        raise Refused(
            "PG-12.7.1", "The bare fort of {space} stands: no advance into it.", space=entry.at
        )
    if entry.take and not entry.advance:
        raise Refused(
            "PG-12.7.3",
            "To advance to {spaces}, advance into {space} first.",
            spaces=entry.take,
            space=entry.at,
        )
    for space in entry.take:
        must_be_takeable(table, entry.seat, space)
        must_be_open_on_channel(table, entry.seat, space)


def _settle(table: Table, entry: Battle, fought: Fought, *, is_off: bool) -> None:
    """The mandate, the cards, CP 51, the fort, the advance, what is taken further on."""
    winner = winner_of(fought.attacker, fought.defender)
    is_made = not is_off and mandates.make(table, entry)
    combat_cards.lay_down(table, entry, winner, is_off=is_off)
    if entry.seat == CP and PEACE_OFFENSIVE in entry.attacker_cards and not entry.advance:
        table.score(PEACE_OFFENSIVE_VP, "PG-CP51")
    if entry.fort_destroyed:
        forts.destroy(table, entry.at, "PG-12.4.6")
    if entry.advance:
        _advance(table, entry)
    for space in entry.take:
        table.hold(space, entry.seat, "PG-12.7.3")
    _note(table, entry, fought, is_made=is_made)
    _declare(table, entry, winner, is_off=is_off)


def _advance(table: Table, entry: Battle) -> None:
    """PG-12.7.6: an intact enemy fort is besieged, an own besieged one relieved."""
    space, state = entry.at, table.fort_state(entry.at)
    if table.stands_against(entry.seat, space):
        forts.set_fort(table, space, BESIEGED, "PG-12.7.6")
    elif state == BESIEGED:
        forts.set_fort(table, space, INTACT, "PG-12.7.6")
    else:
        table.hold(space, entry.seat, "PG-11.1.14")


def _note(table: Table, entry: Battle, fought: Fought, *, is_made: bool) -> None:
    """The turn's last battle."""
    retreat = 0 if fought.retreat is None else fought.retreat + 1
    table.put(TABLE, Course.BATTLE_BY, entry.seat + 1, "PG-12.1")
    table.put(TABLE, Course.ATTACKER_INFLICTED, fought.attacker, "PG-12.2.11")
    table.put(TABLE, Course.DEFENDER_INFLICTED, fought.defender, "PG-12.2.11")
    table.put(TABLE, Course.RETREAT, retreat, "PG-12.5.1")
    table.put(TABLE, Course.MANDATE_MADE, int(is_made), "PG-7.1.4")
    table.place(pieces.BATTLE, entry.at, "PG-12.1")


def clear(table: Table) -> None:
    """PG-6.0: the last battle is of this turn."""
    for column in (
        Course.BATTLE_BY,
        Course.ATTACKER_INFLICTED,
        Course.DEFENDER_INFLICTED,
        Course.RETREAT,
        Course.MANDATE_MADE,
    ):
        table.put(TABLE, column, 0, "PG-6.0")
    table.place(pieces.BATTLE, "", "PG-6.0")


def _declare(table: Table, entry: Battle, winner: Winner, *, is_off: bool) -> None:
    facts: dict[str, object] = {"space": entry.at}
    if is_off:
        table.declare(Message("The attack on {space} is cancelled.", facts), is_good=False)
    elif winner == "attacker":
        table.declare(Message("The attacker wins at {space}.", facts))
    elif winner == "defender":
        table.declare(Message("The defender wins at {space}.", facts), is_good=False)
    else:
        table.declare(Message("Nobody wins at {space}.", facts))
