"""The entries: everything that somebody can write on the sheet, as a match file writes it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from tracker.engine import match_file
from tracker.engine.hand_seat import HandSeat
from tracker.games.paths_of_glory.questions import BattleSide, Die, Spaces, TrenchLevel

SeatNumber = Annotated[int, Meta(ge=0, le=1)]
CardNumber = Annotated[int, Meta(ge=1, le=65)]
CardNumbers = tuple[CardNumber, ...]
LossNumber = Annotated[int, Meta(ge=0, le=7)]
Steps = Annotated[int, Meta(ge=0, le=99)]
Use = Literal["event", "ops", "sr", "rp"]
CpNation = Literal["GE", "AH", "BU", "TU", "SN"]
ApNation = Literal[
    "FR", "BR", "BE", "RU", "SB", "MN", "IT", "RO", "GR", "US", "AUS", "CND", "PT", "ANA"
]
BattleNation = CpNation | ApNation
RpNation = Literal["GE", "AH", "BU", "TU", "A", "BR", "FR", "IT", "RU", "US"]
FortState = Literal["intact", "besieged", "destroyed"]
SideWord = Literal["cp", "ap"]
Limit = Literal["br_sr", "ru_sr", "ru_move", "cp_sr"]


class Entry(match_file.Entry, frozen=True, tag_field="do"):
    """Something written on the sheet of this title."""


class Mandates(Entry, frozen=True, tag="mandates"):
    cp: Die
    ap: Die


class Play(Entry, frozen=True, tag="play"):
    seat: SeatNumber
    card: CardNumber
    use: Use = field(name="as")
    normal: bool = False
    africa: Literal["vp", "corps"] | UnsetType = UNSET
    die: Die | UnsetType = UNSET


class OneOp(Entry, frozen=True, tag="one_op"):
    seat: SeatNumber


class Peace(Entry, frozen=True, tag="peace"):
    seat: SeatNumber
    accepted: bool
    die: Die | UnsetType = UNSET


class LossNumbers(Struct, frozen=True, forbid_unknown_fields=True):
    """The losses that each side inflicted."""

    attacker: LossNumber
    defender: LossNumber


class FlankTry(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A flank attack that is diced for (PG-12.3.2)."""

    die: Die
    bonus: Annotated[int, Meta(ge=0, le=8)] = 0


class Figures(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The calculation of a battle: what the map, the nations and the cards do not say."""

    attacker: BattleSide
    defender: BattleSide
    trench: TrenchLevel = 0
    spaces: Spaces = 1
    flank: FlankTry | UnsetType = UNSET
    full_strength_attacker: bool = True
    no_retreat: bool = False
    sinai: bool = False


class Battle(Entry, frozen=True, tag="battle"):
    seat: SeatNumber
    at: str  # type: ignore[assignment]  # where it is fought, not when it was written
    attackers: Annotated[tuple[BattleNation, ...], Meta(min_length=1)]
    defenders: tuple[BattleNation, ...]
    loss_numbers: LossNumbers | UnsetType = UNSET
    calculation: Figures | UnsetType = UNSET
    attacker_cards: CardNumbers = ()
    defender_cards: CardNumbers = ()
    advance: bool = False
    fort_destroyed: bool = False
    take: tuple[str, ...] = ()
    supplied_through_italy: bool = False
    with_us: bool = False


class Take(Entry, frozen=True, tag="take"):
    seat: SeatNumber
    spaces: Annotated[tuple[str, ...], Meta(min_length=1)]


class Besiege(Entry, frozen=True, tag="besiege"):
    seat: SeatNumber
    space: str


class Lift(Entry, frozen=True, tag="lift"):
    space: str


class NearEast(Entry, frozen=True, tag="near_east"):
    seat: SeatNumber
    what: Limit


class Attrition(Entry, frozen=True, tag="attrition"):
    to_cp: tuple[str, ...] = ()
    to_ap: tuple[str, ...] = ()


class Sieges(Entry, frozen=True, tag="sieges"):
    dice: Mapping[str, Die] = {}


class WarStatus(Entry, frozen=True, tag="war_status"):
    pass


class Replace(Entry, frozen=True, tag="replace"):
    seat: SeatNumber
    nation: RpNation
    army_steps: Steps = 0
    corps_steps: Steps = 0


class EndReplacements(Entry, frozen=True, tag="end_replacements"):
    sedan: bool | UnsetType = UNSET


class Draw(Entry, frozen=True, tag="draw"):
    cp: CardNumbers = ()
    ap: CardNumbers = ()


class BothNumbers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A number for one side or for both."""

    cp: Annotated[int, Meta(ge=0, le=99)] | UnsetType = UNSET
    ap: Annotated[int, Meta(ge=0, le=99)] | UnsetType = UNSET


class BothHands(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A hand for one side or for both."""

    cp: Annotated[int, Meta(ge=0, le=20)] | UnsetType = UNSET
    ap: Annotated[int, Meta(ge=0, le=20)] | UnsetType = UNSET


class BothMandates(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A mandate for one side or for both."""

    cp: Literal["none", "made", "AH", "AH_IT", "TU", "GE"] | UnsetType = UNSET
    ap: Literal["none", "made", "FR", "BR", "IT", "RU", "mutiny"] | UnsetType = UNSET


class Numbers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The numbers that a correction sets (PG-0.2). Those not named stay as they are."""

    vp: Annotated[int, Meta(ge=-99, le=99)] | UnsetType = UNSET
    war_status: BothNumbers | UnsetType = UNSET
    hand: BothHands | UnsetType = UNSET
    rp: Mapping[RpNation, Annotated[int, Meta(ge=0, le=99)]] | UnsetType = UNSET
    control: Mapping[str, SideWord] | UnsetType = UNSET
    forts: Mapping[str, FortState] | UnsetType = UNSET
    mandate: BothMandates | UnsetType = UNSET


class Correct(Entry, frozen=True, tag="correct"):
    set: Numbers
    reason: Annotated[str, Meta(min_length=1, max_length=400)]


AnyEntry = (
    Mandates
    | Play
    | OneOp
    | Peace
    | Battle
    | Take
    | Besiege
    | Lift
    | NearEast
    | Attrition
    | Sieges
    | WarStatus
    | Replace
    | EndReplacements
    | Draw
    | Correct
)

Written = AnyEntry | HandSeat
"""Everything that is written on the sheet: an entry of this title, or one that every title has."""


def given(both: BothNumbers | BothHands | BothMandates | UnsetType) -> list[tuple[int, Any]]:
    """The seats that are named in a correction, each with what it is set to."""
    if both is UNSET:
        return []
    return [(seat, value) for seat, value in enumerate((both.cp, both.ap)) if value is not UNSET]
