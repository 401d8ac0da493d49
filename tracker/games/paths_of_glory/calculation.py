"""The calculation of a battle on the sheet: the map, the nations and the cards fill it in."""

from collections.abc import Sequence
from typing import Final, Literal, cast

from msgspec import UNSET, Struct, UnsetType, structs

from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory import calculator
from tracker.games.paths_of_glory.box import SPACES, Card, card
from tracker.games.paths_of_glory.calculator import Ground
from tracker.games.paths_of_glory.columns import AP
from tracker.games.paths_of_glory.entries import Battle, Figures
from tracker.games.paths_of_glory.position import Table
from tracker.games.paths_of_glory.questions import BattleQuestion, BattleResult, BattleSide, Flank

SINAI_PIPELINE: Final = 49
DUG_TRENCH: Final = 1


class Fought(Struct, frozen=True):
    """The loss numbers of a battle, each what that side inflicted, and its retreat if known."""

    attacker: int
    defender: int
    retreat: int | None = None


def fought(table: Table, entry: Battle) -> Fought:
    """PG-12.2, PG-12.3.3: as said, or as calculated; the second fire must be known."""
    if entry.loss_numbers is not UNSET:
        return Fought(entry.loss_numbers.attacker, entry.loss_numbers.defender)
    result = calculate(table, entry, cast(Figures, entry.calculation))
    if result.attacker is None:
        raise Refused("PG-12.3.3", "The attacker fires second: what is left of it?")
    if result.defender is None:
        raise Refused("PG-12.3.3", "The defender fires second: what is left of it?")
    return Fought(result.attacker.loss_number, result.defender.loss_number, result.retreat)


def calculate(table: Table, entry: Battle, figures: Figures) -> BattleResult:
    """The calculator's answer to a battle with these figures."""
    question, ground = asked(table, entry, figures)
    return calculator.battle(question, ground)


def asked(table: Table, entry: Battle, figures: Figures) -> tuple[BattleQuestion, Ground]:
    """The battle as the calculator is asked it, with what the cards change."""
    seat, space = entry.seat, SPACES[entry.at]
    attacker_cards = [card(seat, n) for n in entry.attacker_cards]
    defender_cards = [card(1 - seat, n) for n in entry.defender_cards]
    both = [*attacker_cards, *defender_cards]
    question = BattleQuestion(
        attacker=_with_cards(figures.attacker, attacker_cards),
        defender=_with_cards(figures.defender, defender_cards, is_defender=True),
        terrain=space.terrain,
        trench=figures.trench,
        trench_effect=_trench_effect(attacker_cards),
        fort=space.fort if table.stands_against(seat, space.name) else 0,
        occupied=bool(entry.defenders),
        spaces=figures.spaces,
        flank=_flank(figures, attacker_cards),
        attacker_first=any(played.first_fire for played in attacker_cards),
        full_strength_attacker=figures.full_strength_attacker,
        withdrawal=any(played.withdrawal for played in defender_cards),
        no_retreat=figures.no_retreat or any(played.no_retreat for played in defender_cards),
        sinai=figures.sinai and not (seat == AP and table.was_played(AP, SINAI_PIPELINE)),
    )
    dug = DUG_TRENCH if any(played.digs for played in both) else 0
    return question, Ground(flank_army=figures.attacker.army, dug_trench=dug)


def _with_cards(
    side: BattleSide, cards: Sequence[Card], *, is_defender: bool = False
) -> BattleSide:
    """PG-9.5.4: +1 and +2 are added to the die; CP 31 and AP 61 give the army table."""
    if not cards:
        return side
    drm = side.drm + sum(played.drm for played in cards)
    if not any(played.army_table for played in cards):
        return structs.replace(side, drm=drm)
    after = side.after
    if is_defender and after is not UNSET:
        after = structs.replace(after, army=True)
    return structs.replace(side, drm=drm, army=True, after=after)


def _trench_effect(cards: Sequence[Card]) -> Literal["full", "no_shifts", "none"]:
    return next((played.trench_effect for played in cards if played.trench_effect), "full")


def _flank(figures: Figures, cards: Sequence[Card]) -> Flank | UnsetType:
    """PG-CP2: the flank attack succeeds, whatever the die."""
    if any(played.flank for played in cards):
        return Flank(automatic=True)
    if figures.flank is UNSET:
        return UNSET
    return Flank(die=figures.flank.die, bonus=figures.flank.bonus)
