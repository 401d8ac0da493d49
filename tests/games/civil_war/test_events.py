"""CW-11 Events, from the middle of a tile or entered by hand; and corrections."""

from typing import Any

import msgspec
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
    headline,
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
    turn,
)
from tracker.engine.title import why_not
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position

THREE = ("wagon", "dynamite", "fire_brigade")
RESOURCES = ("gold", "medicine", "weapons", "water", "food", "wood")
SABOTAGE = entry("sabotage", seat=ANNA)


def headquarters(position: Position) -> dict[str, bool]:
    standing: dict[str, bool] = title.export_position(position)["headquarters"]
    return standing


def correct(seat: int = ANNA, **new: Any) -> AnyEntry:
    return entry("correct", seat=seat, set=new, reason="counted again")


# CW-11.1: supplies found or lost


@pytest.mark.parametrize(
    ("where", "bonuses", "found"),
    [
        ("middle", (), 4),
        ("middle", ("wagon",), 4),
        ("middle_doubled", (), 4),
        ("middle_doubled", ("wagon",), 8),
    ],
)
def test_a_wagon_doubles_a_find_in_the_middle_only_where_the_tile_says_so(
    where: str, bonuses: tuple[str, ...], found: int
) -> None:
    position = having(start(), ANNA, bonuses=bonuses)
    find = entry("find", seat=ANNA, resource="medicine", amount=4, where=where)

    assert changes(position, find, ANNA) == {"medicine": found}


@pytest.mark.parametrize("resource", RESOURCES)
def test_any_resource_is_found_or_lost(resource: str) -> None:
    find = entry("find", seat=ANNA, resource=resource, amount=7, where="middle")
    lose = entry("lose", seat=ANNA, resource=resource, amount=7)

    assert changes(start(), find, ANNA) == {resource: 7}
    assert changes(start(), lose, ANNA) == {resource: -7}


def test_a_loss_takes_what_there_is() -> None:
    position = having(start(), ANNA, water=3)

    assert changes(position, entry("lose", seat=ANNA, resource="water", amount=5), ANNA) == {
        "water": -3
    }


def test_a_wagon_does_not_double_a_loss() -> None:
    position = having(start(), ANNA, bonuses=("wagon",), water=10)

    assert changes(position, entry("lose", seat=ANNA, resource="water", amount=4), ANNA) == {
        "water": -4
    }


# CW-11.2: wagon and dynamite


@pytest.mark.parametrize("bonus", ["wagon", "dynamite"])
def test_a_wagon_or_dynamite_is_found(bonus: str) -> None:
    assert changes(start(), entry("gain", seat=ANNA, bonus=bonus), ANNA) == {bonus: 1}


@pytest.mark.parametrize("bonus", ["wagon", "dynamite"])
def test_a_second_one_is_left_lying(bonus: str) -> None:
    position = having(start(), ANNA, bonuses=(bonus,))

    assert changes(position, entry("gain", seat=ANNA, bonus=bonus), ANNA) == {}
    assert headline(position, entry("gain", seat=ANNA, bonus=bonus)) == (
        f"Anna already has one, so a second one is left lying: {bonus}."
    )


@pytest.mark.parametrize("bonus", ["fire_brigade", "fort", "gold_reserve"])
def test_no_other_bonus_is_found(bonus: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        entry("gain", seat=ANNA, bonus=bonus)


# CW-11.3: fire


@pytest.mark.parametrize(("wood", "burnt"), [(10, 5), (5, 5), (3, 3), (0, 0)])
def test_a_fire_burns_the_wood_that_there_is(wood: int, burnt: int) -> None:
    position = having(start(), ANNA, wood=wood)
    after = play(position, entry("fire", seat=ANNA, amount=5))

    assert number(after, ANNA, "wood") == wood - burnt


def test_a_fire_can_bring_a_fort_down() -> None:
    """CW-14, fire."""
    position = having(start(), ANNA, wood=61)

    assert changes(position, entry("fire", seat=ANNA, amount=5), ANNA) == {
        "wood": -5,
        "fort": -1,
        "points": -10,
    }
    assert headline(position, entry("fire", seat=ANNA, amount=5)) == (
        "5 wood burn, and Anna's fort with them."
    )


def test_a_fire_where_nothing_can_burn_says_so() -> None:
    position = having(start(), ANNA, wood=0)

    assert headline(position, entry("fire", seat=ANNA, amount=5)) == (
        "Anna has no wood that could burn."
    )


def test_a_fort_of_enough_wood_outlasts_a_fire() -> None:
    position = having(start(), ANNA, wood=65)

    assert changes(position, entry("fire", seat=ANNA, amount=5), ANNA) == {"wood": -5}


def test_a_fire_brigade_saves_the_wood() -> None:
    position = having(start(), ANNA, bonuses=("fire_brigade",), wood=61)

    assert changes(position, entry("fire", seat=ANNA, amount=50), ANNA) == {}
    assert headline(position, entry("fire", seat=ANNA, amount=50)) == (
        "Anna's fire brigade puts the fire out."
    )


def test_a_fire_brigade_stays_after_a_fire() -> None:
    position = having(start(), ANNA, bonuses=("fire_brigade",))

    assert has(play(position, entry("fire", seat=ANNA, amount=5)), ANNA, "fire_brigade")


def test_a_fire_brigade_does_not_keep_wood_from_being_lost_otherwise() -> None:
    position = having(start(), ANNA, bonuses=("fire_brigade",), wood=8)

    assert changes(position, entry("lose", seat=ANNA, resource="wood", amount=5), ANNA) == {
        "wood": -5
    }


# CW-11.4: sabotage


@pytest.mark.parametrize(
    ("roles", "standing"),
    [
        (("southern_soldier", "northern_soldier"), {"south": True, "north": False}),
        (("northern_soldier", "southern_soldier"), {"south": False, "north": True}),
    ],
)
def test_dynamite_destroys_the_headquarters_of_the_enemy_side(
    roles: tuple[str, str], standing: dict[str, bool]
) -> None:
    position = having(start(*roles), ANNA, bonuses=("dynamite",))

    assert headquarters(play(position, SABOTAGE)) == standing


def test_both_headquarters_can_be_destroyed() -> None:
    position = having(having(start(), ANNA, bonuses=THREE), BORIS, bonuses=THREE)
    turns = (entry("end_turn", seat=ANNA), entry("sabotage", seat=BORIS))

    after = play(position, SABOTAGE, *turns)
    assert headquarters(after) == {"south": False, "north": False}


def test_sabotage_needs_dynamite() -> None:
    must_refuse(start(), SABOTAGE, "CW-11.4", "has no dynamite; sabotage")
    assert {"Anna", "dynamite"} <= told(start(), SABOTAGE)


def test_sabotage_keeps_the_dynamite() -> None:
    position = having(start(), ANNA, bonuses=("dynamite",))

    assert has(play(position, SABOTAGE), ANNA, "dynamite")


def test_sabotage_takes_no_turn() -> None:
    position = having(start(), ANNA, bonuses=("dynamite",))
    find = entry("find", seat=ANNA, resource="gold", amount=1)
    after = play(position, SABOTAGE, find)

    assert turn(after) == ANNA
    assert number(after, ANNA, "lost_turns") == 0


def test_sabotage_may_follow_the_turns_first_tile() -> None:
    position = having(start(), ANNA, bonuses=("dynamite",))
    find = entry("find", seat=ANNA, resource="gold", amount=1)

    assert headquarters(play(position, find, SABOTAGE)) == {"south": True, "north": False}


def test_sabotage_is_done_on_the_players_own_turn() -> None:
    position = having(start(), BORIS, bonuses=("dynamite",))

    assert refusal(position, entry("sabotage", seat=BORIS)) in ("CW-3.5", "CW-11.4")
    assert "Anna" in told(position, entry("sabotage", seat=BORIS))


def test_sabotage_is_not_done_in_the_months_end() -> None:
    position = having(start(), ANNA, bonuses=("dynamite",))

    assert why_not(title, position, SABOTAGE) is None
    assert refusal(at_trades(position), SABOTAGE) in ("CW-3.4", "CW-11.4")


def test_a_headquarters_that_is_gone_is_not_destroyed_again() -> None:
    position = play(having(start(), ANNA, bonuses=("dynamite",)), SABOTAGE)

    must_refuse(position, SABOTAGE, "CW-11.4", "has already been destroyed")
    assert "North" in told(position, SABOTAGE)


def test_a_headquarters_destroyed_by_an_ally_is_not_destroyed_again() -> None:
    position = having(start(*ROLES[:3]), ANNA, bonuses=("dynamite",))
    position = having(position, CLARA, bonuses=("dynamite",))
    position = play(position, SABOTAGE, entry("hand_turn", to=CLARA))

    must_refuse(position, entry("sabotage", seat=CLARA), "CW-11.4", "has already been destroyed")


def test_a_headquarters_stays_destroyed_when_its_saboteur_is_out() -> None:
    position = having(start(*ROLES[:4]), ANNA, bonuses=("dynamite",))
    position = play(position, SABOTAGE, correct(bonuses={"dynamite": False}))
    after = beaten(at_battles(position), ANNA, by=BORIS)

    assert headquarters(after) == {"south": True, "north": False}


def test_a_turncoat_with_dynamite_destroys_the_headquarters_of_the_old_side() -> None:
    position = having(start("southern_officer", "northern_officer", "volunteer"), ANNA, gold=60)
    position = having(position, CLARA, bonuses=("dynamite",))
    turned = play(position, entry("spend_reserve", seat=ANNA, turncoat=CLARA))
    after = play(turned, entry("hand_turn", to=CLARA), entry("sabotage", seat=CLARA))

    assert headquarters(after) == {"south": True, "north": False}


# CW-11.5: sickness


def test_sickness_is_paid_in_medicine() -> None:
    position = having(start(), ANNA, medicine=5, people={"southern_soldier": 3})

    assert changes(position, entry("sickness", seat=ANNA, amount=5), ANNA) == {"medicine": -5}


def test_each_missing_medicine_kills_one_person() -> None:
    position = having(start(), ANNA, medicine=2, people={"southern_soldier": 5})

    assert changes(position, entry("sickness", seat=ANNA, amount=5), ANNA) == {
        "medicine": -2,
        "southern_soldier": -3,
        "points": -9,
    }
    assert headline(position, entry("sickness", seat=ANNA, amount=5)) == (
        "Anna lacks 3 medicine: 3 people dead, 9 points lost."
    )


def test_sickness_kills_as_far_as_there_are_people() -> None:
    position = having(start(), ANNA, medicine=1, people={"southern_soldier": 2})

    assert changes(position, entry("sickness", seat=ANNA, amount=9), ANNA) == {
        "medicine": -1,
        "southern_soldier": -2,
        "points": -6,
    }


def test_sickness_in_an_empty_camp_takes_only_medicine() -> None:
    position = having(start(), ANNA, medicine=1)

    assert changes(position, entry("sickness", seat=ANNA, amount=9), ANNA) == {"medicine": -1}
    assert headline(position, entry("sickness", seat=ANNA, amount=9)) == (
        "Anna has nobody in the camp who could fall ill."
    )


def test_who_dies_of_sickness_is_settled_by_an_order() -> None:
    camp = {"southern_officer": 1, "cherokee": 1, "volunteer": 1}
    after = play(
        having(start(), ANNA, medicine=0, people=camp), entry("sickness", seat=ANNA, amount=2)
    )

    assert seat_of(after, ANNA)["people"] == {"southern_officer": 1}


def test_who_dies_of_sickness_is_the_players_choice() -> None:
    position = having(start(), ANNA, medicine=1, people={"volunteer": 2, "cherokee": 2})
    sick = entry("sickness", seat=ANNA, amount=3, casualties={"cherokee": 2})

    assert seat_of(play(position, sick), ANNA)["people"] == {"volunteer": 2}


def test_a_choice_names_exactly_as_many_as_die_of_sickness() -> None:
    position = having(start(), ANNA, medicine=1, people={"volunteer": 4})
    sick = entry("sickness", seat=ANNA, amount=3, casualties={"volunteer": 3})

    must_refuse(position, sick, "CW-6.6", "people from the camp")
    assert {"Anna", "2", "3"} <= told(position, sick)


def test_a_choice_is_ignored_where_the_medicine_suffices() -> None:
    position = having(start(), ANNA, medicine=9, people={"volunteer": 1})
    sick = entry("sickness", seat=ANNA, amount=3, casualties={"cherokee": 8})

    assert changes(position, sick, ANNA) == {"medicine": -3}


# The same events in the middle of a tile


def deck_of(middle: dict[str, Any]) -> dict[str, Any]:
    """Twelve tiles with the same middle."""
    tile = {
        "top": {"resource": "gold", "amount": 1, "crossed": False},
        "left": {"kind": "cherokee", "count": 1},
        "right": {"kind": "volunteer"},
        "bottom": {"resource": "wood"},
        "middle": middle,
    }
    tiles = [{"id": str(number), **tile} for number in range(12)]
    return {"format": "quartermaster-deck/1", "name": "one event", "tiles": tiles}


def turned_over(event: dict[str, Any], **choice: Any) -> tuple[Position, AnyEntry]:
    """Anna is about to turn over the month's first tile, which can do nothing but its middle."""
    camp = {"southern_soldier": 3, "cherokee": 3}
    position = having(start(deck=deck_of(event)), ANNA, people=camp, medicine=1, wood=8)
    position = having(position, ANNA, bonuses=("wagon", "dynamite"))
    places = [{"at": [x, 0], "tile": str(x)} for x in range(8)]
    position = play(position, entry("lay_tiles", tiles=places))
    return position, entry("turn_over", seat=ANNA, at=[0, 0], choices={"middle": choice})


@pytest.mark.parametrize(
    ("middle", "expected"),
    [
        ({"do": "find", "resource": "food", "amount": 5, "doubled": False}, {"food": 5}),
        ({"do": "find", "resource": "food", "amount": 5, "doubled": True}, {"food": 10}),
        ({"do": "lose", "resource": "wood", "amount": 9}, {"wood": -8}),
        ({"do": "gain", "bonus": "wagon"}, {}),
        ({"do": "fire", "amount": 3}, {"wood": -3}),
        ({"do": "sickness", "amount": 2}, {"medicine": -1, "cherokee": -1, "points": -3}),
        ({"do": "sabotage"}, {}),
    ],
    ids=lambda case: case.get("do"),
)
def test_an_event_in_the_middle_of_a_tile_does_the_same(
    middle: dict[str, Any], expected: dict[str, int]
) -> None:
    position, turning = turned_over(middle)

    assert changes(position, turning, ANNA) == expected


def test_sabotage_in_the_middle_happens_where_it_is_chosen() -> None:
    position, turning = turned_over({"do": "sabotage"}, sabotage=True)

    assert headquarters(play(position, turning)) == {"south": True, "north": False}


def test_who_dies_of_sickness_in_the_middle_is_the_players_choice() -> None:
    sickness = {"do": "sickness", "amount": 2}
    position, turning = turned_over(sickness, casualties={"southern_soldier": 1})

    assert changes(position, turning, ANNA)["southern_soldier"] == -1


# CW-11.6: corrections


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        ({"points": 7}, {"points": 5}),
        ({"points": -4}, {"points": -6}),
        *(({"resources": {resource: 3}}, {resource: -4}) for resource in RESOURCES),
        ({"people": {"southern_officer": 4}}, {"southern_officer": 3}),
        ({"people": {"southern_soldier": 4}}, {"southern_soldier": 3}),
        ({"people": {"cherokee": 0}}, {"cherokee": -1}),
        ({"people": {"northern_officer": 4}}, {"northern_officer": 3}),
        ({"people": {"northern_soldier": 4}}, {"northern_soldier": 3}),
        ({"people": {"volunteer": 0}}, {"volunteer": -1}),
        ({"bonuses": {"wagon": False}}, {"wagon": -1}),
        ({"bonuses": {"dynamite": True}}, {"dynamite": 1}),
        ({"bonuses": {"fire_brigade": True}}, {"fire_brigade": 1}),
        ({"lost_turns": 3}, {"lost_turns": 2}),
        ({"lost_turns": 0}, {"lost_turns": -1}),
        ({"resources": {"gold": 0, "food": 9}, "lost_turns": 1}, {"gold": -7, "food": 2}),
    ],
    ids=str,
)
def test_a_correction_sets_what_it_names_and_leaves_the_rest(
    new: dict[str, Any], expected: dict[str, int]
) -> None:
    stock = {"gold": 7, "medicine": 7, "weapons": 7, "water": 7, "food": 7, "wood": 7}
    camp = {"southern_officer": 1, "southern_soldier": 1, "cherokee": 1}
    camp |= {"northern_officer": 1, "northern_soldier": 1, "volunteer": 1}
    before: dict[str, Any] = {"points": 2, "resources": stock, "people": camp, "lost_turns": 1}
    position = play(start(), correct(**before, bonuses={"wagon": True}))

    assert changes(position, correct(**new), ANNA) == expected
    assert changes(position, correct(**new), BORIS) == {}


def test_a_correction_is_recorded_as_one() -> None:
    written = lines(start(), correct(points=3, resources={"gold": 1}, people={"cherokee": 2}))

    assert {line.rule for line in written} == {"CW-11.6"}


def test_a_correction_to_what_is_there_changes_nothing() -> None:
    position = having(start(), ANNA, points=3, gold=60, people={"cherokee": 2})
    same = correct(points=3, resources={"gold": 60}, people={"cherokee": 2})

    assert lines(position, same) == ()


@pytest.mark.parametrize("reason", [{}, {"reason": ""}])
def test_a_correction_needs_a_reason(reason: dict[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError):
        entry("correct", seat=ANNA, set={"points": 3}, **reason)


@pytest.mark.parametrize("bonus", ["fort", "gold_reserve"])
def test_fort_and_reserve_are_corrected_only_by_their_wood_and_gold(bonus: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        correct(bonuses={bonus: True})


@pytest.mark.parametrize("month", [[], ["end_month"], ["end_month", "upkeep"]])
@pytest.mark.parametrize("seat", [ANNA, BORIS])
def test_the_host_corrects_at_any_time_and_whosever_turn_it_is(month: list[str], seat: int) -> None:
    position = play(start(), *(entry(step) for step in month))

    assert changes(position, correct(seat, points=4), seat) == {"points": 4}


@pytest.mark.parametrize(("resource", "bonus"), [("wood", "fort"), ("gold", "gold_reserve")])
def test_fort_and_reserve_follow_a_correction_with_their_points(resource: str, bonus: str) -> None:
    up, down = correct(resources={resource: 60}), correct(resources={resource: 59})
    standing = play(start(), up)

    assert points(standing, ANNA) == 10
    assert has(standing, ANNA, bonus)
    assert changes(standing, down, ANNA) == {resource: -1, bonus: -1, "points": -10}


def test_domination_follows_a_correction_with_its_points() -> None:
    position = having(start(), ANNA, bonuses=THREE, gold=60, wood=59, points=-30)
    after = play(position, correct(resources={"wood": 60}))

    assert points(after, ANNA) == -30 + 10 + 50
    assert seat_of(after, ANNA)["dominated"]


def test_a_bonus_set_by_hand_can_complete_domination() -> None:
    position = having(start(), ANNA, bonuses=THREE[:2], gold=60, wood=60, points=-30)

    assert changes(position, correct(bonuses={"fire_brigade": True}), ANNA) == {
        "fire_brigade": 1,
        "dominated": 1,
        "points": 50,
    }


@pytest.mark.parametrize("total", [-5, 0, 20])
def test_points_that_a_correction_sets_are_the_total(total: int) -> None:
    position = having(start(), ANNA, points=3, gold=70)
    after = play(position, correct(points=total, resources={"wood": 60, "gold": 10}))

    assert points(after, ANNA) == total
    assert seat_of(after, ANNA)["bonuses"] == ["fort"]


def test_points_that_a_correction_sets_are_the_total_with_domination_too() -> None:
    position = having(start(), ANNA, bonuses=THREE, points=3)
    after = play(position, correct(points=30, resources={"wood": 60, "gold": 60}))

    assert points(after, ANNA) == 30
    assert seat_of(after, ANNA)["dominated"]


def test_domination_counts_once_however_the_numbers_are_corrected() -> None:
    position = having(start(), ANNA, bonuses=THREE, gold=60, wood=60, points=-30)
    after = play(position, correct(resources={"gold": 0}), correct(resources={"gold": 60}))

    assert points(after, ANNA) == -30


@pytest.mark.parametrize(("down", "up"), [("wood", "gold"), ("gold", "wood")])
def test_what_one_correction_sets_is_set_at_the_same_moment(down: str, up: str) -> None:
    """One of the two falls as the other is built: the five were never there together."""
    position = having(start(), ANNA, bonuses=THREE)
    position = play(position, correct(points=0, resources={down: 60, up: 0}))
    after = play(position, correct(resources={down: 0, up: 60}))

    assert points(after, ANNA) == 0
    assert not seat_of(after, ANNA)["dominated"]


def test_a_bonus_taken_as_the_last_one_comes_is_no_domination() -> None:
    position = having(start(), ANNA, bonuses=THREE, gold=60, wood=0, points=0)
    after = play(position, correct(resources={"wood": 60}, bonuses={"wagon": False}))

    assert points(after, ANNA) == 10
    assert not seat_of(after, ANNA)["dominated"]


def test_the_points_of_an_eliminated_player_are_corrected() -> None:
    position = beaten(at_battles(start(*ROLES[:4])), CLARA, by=BORIS)

    assert points(play(position, correct(CLARA, points=8)), CLARA) == 8


@pytest.mark.parametrize(
    "new",
    [
        {"resources": {"gold": 1}},
        {"people": {"volunteer": 1}},
        {"bonuses": {"wagon": True}},
        {"lost_turns": 1},
        {"points": 8, "resources": {"gold": 1}},
    ],
    ids=str,
)
def test_an_eliminated_player_gets_nothing_by_correction(new: dict[str, Any]) -> None:
    position = beaten(at_battles(start(*ROLES[:4])), CLARA, by=BORIS)

    must_refuse(position, correct(CLARA, **new), "CW-13.8", "points can be corrected")
    assert "Clara" in told(position, correct(CLARA, **new))


def test_nobody_dies_of_a_correction() -> None:
    position = having(start(), ANNA, people={"volunteer": 5}, points=4)
    after = play(position, correct(people={"volunteer": 1}))

    assert people(after, ANNA) == 1
    assert points(after, ANNA) == 4
