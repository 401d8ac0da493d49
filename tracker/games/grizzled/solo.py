"""GR-14 Solo: one common hand, no speeches, four tokens of its own."""

from typing import Final

from msgspec import UNSET, UnsetType

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.grizzled import mission_end
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.columns import SET_ASIDE, Course, Phase, SetAside
from tracker.games.grizzled.entries import Mission, Support
from tracker.games.grizzled.position import Table

SEAT_OF: Final = {SetAside.LEFT: 0, SetAside.MIDDLE: 1, SetAside.RIGHT: 2}


def must_not_choose_danger(table: Table, entry: Mission) -> None:
    """GR-14.4: in solo there is no danger to choose."""
    if table.game.is_solo and entry.danger is not UNSET:
        raise Refused(
            "GR-14.4",
            "In a solo game the hand is filled to {hand}; there is no danger to choose.",
            hand=BOX.solo.hand,
        )


def fill_hand(table: Table, rule: str) -> None:
    """GR-14.4, GR-14.6: fill the common hand to 3, as far as there are trials."""
    missing = max(0, BOX.solo.hand - table.hand(0))
    table.draw(0, min(missing, table.trials), rule)


def must_not_speak(table: Table) -> None:
    """GR-14.3: a speech is refused."""
    if table.game.is_solo:
        raise Refused("GR-14.3", "In a solo game there are no speeches.")


def must_allow_refill(table: Table, *, refill: bool) -> None:
    """GR-14.6: filling is for solo games only, and not once it was left out in this mission."""
    if not table.game.is_solo:
        raise Refused("GR-14.6", "The hand is filled after a card only in a solo game.")
    if refill and not table[TABLE, Course.REFILLING]:
        raise Refused("GR-14.6", "The hand is not filled again in this mission.")


def refill(table: Table, wanted: bool | UnsetType) -> None:
    """GR-14.6: fill the hand unless that is left out, or the card has failed the mission."""
    if wanted is False:
        table.put(TABLE, Course.REFILLING, 0, "GR-14.6")
    elif table[TABLE, Course.REFILLING] and not mission_end.note_failing(table):
        fill_hand(table, "GR-14.6")


def pass_leader(table: Table, seat: int) -> None:
    """GR-14.5: the token goes to the next who has not withdrawn, else to the next seat."""
    around = len(table.seats)
    order = [(seat + step) % around for step in range(1, around + 1)]
    leader = next((soldier for soldier in order if not table.is_withdrawn(soldier)), order[0])
    table.put(TABLE, Course.LEADER, leader, "GR-14.5")
    if table.phase is Phase.MISSION:
        table.put(TABLE, Course.TURN, leader + 1, "GR-14.5")


def draw_support(table: Table, entry: Support) -> int | None:
    """GR-14.8: draw one of four tokens and set it aside; return the seat that is helped."""
    if not table.game.is_solo:
        if entry.drawn is not UNSET:
            raise Refused("GR-14.8", "A support token is drawn only in a solo game.")
        return None
    if entry.drawn is UNSET:
        raise Refused("GR-14.8", "Choose which of the four support tokens was drawn.")
    token = SetAside[entry.drawn.upper()]
    if table[TABLE, token]:
        raise Refused(
            "GR-14.8",
            "This token is set aside; {number} of 4 are still to be drawn.",
            number=sum(not table[TABLE, column] for column in SET_ASIDE),
        )
    table.add(TABLE, token, 1, "GR-14.8")
    if all(table[TABLE, column] for column in SET_ASIDE):
        for column in SET_ASIDE:
            table.put(TABLE, column, 0, "GR-14.8")
    return SEAT_OF.get(token)
