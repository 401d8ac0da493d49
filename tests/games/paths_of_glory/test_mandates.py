"""PG-7 Mandated offensives."""

from typing import Any

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    after_war_status,
    at_war,
    battle,
    correct,
    entry,
    event,
    in_actions,
    next_turn,
    one_op,
    ops,
    play,
    seat_of,
    shown,
    start,
    vp,
    with_events,
)
from tracker.engine.ledger import TABLE
from tracker.games.paths_of_glory.columns import Course
from tracker.games.paths_of_glory.position import Position, Table


def mandates(position: Position) -> tuple[str, str]:
    return seat_of(position, CP)["mandate"], seat_of(position, AP)["mandate"]


@pytest.mark.parametrize(
    ("die", "cp", "ap"),
    [
        (1, "AH", "FR"),
        (2, "AH", "FR"),
        (3, "none", "BR"),
        (4, "GE", "none"),
        (5, "none", "none"),
        (6, "none", "RU"),
    ],
)
def test_dice_demand_an_offensive_of_a_nation_at_war(die: int, cp: str, ap: str) -> None:
    """PG-7.1.1, PG-7.1.2, PG-7.1.6: Turkey and Italy are neutral in 1914."""
    assert mandates(in_actions(start(), die, die)) == (cp, ap)


def test_turkey_and_italy_are_demanded_once_at_war() -> None:
    position = with_events(at_war("limited"), "AP 17")

    assert mandates(in_actions(position, 2, 4)) == ("AH_IT", "IT")
    assert mandates(in_actions(position, 3, 5)) == ("TU", "IT")


def test_a_nation_without_its_capital_is_passed_over() -> None:
    """PG-7.1.2: AH only without both; both AH boxes go together."""
    position = with_events(at_war("limited"), "AP 17")
    one_lost = play(position, correct(control={"Vienna": "ap"}))
    lost = play(one_lost, correct(control={"Budapest": "ap", "Rome": "cp"}))
    also_turkey = play(lost, correct(control={"Constantinople": "ap"}))
    all_lost = play(also_turkey, correct(control={"Berlin": "ap"}))

    assert mandates(in_actions(one_lost, 1, 4)) == ("AH", "IT")
    assert mandates(in_actions(lost, 1, 4)) == ("TU", "RU")
    assert mandates(in_actions(lost, 2, 5)) == ("TU", "RU")
    assert mandates(in_actions(also_turkey, 2, 6)) == ("GE", "RU")
    assert mandates(in_actions(all_lost, 1, 6)) == ("none", "RU")


def test_france_without_paris_is_passed_over_to_britain() -> None:
    position = play(start(), correct(control={"Paris": "cp"}, forts={"Paris": "destroyed"}))

    assert mandates(in_actions(position, 6, 1)) == ("none", "BR")


def test_a_neutral_nation_that_is_reached_by_passing_gives_none() -> None:
    position = play(start(), correct(control={"Vienna": "ap", "Budapest": "ap"}))

    assert mandates(in_actions(position, 1, 4)) == ("none", "none")


def test_ah_it_is_ah_when_rome_is_lost() -> None:
    position = with_events(at_war("limited"), "AP 17")
    position = play(position, correct(control={"Rome": "cp"}))

    assert mandates(in_actions(position, 2, 1))[CP] == "AH"


def test_hoffmann_adds_1_to_later_dice() -> None:
    """PG-7.1.9: 7 is 6."""
    position = with_events(at_war("total"), "CP 37")

    assert mandates(in_actions(position, 3, 1))[CP] == "GE"
    assert mandates(in_actions(position, 6, 1))[CP] == "none"


def test_after_hl_and_the_revolution_german_and_russian_results_are_none() -> None:
    """PG-7.1.10, PG-7.1.11."""
    position = with_events(at_war("total"), "CP 54", "CP 53")

    assert mandates(in_actions(position, 4, 6)) == ("none", "none")


def test_hl_takes_command_voids_the_german_mandate_that_stands() -> None:
    """PG-7.1.10."""
    position = in_actions(at_war("total"), 4, 4)

    assert mandates(play(position, event(CP, 54)))[CP] == "none"


def test_the_revolution_voids_the_russian_mandate_that_stands() -> None:
    """PG-7.1.11."""
    position = with_events(in_actions(at_war("total", turn=6), 5, 6), "CP 28", "CP 52", turn=5)
    position = play(position, correct(control={"Lodz": "cp"}))

    assert mandates(play(position, event(CP, 53)))[AP] == "none"


def test_a_british_mandate_on_turn_1_of_the_historical_scenario_is_french() -> None:
    """PG-5.7.4."""
    first = in_actions(start("historical"), 5, 3)
    position = play(first, event(CP, 1))
    lost = play(start("historical"), correct(control={"Paris": "cp"}, forts={"Paris": "destroyed"}))

    assert mandates(first)[AP] == "FR"
    assert mandates(in_actions(next_turn(position), 5, 3))[AP] == "BR"
    assert mandates(in_actions(lost, 5, 3))[AP] == "BR"


def made(position: Position, choice: Any) -> bool:
    after = play(position, choice)
    seat = shown(after)["last_battle"]["attacker"]
    is_made: bool = seat_of(after, seat)["mandate"] == "made"
    assert shown(after)["last_battle"]["mandate_made"] == is_made
    return is_made


def cp_operation(die: int, position: Position | None = None) -> Position:
    return play(in_actions(start() if position is None else position, die, 4), one_op(CP))


def ap_operation(die: int, position: Position | None = None) -> Position:
    position = in_actions(start() if position is None else position, 5, die)
    return play(position, one_op(CP), one_op(AP))


def test_a_german_mandate_is_made_against_western_allies_on_the_western_front() -> None:
    position = cp_operation(4)

    assert made(position, battle(CP, "Calais", "GE", "BR"))
    assert made(position, battle(CP, "Antwerp", "GE AH", "BE FR"))
    assert made(position, battle(CP, "Aachen", "GE", "BE"))
    assert not made(position, battle(CP, "Calais", "AH", "BR"))
    assert not made(position, battle(CP, "Warsaw", "AH", "RU"))
    assert not made(position, battle(CP, "Minsk", "GE", "FR"))
    assert not made(position, battle(CP, "Verdun", "GE", ""))


def test_belgian_units_are_targets_only_by_the_english_text() -> None:
    """PG-7.1.5."""
    position = cp_operation(4, start(belgian_targets=False))

    assert not made(position, battle(CP, "Antwerp", "GE", "BE"))
    assert made(position, battle(CP, "Antwerp", "GE", "BE FR"))


def test_western_mandates_of_ap_are_made_against_germans_there() -> None:
    french, british = ap_operation(1), ap_operation(3)

    assert made(french, battle(AP, "Metz", "FR", "GE"))
    assert not made(french, battle(AP, "Metz", "BR", "GE"))
    assert not made(french, battle(AP, "Trent", "FR", "AH"))
    assert not made(french, battle(AP, "Trieste", "FR", "GE"))
    assert made(british, battle(AP, "Brussels", "FR BR", "GE"))
    assert not made(british, battle(AP, "Metz", "AUS", "GE"))


def test_an_attack_of_ah_on_any_unit_makes_the_ah_mandate() -> None:
    """PG-7.1.7."""
    assert made(cp_operation(1), battle(CP, "Warsaw", "AH", "RU"))
    assert not made(cp_operation(1), battle(CP, "Warsaw", "AH", ""))


def test_ah_it_needs_italians_italy_or_supply_through_italy() -> None:
    position = cp_operation(2, with_events(at_war("limited"), "AP 17"))

    assert made(position, battle(CP, "Trent", "AH", "IT"))
    assert made(position, battle(CP, "Udine", "AH", "FR"))
    assert made(position, battle(CP, "Trent", "AH", "FR", supplied_through_italy=True))
    assert not made(position, battle(CP, "Trent", "AH", "FR"))


def test_turkey_italy_and_russia_may_attack_anybody() -> None:
    position = with_events(at_war("limited"), "AP 17")

    assert made(cp_operation(3, position), battle(CP, "Batum", "TU", "RU"))
    assert not made(cp_operation(3, position), battle(CP, "Libya", "SN", "BR"))
    assert made(ap_operation(4, position), battle(AP, "Trent", "IT", "AH"))
    assert made(ap_operation(6, position), battle(AP, "Lemberg", "RU", "AH"))


def test_a_mandate_not_made_costs_1_vp_and_is_noted() -> None:
    """PG-7.1.3: the worked case: AH and RU due, nobody attacks."""
    position = after_war_status(in_actions(start(), 1, 6))

    assert vp(position) == 10
    assert seat_of(position, CP)["missed"] == [1]
    assert seat_of(position, AP)["missed"] == [1]
    assert mandates(position) == ("AH", "RU")


def test_each_side_pays_for_its_own_mandate() -> None:
    assert vp(after_war_status(in_actions(start(), 1, 4))) == 9
    assert vp(after_war_status(in_actions(start(), 5, 6))) == 11


def test_a_mandate_that_was_made_costs_nothing() -> None:
    position = play(cp_operation(4), battle(CP, "Calais", "GE", "BR"))

    assert vp(after_war_status(position)) == 10


def mutinous(ap: int = 1) -> Position:
    """French Mutiny was played while this AP mandate stood; an AP operation runs."""
    position = in_actions(at_war("total"), 5, ap)
    return play(position, event(CP, 47), one_op(AP))


def test_french_mutiny_turns_a_mandate_that_is_due_and_every_later_one() -> None:
    """PG-7.1.8."""
    position = mutinous()

    assert mandates(position)[AP] == "mutiny"
    assert mandates(in_actions(next_turn(position), 5, 2))[AP] == "mutiny"
    assert mandates(mutinous(3))[AP] == "BR"
    assert vp(after_war_status(position)) == 10 + 1  # Italy is late


@pytest.mark.parametrize("defenders", ["GE", ""])
def test_the_first_french_attack_in_a_mutiny_gives_cp_1_vp(defenders: str) -> None:
    attack = battle(AP, "Metz", "FR BR", defenders)
    position = play(mutinous(), attack)

    assert vp(position) == 11
    assert mandates(position)[AP] == "made"
    assert vp(play(position, attack)) == 11


def test_french_units_with_us_units_or_elsewhere_do_not_mutiny() -> None:
    position = mutinous()

    assert vp(play(position, battle(AP, "Metz", "FR", "GE", with_us=True))) == 10
    assert vp(play(position, battle(AP, "Trent", "FR", "AH"))) == 10
    assert vp(play(position, battle(AP, "Metz", "BR", "GE"))) == 10


def test_a_french_mandate_made_before_the_mutiny_stays_made() -> None:
    position = in_actions(at_war("total"), 5, 1)
    position = play(position, one_op(CP), ops(AP, 1), battle(AP, "Metz", "FR", "GE"))

    assert mandates(play(position, event(CP, 47)))[AP] == "made"


def test_mandates_are_rolled_once_a_turn() -> None:
    position = in_actions(start())

    assert mandates(next_turn(position)) == ("none", "none")
    with pytest.raises(Exception, match="action rounds"):
        play(position, entry("mandates", cp=1, ap=1))


def test_a_new_turn_forgets_that_a_battle_has_made_a_mandate() -> None:
    """PG-6.0."""
    position = play(cp_operation(4), battle(CP, "Calais", "GE", "BR"))

    assert Table(position)[TABLE, Course.MANDATE_MADE] == 1
    assert Table(next_turn(position))[TABLE, Course.MANDATE_MADE] == 0
