"""The calculation of a battle on the sheet: what map, nations and cards fill in and change."""

from typing import Any

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    at_war,
    battle,
    correct,
    in_actions,
    must_refuse,
    one_op,
    play,
    shown,
    start,
    with_events,
)
from tracker.games.paths_of_glory import calculation
from tracker.games.paths_of_glory.entries import Battle
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.questions import BattleResult, Fired


def side(strength: int, die: int, *, army: bool = True, **fields: Any) -> dict[str, Any]:
    return {"strength": strength, "army": army, "die": die, **fields}


def left(units: int, strength: int, *, army: bool = True) -> dict[str, Any]:
    return {"units": units, "strength": strength, "army": army}


def operation(seat: int = CP, level: str = "total") -> Position:
    position = play(in_actions(at_war(level, optional_cards="all")), one_op(CP))
    return position if seat == CP else play(position, one_op(AP))


def fought(
    position: Position,
    at: str,
    attackers: str,
    defenders: str,
    figures: dict[str, Any],
    **cards: list[int],
) -> BattleResult:
    """The calculator's answer, of a battle that the rules let through."""
    seat = Table(position).acting or 0
    entry = battle(seat, at, attackers, defenders, calculation=figures, **cards)
    after = play(position, entry)
    assert isinstance(entry, Battle)
    result = calculation.calculate(Table(position), entry, entry.calculation)  # type: ignore[arg-type]
    assert isinstance(result.attacker, Fired)
    assert isinstance(result.defender, Fired)
    last = shown(after)["last_battle"]
    numbers = {
        "attacker": result.attacker.loss_number,
        "defender": result.defender.loss_number,
    }
    assert last["loss_numbers"] == numbers
    assert (last["winner"], last["retreat"]) == (result.winner, result.retreat)
    return result


def column(result: BattleResult, of: str) -> str | None:
    fired: Fired = getattr(result, of)
    return fired.column


def die(result: BattleResult, of: str) -> int | None:
    fired: Fired = getattr(result, of)
    return fired.die


EVEN = {"attacker": side(9, 3), "defender": side(4, 3)}


def test_terrain_and_fort_come_from_the_space() -> None:
    position = play(in_actions(start()), one_op(CP))

    assert column(fought(position, "Belfort", "GE", "FR", EVEN), "attacker") == "6-8"
    assert column(fought(position, "Belfort", "GE", "FR", EVEN), "defender") == "6-8"
    assert column(fought(position, "Sedan", "GE", "FR", EVEN), "defender") == "4"
    ruined = play(position, correct(forts={"Belfort": "destroyed"}))
    assert column(fought(ruined, "Belfort", "GE", "FR", EVEN), "defender") == "4"


def test_the_attackers_own_fort_does_not_fire_for_the_defender() -> None:
    position = play(in_actions(start()), one_op(CP), one_op(AP))

    assert column(fought(position, "Verdun", "FR", "GE", EVEN), "defender") == "4"


def test_a_battle_without_defenders_is_one_against_a_bare_fort() -> None:
    position = play(in_actions(start()), one_op(CP))
    figures = {"attacker": side(9, 3), "defender": side(0, 6, army=False), "trench": 2}
    result = fought(position, "Verdun", "GE", "", figures)

    assert column(result, "defender") == "3"
    assert column(result, "attacker") == "9-11"
    assert result.retreat == 0


@pytest.mark.parametrize(
    ("at", "attackers", "defenders", "card", "by"),
    [
        ("Vilna", "GE", "RU", 3, 1),
        ("Sedan", "GE", "FR", 15, 1),
        ("Verdun", "GE", "FR", 26, 2),
        ("Sedan", "GE", "FR", 49, 1),
        ("Sedan", "GE", "FR", 50, 0),
    ],
)
def test_the_attackers_cards_add_to_the_die(
    at: str, attackers: str, defenders: str, card: int, by: int
) -> None:
    openers = ("CP 13",) if card == 26 else ("CP 54",)
    position = with_events(operation(), *openers)
    result = fought(position, at, attackers, defenders, EVEN, attacker_cards=[card])

    assert die(result, "attacker") == 3 + by
    assert die(result, "defender") == 3


def test_the_defenders_cards_add_to_the_defenders_die() -> None:
    result = fought(operation(), "Gorlice", "AH", "RU", EVEN, defender_cards=[4, 7])

    assert die(result, "defender") == 6
    given = {"attacker": side(9, 3), "defender": side(4, 3, drm=-2)}
    result = fought(operation(), "Gorlice", "AH", "RU", given, defender_cards=[4, 7])
    assert die(result, "defender") == 4
    assert die(result, "attacker") == 3


def test_withdrawal_is_a_retreat_of_just_1() -> None:
    """PG-12.6.4: AP 6, CP 56."""
    by_ap = fought(operation(), "Sedan", "GE", "FR", EVEN, defender_cards=[6])
    by_cp = fought(operation(AP), "Metz", "FR", "GE", EVEN, defender_cards=[56])

    for result in (by_ap, by_cp):
        assert result.retreat == 1
        assert result.may_cancel_retreat is False


def test_von_hutier_fires_first_and_ignores_trenches() -> None:
    """PG-CP44."""
    figures = {
        "attacker": side(9, 3),
        "defender": side(4, 3, after=left(1, 2)),
        "trench": 2,
    }
    result = fought(operation(), "Vilna", "GE", "RU", figures, attacker_cards=[44])

    assert result.order == "attacker_first"
    assert column(result, "attacker") == "9-11"
    assert column(result, "defender") == "2"


@pytest.mark.parametrize("card", [49, 50, 51])
def test_the_late_offensives_ignore_trenches(card: int) -> None:
    figures = {**EVEN, "trench": 2, "spaces": 2}
    position = with_events(operation(), "CP 54")
    result = fought(position, "Cambrai", "GE", "FR", figures, attacker_cards=[card])

    assert column(result, "attacker") == "9-11"
    assert column(result, "defender") == "4"
    assert result.flank_allowed


def test_tanks_take_the_shifts_away_but_not_the_trench() -> None:
    """PG-AP48."""
    figures = {**EVEN, "trench": 2, "spaces": 2}
    position = with_events(operation(AP), "AP 28")
    result = fought(position, "Brussels", "BR", "GE", figures, attacker_cards=[48])

    assert column(result, "attacker") == "9-11"
    assert column(result, "defender") == "4"
    assert not result.flank_allowed
    assert result.may_cancel_retreat == bool(result.retreat)


def test_kemal_gives_the_army_table_also_for_what_is_left() -> None:
    """PG-CP31."""
    figures = {
        "attacker": side(9, 3),
        "defender": side(3, 3, army=False, after=left(1, 2, army=False)),
        "spaces": 2,
        "flank": {"die": 6},
    }
    result = fought(operation(AP), "Kut", "BR", "TU", figures, defender_cards=[31])
    together = {"attacker": side(9, 3), "defender": side(3, 3, army=False)}
    at_once = fought(operation(AP), "Kut", "BR", "TU", together, defender_cards=[31])

    assert result.defender == Fired(2, "army", "2", 3, 2)
    assert at_once.defender == Fired(3, "army", "3", 3, 2)


def test_a_combat_card_that_adds_to_the_die_leaves_the_corps_table() -> None:
    """PG-9.5.4: only CP 31 and AP 61 give the army table."""
    figures = {"attacker": side(3, 3, army=False), "defender": side(3, 3), "spaces": 2}
    plain = fought(operation(), "Lodz", "GE", "RU", figures)
    result = fought(operation(), "Lodz", "GE", "RU", figures, attacker_cards=[3])

    assert isinstance(plain.attacker, Fired)
    assert isinstance(result.attacker, Fired)
    assert (result.attacker.table, result.attacker.column) == ("corps", plain.attacker.column)
    assert result.attacker.die == 4


def test_maude_gives_the_army_table_and_not_the_right_to_flank() -> None:
    """PG-AP61."""
    figures = {"attacker": side(3, 3, army=False), "defender": side(3, 3), "spaces": 2}
    result = fought(operation(AP), "Kut", "BR", "TU", figures, attacker_cards=[61])
    flank = battle(
        AP,
        "Kut",
        "BR",
        "TU",
        calculation={**figures, "flank": {"die": 6}},
        attacker_cards=[61],
    )

    assert result.attacker == Fired(3, "army", "3", 3, 2)
    assert not result.flank_allowed
    must_refuse(operation(AP), flank, "PG-12.3.1", "flank attack needs an army")


def test_turk_determination_digs_a_trench_after_the_flank() -> None:
    """PG-CP60."""
    figures = {
        "attacker": side(9, 3, after=left(2, 9)),
        "defender": side(4, 3, after=left(1, 4)),
        "spaces": 2,
        "flank": {"die": 6},
    }
    result = fought(operation(AP), "Kut", "BR", "TU", figures, defender_cards=[60])

    assert result.flank_allowed
    assert result.order == "attacker_first"
    assert column(result, "attacker") == "6-8"
    assert column(result, "defender") == "5"


def test_wireless_intercepts_make_the_flank_succeed() -> None:
    """PG-CP2: in place of a die that is given, and without one."""
    figures = {"attacker": side(9, 3), "defender": side(4, 3, after=left(1, 3)), "spaces": 2}
    with_die = {**figures, "flank": {"die": 1, "bonus": 8}}
    for given in (figures, with_die):
        result = fought(operation(), "Vilna", "GE", "RU", given, attacker_cards=[2])
        assert result.order == "attacker_first"
        assert result.flank is not None
        assert result.flank.total is None
    one_space = battle(CP, "Vilna", "GE", "RU", calculation=EVEN, attacker_cards=[2])
    must_refuse(operation(), one_space, "PG-12.3.1", "A flank attack must come")


@pytest.mark.parametrize(("card", "at", "nation"), [(39, "Verdun", "FR"), (63, "Sedan", "BR")])
def test_some_cards_forbid_the_retreat(card: int, at: str, nation: str) -> None:
    """PG-AP39, PG-AP63."""
    figures = {"attacker": side(16, 6), "defender": side(1, 1)}
    position = operation()

    assert fought(position, at, "GE", nation, figures).retreat == 2
    assert fought(position, at, "GE", nation, figures, defender_cards=[card]).retreat == 0


def test_the_pipeline_ends_the_sinai_modifier_for_ap_alone() -> None:
    """PG-12.2.7."""
    figures = {"attacker": side(9, 4), "defender": side(4, 3), "sinai": True}
    by_ap, by_cp = operation(AP), operation(CP)

    assert die(fought(by_ap, "Sinai", "BR", "TU", figures), "attacker") == 1
    pipeline = with_events(by_ap, "AP 49")
    assert die(fought(pipeline, "Sinai", "BR", "TU", figures), "attacker") == 4
    by_cp = with_events(by_cp, "AP 49")
    assert die(fought(by_cp, "Sinai", "TU", "BR", figures), "attacker") == 1


def test_the_calculators_refusals_are_the_battles() -> None:
    """PG-12.3.1, PG-12.3.2, PG-12.3.3."""
    position = operation()

    def flank(spaces: int, bonus: int = 0, **fields: Any) -> Any:
        figures = {**EVEN, "spaces": spaces, "flank": {"die": 1, "bonus": bonus}, **fields}
        return battle(CP, "Cambrai", "GE", "FR", calculation=figures)

    must_refuse(position, flank(1), "PG-12.3.1", "A flank attack must come")
    must_refuse(position, flank(2, trench=1), "PG-12.3.1", "flank attack on a trench")
    must_refuse(position, flank(2, bonus=2), "PG-12.3.2", "spaces has a bonus")
    must_refuse(position, flank(2), "PG-12.3.3", "The attacker fires second")
    known = flank(2, attacker=side(9, 3, after=left(1, 5)))
    assert shown(play(position, known))["last_battle"]["retreat"] == 0


def test_a_calculated_loss_number_brings_a_fort_down() -> None:
    """PG-12.4.6."""
    position = play(in_actions(start()), one_op(CP))
    weak = {"attacker": side(1, 1), "defender": side(0, 1, army=False)}
    strong = {"attacker": side(16, 6), "defender": side(0, 1, army=False)}
    attack = {"fort_destroyed": True}

    entry = battle(CP, "Liege", "GE", "", calculation=weak, **attack)
    must_refuse(position, entry, "PG-12.4.6", "falls to a loss number")
    entry = battle(CP, "Liege", "GE", "", calculation=strong, **attack)
    assert shown(play(position, entry))["forts"] == {"Liege": "destroyed"}
