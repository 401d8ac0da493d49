"""CW-6 Encounters: enemies."""

from typing import Any

import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    ELENA,
    ROLES,
    at_battles,
    beaten,
    changes,
    entry,
    having,
    headline,
    lines,
    must_refuse,
    play,
    points,
    seat_of,
    sentence,
    start,
    turn,
)
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position

# A kind of the other side, and what each of them leaves behind (CW-5.2, CW-6.2).
ENEMIES = [
    ("southern_officer", "volunteer", "water"),
    ("southern_officer", "northern_soldier", "food"),
    ("southern_officer", "northern_officer", "gold"),
    ("northern_officer", "cherokee", "water"),
    ("northern_officer", "southern_soldier", "food"),
    ("northern_officer", "southern_officer", "gold"),
]
# Who dies first where nobody chooses (CW-6.6).
DYING = (
    "volunteer",
    "cherokee",
    "southern_soldier",
    "northern_soldier",
    "southern_officer",
    "northern_officer",
)
RESOURCES = ("gold", "medicine", "weapons", "water", "food", "wood")


def six(**numbers: Any) -> Position:
    """Anna's turn, with Clara and Elena as allies; she has these numbers and 0 points."""
    return having(start(*ROLES), ANNA, **{"points": 0, **numbers})


def meet(count: int, kind: str = "northern_soldier", **choices: Any) -> AnyEntry:
    return entry("meet", seat=ANNA, kind=kind, count=count, **choices)


def helped(*gifts: tuple[int, int]) -> list[dict[str, int]]:
    return [{"seat": seat, "weapons": weapons} for seat, weapons in gifts]


# Beaten off (CW-6.1, CW-6.2)


def test_twelve_weapons_destroy_six_enemy_officers() -> None:
    position = six(weapons=12)
    assert changes(position, meet(6, "northern_officer"), ANNA) == {
        "weapons": -12,
        "gold": 18,
        "points": 6,
    }


def test_with_dynamite_six_weapons_destroy_six_enemy_soldiers() -> None:
    position = six(weapons=6, bonuses=("dynamite",))
    assert changes(position, meet(6), ANNA) == {"weapons": -6, "food": 18, "points": 6}


@pytest.mark.parametrize(("role", "kind", "brings"), ENEMIES)
def test_a_destroyed_enemy_is_rewarded_as_a_saved_friend_is(
    role: str, kind: str, brings: str
) -> None:
    position = having(start(role, "cherokee"), ANNA, weapons=9)
    assert changes(position, meet(3, kind), ANNA) == {"weapons": -6, brings: 9, "points": 3}


@pytest.mark.parametrize(("role", "kind", "brings"), ENEMIES)
def test_a_table_that_rewards_a_meeting_rewards_a_won_fight_once(
    role: str, kind: str, brings: str
) -> None:
    position = having(start(role, "cherokee", reward="meeting"), ANNA, weapons=9)
    assert changes(position, meet(3, kind), ANNA) == {"weapons": -6, brings: 3, "points": 1}


def test_weapons_that_are_not_needed_are_kept() -> None:
    assert changes(six(weapons=13), meet(4), ANNA)["weapons"] == -8


def test_a_won_fight_costs_no_turn_and_nobody() -> None:
    position = six(weapons=4, people={"cherokee": 3})
    won = changes(position, meet(2), ANNA)
    assert won == {"weapons": -4, "food": 6, "points": 2}


def test_the_wagon_does_not_double_the_loot() -> None:
    position = six(weapons=4, bonuses=("wagon",))
    assert changes(position, meet(2), ANNA)["food"] == 6


def test_the_lines_of_a_won_fight_name_its_rule() -> None:
    written = lines(six(weapons=4), meet(2))
    assert {line.rule for line in written if line.seat == ANNA} == {"CW-6.2"}


def test_enemies_are_whoever_is_of_the_other_side_after_changing_sides() -> None:
    position = having(start("northern_soldier", "cherokee"), ANNA, gold=60)
    position = play(position, entry("spend_reserve", seat=ANNA, turncoat=BORIS))
    position = having(play(position, entry("end_turn", seat=ANNA)), BORIS, weapons=2)
    met = entry("meet", seat=BORIS, kind="cherokee", count=1)
    assert changes(position, met, BORIS) == {"weapons": -2, "water": 3, "points": 1}


# Help (CW-6.3)


def test_four_weapons_of_an_allys_and_four_own_destroy_four_enemies() -> None:
    position = having(six(weapons=4), CLARA, weapons=4)
    met = meet(4, help=helped((CLARA, 4)))
    assert changes(position, met, ANNA) == {"weapons": -4, "food": 12, "points": 4}
    assert changes(position, met, CLARA) == {"weapons": -4}


def test_help_is_spent_before_the_fighters_own_weapons() -> None:
    position = having(six(weapons=10), CLARA, weapons=4)
    met = meet(3, help=helped((CLARA, 4)))
    assert changes(position, met, ANNA)["weapons"] == -2
    assert changes(position, met, CLARA) == {"weapons": -4}


@pytest.mark.parametrize(
    ("gifts", "clara", "elena"),
    [
        ([(CLARA, 4), (ELENA, 4)], -4, -2),
        ([(ELENA, 4), (CLARA, 4)], -2, -4),
    ],
)
def test_help_is_spent_in_the_order_given(
    gifts: list[tuple[int, int]], clara: int, elena: int
) -> None:
    position = having(having(six(weapons=10), CLARA, weapons=9), ELENA, weapons=9)
    met = meet(3, help=helped(*gifts))
    assert changes(position, met, CLARA) == {"weapons": clara}
    assert changes(position, met, ELENA) == {"weapons": elena}
    assert "weapons" not in changes(position, met, ANNA)


def test_help_that_is_not_needed_stays_where_it_is() -> None:
    position = having(having(six(weapons=10), CLARA, weapons=9), ELENA, weapons=9)
    met = meet(2, help=helped((CLARA, 9), (ELENA, 9)))
    assert changes(position, met, CLARA) == {"weapons": -4}
    assert changes(position, met, ELENA) == {}


def test_an_allys_weapons_count_double_for_a_fighter_with_dynamite() -> None:
    position = having(six(weapons=0, bonuses=("dynamite",)), CLARA, weapons=9)
    met = meet(5, help=helped((CLARA, 5)))
    assert changes(position, met, ANNA) == {"food": 15, "points": 5}
    assert changes(position, met, CLARA) == {"weapons": -5}


def test_an_allys_dynamite_does_not_count() -> None:
    position = having(six(weapons=0), CLARA, weapons=9, bonuses=("dynamite",))
    met = meet(2, help=helped((CLARA, 4)))
    assert changes(position, met, CLARA) == {"weapons": -4}
    assert changes(position, met, ANNA) == {"food": 6, "points": 2}


def test_help_that_is_too_little_is_spent_and_the_ally_loses_nothing_else() -> None:
    position = having(six(weapons=3, people={"cherokee": 9}), CLARA, weapons=2)
    met = meet(4, help=helped((CLARA, 2)))
    assert changes(position, met, CLARA) == {"weapons": -2}
    assert changes(position, met, ANNA) == {
        "weapons": -2,
        "cherokee": -2,
        "points": -6,
        "lost_turns": 1,
    }


def test_a_gift_of_odd_weapons_is_made_up_by_the_fighters_own() -> None:
    position = having(six(weapons=3), CLARA, weapons=9)
    met = meet(3, help=helped((CLARA, 3)))
    assert changes(position, met, CLARA) == {"weapons": -3}
    assert changes(position, met, ANNA)["weapons"] == -3


def test_the_lines_of_help_name_its_rule() -> None:
    position = having(six(weapons=4), CLARA, weapons=4)
    written = lines(position, meet(4, help=helped((CLARA, 4))))
    assert [line.rule for line in written if line.seat == CLARA] == ["CW-6.3"]


@pytest.mark.parametrize(("other", "name"), [(BORIS, "Boris"), (DAVID, "David"), (ANNA, "Anna")])
def test_an_enemy_or_oneself_is_no_help(other: int, name: str) -> None:
    position = six(weapons=0)
    met = meet(1, help=helped((other, 2)))
    must_refuse(position, met, "CW-6.3", "only allies in the game")
    assert name in sentence(position, met)


def test_help_from_a_player_who_is_out_is_refused() -> None:
    position = at_battles(start(*ROLES))
    position = play(beaten(position, CLARA, BORIS), entry("next_month"))
    position = play(position, entry("hand_turn", to=ANNA))
    met = meet(1, help=helped((CLARA, 1)))
    must_refuse(position, met, "CW-6.3", "only allies in the game")
    assert "Clara" in sentence(position, met)


def test_an_ally_cannot_give_more_weapons_than_there_are() -> None:
    position = having(six(weapons=0), CLARA, weapons=7)
    met = meet(4, help=helped((CLARA, 8)))
    must_refuse(position, met, "CW-6.3", "the help would")
    assert "Clara" in sentence(position, met)
    assert "7" in sentence(position, met)
    assert "8" in sentence(position, met)


def test_an_ally_cannot_give_the_same_weapons_twice() -> None:
    position = having(six(weapons=0), CLARA, weapons=7)
    must_refuse(position, meet(4, help=helped((CLARA, 4), (CLARA, 4))), "CW-6.3", "the help would")


def test_help_is_refused_even_where_only_a_part_of_it_would_be_needed() -> None:
    position = having(six(weapons=0), CLARA, weapons=2)
    must_refuse(position, meet(1, help=helped((CLARA, 3))), "CW-6.3", "the help would")


# Flight (CW-6.4)


def test_the_printed_example_of_a_flight() -> None:
    position = six(people={"southern_soldier": 10}, weapons=10)
    assert changes(position, meet(8), ANNA) == {
        "weapons": -10,
        "southern_soldier": -3,
        "points": -9,
        "lost_turns": 1,
    }


def test_weapons_that_do_not_pay_for_a_whole_enemy_are_kept() -> None:
    position = six(people={"cherokee": 5}, weapons=3)
    assert changes(position, meet(2), ANNA) == {
        "weapons": -2,
        "cherokee": -1,
        "points": -3,
        "lost_turns": 1,
    }


def test_a_single_weapon_is_no_defence_without_dynamite() -> None:
    position = six(people={"cherokee": 1}, weapons=1)
    assert changes(position, meet(1), ANNA) == {"cherokee": -1, "points": -3, "lost_turns": 1}


def test_with_dynamite_every_weapon_fells_an_enemy_before_the_flight() -> None:
    position = six(people={"cherokee": 5}, weapons=3, bonuses=("dynamite",))
    assert changes(position, meet(5), ANNA) == {
        "weapons": -3,
        "cherokee": -2,
        "points": -6,
        "lost_turns": 1,
    }


def test_no_more_people_die_than_there_are_and_nothing_is_taken() -> None:
    position = six(people={"cherokee": 2}, weapons=0)
    assert changes(position, meet(9), ANNA) == {"cherokee": -2, "points": -6, "lost_turns": 1}


def test_points_can_go_below_zero() -> None:
    position = six(people={"cherokee": 2}, weapons=0, points=1)
    assert points(play(position, meet(2)), ANNA) == -5


def test_whoever_flees_misses_the_next_turn() -> None:
    position = having(start(), ANNA, people={"cherokee": 2}, weapons=0)
    position = play(position, meet(1), entry("end_turn", seat=ANNA), entry("end_turn", seat=BORIS))
    assert turn(position) == BORIS
    assert seat_of(position, ANNA)["lost_turns"] == 0


def test_the_lines_of_a_flight_name_its_rule() -> None:
    written = lines(six(people={"cherokee": 9}, weapons=2), meet(2))
    assert {line.rule for line in written if line.seat == ANNA} == {"CW-6.4"}


# Robbery (CW-6.5)


def test_a_camp_with_nobody_in_it_is_robbed_of_what_it_has_most_of() -> None:
    position = six(gold=1, medicine=2, weapons=0, water=17, food=4, wood=5)
    assert changes(position, meet(1), ANNA) == {"water": -17, "lost_turns": 1}


def test_in_a_tie_the_enemies_take_what_comes_first_in_order() -> None:
    position = six(gold=14, medicine=0, weapons=0, water=0, food=14, wood=0)
    assert changes(position, meet(1), ANNA) == {"gold": -14, "lost_turns": 1}


@pytest.mark.parametrize("earliest", range(6))
def test_a_tie_is_decided_in_the_order_of_the_resources(earliest: int) -> None:
    numbers = dict.fromkeys(RESOURCES, 0) | dict.fromkeys(RESOURCES[earliest:], 1)
    assert changes(six(**numbers), meet(1), ANNA) == {RESOURCES[earliest]: -1, "lost_turns": 1}


@pytest.mark.parametrize("taken", ["gold", "food"])
def test_in_a_tie_the_player_chooses_what_is_taken(taken: str) -> None:
    position = six(gold=14, medicine=13, weapons=0, water=0, food=14, wood=0)
    assert changes(position, meet(1, taken=taken), ANNA) == {taken: -14, "lost_turns": 1}


def test_in_a_tie_the_player_is_asked_what_is_taken_and_otherwise_not() -> None:
    tie = six(gold=14, medicine=13, weapons=0, water=0, food=14, wood=0)
    [choice] = (choice for choice in title.choices(tie, meet(1)) if choice.field == "taken")
    assert str(choice.label) == "What do they take?"
    assert [option.value for option in choice.options] == ["gold", "food"]
    assert choice.default == {"gold": 1}

    most = six(gold=14, medicine=13, weapons=0, water=0, food=13, wood=0)
    assert "taken" not in {choice.field for choice in title.choices(most, meet(1))}


def test_the_enemies_take_nothing_that_the_camp_has_less_of() -> None:
    position = six(gold=14, medicine=13, weapons=0, water=0, food=14, wood=0)
    met = meet(1, taken="medicine")
    must_refuse(position, met, "CW-6.5", "The enemies take what")
    assert "Anna" in sentence(position, met)
    assert "14" in sentence(position, met)
    assert "medicine" in sentence(position, met)


def test_of_one_resource_that_leads_the_refusal_names_it_and_the_figure() -> None:
    position = six(gold=14, medicine=0, weapons=0, water=0, food=3, wood=0)
    must_refuse(position, meet(1, taken="food"), "CW-6.5", "what Anna has most of: gold, 14.")


def test_what_the_camp_has_most_of_is_decided_after_the_weapons_are_spent() -> None:
    position = six(gold=8, medicine=1, weapons=21, water=1, food=1, wood=1)
    assert changes(position, meet(99), ANNA) == {"weapons": -20, "gold": -8, "lost_turns": 1}


def test_weapons_that_are_left_can_be_what_is_taken() -> None:
    position = six(gold=0, medicine=0, weapons=1, water=0, food=0, wood=0)
    assert changes(position, meet(1), ANNA) == {"weapons": -1, "lost_turns": 1}


def test_what_is_given_as_help_is_not_taken() -> None:
    position = having(six(gold=5, medicine=0, weapons=0, water=0, food=0, wood=0), CLARA, weapons=9)
    met = meet(9, help=helped((CLARA, 9)))
    assert changes(position, met, ANNA) == {"gold": -5, "lost_turns": 1}
    assert changes(position, met, CLARA) == {"weapons": -8}


def test_a_camp_that_has_nothing_loses_only_the_turn() -> None:
    position = six(**dict.fromkeys(RESOURCES, 0))
    assert changes(position, meet(3), ANNA) == {"lost_turns": 1}


def test_a_fight_is_told_in_one_sentence() -> None:
    nothing = six(**dict.fromkeys(RESOURCES, 0))
    fled = (
        "Enemies destroyed: 1 Northern soldier. Anna flees: 1 person dead, 3 points and a turn "
        "lost. 1 weapon more would have won."
    )

    assert headline(six(weapons=9), meet(1)) == "The enemies are beaten off with 2 weapons."
    assert headline(six(people={"cherokee": 5}, weapons=3), meet(2)) == fled
    assert "the enemies take 20 gold, and Anna loses a turn" in headline(
        six(weapons=0, gold=20), meet(1)
    )
    assert "there is nothing to take, but Anna loses a turn" in headline(nothing, meet(3))


def test_an_empty_camp_that_can_beat_them_off_is_not_robbed() -> None:
    assert changes(six(weapons=2), meet(1), ANNA) == {"weapons": -2, "food": 3, "points": 1}


def test_a_robbed_player_misses_the_next_turn() -> None:
    position = play(having(start(), ANNA, weapons=0), meet(1), entry("end_turn", seat=ANNA))
    assert turn(play(position, entry("end_turn", seat=BORIS))) == BORIS


def test_the_lines_of_a_robbery_name_its_rule() -> None:
    written = lines(six(weapons=2), meet(2))
    assert {line.rule for line in written if line.seat == ANNA} == {"CW-6.5"}


# Who dies (CW-6.6)


@pytest.mark.parametrize("dead", range(1, 13))
def test_where_nobody_chooses_people_die_in_a_fixed_order(dead: int) -> None:
    position = six(weapons=0, people=dict.fromkeys(DYING, 2))
    buried = [kind for kind in DYING for _ in range(2)][:dead]
    expected = {kind: -buried.count(kind) for kind in buried}
    assert changes(position, meet(dead), ANNA) == {
        **expected,
        "points": -3 * dead,
        "lost_turns": 1,
    }


def test_the_player_may_choose_who_dies() -> None:
    position = six(weapons=0, people={"volunteer": 5, "southern_officer": 2, "cherokee": 1})
    met = meet(3, casualties={"southern_officer": 2, "cherokee": 1})
    assert changes(position, met, ANNA) == {
        "southern_officer": -2,
        "cherokee": -1,
        "points": -9,
        "lost_turns": 1,
    }


@pytest.mark.parametrize("named", [2, 4])
def test_a_choice_names_exactly_as_many_as_die(named: int) -> None:
    position = six(weapons=0, people={"cherokee": 9})
    met = meet(3, casualties={"cherokee": named})
    must_refuse(position, met, "CW-6.6", "people from the camp")
    assert "Anna" in sentence(position, met)
    assert "3" in sentence(position, met)
    assert str(named) in sentence(position, met)


def test_a_choice_names_only_those_who_are_there() -> None:
    position = six(weapons=0, people={"cherokee": 5, "volunteer": 1})
    met = meet(3, casualties={"volunteer": 3})
    must_refuse(position, met, "CW-6.6", "in the camp")
    assert "Anna" in sentence(position, met)
    assert "1 volunteer" in sentence(position, met)
    assert "3" in sentence(position, met)


def test_a_choice_counts_those_who_die_not_those_who_attack() -> None:
    position = six(weapons=4, people={"cherokee": 1, "southern_officer": 1})
    met = meet(9, casualties={"cherokee": 1, "southern_officer": 1})
    assert changes(position, met, ANNA)["points"] == -6


def test_a_choice_is_ignored_where_the_fight_is_won() -> None:
    position = six(weapons=2, people={"cherokee": 1})
    met = meet(1, casualties={"cherokee": 7})
    assert changes(position, met, ANNA) == {"weapons": -2, "food": 3, "points": 1}


def test_a_choice_is_ignored_where_there_is_nobody_to_die() -> None:
    position = six(gold=20, weapons=0)
    met = meet(1, casualties={"cherokee": 1})
    assert changes(position, met, ANNA) == {"gold": -20, "lost_turns": 1}
