"""GR-12 Decisive Assault and Last Stand."""

from msgspec import UNSET

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.columns import Course, LastMission
from tracker.games.grizzled.entries import Mission
from tracker.games.grizzled.position import Table


def must_be_allowed(table: Table, entry: Mission) -> None:
    """GR-12.1: only with orders, and with neither a card nor a danger."""
    if not table.game.has_orders:
        raise Refused("GR-12.1", "A last mission is declared only in a game with orders.")
    if entry.card is not UNSET or entry.danger is not UNSET:
        raise Refused("GR-12.1", "A last mission has neither a mission card nor a danger.")


def declare(table: Table, entry: Mission) -> int:
    """GR-12.1, GR-12.2: it is the last mission; return how many cards are dealt: all trials."""
    table.add(TABLE, Course.FINAL, LastMission[str(entry.final).upper()].value, "GR-12.1")
    return table.trials


def limit(table: Table) -> int:
    """GR-7.1, GR-12.5: the number of equal threats that fails a mission."""
    if table.final is LastMission.LAST_STAND:
        return table.game.setup.switches.last_stand_limit
    return BOX.mission.limit


def must_leave_morale(table: Table) -> None:
    """GR-12.3: nothing moves cards out of morale in a last mission."""
    if table.final is not None:
        raise Refused(
            "GR-12.3",
            "This is the last mission: the {morale} morale cards stay where they are.",
            morale=table.morale,
        )
