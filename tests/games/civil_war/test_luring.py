"""CW-10 Luring."""

from typing import Any

import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    FELIX,
    ROLES,
    at_battles,
    beaten,
    changes,
    entry,
    having,
    lines,
    must_refuse,
    play,
    refusal,
    seat_of,
    sentence,
    start,
)
from tracker.engine.title import why_not
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position


def six(gold: int = 30, **switches: Any) -> Position:
    """Anna's turn, a Southern officer; every other camp has some people in it."""
    position = having(start(*ROLES, **switches), ANNA, gold=gold)
    position = having(position, BORIS, people={"volunteer": 4, "cherokee": 3})
    position = having(position, CLARA, people={"cherokee": 5})
    return having(position, DAVID, people={"volunteer": 2, "northern_soldier": 6})


def lure(*camps: tuple[int, dict[str, int]], seat: int = ANNA) -> AnyEntry:
    from_ = [{"seat": other, "people": people} for other, people in camps]
    return entry("lure", seat=seat, from_=from_)


def test_an_officer_lures_volunteers_for_three_gold_each() -> None:
    lured = lure((BORIS, {"volunteer": 4}))
    assert changes(six(), lured, ANNA) == {"gold": -12, "volunteer": 4}
    assert changes(six(), lured, BORIS) == {"volunteer": -4}


def test_an_officer_of_the_north_lures_as_well() -> None:
    position = having(start("northern_officer", "cherokee"), BORIS, people={"cherokee": 2})
    assert changes(position, lure((BORIS, {"cherokee": 2})), ANNA) == {"gold": -6, "cherokee": 2}


def test_cherokee_are_lured_out_of_whatever_enemy_camp_they_are_in() -> None:
    lured = lure((BORIS, {"cherokee": 3, "volunteer": 1}))
    assert changes(six(), lured, ANNA) == {"gold": -12, "cherokee": 3, "volunteer": 1}
    assert changes(six(), lured, BORIS) == {"cherokee": -3, "volunteer": -1}


def test_people_are_lured_from_several_enemy_camps_at_once() -> None:
    lured = lure((BORIS, {"volunteer": 4}), (DAVID, {"volunteer": 2}))
    assert changes(six(), lured, ANNA) == {"gold": -18, "volunteer": 6}
    assert changes(six(), lured, BORIS) == {"volunteer": -4}
    assert changes(six(), lured, DAVID) == {"volunteer": -2}


def test_any_number_may_be_lured() -> None:
    position = having(six(gold=59), BORIS, people={"volunteer": 19})
    assert changes(position, lure((BORIS, {"volunteer": 19})), ANNA) == {
        "gold": -57,
        "volunteer": 19,
    }


def test_an_officer_may_lure_more_than_once_before_the_first_tile() -> None:
    position = play(six(), lure((BORIS, {"volunteer": 1})), lure((BORIS, {"volunteer": 1})))
    assert seat_of(position, ANNA)["people"] == {"volunteer": 2}
    assert seat_of(position, ANNA)["resources"]["gold"] == 24


def test_the_last_gold_may_be_spent_on_luring() -> None:
    position = play(six(gold=12), lure((BORIS, {"volunteer": 4})))
    assert seat_of(position, ANNA)["resources"]["gold"] == 0


def test_luring_without_the_gold_is_refused() -> None:
    position, lured = six(gold=11), lure((BORIS, {"volunteer": 4}))
    must_refuse(position, lured, "CW-10.1", "gold; luring")
    assert "Anna" in sentence(position, lured)
    assert "11" in sentence(position, lured)
    assert "12" in sentence(position, lured)


def test_the_gold_must_do_for_all_camps_together() -> None:
    position = six(gold=17)
    both = lure((BORIS, {"volunteer": 4}), (DAVID, {"volunteer": 2}))
    must_refuse(position, both, "CW-10.1", "gold; luring")
    assert "18" in sentence(position, both)


@pytest.mark.parametrize("role", ["southern_soldier", "cherokee", "northern_soldier", "volunteer"])
def test_nobody_but_an_officer_lures(role: str) -> None:
    position = start(role, "southern_officer", "northern_officer")
    position = having(position, BORIS, people={"volunteer": 1})
    position = having(position, CLARA, people={"volunteer": 1})
    enemy = {"south": CLARA, "north": BORIS}[seat_of(position, ANNA)["side"]]
    lured = lure((enemy, {"volunteer": 1}))
    must_refuse(position, lured, "CW-10.1", "Only an officer can lure")
    assert "Anna" in sentence(position, lured)


def test_nobody_is_lured_out_of_an_allys_camp() -> None:
    position, lured = six(), lure((CLARA, {"cherokee": 1}))
    must_refuse(position, lured, "CW-10.1", "are both")
    assert "Anna" in sentence(position, lured)
    assert "Clara" in sentence(position, lured)


def test_nobody_is_lured_out_of_ones_own_camp() -> None:
    position = having(six(), ANNA, people={"cherokee": 1})
    must_refuse(position, lure((ANNA, {"cherokee": 1})), "CW-10.1", "are both")


def test_no_more_are_lured_than_are_in_the_camp() -> None:
    position, lured = six(), lure((DAVID, {"volunteer": 3}))
    must_refuse(position, lured, "CW-10.1", "in the camp")
    assert "David" in sentence(position, lured)
    assert "2 volunteers" in sentence(position, lured)
    assert "3" in sentence(position, lured)


def test_nobody_is_lured_twice_in_one_entry() -> None:
    twice = lure((DAVID, {"volunteer": 1}), (DAVID, {"volunteer": 2}))
    must_refuse(six(), twice, "CW-10.1", "in the camp")


def test_a_camp_that_is_refused_lets_nobody_out_of_the_others() -> None:
    both = lure((BORIS, {"volunteer": 1}), (CLARA, {"cherokee": 1}))
    must_refuse(six(), both, "CW-10.1", "are both")


@pytest.mark.parametrize("camps", [[], [(BORIS, {})]])
def test_luring_nobody_is_refused(camps: list[tuple[int, dict[str, int]]]) -> None:
    must_refuse(six(), lure(*camps), "CW-10.1", "Choose who is lured")


def test_nobody_is_lured_from_a_player_who_is_out() -> None:
    position = play(beaten(at_battles(six()), FELIX, ANNA), entry("next_month"))
    position = play(position, entry("hand_turn", to=ANNA))
    assert refusal(position, lure((FELIX, {"volunteer": 1}))) in {"CW-10.1", "CW-13.8"}


@pytest.mark.parametrize(
    "kind", ["northern_soldier", "northern_officer", "southern_soldier", "southern_officer"]
)
def test_only_the_two_kinds_of_volunteers_are_lured(kind: str) -> None:
    position = having(six(), DAVID, people={kind: 6})
    lured = lure((DAVID, {kind: 1}))
    must_refuse(position, lured, "CW-10.2", "Only volunteers")
    assert kind.replace("_", " ").capitalize() in sentence(position, lured)


@pytest.mark.parametrize(
    "kind",
    ["northern_soldier", "northern_officer", "southern_soldier", "southern_officer", "volunteer"],
)
def test_a_table_may_let_anyone_be_lured(kind: str) -> None:
    position = having(six(lure_anyone=True), DAVID, people={kind: 6})
    assert changes(position, lure((DAVID, {kind: 6})), ANNA) == {"gold": -18, kind: 6}


def test_a_table_that_lets_anyone_be_lured_still_lets_only_enemies_be() -> None:
    position = having(six(lure_anyone=True), CLARA, people={"southern_soldier": 1})
    must_refuse(position, lure((CLARA, {"southern_soldier": 1})), "CW-10.1", "are both")


def test_luring_after_the_turns_first_tile_is_refused() -> None:
    position = play(six(), entry("find", seat=ANNA, resource="food", amount=1))
    lured = lure((BORIS, {"volunteer": 1}))
    must_refuse(position, lured, "CW-10.1", "has already turned over")
    assert "Anna" in sentence(position, lured)


def test_luring_on_another_players_turn_is_refused() -> None:
    position = play(six(), entry("end_turn", seat=ANNA))
    lured = lure((BORIS, {"volunteer": 1}))
    assert refusal(position, lured) in {"CW-3.5", "CW-10.1"}
    assert "Boris" in sentence(position, lured)


def test_reserve_gold_may_be_spent_on_luring_and_the_reserve_falls() -> None:
    position = six(gold=61)
    assert changes(position, lure((BORIS, {"volunteer": 1})), ANNA) == {
        "gold": -3,
        "volunteer": 1,
        "gold_reserve": -1,
        "points": -10,
    }


def test_a_reserve_that_keeps_sixty_gold_stands() -> None:
    position = six(gold=63)
    assert changes(position, lure((BORIS, {"volunteer": 1})), ANNA) == {"gold": -3, "volunteer": 1}


def test_a_lured_volunteer_keeps_their_kind_and_can_be_lured_back() -> None:
    position = play(six(), lure((DAVID, {"volunteer": 2})), entry("hand_turn", to=DAVID))
    back = lure((ANNA, {"volunteer": 2}), seat=DAVID)
    assert changes(position, back, ANNA) == {"volunteer": -2}
    assert changes(position, back, DAVID) == {"gold": -6, "volunteer": 2}


def test_a_turncoats_camp_is_an_enemy_camp_from_then_on() -> None:
    position = having(six(), FELIX, people={"volunteer": 2})
    position = play(
        having(position, ANNA, gold=90), entry("spend_reserve", seat=ANNA, turncoat=FELIX)
    )
    lured = lure((FELIX, {"volunteer": 1}))
    must_refuse(position, lured, "CW-10.1", "gold; luring")
    position = play(position, entry("hand_turn", to=DAVID))
    assert why_not(title, position, lure((FELIX, {"volunteer": 1}), seat=DAVID)) is None


def test_the_lines_name_the_price_and_the_joining() -> None:
    written = lines(six(), lure((BORIS, {"volunteer": 1})))
    assert [(line.seat, line.what.value, line.by, line.rule) for line in written] == [
        (ANNA, "gold", -3, "CW-10.1"),
        (BORIS, "volunteer", -1, "CW-10.3"),
        (ANNA, "volunteer", 1, "CW-10.3"),
    ]


# Changing sides (CW-10.4)


def turned(turncoat: int) -> Position:
    """Anna has spent her reserve, and the turncoat has come over to the South."""
    position = having(six(gold=60), FELIX, people={"volunteer": 3}, bonuses=("wagon",), points=7)
    return play(position, entry("spend_reserve", seat=ANNA, turncoat=turncoat))


def test_a_turncoat_keeps_everything_but_the_side() -> None:
    before = having(six(gold=60), FELIX, people={"volunteer": 3}, bonuses=("wagon",), points=7)
    after = play(before, entry("spend_reserve", seat=ANNA, turncoat=FELIX))
    assert seat_of(after, FELIX) == {**seat_of(before, FELIX), "side": "south"}


def test_the_other_sides_people_are_a_turncoats_friends() -> None:
    position = play(turned(FELIX), entry("hand_turn", to=FELIX))
    met = entry("meet", seat=FELIX, kind="southern_soldier", count=2)
    assert changes(position, met, FELIX) == {"southern_soldier": 2, "food": 6, "points": 2}


def test_a_turncoats_former_friends_are_enemies() -> None:
    position = having(play(turned(FELIX), entry("hand_turn", to=FELIX)), FELIX, weapons=4)
    met = entry("meet", seat=FELIX, kind="volunteer", count=2)
    assert changes(position, met, FELIX) == {"weapons": -4, "water": 6, "points": 2}


def test_a_turncoat_can_be_made_to_change_sides_again() -> None:
    position = having(play(turned(FELIX), entry("hand_turn", to=BORIS)), BORIS, gold=60)
    position = play(position, entry("spend_reserve", seat=BORIS, turncoat=FELIX))
    assert seat_of(position, FELIX)["side"] == "north"
