"""The columns of a side's row and of the table's: everything that is counted."""

from enum import Enum
from typing import Final

from tracker.engine.ledger import Column
from tracker.engine.message import Term

CP, AP = 0, 1
"""The seats: the Central Powers and the Allied Powers (PG-0.4)."""
SIDES: Final = ("cp", "ap")
SIDE_NAMES: Final = ("CP", "AP")
SIDE_TERMS: Final = (Term("CP", "side"), Term("AP", "side"))


class Phase(Enum):
    """The part of the turn that is being played (PG-6.0)."""

    __hash__ = object.__hash__  # as for `Column`

    MANDATES = 0
    ACTIONS = 1
    SIEGES = 2
    WAR_STATUS = 3
    AP_REPLACEMENTS = 4
    CP_REPLACEMENTS = 5
    DRAW = 6
    OVER = 7

    @property
    def word(self) -> str:
        return self.name.lower()


class Level(Enum):
    """The commitment of a side (PG-16.1)."""

    MOBILIZATION = 0
    LIMITED_WAR = 1
    TOTAL_WAR = 2

    @property
    def word(self) -> str:
        return self.name.lower()


class Reason(Enum):
    """The reason why a game is over; 0 in the row while it goes on."""

    AUTOMATIC = 1
    ARMISTICE = 2
    COMMITMENT = 3
    LAST_TURN = 4
    PEACE = 5

    @property
    def word(self) -> str:
        return self.name.lower()


class SideColumn(Column):
    """The columns of a side's row besides its replacement points."""

    WAR_STATUS = ("war_status", 0)
    COMMITMENT = ("commitment", 1)
    COMMITMENT_TURN = ("commitment_turn", 2)
    HAND = ("hand", 3, "card in hand", "cards in hand")
    DECK = ("deck", 4, "card in the draw pile", "cards in the draw pile")


class Replacement(Column):
    """The replacement points of a nation, in half points (PG-17)."""

    GE = ("rp_GE", 5, "GE half point", "GE half points")
    AH = ("rp_AH", 6, "AH half point", "AH half points")
    BU = ("rp_BU", 7, "BU half point", "BU half points")
    TU = ("rp_TU", 8, "TU half point", "TU half points")
    A = ("rp_A", 9, "A half point", "A half points")
    BR = ("rp_BR", 10, "BR half point", "BR half points")
    FR = ("rp_FR", 11, "FR half point", "FR half points")
    IT = ("rp_IT", 12, "IT half point", "IT half points")
    RU = ("rp_RU", 13, "RU half point", "RU half points")
    US = ("rp_US", 14, "US half point", "US half points")

    @property
    def parts(self) -> int:
        return 2


class Course(Column):
    """The columns of the table's own row."""

    TURN = ("turn", 0)
    PHASE = ("phase", 1)
    VP_EVENTS = ("vp_events", 2, "VP", "VP")
    VP_SPACES = ("vp_spaces", 3, "VP of spaces", "VP of spaces")
    FLEET_PENDING = ("fleet_pending", 4)
    TSAR_FELL_AT = ("tsar_fell_at", 5)
    """Russian VP spaces that CP held when the Tsar fell, counted from 1; 0 is: he has not."""
    BATTLE_BY = ("battle_by", 6)
    """The attacker of the turn's last battle, counted from 1; 0 is: none."""
    ATTACKER_INFLICTED = ("attacker_inflicted", 7)
    DEFENDER_INFLICTED = ("defender_inflicted", 8)
    RETREAT = ("retreat", 9)
    """The spaces of the last battle's retreat, counted from 1; 0 is: not known."""
    MANDATE_MADE = ("mandate_made", 10)
    BR_SR = ("br_sr", 11)
    CP_SR = ("cp_sr", 12)
    RU_MOVE = ("ru_move", 13)
    RU_SR = ("ru_sr", 14)
    REASON = ("reason", 15)
    WON_BY_CP = ("won_by_cp", 16)
    WON_BY_AP = ("won_by_ap", 17)
    FINAL_VP = ("final_vp", 18)


COLUMNS: Final = {
    column.value: column for columns in (SideColumn, Replacement, Course) for column in columns
}
POINTS: Final = (
    (Replacement.GE, Replacement.AH, Replacement.BU, Replacement.TU),
    (
        Replacement.A,
        Replacement.BR,
        Replacement.FR,
        Replacement.IT,
        Replacement.RU,
        Replacement.US,
    ),
)
"""The replacement points of each side, in the order of the sheet."""
NEAR_EAST: Final = {
    column.value: column for column in (Course.BR_SR, Course.CP_SR, Course.RU_MOVE, Course.RU_SR)
}
SEAT_COLUMNS: Final = len(SideColumn) + len(Replacement)
TABLE_COLUMNS: Final = len(Course)
PHASES: Final = tuple(Phase)
LEVELS: Final = tuple(Level)
