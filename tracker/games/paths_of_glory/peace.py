"""PG-16.5 Peace offers: accepted a draw, refused a die."""

from typing import Final

from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory.box import TABLES
from tracker.games.paths_of_glory.columns import AP, CP
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.position import Table

FOURTEEN_POINTS: Final = 40
LATE_WAR: Final = 20
CP_NEEDS, AP_NEEDS = 11, 9


def must_be_allowed(table: Table, seat: int) -> None:
    """PG-5.3.3, PG-5.7.2, PG-AP40, PG-16.5.1.1: when a side may offer peace."""
    if table.game.introductory:
        raise Refused("PG-5.3.3", "There are no peace offers in the introductory scenario.")
    if table.game.historical:
        raise Refused("PG-5.7.2", "There are no peace offers in the historical scenario.")
    if seat == CP and table.was_played(AP, FOURTEEN_POINTS):
        raise Refused(
            "PG-AP40",
            "CP cannot offer peace after {card}.",
            card=card_name(AP, FOURTEEN_POINTS),
        )
    if seat == CP and table.vp < CP_NEEDS:
        raise Refused(
            "PG-16.5.1.1",
            "CP needs {needed} VP or more to offer peace; VP are {vp}.",
            needed=CP_NEEDS,
            vp=table.vp,
        )
    if seat == AP and table.vp > AP_NEEDS:
        raise Refused(
            "PG-16.5.1.1",
            "AP needs {needed} VP or less to offer peace; VP are {vp}.",
            needed=AP_NEEDS,
            vp=table.vp,
        )


def refused_vp(seat: int, combined: int, die: int) -> int:
    """PG-16.5.2: the change of VP after an offer that was refused."""
    row = TABLES.peace.below_20 if combined < LATE_WAR else TABLES.peace.from_20
    return row[die - 1] if seat == CP else -row[die - 1]


def sixtus_vp(die: int) -> int:
    """PG-AP62: always the AP row of 0 to 19."""
    return refused_vp(AP, 0, die)
