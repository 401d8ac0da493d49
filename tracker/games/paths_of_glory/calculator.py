"""The calculator: battles, sieges and entrenching by figures. It knows no match (PG-12)."""

from bisect import bisect_right
from typing import Any, Final

from msgspec import UNSET, Struct

from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory.box import TABLES, FireTable
from tracker.games.paths_of_glory.names import TERRAINS
from tracker.games.paths_of_glory.questions import (
    AnyQuestion,
    AnyResult,
    BattleQuestion,
    BattleResult,
    EntrenchQuestion,
    EntrenchResult,
    Fired,
    FlankResult,
    Order,
    SideWord,
    SiegeQuestion,
    SiegeResult,
    Winner,
    check,
)

__all__ = ["QUESTION", "battle", "calculate", "check", "entrench", "siege", "winner_of"]

QUESTION: Any = AnyQuestion

FLANK_NEEDS: Final = 4
SINAI: Final = -3
EARLY_SIEGE: Final = -2
EARLY_TURNS: Final = (1, 2)
HIGHEST_TRENCH: Final = 2


def _begins(table: FireTable) -> list[int]:
    """The least strength of every column."""
    return [int(column.rstrip("+").partition("-")[0]) for column in table.columns]


ARMY: Final = (TABLES.fire.army, _begins(TABLES.fire.army))
CORPS: Final = (TABLES.fire.corps, _begins(TABLES.fire.corps))


class Ground(Struct, frozen=True):
    """The changes that cards make to a battle beyond its fields."""

    flank_army: bool | None = None
    """True where the attacker has an army for the flank; a card may lend the army table only."""
    dug_trench: int = 0
    """A trench that a card digs after the flank attack was tried."""


BARE_GROUND: Final = Ground()


def calculate(question: AnyQuestion) -> AnyResult:
    """The answer to a question that `check` has let through."""
    if isinstance(question, SiegeQuestion):
        return siege(question.fort, question.die, question.turn)
    if isinstance(question, EntrenchQuestion):
        return entrench(question)
    return battle(question)


def siege(fort: int, die: int, turn: int) -> SiegeResult:
    """PG-15.3.2, PG-15.3.3: above the fort's number it falls; −2 on turns 1 and 2."""
    total = die + (EARLY_SIEGE if turn in EARLY_TURNS else 0)
    return SiegeResult(total, total > fort)


def entrench(question: EntrenchQuestion) -> EntrenchResult:
    """PG-11.2.2, PG-11.2.10: die ≤ loss factor, −1 on a new try in the very next round."""
    if question.level == HIGHEST_TRENCH:
        raise Refused("PG-11.2.3", "A trench of level {level} is the highest.", level=2)
    total = question.die - question.retry
    success = total <= question.loss_factor
    return EntrenchResult(total, success, question.level + success)


def battle(question: BattleQuestion, ground: Ground = BARE_GROUND) -> BattleResult:
    """PG-12: the flank, the order of fire, both fires, the winner and the retreat."""
    allowed = _why_no_flank(question, ground) is None
    flank = _flank(question, ground)
    order = _order(question, flank)
    trench = max(question.trench, ground.dug_trench) if _trench_counts(question) else 0
    attacker = _attackers_fire(question, trench, second=order == "defender_first")
    defender = _defenders_fire(question, trench, second=order == "attacker_first")
    winner = _winner(attacker, defender)
    retreat = _retreat(question, attacker, defender)
    difficult = TABLES.terrain[question.terrain].difficult
    return BattleResult(
        flank_allowed=allowed,
        flank=flank,
        order=order,
        attacker=attacker,
        defender=defender,
        waiting=_waiting(attacker, defender),
        winner=winner,
        retreat=retreat,
        may_cancel_retreat=_may_cancel(question, retreat, is_cover=bool(trench) or difficult),
        advance_stops=difficult,
    )


def _trench_counts(question: BattleQuestion) -> bool:
    return question.occupied and question.trench_effect != "none"


def _why_no_flank(question: BattleQuestion, ground: Ground) -> Refused | None:
    """PG-12.3.1: from two spaces or more, with an army, on open ground, against units."""
    has_army = question.attacker.army if ground.flank_army is None else ground.flank_army
    if question.spaces < 2:
        return Refused(
            "PG-12.3.1",
            "A flank attack must come from 2 spaces or more, not from {spaces}.",
            spaces=1,
        )
    if not has_army:
        return Refused("PG-12.3.1", "A flank attack needs an army.")
    if not TABLES.terrain[question.terrain].flank:
        return Refused(
            "PG-12.3.1",
            "A flank attack into {terrain} is not allowed.",
            terrain=TERRAINS[question.terrain],
        )
    if question.trench and _trench_counts(question):
        return Refused(
            "PG-12.3.1",
            "A flank attack on a trench of level {level} is not allowed.",
            level=question.trench,
        )
    if not question.occupied:
        return Refused("PG-12.3.1", "A flank attack on a bare fort is not allowed.")
    return None


def _flank(question: BattleQuestion, ground: Ground) -> FlankResult | None:
    """PG-12.3.2, PG-12.3.3: 4 or more succeeds, with +1 for each space beyond the pinning one."""
    flank = question.flank
    if flank is UNSET:
        return None
    if refusal := _why_no_flank(question, ground):
        raise refusal
    if flank.die is UNSET:
        return FlankResult(None, success=True)
    bonus = 0 if flank.bonus is UNSET else flank.bonus
    if bonus > question.spaces - 1:
        raise Refused(
            "PG-12.3.2",
            "The flank attack from {spaces} spaces has a bonus of {most} at most, not {bonus}.",
            spaces=question.spaces,
            most=question.spaces - 1,
            bonus=bonus,
        )
    total = flank.die + bonus
    return FlankResult(total, success=total >= FLANK_NEEDS)


def _order(question: BattleQuestion, flank: FlankResult | None) -> Order:
    """PG-12.3.3: a flank attack that succeeds fires first, one that fails fires second."""
    if question.attacker_first or (flank and flank.success):
        return "attacker_first"
    return "defender_first" if flank else "together"


def _attackers_fire(question: BattleQuestion, trench: int, *, second: bool) -> Fired | None:
    """PG-12.2.8: columns to the left for mountain, swamp and trench; −3 in Sinai (PG-12.2.7)."""
    side = question.attacker
    die = _die(side.die + side.drm + (SINAI if question.sinai else 0))
    left = TABLES.terrain[question.terrain].attacker_left
    if question.trench_effect == "full":
        left += trench
    if not second:
        return _fire(side.strength, side.army, die, -left)
    if side.after is UNSET:
        return None
    if not side.after.units:
        return Fired(0, None, None, None, 0)
    return _fire(side.after.strength, side.after.army, die, -left)


def _defenders_fire(question: BattleQuestion, trench: int, *, second: bool) -> Fired | None:
    """PG-12.2.3: the fort adds its number; one column to the right in a trench."""
    side, fort = question.defender, question.fort
    die = _die(side.die + side.drm)
    right = 1 if trench and question.trench_effect == "full" else 0
    if not second:
        return _fire(side.strength + fort, side.army, die, right)
    if side.after is UNSET:
        return None
    if side.after.units:
        return _fire(side.after.strength + fort, side.after.army, die, right)
    return _fire(fort, False, die, 0) if fort else Fired(0, None, None, None, 0)


def _die(total: int) -> int:
    return min(6, max(1, total))


def _fire(strength: int, army: bool, die: int, shift: int) -> Fired:
    table, begins = ARMY if army else CORPS
    column = bisect_right(begins, strength) - 1
    column = max(0, column) + shift
    column = min(len(table.columns) - 1, max(0, column))
    loss_number = table.losses[die - 1][column]
    return Fired(strength, "army" if army else "corps", table.columns[column], die, loss_number)


def _waiting(attacker: Fired | None, defender: Fired | None) -> SideWord | None:
    if attacker is None:
        return "attacker"
    return "defender" if defender is None else None


def winner_of(attacker: int, defender: int) -> Winner:
    """PG-12.2.11: the higher loss number wins; equal: nobody."""
    if attacker == defender:
        return "none"
    return "attacker" if attacker > defender else "defender"


def _winner(attacker: Fired | None, defender: Fired | None) -> Winner | None:
    if attacker is None or defender is None:
        return None
    return winner_of(attacker.loss_number, defender.loss_number)


def _retreat(
    question: BattleQuestion, attacker: Fired | None, defender: Fired | None
) -> int | None:
    """PG-12.5.1, PG-12.5.2, PG-12.6.4: 1 space if the numbers differ by 1, else 2."""
    if attacker is None or defender is None:
        return None
    if not question.occupied:
        return 0
    if question.withdrawal:
        return 1
    by = attacker.loss_number - defender.loss_number
    if by <= 0 or not question.full_strength_attacker or question.no_retreat:
        return 0
    return 1 if by == 1 else 2


def _may_cancel(question: BattleQuestion, retreat: int | None, *, is_cover: bool) -> bool | None:
    """PG-12.5.3: in a trench, forest, desert, mountain or swamp; never a withdrawal."""
    if retreat is None:
        return None
    return retreat > 0 and not question.withdrawal and is_cover
