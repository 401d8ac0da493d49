"""CW-5 Encounters: friends."""

from typing import Any

import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    changes,
    entry,
    having,
    lines,
    must_refuse,
    play,
    seat_of,
    sentence,
    start,
)
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position

# Somebody who meets the kind as a friend, and what the kind brings (CW-5.2).
FRIENDS = [
    ("southern_officer", "cherokee", "water"),
    ("southern_officer", "southern_soldier", "food"),
    ("southern_officer", "southern_officer", "gold"),
    ("northern_officer", "volunteer", "water"),
    ("northern_officer", "northern_soldier", "food"),
    ("northern_officer", "northern_officer", "gold"),
]


def south(**switches: Any) -> Position:
    """Anna's turn; Boris is of the North, Clara of the South."""
    return start("southern_officer", "northern_soldier", "southern_soldier", **switches)


def meet(kind: str, count: int, **choices: Any) -> AnyEntry:
    return entry("meet", seat=ANNA, kind=kind, count=count, **choices)


def test_two_southern_soldiers_join_a_southern_camp_and_bring_food_and_points() -> None:
    assert changes(south(), meet("southern_soldier", 2), ANNA) == {
        "southern_soldier": 2,
        "food": 6,
        "points": 2,
    }


@pytest.mark.parametrize(("role", "kind", "brings"), FRIENDS)
@pytest.mark.parametrize("count", [1, 4])
def test_each_person_saved_brings_a_point_and_three_of_a_resource(
    role: str, kind: str, brings: str, count: int
) -> None:
    position = start(role, "cherokee")
    assert changes(position, meet(kind, count), ANNA) == {
        kind: count,
        brings: 3 * count,
        "points": count,
    }


@pytest.mark.parametrize(("role", "kind", "brings"), FRIENDS)
def test_a_table_may_reward_a_meeting_once_and_still_all_of_them_join(
    role: str, kind: str, brings: str
) -> None:
    position = start(role, "cherokee", reward="meeting")
    assert changes(position, meet(kind, 5), ANNA) == {kind: 5, brings: 3, "points": 1}


def test_a_table_that_rewards_a_meeting_rewards_every_one_of_them() -> None:
    position = play(south(reward="meeting"), meet("cherokee", 5), meet("cherokee", 2))
    assert seat_of(position, ANNA)["points"] == 2
    assert seat_of(position, ANNA)["resources"]["water"] == 10 + 6


def test_friends_join_those_who_are_in_the_camp_already() -> None:
    position = having(south(), ANNA, people={"cherokee": 2, "volunteer": 1})
    assert seat_of(play(position, meet("cherokee", 3)), ANNA)["people"] == {
        "cherokee": 5,
        "volunteer": 1,
    }


def test_meeting_friends_costs_no_weapons_no_turn_and_nobody_else_anything() -> None:
    position = south()
    assert "weapons" not in changes(position, meet("cherokee", 9), ANNA)
    assert "lost_turns" not in changes(position, meet("cherokee", 9), ANNA)
    assert changes(position, meet("cherokee", 9), BORIS) == {}
    assert changes(position, meet("cherokee", 9), CLARA) == {}


def test_the_wagon_does_not_double_what_friends_bring() -> None:
    position = having(south(), ANNA, bonuses=("wagon",))
    assert changes(position, meet("cherokee", 2), ANNA) == {
        "cherokee": 2,
        "water": 6,
        "points": 2,
    }


def test_friends_need_no_help_and_it_is_refused() -> None:
    position = south()
    helped = meet("southern_soldier", 2, help=[{"seat": CLARA, "weapons": 1}])
    must_refuse(position, helped, "CW-6.3", "friends and need no help")
    assert "Southern soldier" in sentence(position, helped)


def test_a_choice_of_who_dies_is_ignored_among_friends() -> None:
    position = having(south(), ANNA, people={"cherokee": 1})
    met = meet("southern_soldier", 1, casualties={"cherokee": 1})
    assert changes(position, met, ANNA) == {"southern_soldier": 1, "food": 3, "points": 1}


def test_gold_from_saved_officers_makes_a_reserve_stand() -> None:
    position = having(south(), ANNA, gold=58, points=0)
    assert changes(position, meet("southern_officer", 1), ANNA) == {
        "southern_officer": 1,
        "gold": 3,
        "gold_reserve": 1,
        "points": 1 + 10,
    }


def test_the_lines_name_the_rule_of_joining_and_the_rule_of_the_reward() -> None:
    written = lines(south(), meet("cherokee", 2))
    rules = {line.what.value: line.rule for line in written if line.seat == ANNA}
    assert rules == {"cherokee": "CW-5.1", "water": "CW-5.2", "points": "CW-5.2"}
