"""CW-8 The month's end: upkeep, and the order of what happens then."""

from typing import Any

import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    ROLES,
    at_battles,
    at_trades,
    beaten,
    changes,
    entry,
    has,
    having,
    lines,
    must_refuse,
    number,
    people,
    play,
    points,
    refusal,
    seat_of,
    start,
    told,
)
from tracker.games.civil_war import title
from tracker.games.civil_war.position import Position

DEATH_ORDER = (
    "volunteer",
    "cherokee",
    "southern_soldier",
    "northern_soldier",
    "southern_officer",
    "northern_officer",
)
UPKEEP = entry("upkeep")


def camp(people: dict[str, int], *, water: int, food: int, points: int = 0) -> Position:
    """The trades of the first month, with this camp at Anna's seat."""
    position = having(start(), ANNA, people=people, water=water, food=food, points=points)
    return at_trades(position)


# CW-8.1 to CW-8.3


def test_every_person_takes_one_water_and_one_food_and_brings_a_point() -> None:
    position = camp({"southern_soldier": 3, "cherokee": 1}, water=6, food=4)

    assert changes(position, UPKEEP, ANNA) == {"water": -4, "food": -4, "points": 4}


def test_a_camp_short_of_water_loses_the_people_it_cannot_supply() -> None:
    """CW-14, upkeep short."""
    position = camp({"southern_soldier": 5}, water=3, food=9)
    after = play(position, UPKEEP)

    assert people(after, ANNA) == 3
    assert points(after, ANNA) == -6 + 3
    assert number(after, ANNA, "water") == 0
    assert number(after, ANNA, "food") == 6


def test_a_camp_short_of_food_loses_the_people_it_cannot_supply() -> None:
    position = camp({"cherokee": 4}, water=7, food=1)

    assert changes(position, UPKEEP, ANNA) == {
        "water": -1,
        "food": -1,
        "cherokee": -3,
        "points": -9 + 1,
    }


@pytest.mark.parametrize(("water", "food"), [(0, 9), (9, 0), (0, 0)])
def test_who_cannot_be_given_both_takes_neither(water: int, food: int) -> None:
    position = camp({"southern_soldier": 2}, water=water, food=food)

    assert changes(position, UPKEEP, ANNA) == {"southern_soldier": -2, "points": -6}


def test_nobody_dies_while_there_is_just_enough() -> None:
    position = camp({"volunteer": 5}, water=5, food=5)

    assert people(play(position, UPKEEP), ANNA) == 5


def test_the_leader_of_an_empty_camp_needs_nothing() -> None:
    assert changes(camp({}, water=9, food=9), UPKEEP, ANNA) == {}


def test_deaths_take_points_below_zero() -> None:
    position = camp({"southern_soldier": 2}, water=0, food=0, points=1)

    assert points(play(position, UPKEEP), ANNA) == -5


def test_each_line_of_upkeep_names_its_rule() -> None:
    position = camp({"southern_soldier": 2}, water=1, food=1)
    rules = {(line.what.value, line.by): line.rule for line in lines(position, UPKEEP)}

    assert rules["water", -1] == rules["food", -1] == "CW-8.1"
    assert rules["southern_soldier", -1] == rules["points", -3] == "CW-8.2"
    assert rules["points", 1] == "CW-8.3"


# Who dies: CW-6.6


@pytest.mark.parametrize("supplied", range(7))
def test_who_dies_is_settled_by_an_order_where_nobody_chooses(supplied: int) -> None:
    one_of_each = dict.fromkeys(DEATH_ORDER, 1)
    after = play(camp(one_of_each, water=supplied, food=9), UPKEEP)

    assert set(seat_of(after, ANNA)["people"]) == set(DEATH_ORDER[6 - supplied :])


def test_all_of_a_kind_die_before_one_of_the_next() -> None:
    people = {"northern_officer": 2, "volunteer": 2, "northern_soldier": 3}
    after = play(camp(people, water=3, food=9), UPKEEP)

    assert seat_of(after, ANNA)["people"] == {"northern_officer": 2, "northern_soldier": 1}


def test_who_dies_is_the_players_choice() -> None:
    position = camp({"volunteer": 2, "southern_officer": 2}, water=2, food=2)
    chosen = entry("upkeep", casualties={"0": {"volunteer": 1, "southern_officer": 1}})

    after = play(position, chosen)
    assert seat_of(after, ANNA)["people"] == {"volunteer": 1, "southern_officer": 1}


@pytest.mark.parametrize("named", [1, 3])
def test_a_choice_names_exactly_as_many_as_die(named: int) -> None:
    position = camp({"volunteer": 4}, water=2, food=2)
    chosen = entry("upkeep", casualties={"0": {"volunteer": named}})

    must_refuse(position, chosen, "CW-6.6", "people from the camp")
    assert {"Anna", "2", str(named)} <= told(position, chosen)


def test_a_choice_that_names_nobody_is_too_few() -> None:
    position = camp({"volunteer": 4}, water=2, food=2)

    must_refuse(position, entry("upkeep", casualties={"0": {}}), "CW-6.6", "people from the camp")


def test_a_choice_names_only_people_who_are_there() -> None:
    position = camp({"volunteer": 3, "cherokee": 1}, water=2, food=2)
    chosen = entry("upkeep", casualties={"0": {"cherokee": 2}})

    must_refuse(position, chosen, "CW-6.6", "in the camp")
    assert {"Anna", "1", "Cherokee", "2"} <= told(position, chosen)


@pytest.mark.parametrize("supplied", [3, 9])
def test_a_choice_for_a_camp_where_nobody_dies_is_ignored(supplied: int) -> None:
    position = camp({"volunteer": 3}, water=supplied, food=supplied)
    chosen = entry("upkeep", casualties={"0": {"northern_officer": 7}})

    assert changes(position, chosen, ANNA) == {"water": -3, "food": -3, "points": 3}


def test_a_choice_for_an_empty_camp_is_ignored() -> None:
    position = at_trades(start())
    chosen = entry("upkeep", casualties={"1": {"volunteer": 1}})

    assert changes(position, chosen, BORIS) == {}


def test_a_choice_for_an_eliminated_player_is_ignored() -> None:
    out = beaten(at_battles(start(*ROLES[:4])), CLARA, by=BORIS)
    position = at_trades(play(out, entry("next_month")))

    chosen = entry("upkeep", casualties={"2": {"volunteer": 1}})
    assert changes(position, chosen, CLARA) == {}


# CW-8.4: one step, once a month


def test_upkeep_is_one_step_for_the_whole_table() -> None:
    position = camp({"southern_soldier": 2}, water=5, food=5)
    position = having(position, BORIS, people={"volunteer": 3}, water=2, food=8)

    assert changes(position, UPKEEP, ANNA) == {"water": -2, "food": -2, "points": 2}
    assert changes(position, UPKEEP, BORIS) == {
        "water": -2,
        "food": -2,
        "volunteer": -1,
        "points": -1,
    }


def test_each_player_chooses_for_their_own_camp() -> None:
    both = {"volunteer": 1, "cherokee": 1}
    position = having(camp(both, water=1, food=1), BORIS, people=both, water=1, food=1)
    chosen = entry("upkeep", casualties={"0": {"cherokee": 1}, "1": {"volunteer": 1}})

    after = play(position, chosen)
    assert seat_of(after, ANNA)["people"] == {"volunteer": 1}
    assert seat_of(after, BORIS)["people"] == {"cherokee": 1}


def test_one_wrong_choice_holds_up_the_whole_step() -> None:
    both = {"volunteer": 1, "cherokee": 1}
    position = having(camp(both, water=1, food=1), BORIS, people=both, water=1, food=1)
    chosen = entry("upkeep", casualties={"0": {"cherokee": 1}, "1": {"volunteer": 2}})

    must_refuse(position, chosen, "CW-6.6", "people from the camp")
    assert "Boris" in told(position, chosen)


def test_upkeep_is_done_once_a_month() -> None:
    position = at_battles(start())

    must_refuse(position, UPKEEP, "CW-8.4", "after the month's upkeep")
    assert "upkeep" in told(position, UPKEEP)


def test_upkeep_is_done_again_the_next_month() -> None:
    position = camp({"southern_soldier": 1}, water=9, food=9)
    after = play(position, UPKEEP, entry("next_month"), entry("end_month"), UPKEEP)

    assert number(after, ANNA, "water") == 7


# The order of the month's end


def test_the_month_ends_with_trades_then_battles_then_the_next_month() -> None:
    position, phases = start(), []
    for do in ("end_month", "upkeep", "next_month"):
        position = play(position, entry(do))
        phases.append(title.export_position(position)["phase"])

    assert phases == ["trades", "battles", "turns"]


@pytest.mark.parametrize(
    ("month", "do", "rule"),
    [
        ([], "upkeep", "CW-8"),
        ([], "next_month", "CW-8"),
        (["end_month"], "next_month", "CW-8"),
        (["end_month"], "end_month", "CW-3.4"),
        (["end_month", "upkeep"], "end_month", "CW-3.4"),
    ],
)
def test_nothing_of_the_months_end_is_left_out_or_done_again(
    month: list[str], do: str, rule: str
) -> None:
    position = play(start(), *(entry(step) for step in month))

    assert refusal(position, entry(do)) == rule


@pytest.mark.parametrize("month", [[], ["end_month"]])
@pytest.mark.parametrize(("do", "rest"), [("attack", {}), ("buy_off", {"pay": {"gold": 1}})])
def test_battles_wait_for_upkeep(month: list[str], do: str, rest: dict[str, Any]) -> None:
    position = having(start(), ANNA, people={"southern_soldier": 9}, weapons=9)
    position = having(position, BORIS, weapons=0)
    position = play(position, *(entry(step) for step in month))

    assert refusal(position, entry(do, seat=ANNA, target=BORIS, **rest)) == "CW-13.1"


@pytest.mark.parametrize("month", [["end_month"], ["end_month", "upkeep"]])
def test_a_fire_brigade_is_raised_at_any_moment_of_the_months_end(month: list[str]) -> None:
    position = having(start(), BORIS, people={"volunteer": 2}, water=5, food=5)
    position = play(position, *(entry(step) for step in month))

    assert has(play(position, entry("raise_brigade", seat=BORIS)), BORIS, "fire_brigade")


def test_a_turn_is_over_once_the_months_end_has_begun() -> None:
    position = at_trades(start())

    find = entry("find", seat=ANNA, resource="gold", amount=1)
    must_refuse(position, find, "CW-3.4", "entered between the last")
