"""CW-9 Bonuses. What a wagon does to finds and tiles is in `test_tiles`."""

from typing import Any

import msgspec
import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    ELENA,
    FELIX,
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
    play,
    points,
    refusal,
    seat_of,
    sentence,
    setup,
    start,
    turn,
)
from tracker.engine.refusal import Invalid
from tracker.engine.title import why_not
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position

FIND = entry("find", seat=ANNA, resource="food", amount=1)
END = entry("end_turn", seat=ANNA)
RAISE = entry("raise_brigade", seat=ANNA)
# A bonus that is handed over, the rule of handing it over, the rule of having only one.
HANDED = [("wagon", "CW-9.2", "CW-9.1"), ("dynamite", "CW-9.4", "CW-9.4")]
# A bonus that stands at 60 of a resource, and its rule.
STANDING = [("fort", "wood", "CW-9.5"), ("gold_reserve", "gold", "CW-9.7")]


def anna(*roles: str, switches: Any = None, **numbers: Any) -> Position:
    """Anna's turn, with these numbers and 0 points; roles as in `start`."""
    return having(start(*roles, **(switches or {})), ANNA, **{"points": 0, **numbers})


def find(resource: str, amount: int) -> AnyEntry:
    return entry("find", seat=ANNA, resource=resource, amount=amount)


def lose(resource: str, amount: int) -> AnyEntry:
    return entry("lose", seat=ANNA, resource=resource, amount=amount)


def hand(bonus: str, to: int, seat: int = ANNA) -> AnyEntry:
    return entry("hand_over", seat=seat, to=to, bonus=bonus)


# Handing over (CW-9.2, CW-9.4)


@pytest.mark.parametrize(("bonus", "rule", "_one"), HANDED)
def test_a_bonus_that_is_handed_over_changes_hands(bonus: str, rule: str, _one: str) -> None:
    position = anna(*ROLES[:3], bonuses=(bonus,))
    written = lines(position, hand(bonus, CLARA))
    assert [(line.seat, line.by, line.rule) for line in written if line.what.value == bonus] == [
        (ANNA, -1, rule),
        (CLARA, 1, rule),
    ]


@pytest.mark.parametrize("bonus", ["wagon", "dynamite"])
def test_handing_over_before_the_first_tile_costs_the_present_turn(bonus: str) -> None:
    position = play(anna(*ROLES[:3], bonuses=(bonus,)), hand(bonus, CLARA))
    assert turn(position) == BORIS
    assert number(position, ANNA, "lost_turns") == 0
    assert number(position, CLARA, "lost_turns") == 1


@pytest.mark.parametrize("bonus", ["wagon", "dynamite"])
def test_the_receiver_is_passed_over_at_once_when_next_in_order(bonus: str) -> None:
    position = play(anna(*ROLES[:3], bonuses=(bonus,)), hand(bonus, BORIS))
    assert turn(position) == CLARA
    assert number(position, BORIS, "lost_turns") == 0


@pytest.mark.parametrize("bonus", ["wagon", "dynamite"])
def test_between_two_players_the_turn_comes_back_to_the_giver(bonus: str) -> None:
    position = play(anna(bonuses=(bonus,)), hand(bonus, BORIS))
    assert turn(position) == ANNA
    assert number(position, BORIS, "lost_turns") == 0


@pytest.mark.parametrize("bonus", ["wagon", "dynamite"])
def test_handing_over_after_the_first_tile_costs_the_next_turn_instead(bonus: str) -> None:
    position = play(anna(*ROLES[:3], bonuses=(bonus,)), FIND, hand(bonus, CLARA))
    assert turn(position) == ANNA
    assert number(position, ANNA, "lost_turns") == 1
    assert number(position, CLARA, "lost_turns") == 1


def test_after_handing_over_in_mid_turn_both_miss_a_turn() -> None:
    position = play(anna(*ROLES[:3], bonuses=("wagon",)), FIND, hand("wagon", CLARA), END)
    assert turn(position) == BORIS
    position = play(position, entry("end_turn", seat=BORIS))
    assert turn(position) == BORIS


def test_a_flight_from_the_first_tile_does_not_take_the_wagons_second() -> None:
    """CW-9.2: the turn that is lost is the next one."""
    tiles = entry("lay_tiles", tiles=[{"at": [x, 0]} for x in range(12)])
    position = play(anna(*ROLES[:3], bonuses=("wagon",), people={"cherokee": 1}, weapons=0), tiles)
    fled = play(
        position,
        entry("turn_over", seat=ANNA, at=[0, 0], tile="1"),
        entry("meet", seat=ANNA, kind="northern_soldier", count=2),
    )
    assert number(fled, ANNA, "lost_turns") == 1
    assert turn(fled) == ANNA
    second = play(fled, entry("turn_over", seat=ANNA, at=[1, 0], tile="2"))
    after = play(
        second,
        END,
        entry("hand_turn", to=CLARA),
        entry("turn_over", seat=CLARA, at=[2, 0], tile="3"),
        entry("end_turn", seat=CLARA),
    )
    assert turn(after) == BORIS
    assert number(after, ANNA, "lost_turns") == 0


def test_luring_is_no_tile_and_the_present_turn_is_lost_after_it() -> None:
    position = having(anna(*ROLES[:3], bonuses=("wagon",)), BORIS, people={"volunteer": 1})
    lure = entry("lure", seat=ANNA, from_=[{"seat": BORIS, "people": {"volunteer": 1}}])
    position = play(position, lure, hand("wagon", CLARA))
    assert turn(position) == BORIS
    assert number(position, ANNA, "lost_turns") == 0


def test_the_cost_of_handing_over_adds_to_turns_lost_before() -> None:
    position = having(anna(*ROLES[:3], bonuses=("wagon",)), CLARA, lost_turns=2)
    assert changes(position, hand("wagon", CLARA), CLARA) == {"wagon": 1, "lost_turns": 1}


@pytest.mark.parametrize(("bonus", "rule", "_one"), HANDED)
def test_what_one_does_not_have_cannot_be_handed_over(bonus: str, rule: str, _one: str) -> None:
    position = anna(*ROLES[:3])
    assert refusal(position, hand(bonus, CLARA)) == rule
    assert "Anna" in sentence(position, hand(bonus, CLARA))
    assert bonus in sentence(position, hand(bonus, CLARA))


@pytest.mark.parametrize(("bonus", "_rule", "second"), HANDED)
def test_a_detachment_has_only_one(bonus: str, _rule: str, second: str) -> None:
    position = having(anna(*ROLES[:3], bonuses=(bonus,)), CLARA, bonuses=(bonus,))
    assert refusal(position, hand(bonus, CLARA)) == second
    assert "Clara" in sentence(position, hand(bonus, CLARA))
    assert bonus in sentence(position, hand(bonus, CLARA))


@pytest.mark.parametrize(("bonus", "rule", "_one"), HANDED)
def test_nothing_is_handed_over_to_oneself(bonus: str, rule: str, _one: str) -> None:
    position = anna(*ROLES[:3], bonuses=(bonus,))
    assert refusal(position, hand(bonus, ANNA)) == rule
    assert "Anna" in sentence(position, hand(bonus, ANNA))


def test_nothing_is_handed_over_to_a_player_who_is_out() -> None:
    position = play(beaten(at_battles(start(*ROLES[:4])), BORIS, ANNA), entry("next_month"))
    position = having(play(position, entry("hand_turn", to=ANNA)), ANNA, bonuses=("wagon",))
    assert refusal(position, hand("wagon", BORIS)) in {"CW-9.2", "CW-13.8"}
    assert "Boris" in sentence(position, hand("wagon", BORIS))


@pytest.mark.parametrize("bonus", ["fire_brigade", "fort", "gold_reserve"])
def test_no_other_bonus_can_be_handed_over(bonus: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        hand(bonus, BORIS)


def test_dynamite_that_was_handed_over_helps_its_new_owner_and_not_the_old() -> None:
    position = play(anna(weapons=9, bonuses=("dynamite",)), hand("dynamite", BORIS))
    met = entry("meet", seat=ANNA, kind="northern_soldier", count=2)
    assert changes(position, met, ANNA)["weapons"] == -4
    position = having(play(position, END), BORIS, weapons=9)
    met = entry("meet", seat=BORIS, kind="southern_soldier", count=2)
    assert changes(position, met, BORIS)["weapons"] == -2


@pytest.mark.parametrize("bonus", ["wagon", "dynamite"])
def test_a_bonus_that_is_found_is_held_and_a_second_is_left_lying(bonus: str) -> None:
    found = entry("gain", seat=ANNA, bonus=bonus)
    assert changes(anna(), found, ANNA) == {bonus: 1}
    assert changes(play(anna(), found), found, ANNA) == {}


# Fort and gold reserve (CW-9.5, CW-9.7)


def test_two_wood_make_a_fort_of_fifty_eight_and_then_it_is_not_traded() -> None:
    position = play(anna(wood=58), find("wood", 2))
    assert has(position, ANNA, "fort")
    assert points(position, ANNA) == 10
    gift = entry("trade", seat=ANNA, with_=BORIS, give={"wood": 1}, get={})
    must_refuse(at_trades(position), gift, "CW-7.4", "wood cannot be traded")


@pytest.mark.parametrize(("bonus", "resource", "rule"), STANDING)
def test_at_sixty_it_stands_at_once_for_ten_points(bonus: str, resource: str, rule: str) -> None:
    position = anna(**{resource: 59})
    assert changes(position, find(resource, 1), ANNA) == {resource: 1, bonus: 1, "points": 10}
    written = lines(position, find(resource, 1))
    assert {line.rule for line in written if line.what.value in {bonus, "points"}} == {rule}


@pytest.mark.parametrize(("bonus", "resource", "_rule"), STANDING)
def test_at_fifty_nine_it_does_not_stand(bonus: str, resource: str, _rule: str) -> None:
    position = play(anna(**{resource: 58}), find(resource, 1))
    assert (has(position, ANNA, bonus), points(position, ANNA)) == (False, 0)


@pytest.mark.parametrize(("bonus", "resource", "_rule"), STANDING)
def test_more_than_sixty_is_no_second_one(bonus: str, resource: str, _rule: str) -> None:
    position = anna(**{resource: 60})
    assert has(position, ANNA, bonus)
    assert changes(position, find(resource, 90), ANNA) == {resource: 90}


@pytest.mark.parametrize(("bonus", "resource", "rule"), STANDING)
def test_below_sixty_it_is_gone_and_its_points_too(bonus: str, resource: str, rule: str) -> None:
    position = anna(**{resource: 60})
    assert changes(position, lose(resource, 1), ANNA) == {resource: -1, bonus: -1, "points": -10}
    written = [(line.by, line.rule) for line in lines(position, lose(resource, 1))]
    assert min(written) == (-10, rule)


@pytest.mark.parametrize(("bonus", "resource", "_rule"), STANDING)
def test_it_stands_as_long_as_sixty_are_left(bonus: str, resource: str, _rule: str) -> None:
    position = anna(**{resource: 65})
    assert changes(position, lose(resource, 5), ANNA) == {resource: -5}
    assert has(position, ANNA, bonus)


@pytest.mark.parametrize(("bonus", "resource", "_rule"), STANDING)
def test_it_can_be_made_again_for_ten_points_again(bonus: str, resource: str, _rule: str) -> None:
    position = play(anna(**{resource: 59}), find(resource, 1), lose(resource, 1))
    assert (has(position, ANNA, bonus), points(position, ANNA)) == (False, 0)
    assert changes(position, find(resource, 1), ANNA) == {resource: 1, bonus: 1, "points": 10}


def test_a_reserve_that_falls_and_is_made_again_within_one_tile_stands() -> None:
    """On the top of tile 21 three gold are lost; an officer on its left brings three."""
    figure = [[x, y] for y in range(4) for x in range(2)]
    position = play(start(), entry("lay_tiles", tiles=[{"at": at} for at in figure]))
    turned = [(ANNA, [1, 0], "7"), (BORIS, [0, 0], "9"), (ANNA, [0, 1], "2")]
    for seat, at, tile in turned:
        entries = entry("turn_over", seat=seat, at=at, tile=tile), entry("end_turn", seat=seat)
        position = play(position, *entries)
    position = having(position, BORIS, gold=60, points=10)
    officer = entry("turn_over", seat=BORIS, at=[1, 1], tile="21")
    gold = [line.by for line in lines(position, officer) if line.what.value == "gold"]
    assert gold == [-3, 3]
    after = play(position, officer)
    assert has(after, BORIS, "gold_reserve")
    assert points(after, BORIS) == 11


def test_its_fall_can_take_the_points_below_zero() -> None:
    position = play(anna(wood=60, points=4), lose("wood", 1))
    assert points(position, ANNA) == -6


def test_fort_and_reserve_stand_side_by_side() -> None:
    position = play(anna(wood=59, gold=59), find("wood", 1), find("gold", 1))
    assert seat_of(position, ANNA)["bonuses"] == ["fort", "gold_reserve"]
    assert points(position, ANNA) == 20


def test_a_trade_can_make_one_players_reserve_of_anothers_gold() -> None:
    position = at_trades(having(anna(gold=55), BORIS, gold=9, points=0))
    gift = entry("trade", seat=BORIS, with_=ANNA, give={"gold": 5}, get={})
    assert changes(position, gift, ANNA) == {"gold": 5, "gold_reserve": 1, "points": 10}


@pytest.mark.parametrize("resource", ["medicine", "weapons", "water", "food"])
def test_sixty_of_another_resource_make_nothing(resource: str) -> None:
    position = anna(**{resource: 59})
    assert changes(position, find(resource, 1), ANNA) == {resource: 1}


# The fire brigade (CW-9.6)


def test_a_brigade_costs_one_water_and_one_food() -> None:
    position = anna(people={"cherokee": 1}, water=1, food=1)
    assert changes(position, RAISE, ANNA) == {"fire_brigade": 1, "water": -1, "food": -1}
    assert {line.rule for line in lines(position, RAISE)} == {"CW-9.6"}


def test_a_brigade_needs_somebody_in_the_camp() -> None:
    must_refuse(anna(), RAISE, "CW-9.6", "brigade needs at least 1")
    assert "Anna" in sentence(anna(), RAISE)
    assert "0" in sentence(anna(), RAISE)
    assert "1" in sentence(anna(), RAISE)


@pytest.mark.parametrize("short", ["water", "food"])
def test_a_brigade_is_not_raised_without_its_cost(short: str) -> None:
    position = anna(people={"cherokee": 1}, **{short: 0})
    must_refuse(position, RAISE, "CW-9.6", "a fire brigade costs")
    assert "Anna" in sentence(position, RAISE)
    assert f"0 {short}" in sentence(position, RAISE)


def test_there_is_only_one_brigade() -> None:
    position = play(anna(people={"cherokee": 1}), RAISE)
    must_refuse(position, RAISE, "CW-9.6", "already has a fire brigade")
    assert "Anna" in sentence(position, RAISE)


def test_a_brigade_stays_even_if_the_camp_empties() -> None:
    position = play(anna(people={"cherokee": 1}, weapons=0), RAISE)
    position = play(position, entry("meet", seat=ANNA, kind="volunteer", count=1))
    assert seat_of(position, ANNA)["people"] == {}
    assert has(position, ANNA, "fire_brigade")


def test_a_brigade_costs_nothing_more_later() -> None:
    position = play(anna(people={"cherokee": 1}), RAISE)
    upkeep = changes(at_trades(position), entry("upkeep"), ANNA)
    assert upkeep == {"water": -1, "food": -1, "points": 1}


def test_a_brigade_saves_the_wood_from_fires() -> None:
    fire = entry("fire", seat=ANNA, amount=5)
    position = anna(people={"cherokee": 1}, wood=61)
    assert changes(position, fire, ANNA) == {"wood": -5, "fort": -1, "points": -10}
    assert changes(play(position, RAISE), fire, ANNA) == {}


def test_a_brigade_is_not_raised_on_another_players_turn() -> None:
    position = having(anna(), BORIS, people={"volunteer": 1})
    raised = entry("raise_brigade", seat=BORIS)
    must_refuse(position, raised, "CW-9.6", "turn, not")
    assert "Anna" in sentence(position, raised)
    assert "Boris" in sentence(position, raised)


@pytest.mark.parametrize("seat", [ANNA, BORIS])
def test_everyone_may_raise_a_brigade_at_the_months_end(seat: int) -> None:
    raised = entry("raise_brigade", seat=seat)
    trades = having(at_trades(anna()), seat, people={"cherokee": 1})
    battles = having(at_battles(anna()), seat, people={"cherokee": 1})
    assert changes(trades, raised, seat) == {"fire_brigade": 1, "water": -1, "food": -1}
    assert changes(battles, raised, seat) == {"fire_brigade": 1, "water": -1, "food": -1}


def test_a_player_who_is_out_raises_no_brigade() -> None:
    position = beaten(at_battles(start(*ROLES[:4])), BORIS, ANNA)
    must_refuse(position, entry("raise_brigade", seat=BORIS), "CW-13.8", "is out of the game")


def test_a_table_may_agree_on_another_cost() -> None:
    switches = {"fire_brigade_cost": {"gold": 3, "wood": 2}}
    position = anna(switches=switches, people={"cherokee": 1}, water=0, food=0)
    assert changes(position, RAISE, ANNA) == {"fire_brigade": 1, "gold": -3, "wood": -2}


def test_a_cost_that_the_table_agreed_on_is_enforced() -> None:
    switches = {"fire_brigade_cost": {"gold": 3, "wood": 8}}
    position = anna(switches=switches, people={"cherokee": 1}, wood=7)
    must_refuse(position, RAISE, "CW-9.6", "a fire brigade costs")
    assert "7 wood" in sentence(position, RAISE)
    assert "8" in sentence(position, RAISE)


# Spending the reserve (CW-9.8)


SIXTY = {"reserve_spends": "sixty"}


def reserve(gold: int = 60, **numbers: Any) -> Position:
    """Anna has a reserve, the North has Boris with a full camp and Felix in a volunteer's role."""
    people = {"volunteer": 11, "cherokee": 4, "northern_soldier": 5}
    return having(anna(*ROLES, gold=gold, **numbers), BORIS, people=people)


def spend(people: dict[str, int], camp: int = BORIS, seat: int = ANNA) -> AnyEntry:
    return entry("spend_reserve", seat=seat, lure={"seat": camp, "people": people})


def turncoat(other: int, seat: int = ANNA) -> AnyEntry:
    return entry("spend_reserve", seat=seat, turncoat=other)


def test_spending_a_reserve_takes_all_the_gold() -> None:
    """CW-14, reserve spent, whole."""
    after = play(reserve(130, points=10), spend({"volunteer": 3}))
    assert number(after, ANNA, "gold") == 0
    assert points(after, ANNA) == 0
    assert not has(after, ANNA, "gold_reserve")
    assert seat_of(after, ANNA)["people"] == {"volunteer": 3}


def test_a_turncoat_costs_all_the_gold_too() -> None:
    assert changes(reserve(75), turncoat(FELIX), ANNA)["gold"] == -75


def test_a_table_may_keep_what_is_above_sixty() -> None:
    """CW-14, reserve spent, switch `sixty`."""
    after = play(reserve(75, switches=SIXTY), spend({"volunteer": 10}))
    assert number(after, ANNA, "gold") == 15
    assert points(after, ANNA) == -10
    assert seat_of(after, ANNA)["people"] == {"volunteer": 10}
    assert seat_of(after, BORIS)["people"]["volunteer"] == 1


@pytest.mark.parametrize("gold", [120, 121, 500])
def test_sixty_that_are_kept_make_no_reserve_in_the_same_entry(gold: int) -> None:
    after = play(reserve(gold, switches=SIXTY), spend({"volunteer": 1}))
    assert number(after, ANNA, "gold") == gold - 60
    assert not has(after, ANNA, "gold_reserve")
    assert points(after, ANNA) == -10


KEPT = {"gold_reserve": 1, "points": 10}


@pytest.mark.parametrize(
    ("written", "follows"),
    [
        (find("gold", 1), {"gold": 1, **KEPT}),
        (lose("gold", 10), {"gold": -10, **KEPT}),
        (lose("gold", 11), {"gold": -11}),
        (find("wood", 1), {"wood": 1}),
        (entry("gain", seat=ANNA, bonus="wagon"), {"wagon": 1}),
        (entry("correct", seat=ANNA, set={"lost_turns": 1}, reason="x"), {"lost_turns": 1}),
        (entry("correct", seat=ANNA, set={"resources": {"gold": 70}}, reason="x"), {}),
        (
            entry("correct", seat=ANNA, set={"resources": {"gold": 71}}, reason="x"),
            {"gold": 1, **KEPT},
        ),
    ],
)
def test_gold_that_was_kept_makes_a_reserve_with_its_next_change(
    written: AnyEntry, follows: dict[str, int]
) -> None:
    kept = play(reserve(130, switches=SIXTY), spend({"volunteer": 1}))
    assert changes(kept, written, ANNA) == follows


def test_gold_that_was_kept_is_no_reserve_and_can_be_traded() -> None:
    kept = at_trades(play(reserve(130, switches=SIXTY), spend({"volunteer": 1})))
    gift = entry("trade", seat=ANNA, with_=BORIS, give={"gold": 30}, get={})
    assert changes(kept, gift, ANNA) == {"gold": -30}
    small = entry("trade", seat=ANNA, with_=BORIS, give={"gold": 5}, get={})
    assert changes(kept, small, ANNA) == {"gold": -5, "gold_reserve": 1, "points": 10}


@pytest.mark.parametrize("gold", [5, 20])
def test_gold_that_was_kept_makes_a_reserve_when_it_is_traded_for_as_much(gold: int) -> None:
    kept = at_trades(play(reserve(130, switches=SIXTY), spend({"volunteer": 1})))
    even = entry("trade", seat=ANNA, with_=BORIS, give={"gold": gold}, get={"gold": gold})
    assert changes(having(kept, BORIS, gold=30), even, ANNA) == KEPT


def test_a_reserve_of_just_sixty_is_spent_to_the_last_piece() -> None:
    assert changes(reserve(60), spend({"volunteer": 1}), ANNA) == {
        "gold": -60,
        "gold_reserve": -1,
        "reserve_spent": 1,
        "points": -10,
        "volunteer": 1,
    }


def test_the_lines_of_a_reserve_that_is_spent_name_its_rule() -> None:
    assert {line.rule for line in lines(reserve(75), turncoat(FELIX))} == {"CW-9.8"}
    paid = [line for line in lines(reserve(75), spend({"volunteer": 1})) if line.seat == ANNA]
    ruled = {line.what.value: line.rule for line in paid}
    assert (ruled["gold"], ruled["gold_reserve"], ruled["points"]) == ("CW-9.8",) * 3


def test_a_reserve_is_spent_once_a_game() -> None:
    position = having(play(reserve(130), spend({"volunteer": 1})), ANNA, gold=70)
    assert has(position, ANNA, "gold_reserve")
    must_refuse(position, spend({"volunteer": 1}), "CW-9.8", "has already spent a gold")
    must_refuse(position, turncoat(FELIX), "CW-9.8", "has already spent a gold")
    assert "Anna" in sentence(position, turncoat(FELIX))


def test_everyone_may_spend_a_reserve_once() -> None:
    position = having(play(reserve(), turncoat(FELIX), END), BORIS, gold=60)
    assert why_not(title, position, turncoat(FELIX, seat=BORIS)) is None


def test_fifty_nine_gold_are_no_reserve_to_spend() -> None:
    position = reserve(59)
    must_refuse(position, spend({"volunteer": 1}), "CW-9.8", "gold; a gold reserve")
    assert "Anna" in sentence(position, spend({"volunteer": 1}))
    assert "59" in sentence(position, spend({"volunteer": 1}))
    assert "60" in sentence(position, spend({"volunteer": 1}))


def test_a_player_in_any_role_may_spend_a_reserve() -> None:
    position = having(start("southern_soldier", "northern_soldier"), ANNA, gold=60)
    position = having(position, BORIS, people={"cherokee": 2})
    assert changes(position, spend({"cherokee": 2}), BORIS) == {"cherokee": -2}


def test_both_kinds_of_volunteers_are_lured_together() -> None:
    after = play(reserve(), spend({"volunteer": 6, "cherokee": 4}))
    assert seat_of(after, ANNA)["people"] == {"cherokee": 4, "volunteer": 6}


@pytest.mark.parametrize("people", [{"volunteer": 11}, {"volunteer": 7, "cherokee": 4}])
def test_a_reserve_lures_no_more_than_ten(people: dict[str, int]) -> None:
    must_refuse(reserve(), spend(people), "CW-9.8", "A gold reserve lures 1")
    assert "10" in sentence(reserve(), spend(people))
    assert "11" in sentence(reserve(), spend(people))


def test_a_reserve_lures_at_least_one() -> None:
    must_refuse(reserve(), spend({}), "CW-9.8", "A gold reserve lures 1")


def test_a_reserve_does_not_lure_those_who_are_not_there() -> None:
    position = reserve()
    must_refuse(position, spend({"cherokee": 5}), "CW-9.8", "in the camp")
    assert "Boris" in sentence(position, spend({"cherokee": 5}))
    assert "4 Cherokee" in sentence(position, spend({"cherokee": 5}))
    assert "5" in sentence(position, spend({"cherokee": 5}))


def test_a_reserve_does_not_lure_soldiers() -> None:
    assert refusal(reserve(), spend({"northern_soldier": 1})) in {"CW-9.8", "CW-10.2"}


def test_a_reserve_does_not_lure_from_an_ally() -> None:
    position = having(reserve(), CLARA, people={"cherokee": 1})
    must_refuse(position, spend({"cherokee": 1}, camp=CLARA), "CW-9.8", "are both")
    assert "Clara" in sentence(position, spend({"cherokee": 1}, camp=CLARA))


@pytest.mark.parametrize(
    ("roles", "side"),
    [
        (("southern_officer", "volunteer"), "south"),
        (("northern_officer", "cherokee"), "north"),
    ],
)
def test_a_reserve_makes_a_player_in_a_volunteers_role_change_sides(
    roles: tuple[str, ...], side: str
) -> None:
    position = anna(*roles, gold=75)
    assert seat_of(play(position, turncoat(BORIS)), BORIS)["side"] == side
    assert changes(position, turncoat(BORIS), ANNA) == {
        "gold": -75,
        "gold_reserve": -1,
        "reserve_spent": 1,
        "points": -10,
    }


@pytest.mark.parametrize(("other", "name"), [(BORIS, "Boris"), (DAVID, "David")])
def test_a_soldier_or_an_officer_does_not_change_sides(other: int, name: str) -> None:
    must_refuse(reserve(), turncoat(other), "CW-9.8", "cannot be made to change")
    assert name in sentence(reserve(), turncoat(other))


def test_an_ally_is_not_made_to_change_sides() -> None:
    must_refuse(reserve(), turncoat(ELENA), "CW-9.8", "are both")
    assert "Elena" in sentence(reserve(), turncoat(ELENA))


def test_a_player_who_is_out_does_not_change_sides() -> None:
    position = play(beaten(at_battles(start(*ROLES)), FELIX, ANNA), entry("next_month"))
    position = having(play(position, entry("hand_turn", to=ANNA)), ANNA, gold=60)
    assert refusal(position, turncoat(FELIX)) in {"CW-9.8", "CW-13.8"}


def test_a_reserve_is_not_spent_after_the_turns_first_tile() -> None:
    position = play(reserve(), FIND)
    must_refuse(position, turncoat(FELIX), "CW-9.8", "has already turned over")
    assert "Anna" in sentence(position, turncoat(FELIX))


def test_a_reserve_is_not_spent_on_another_players_turn() -> None:
    position = play(reserve(), END)
    assert refusal(position, turncoat(FELIX)) in {"CW-3.5", "CW-9.8"}


@pytest.mark.parametrize(
    "fields", [{}, {"turncoat": BORIS, "lure": {"seat": BORIS, "people": {"cherokee": 1}}}]
)
def test_a_reserve_is_spent_on_just_one_of_two_things(fields: dict[str, Any]) -> None:
    with pytest.raises(Invalid) as invalid:
        title.check_entries(setup(), [entry("spend_reserve", seat=ANNA, **fields)])
    assert invalid.value.where == "entries[0]"


# Full domination (CW-9.9)

ALL_FIVE = ["wagon", "dynamite", "fire_brigade", "fort", "gold_reserve"]


def almost(missing: str, **switches: Any) -> Position:
    """Anna has four of the five bonuses and can have the last one by one entry."""
    handed = tuple(bonus for bonus in ALL_FIVE[:3] if bonus != missing)
    short = {"fort": "wood", "gold_reserve": "gold"}.get(missing, "medicine")
    resources = {"wood": 60, "gold": 60, short: 59}
    people = {"cherokee": 1}
    return anna(switches=switches, people=people, bonuses=handed, **resources)


LAST = {
    "wagon": entry("gain", seat=ANNA, bonus="wagon"),
    "dynamite": entry("gain", seat=ANNA, bonus="dynamite"),
    "fire_brigade": RAISE,
    "fort": find("wood", 1),
    "gold_reserve": find("gold", 1),
}


def test_one_gold_more_is_domination_and_wins_with_seventy_two_points() -> None:
    position = having(almost("gold_reserve"), ANNA, points=12)
    after = play(position, LAST["gold_reserve"])
    assert points(after, ANNA) == 72
    assert title.export_position(after)["result"] == {
        "winners": [ANNA],
        "reason": "fifty_points",
        "marshal": False,
        "side": None,
    }


@pytest.mark.parametrize("missing", ALL_FIVE)
def test_four_bonuses_are_no_domination(missing: str) -> None:
    position = almost(missing)
    assert len(seat_of(position, ANNA)["bonuses"]) == 4
    assert seat_of(position, ANNA)["dominated"] is False


@pytest.mark.parametrize(
    ("missing", "gained"),
    [("wagon", 50), ("dynamite", 50), ("fire_brigade", 50), ("fort", 60), ("gold_reserve", 60)],
)
def test_the_fifth_bonus_is_domination_whichever_it_is(missing: str, gained: int) -> None:
    after = play(almost(missing), LAST[missing])
    assert seat_of(after, ANNA)["bonuses"] == ALL_FIVE
    assert seat_of(after, ANNA)["dominated"] is True
    assert points(after, ANNA) == gained


def test_the_lines_of_domination_name_its_rule() -> None:
    written = lines(almost("wagon"), LAST["wagon"])
    ruled = [(line.what.value, line.by) for line in written if line.rule == "CW-9.9"]
    assert sorted(ruled) == [("dominated", 1), ("points", 50)]


def dominating() -> Position:
    """Anna has all five and 50 points for it, and the game goes on until the month's end."""
    position = almost("wagon", fifty_points="month_end")
    return play(having(position, BORIS, people={"volunteer": 2}), LAST["wagon"])


def test_domination_is_broken_with_the_fort() -> None:
    """CW-14, domination broken."""
    position = having(dominating(), ANNA, wood=61, points=72)
    after = play(position, lose("wood", 2))
    assert points(after, ANNA) == 12
    assert not has(after, ANNA, "fort")
    assert seat_of(after, ANNA)["dominated"] is False


@pytest.mark.parametrize(
    ("written", "cost"),
    [
        (lose("wood", 1), 60),
        (lose("gold", 1), 60),
        (entry("fire", seat=ANNA, amount=9), 0),
        (entry("hand_over", seat=ANNA, to=BORIS, bonus="wagon"), 50),
        (entry("hand_over", seat=ANNA, to=BORIS, bonus="dynamite"), 50),
        (
            entry("correct", seat=ANNA, set={"bonuses": {"fire_brigade": False}}, reason="x"),
            50,
        ),
        (entry("spend_reserve", seat=ANNA, lure={"seat": 1, "people": {"volunteer": 1}}), 60),
    ],
    ids=["fort", "reserve", "brigade saves", "wagon", "dynamite", "brigade", "spent"],
)
def test_domination_falls_with_any_of_the_five(written: AnyEntry, cost: int) -> None:
    position = play(dominating(), entry("hand_turn", to=ANNA))
    after = play(position, written)
    assert points(after, ANNA) == 50 - cost
    assert seat_of(after, ANNA)["dominated"] is (cost == 0)


def test_domination_falls_when_sixty_of_the_gold_are_spent_and_the_rest_is_kept() -> None:
    position = almost("wagon", fifty_points="month_end", **SIXTY)
    position = having(position, BORIS, people={"volunteer": 1})
    position = having(play(position, LAST["wagon"], entry("hand_turn", to=ANNA)), ANNA, gold=130)
    after = play(position, spend({"volunteer": 1}))
    assert (number(after, ANNA, "gold"), points(after, ANNA)) == (70, 50 - 10 - 50)
    assert seat_of(after, ANNA)["dominated"] is False
    assert changes(after, find("gold", 1), ANNA)["points"] == 60


def test_domination_is_rewarded_again_when_the_set_is_whole_again() -> None:
    broken = play(dominating(), lose("wood", 60))
    assert points(broken, ANNA) == 50 - 10 - 50
    whole = play(broken, find("wood", 60))
    assert points(whole, ANNA) == 50
    assert seat_of(whole, ANNA)["dominated"] is True


def test_the_lines_of_a_domination_that_falls_name_its_rule() -> None:
    written = lines(dominating(), lose("wood", 1))
    ruled = [(line.what.value, line.by) for line in written if line.rule == "CW-9.9"]
    assert sorted(ruled) == [("dominated", -1), ("points", -50)]


def test_domination_falls_with_a_detachment_that_is_beaten() -> None:
    position = almost("wagon", fifty_points="month_end")
    position = at_battles(play(position, LAST["wagon"]))
    position = having(position, ANNA, people={"cherokee": 0}, weapons=1, points=50)
    position = having(position, BORIS, people={"volunteer": 40}, weapons=60)
    after = play(position, entry("attack", seat=BORIS, target=ANNA))
    assert seat_of(after, ANNA)["out"]
    assert points(after, ANNA) == 50 - 10 - 10 - 50
    assert seat_of(after, ANNA)["dominated"] is False


def test_every_player_can_dominate() -> None:
    position = play(almost("wagon", fifty_points="month_end"), LAST["wagon"], END)
    position = having(position, BORIS, wood=60, gold=60, bonuses=("dynamite", "fire_brigade"))
    after = play(position, entry("gain", seat=BORIS, bonus="wagon"))
    assert (points(after, ANNA), points(after, BORIS)) == (50, 50)


def test_a_bonus_that_is_handed_over_can_complete_the_receivers_five() -> None:
    position = having(almost("wagon", fifty_points="month_end"), BORIS, bonuses=("wagon",))
    position = play(position, END)
    assert changes(position, hand("wagon", ANNA, seat=BORIS), ANNA)["points"] == 50


def test_the_five_must_be_held_at_the_same_moment() -> None:
    position = play(almost("wagon"), lose("gold", 1), LAST["wagon"])
    assert seat_of(position, ANNA)["bonuses"] == ALL_FIVE[:4]
    assert seat_of(position, ANNA)["dominated"] is False
