"""Questions to the calculator and its answers, as a file writes them."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tracker.engine.refusal import Invalid
from tracker.games.paths_of_glory.box import Terrain

Die = Annotated[int, Meta(ge=1, le=6)]
Strength = Annotated[int, Meta(ge=0, le=60)]
FortNumber = Annotated[int, Meta(ge=0, le=3)]
TrenchLevel = Annotated[int, Meta(ge=0, le=2)]
Spaces = Annotated[int, Meta(ge=1, le=9)]
Winner = Literal["attacker", "defender", "none"]
Order = Literal["together", "attacker_first", "defender_first"]
SideWord = Literal["attacker", "defender"]


class After(Struct, frozen=True, forbid_unknown_fields=True):
    """The rest of a side when it fires second."""

    units: Annotated[int, Meta(ge=0, le=9)]
    strength: Strength
    army: bool


class BattleSide(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One side of a battle: the strength of its units alone, and its die."""

    strength: Strength
    army: bool
    die: Die
    drm: Annotated[int, Meta(ge=-9, le=9)] = 0
    after: After | UnsetType = UNSET


class Flank(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A flank attack: one that is diced for, or one that succeeds by itself."""

    die: Die | UnsetType = UNSET
    bonus: Annotated[int, Meta(ge=0, le=8)] | UnsetType = UNSET
    automatic: Literal[True] | UnsetType = UNSET


class CalculatorQuestion(
    Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"
):
    """Something that the calculator is asked."""


class BattleQuestion(CalculatorQuestion, frozen=True, tag="battle"):
    attacker: BattleSide
    defender: BattleSide
    terrain: Terrain = "clear"
    trench: TrenchLevel = 0
    trench_effect: Literal["full", "no_shifts", "none"] = "full"
    fort: FortNumber = 0
    occupied: bool = True
    spaces: Spaces = 1
    flank: Flank | UnsetType = UNSET
    attacker_first: bool = False
    full_strength_attacker: bool = True
    withdrawal: bool = False
    no_retreat: bool = False
    sinai: bool = False


class SiegeQuestion(CalculatorQuestion, frozen=True, tag="siege"):
    fort: Annotated[int, Meta(ge=1, le=3)]
    die: Die
    turn: Annotated[int, Meta(ge=1, le=20)]


class EntrenchQuestion(CalculatorQuestion, frozen=True, tag="entrench"):
    loss_factor: Annotated[int, Meta(ge=1, le=3)]
    die: Die
    level: TrenchLevel = 0
    retry: bool = False


AnyQuestion = BattleQuestion | SiegeQuestion | EntrenchQuestion


class FlankResult(Struct, frozen=True):
    total: int | None
    success: bool


class Fired(Struct, frozen=True):
    """The fire of a side: its loss number is what it inflicts."""

    strength: int
    table: Literal["army", "corps"] | None
    column: str | None
    die: int | None
    loss_number: int


class BattleResult(Struct, frozen=True):
    flank_allowed: bool
    flank: FlankResult | None
    order: Order
    attacker: Fired | None
    defender: Fired | None
    waiting: SideWord | None
    winner: Winner | None
    retreat: int | None
    may_cancel_retreat: bool | None
    advance_stops: bool


class SiegeResult(Struct, frozen=True):
    total: int
    destroyed: bool


class EntrenchResult(Struct, frozen=True):
    total: int
    success: bool
    level: int


AnyResult = BattleResult | SiegeResult | EntrenchResult


def check(question: AnyQuestion, where: str) -> None:
    """Fields that are right each for itself and wrong together."""
    if not isinstance(question, BattleQuestion):
        return
    if question.flank is not UNSET:
        _check_flank(question.flank, f"{where}.flank")
    if question.occupied:
        return
    if not question.fort:
        raise Invalid(f"{where}.fort", "is missing: a bare fort has a number")
    check_bare_fort(question.defender, f"{where}.defender")


def _check_flank(flank: Flank, where: str) -> None:
    if (flank.die is UNSET) == (flank.automatic is UNSET):
        raise Invalid(where, "needs either die or automatic, not both")
    if flank.bonus is not UNSET and flank.die is UNSET:
        raise Invalid(f"{where}.bonus", "is only for a die")


def check_bare_fort(defender: BattleSide, where: str) -> None:
    """A fort is not a unit: nobody defends it with strength or an army (PG-3.0)."""
    if defender.strength:
        raise Invalid(f"{where}.strength", "must be 0: a bare fort has no units")
    if defender.army:
        raise Invalid(f"{where}.army", "must be false: a bare fort has no army")
