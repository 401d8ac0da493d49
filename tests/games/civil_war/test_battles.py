"""CW-13 Battles between players."""

from typing import Any

import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    ROLES,
    at_battles,
    beaten,
    changes,
    entry,
    has,
    having,
    headline,
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
from tracker.engine.title import why_not
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position

NOTHING = {"gold": 0, "medicine": 0, "weapons": 0, "water": 0, "food": 0, "wood": 0}


def attack(seat: int = ANNA, target: int = BORIS, **choices: Any) -> AnyEntry:
    return entry("attack", seat=seat, target=target, **choices)


def buy_off(seat: int = ANNA, target: int = BORIS, **pay: int) -> AnyEntry:
    return entry("buy_off", seat=seat, target=target, pay=pay)


def battle(
    attackers: int = 0,
    defenders: int = 0,
    *,
    weapons: int = 0,
    against: int = 0,
    bonuses: tuple[str, ...] = (),
    target_bonuses: tuple[str, ...] = (),
    **given: Any,
) -> Position:
    """Four at the table; Anna may attack Boris, who has no resources but those named.

    `weapons` are Anna's and `against` them stand Boris's; so are the wood
    and the gold that are given. What else is given is a switch of the set-up.
    """
    stock = {name: given.pop(name, 0) for name in ("wood", "gold")}
    position = at_battles(start(*ROLES[:4], **given))
    camp = {"southern_soldier": attackers}
    position = having(position, ANNA, people=camp, weapons=weapons, bonuses=bonuses)
    empty = {"medicine": 0, "water": 0, "food": 0}
    position = play(
        position, entry("correct", seat=BORIS, set={"resources": empty}, reason="so it begins")
    )
    camp = {"northern_soldier": defenders}
    return having(
        position,
        BORIS,
        people=camp,
        weapons=against,
        **stock,
        bonuses=target_bonuses,
    )


def spent(position: Position, **choices: Any) -> tuple[int, int]:
    """The people and weapons that Anna's attack costs her; she takes no weapons from Boris."""
    after = play(position, attack(**choices))
    fewer = number(position, ANNA, "weapons") - number(after, ANNA, "weapons")
    return people(position, ANNA) - people(after, ANNA), fewer


# CW-13.4: the battle table

BATTLE_TABLE = [
    pytest.param(0, 1, (2, 2), (1, 1), id="weapons only"),
    pytest.param(0, 5, (10, 10), (5, 5), id="weapons only (CW-14)"),
    pytest.param(1, 0, (0, 2), (0, 1), id="people only"),
    pytest.param(7, 0, (0, 14), (0, 7), id="people only, dynamite (CW-14)"),
    pytest.param(1, 1, (2, 4), (2, 2), id="people and weapons"),
    pytest.param(3, 1, (6, 12), (6, 6), id="people and fewer weapons"),
    pytest.param(3, 5, (6, 12), (6, 6), id="people and more weapons"),
]


@pytest.mark.parametrize(("defenders", "against", "price", "with_dynamite"), BATTLE_TABLE)
def test_the_battle_table(
    defenders: int, against: int, price: tuple[int, int], with_dynamite: tuple[int, int]
) -> None:
    plain = battle(50, defenders, weapons=50, against=against)
    armed = battle(50, defenders, weapons=50, against=against, bonuses=("dynamite",))

    assert spent(plain) == price
    assert spent(armed) == with_dynamite


@pytest.mark.parametrize(("defenders", "against", "price", "with_dynamite"), BATTLE_TABLE)
def test_the_attacker_wins_who_can_just_pay_the_price(
    defenders: int, against: int, price: tuple[int, int], with_dynamite: tuple[int, int]
) -> None:
    attackers, weapons = price
    position = battle(max(1, attackers), defenders, weapons=weapons, against=against)

    assert seat_of(play(position, attack()), BORIS)["out"]


@pytest.mark.parametrize(("defenders", "against", "price", "with_dynamite"), BATTLE_TABLE)
def test_the_attacker_loses_who_has_one_weapon_too_few(
    defenders: int, against: int, price: tuple[int, int], with_dynamite: tuple[int, int]
) -> None:
    position = battle(50, defenders, weapons=price[1] - 1, against=against)

    must_refuse(position, attack(), "CW-13.7", "fail and must be confirmed")
    assert seat_of(play(position, attack(press=True)), ANNA)["out"]


@pytest.mark.parametrize(
    ("defenders", "against", "attackers"), [(0, 1, 1), (0, 5, 9), (1, 1, 1), (3, 5, 5)]
)
def test_the_attacker_loses_who_has_one_person_too_few(
    defenders: int, against: int, attackers: int
) -> None:
    position = battle(attackers, defenders, weapons=50, against=against)

    must_refuse(position, attack(), "CW-13.7", "fail and must be confirmed")
    assert seat_of(play(position, attack(press=True)), ANNA)["out"]


# CW-13.5: dynamite and fort

DEFENCES = [
    pytest.param((), 0, 1, id="nothing"),
    pytest.param(("dynamite",), 0, 2, id="dynamite"),
    pytest.param((), 60, 4, id="fort"),
    pytest.param(("dynamite",), 60, 4, id="fort and dynamite"),
    pytest.param(("wagon", "fire_brigade"), 59, 1, id="what does not defend"),
]


@pytest.mark.parametrize(("bonuses", "wood", "times"), DEFENCES)
@pytest.mark.parametrize(
    ("defenders", "against", "price"), [(0, 2, (4, 4)), (2, 0, (0, 4)), (2, 3, (4, 8))]
)
def test_dynamite_doubles_and_a_fort_quadruples_what_the_attacker_spends(
    defenders: int,
    against: int,
    price: tuple[int, int],
    bonuses: tuple[str, ...],
    wood: int,
    times: int,
) -> None:
    position = battle(80, defenders, weapons=80, against=against, target_bonuses=bonuses, wood=wood)

    assert spent(position) == (price[0] * times, price[1] * times)


def test_a_fort_against_people_and_weapons() -> None:
    """CW-14, both, fort."""
    assert spent(battle(50, 3, weapons=50, against=5, wood=60)) == (24, 48)


def test_a_fort_and_dynamite_against_dynamite() -> None:
    """CW-14, both, fort and dynamite, attacker dynamite."""
    armed = ("dynamite",)
    position = battle(50, 2, weapons=50, against=1, bonuses=armed, target_bonuses=armed, wood=60)

    assert spent(position) == (16, 16)


def test_a_gold_reserve_does_not_defend() -> None:
    assert spent(battle(50, 1, weapons=50, against=1, gold=60)) == (2, 4)


@pytest.mark.parametrize(
    ("switches", "dynamite", "fort", "both"),
    [
        ({}, 2, 4, 4),
        ({"fort_multiplier": 2}, 2, 2, 2),
        ({"fort_and_dynamite": "larger"}, 2, 4, 4),
        ({"fort_and_dynamite": "multiply"}, 2, 4, 8),
        ({"fort_multiplier": 2, "fort_and_dynamite": "multiply"}, 2, 2, 4),
    ],
    ids=str,
)
def test_a_table_may_weigh_fort_and_dynamite_otherwise(
    switches: dict[str, Any], dynamite: int, fort: int, both: int
) -> None:
    camps = {"defenders": 1, "weapons": 99, **switches}
    armed: tuple[str, ...] = ("dynamite",)

    assert spent(battle(1, target_bonuses=armed, **camps)) == (0, 2 * dynamite)
    assert spent(battle(1, wood=60, **camps)) == (0, 2 * fort)
    assert spent(battle(1, target_bonuses=armed, wood=60, **camps)) == (0, 2 * both)


# CW-13.4, CW-13.6: what the defender spends


@pytest.mark.parametrize(
    ("attackers", "dead"), [(1, 1), (3, 3), (4, 4), (9, 4)], ids="{} attackers".format
)
def test_a_defender_with_people_only_spends_one_for_each_attacker(
    attackers: int, dead: int
) -> None:
    position = battle(attackers, 4, weapons=8)

    assert changes(position, attack(), BORIS)["points"] == -3 * dead


@pytest.mark.parametrize(("attackers", "left"), [(1, 4), (4, 1), (9, 0)])
def test_a_defender_with_weapons_only_spends_one_for_each_attacker(
    attackers: int, left: int
) -> None:
    position = battle(attackers, weapons=1, against=5)
    after = play(position, attack(press=True))

    assert number(after, BORIS, "weapons") == left


def test_a_defender_with_both_spends_a_person_and_a_weapon_for_each_attacker() -> None:
    position = battle(2, 5, weapons=3, against=4)

    assert changes(position, attack(press=True), BORIS) == {
        "northern_soldier": -2,
        "weapons": -2,
        "points": -6,
        "gold": number(position, ANNA, "gold"),
        "medicine": number(position, ANNA, "medicine"),
        "water": number(position, ANNA, "water"),
        "food": number(position, ANNA, "food"),
        "wood": number(position, ANNA, "wood"),
    }


def test_a_side_never_spends_more_than_it_has() -> None:
    position = battle(9, 1, weapons=9, against=2)
    after = play(position, attack())

    assert seat_of(after, BORIS)["people"] == {}
    assert seat_of(after, BORIS)["resources"] == NOTHING


def test_attackers_are_all_the_people_in_the_camp_of_whatever_kind() -> None:
    position = having(battle(2, 9, weapons=18), ANNA, people={"volunteer": 2, "cherokee": 1})

    assert changes(position, attack(), BORIS)["points"] == -3 * 5


# CW-13.7: an attack that would fail


def test_an_attack_that_would_fail_is_told_its_price() -> None:
    position = battle(3, 2, weapons=5, against=1, target_bonuses=("dynamite",))

    must_refuse(position, attack(), "CW-13.7", "fail and must be confirmed")
    assert {"Anna", "8", "16", "3", "5"} <= told(position, attack())


def test_an_attacker_who_presses_and_loses_spends_all_that_could_have_been_paid() -> None:
    position = battle(3, 2, weapons=10, against=1)
    after = play(position, attack(press=True))

    assert points(after, ANNA) == -3 * 3
    assert number(after, BORIS, "weapons") == 1 - 1 + (10 - 8)


def test_an_attacker_with_people_to_spare_loses_only_the_price_and_the_rest_scatter() -> None:
    position = battle(9, 2, weapons=7, against=1)

    assert changes(position, attack(press=True), ANNA)["points"] == -3 * 4
    assert changes(position, attack(press=True), ANNA)["southern_soldier"] == -9


def test_an_attack_that_will_be_won_may_be_pressed_too() -> None:
    position = battle(1, 1, weapons=2)

    assert seat_of(play(position, attack(press=True)), BORIS)["out"]


# CW-13.2: a defender with neither people nor weapons


def unarmed(**resources: int) -> Position:
    """Anna has one soldier and one weapon, Boris only these resources."""
    position = battle(1, weapons=1)
    new = {"points": 0, "resources": resources}
    return play(position, entry("correct", seat=BORIS, set=new, reason="so the test begins"))


@pytest.mark.parametrize("resource", ["gold", "medicine", "water", "food", "wood"])
def test_who_has_neither_people_nor_weapons_runs_and_leaves_all_of_one_resource(
    resource: str,
) -> None:
    position = unarmed(gold=3, medicine=4, water=5, food=6, wood=7)
    left = number(position, BORIS, resource)

    assert changes(position, attack(take=resource), BORIS) == {resource: -left}
    assert changes(position, attack(take=resource), ANNA) == {resource: left, "attacked": 1}


def test_who_runs_stays_in_the_game() -> None:
    after = play(unarmed(gold=3), attack())

    assert not seat_of(after, BORIS)["out"]
    assert title.export_position(after)["result"] is None


def test_without_a_choice_what_the_defender_has_most_of_is_taken() -> None:
    position = unarmed(gold=3, water=8, food=6)

    assert changes(position, attack(), BORIS) == {"water": -8}


def test_without_a_choice_the_earliest_in_order_is_taken_of_equals() -> None:
    position = unarmed(gold=3, medicine=8, food=8, wood=8)

    assert changes(position, attack(), BORIS) == {"medicine": -8}


def test_wood_of_a_fort_is_left_behind_too() -> None:
    position = having(unarmed(wood=64), ANNA, wood=0)

    assert changes(position, attack(take="wood"), BORIS) == {
        "wood": -64,
        "fort": -1,
        "points": -10,
    }
    assert changes(position, attack(take="wood"), ANNA) == {
        "wood": 64,
        "fort": 1,
        "points": 10,
        "attacked": 1,
    }


def test_gold_of_a_reserve_is_left_behind_too() -> None:
    after = play(having(unarmed(gold=64), ANNA, gold=0), attack())

    assert points(after, BORIS) == -10
    assert has(after, ANNA, "gold_reserve")


@pytest.mark.parametrize(("bonuses", "wood"), [(("dynamite",), 0), ((), 60)])
def test_who_has_neither_people_nor_weapons_runs_from_fort_and_dynamite(
    bonuses: tuple[str, ...], wood: int
) -> None:
    position = having(unarmed(food=9), BORIS, bonuses=bonuses, wood=wood)

    assert changes(position, attack(take="food"), ANNA) == {"food": 9, "attacked": 1}


def test_who_runs_stays_in_the_game_however_often() -> None:
    """CW-13.2: only a fight eliminates."""
    position = having(start(*ROLES[:4]), BORIS, weapons=0)
    for month in range(1, 4):
        position = at_battles(position)
        for attacker in (ANNA, CLARA):
            position = having(position, attacker, people={"cherokee": 1}, weapons=1)
            position = play(position, attack(seat=attacker, take="gold"))
        assert not seat_of(position, BORIS)["out"], month
        position = play(position, entry("next_month"))

    assert number(position, BORIS, "gold") == 0


def test_an_attack_on_who_runs_is_used_up() -> None:
    position = play(unarmed(gold=3), attack())

    must_refuse(position, attack(), "CW-13.1", "has already attacked")


# CW-13.3: buying off


def test_an_attacker_is_bought_off_with_any_resources() -> None:
    position = having(battle(9, 1, weapons=9), BORIS, gold=4, food=5)

    assert changes(position, buy_off(gold=4, food=2), BORIS) == {"gold": -4, "food": -2}
    assert changes(position, buy_off(gold=4, food=2), ANNA) == {
        "gold": 4,
        "food": 2,
        "attacked": 1,
    }


def test_who_would_run_may_buy_the_attacker_off() -> None:
    assert changes(unarmed(gold=3, food=9), buy_off(gold=1), BORIS) == {"gold": -1}


def test_buying_off_takes_at_least_one_unit() -> None:
    position = battle(9, 1, weapons=9)

    must_refuse(position, buy_off(), "CW-13.3", "Buying off costs at least 1")
    assert "1" in told(position, buy_off())


def test_nobody_buys_off_with_more_than_they_have() -> None:
    position = having(battle(9, 1, weapons=9), BORIS, food=2)

    must_refuse(position, buy_off(food=3), "CW-13.3", "the agreed price")
    assert {"Boris", "2", "food", "3"} <= told(position, buy_off(food=3))


def test_gold_of_a_reserve_buys_off() -> None:
    position = having(battle(9, 1, weapons=9, gold=62), ANNA, gold=0)

    assert changes(position, buy_off(gold=5), BORIS) == {
        "gold": -5,
        "gold_reserve": -1,
        "points": -10,
    }


@pytest.mark.parametrize("wood", [60, 99])
def test_wood_of_a_fort_does_not_buy_off(wood: int) -> None:
    position = battle(9, 1, weapons=9, wood=wood)

    must_refuse(position, buy_off(wood=1), "CW-13.3", "used to buy an attacker")
    assert {"Boris", "fort"} <= told(position, buy_off(wood=1))


def test_wood_without_a_fort_buys_off() -> None:
    assert changes(battle(9, 1, weapons=9, wood=59), buy_off(wood=59), BORIS) == {"wood": -59}


def test_sixty_that_an_attacker_is_paid_stand_at_once() -> None:
    position = having(battle(9, 1, weapons=9, wood=20), ANNA, wood=40)
    after = play(position, buy_off(wood=20))

    assert has(after, ANNA, "fort")
    assert points(after, ANNA) == 10


def test_an_attack_that_was_bought_off_is_used_up() -> None:
    position = play(battle(9, 1, weapons=9, gold=5), buy_off(gold=1))

    must_refuse(position, attack(), "CW-13.1", "has already attacked")
    must_refuse(position, buy_off(gold=1), "CW-13.1", "has already attacked")
    must_refuse(position, attack(target=DAVID), "CW-13.1", "has already attacked")


def test_nobody_is_bought_off_who_could_not_attack() -> None:
    bribe = buy_off(gold=1)

    must_refuse(battle(0, 1, weapons=9, gold=5), bribe, "CW-13.1", "an attack needs both")
    must_refuse(battle(9, 1, weapons=0, gold=5), bribe, "CW-13.1", "an attack needs both")
    must_refuse(battle(9, 1, weapons=9), buy_off(target=CLARA, gold=1), "CW-13.1", "are both")
    must_refuse(
        battle(9, 1, weapons=9), buy_off(target=ANNA, gold=1), "CW-13.1", "cannot attack themselves"
    )


def test_an_attacker_who_would_lose_may_still_be_bought_off() -> None:
    position = battle(1, 9, weapons=1, against=9, gold=2)

    assert changes(position, buy_off(gold=2), ANNA) == {"gold": 2, "attacked": 1}


# CW-13.1: who attacks whom, and how often


@pytest.mark.parametrize(("attackers", "weapons"), [(0, 9), (9, 0), (0, 0)])
def test_an_attacker_needs_both_people_and_weapons(attackers: int, weapons: int) -> None:
    position = battle(attackers, 1, weapons=weapons)

    must_refuse(position, attack(press=True), "CW-13.1", "an attack needs both")
    assert {"Anna", str(attackers), str(weapons)} <= told(position, attack(press=True))


def test_an_attacker_needs_both_even_against_who_would_run() -> None:
    must_refuse(battle(0, 0, weapons=9), attack(), "CW-13.1", "an attack needs both")
    must_refuse(battle(9, 0, weapons=0), attack(), "CW-13.1", "an attack needs both")


@pytest.mark.parametrize("target", [BORIS, DAVID])
def test_players_of_the_other_side_are_attacked(target: int) -> None:
    position = having(battle(9, weapons=9), target, weapons=0)

    assert seat_of(play(position, attack(target=target)), ANNA)["attacked"]


def test_players_of_ones_own_side_are_not_attacked() -> None:
    position = battle(9, weapons=99)
    assault = attack(target=CLARA, press=True)

    must_refuse(position, assault, "CW-13.1", "are both")
    assert {"Anna", "Clara", "South"} <= told(position, assault)


def test_a_table_may_let_anyone_be_attacked() -> None:
    position = having(battle(9, weapons=9, attack_anyone=True), CLARA, weapons=0, gold=7)

    assert changes(position, attack(target=CLARA, take="gold"), CLARA) == {"gold": -7}


@pytest.mark.parametrize("anyone", [True, False])
def test_nobody_attacks_themselves(anyone: bool) -> None:
    position = battle(9, weapons=99, attack_anyone=anyone)

    must_refuse(position, attack(target=ANNA, press=True), "CW-13.1", "cannot attack themselves")
    assert "Anna" in told(position, attack(target=ANNA, press=True))


def test_a_turncoat_is_attacked_by_the_old_side_and_not_by_the_new() -> None:
    position = having(start("southern_officer", "volunteer", "northern_soldier"), ANNA, gold=60)
    turned = play(position, entry("spend_reserve", seat=ANNA, turncoat=BORIS))
    position = having(at_battles(turned), BORIS, weapons=0)
    position = having(position, ANNA, people={"cherokee": 1}, weapons=9)
    position = having(position, CLARA, people={"volunteer": 1}, weapons=9)

    must_refuse(position, attack(ANNA, BORIS), "CW-13.1", "are both")
    assert why_not(title, position, attack(CLARA, BORIS)) is None


def test_an_eliminated_player_neither_attacks_nor_is_attacked() -> None:
    position = beaten(at_battles(start(*ROLES[:4])), BORIS, by=CLARA)
    position = having(position, ANNA, people={"cherokee": 1}, weapons=9)

    assert refusal(position, attack(ANNA, BORIS)) == "CW-13.8"
    assert refusal(position, attack(BORIS, ANNA, press=True)) == "CW-13.8"
    assert refusal(position, buy_off(ANNA, BORIS, gold=1)) == "CW-13.8"
    assert "Boris" in told(position, attack(ANNA, BORIS))


def test_an_attacker_attacks_once_a_month() -> None:
    position = having(unarmed(gold=3), DAVID, weapons=0)
    after = play(position, attack())

    must_refuse(after, attack(target=DAVID), "CW-13.1", "has already attacked")
    assert "Anna" in told(after, attack(target=DAVID))


def test_an_attacker_attacks_again_the_next_month() -> None:
    position = having(unarmed(gold=3, wood=5), ANNA, water=9, food=9)
    month = (entry("next_month"), entry("end_month"), entry("upkeep"))
    after = play(position, attack(take="gold"), *month)

    assert changes(after, attack(), BORIS) == {"wood": -5}


def test_a_defender_may_be_attacked_by_several() -> None:
    position = having(unarmed(gold=3, food=9), CLARA, people={"cherokee": 1}, weapons=1)
    after = play(position, attack(take="gold"), attack(CLARA, take="food"))

    assert seat_of(after, BORIS)["resources"] == NOTHING


def test_who_has_bought_one_attacker_off_may_be_attacked_by_another() -> None:
    position = having(battle(9, 1, weapons=9, gold=5), CLARA, people={"cherokee": 1}, weapons=2)
    after = play(position, buy_off(gold=1), attack(CLARA))

    assert seat_of(after, BORIS)["out"]


def test_a_defender_who_was_attacked_may_attack() -> None:
    position = having(battle(1, 9, weapons=1, against=9, gold=2), CLARA, weapons=0)
    after = play(position, buy_off(gold=2), attack(BORIS, CLARA))

    assert seat_of(after, BORIS)["attacked"]


# CW-13.8: loser and winner


def test_the_loser_is_out_of_the_game_with_nothing_left() -> None:
    position = having(battle(9, 2, weapons=99, gold=70), BORIS, lost_turns=2, food=4, medicine=3)
    every = ("wagon", "dynamite", "fire_brigade")
    after = seat_of(play(having(position, BORIS, bonuses=every, wood=61), attack()), BORIS)

    assert after["out"]
    assert after["people"] == {}
    assert after["resources"] == NOTHING
    assert after["bonuses"] == []
    assert after["lost_turns"] == 0


def test_an_attacker_who_loses_is_out_with_nothing_left() -> None:
    position = having(battle(3, 9, weapons=9, against=9), ANNA, bonuses=("wagon",), wood=60)
    after = seat_of(play(position, attack(press=True)), ANNA)

    assert after["out"]
    assert after["people"] == {}
    assert after["resources"] == NOTHING
    assert after["bonuses"] == []


@pytest.mark.parametrize(
    ("wood", "gold", "lost"), [(59, 59, 0), (60, 0, 10), (0, 75, 10), (60, 60, 20)]
)
def test_the_losers_fort_and_reserve_fall_with_their_points(
    wood: int, gold: int, lost: int
) -> None:
    position = having(battle(9, 1, weapons=99, wood=wood, gold=gold), BORIS, points=30)

    assert points(play(position, attack()), BORIS) == 30 - 3 - lost


def test_a_battle_is_told_in_one_sentence_who_wins_who_is_out_and_what_changes_hands() -> None:
    won = having(battle(9, 2, weapons=99), BORIS, gold=70, wood=1)
    bare = battle(9, 2, weapons=99)
    lost = having(battle(3, 9, weapons=9, against=9), ANNA, wood=60)

    out = "Anna wins, Boris is out of the game, and Anna gets 70 gold, 1 wood."
    assert headline(won, attack()) == out
    assert headline(bare, attack()) == "Anna wins and Boris is out of the game."
    assert headline(lost, attack(press=True)).startswith("Boris wins, Anna is out of the game")
    assert headline(unarmed(gold=3), attack()) == "Boris runs and Anna takes 3 gold."
    assert headline(unarmed(), attack()) == "Boris runs and leaves nothing."


def test_a_battle_tells_its_price_in_people_weapons_and_points() -> None:
    won = having(battle(9, 2, weapons=99, against=2), ANNA, points=47)
    [_, price] = title.decide(won, attack()).verdicts

    assert str(price.says) == "It costs Anna 4 people, 8 weapons and 12 points: 47 → 35."
    assert points(play(won, attack()), ANNA) == 35
    assert price.is_dear


def test_a_battle_that_costs_no_points_is_not_told_as_dear() -> None:
    free = battle(9, 2, weapons=99, against=2, battle_deaths_cost_points=False)
    [_, price] = title.decide(free, attack()).verdicts

    assert str(price.says) == "It costs Anna 4 people, 8 weapons."
    assert not price.is_dear


def test_the_losers_points_stay() -> None:
    position = having(battle(9, weapons=99, against=1), BORIS, points=17)

    assert points(play(position, attack()), BORIS) == 17


def test_the_losers_people_who_are_left_scatter_and_do_not_count_as_dead() -> None:
    position = battle(2, 5, weapons=10)
    after = play(position, attack())

    assert people(after, BORIS) == 0
    assert people(after, ANNA) == 2
    assert points(after, BORIS) == -3 * 2


def test_the_winner_gets_all_resources_that_are_left_after_both_have_spent() -> None:
    position = having(battle(4, 2, weapons=9, against=5), BORIS, gold=1, medicine=2, water=3)
    position = having(position, BORIS, food=4, wood=5)

    assert changes(position, attack(), ANNA) == {
        "gold": 1,
        "medicine": 2,
        "weapons": -8 + (5 - 4),
        "water": 3,
        "food": 4,
        "wood": 5,
        "southern_soldier": -4,
        "points": -3 * 4,
        "attacked": 1,
    }


def test_the_winner_gets_none_of_the_losers_bonuses() -> None:
    every = ("wagon", "dynamite", "fire_brigade")
    after = play(battle(9, 1, weapons=99, target_bonuses=every), attack())

    assert seat_of(after, ANNA)["bonuses"] == []


def test_a_fort_and_a_reserve_that_the_winners_new_total_makes_stand() -> None:
    position = battle(1, 1, weapons=2, wood=20, gold=20)
    after = play(having(position, ANNA, wood=40, gold=40), attack())

    assert seat_of(after, ANNA)["bonuses"] == ["fort", "gold_reserve"]
    assert points(after, ANNA) == 10 + 10


def test_a_defender_who_wins_gets_the_loot_as_well() -> None:
    position = having(battle(1, weapons=1, against=5, wood=30), ANNA, wood=30, gold=3)
    after = play(position, attack(press=True))

    assert number(after, BORIS, "gold") == 3
    assert has(after, BORIS, "fort")
    assert points(after, BORIS) == 10


def test_loot_can_complete_domination() -> None:
    three = ("wagon", "dynamite", "fire_brigade")
    position = battle(1, 1, weapons=1, bonuses=three, wood=20, gold=20)
    position = having(position, ANNA, wood=40, gold=40, points=-30)
    after = play(position, attack())

    assert points(after, ANNA) == -30 + 10 + 10 + 50
    assert seat_of(after, ANNA)["dominated"]


def test_the_winner_stays_and_has_used_the_attack_up() -> None:
    after = play(battle(9, 1, weapons=9), attack())

    assert not seat_of(after, ANNA)["out"]
    must_refuse(after, attack(target=DAVID), "CW-13.1", "has already attacked")


# CW-13.9: the dead


def test_every_person_who_dies_in_a_battle_costs_three_points() -> None:
    position = battle(6, 3, weapons=12, against=3)

    assert changes(position, attack(), ANNA)["points"] == -3 * 6
    assert changes(position, attack(), BORIS)["points"] == -3 * 3


def test_a_table_may_let_the_dead_of_battles_cost_no_points() -> None:
    position = battle(6, 3, weapons=12, against=3, battle_deaths_cost_points=False)
    after = play(position, attack())

    assert (points(after, ANNA), points(after, BORIS)) == (0, 0)
    assert people(after, ANNA) == 0


def test_forts_and_reserves_fall_with_their_points_where_the_dead_cost_none() -> None:
    position = battle(9, 1, weapons=99, wood=60, battle_deaths_cost_points=False)

    assert changes(position, attack(), BORIS)["points"] == -10


# Who dies: CW-6.6


def test_who_dies_of_the_attackers_is_settled_by_an_order() -> None:
    position = having(battle(0, 1, weapons=9, against=1), ANNA, people={"cherokee": 1})
    position = having(position, ANNA, people={"volunteer": 1, "southern_officer": 1})

    assert seat_of(play(position, attack()), ANNA)["people"] == {"southern_officer": 1}


def test_who_dies_of_the_attackers_is_their_players_choice() -> None:
    position = having(battle(2, 1, weapons=9, against=1), ANNA, people={"volunteer": 2})
    chosen = attack(casualties={"volunteer": 1, "southern_soldier": 1})

    after = play(position, chosen)
    assert seat_of(after, ANNA)["people"] == {"volunteer": 1, "southern_soldier": 1}


def test_who_dies_of_the_defenders_is_their_players_choice() -> None:
    position = having(battle(1, 2, weapons=1, against=9), BORIS, people={"volunteer": 2})
    chosen = attack(press=True, target_casualties={"northern_soldier": 1})

    after = play(position, chosen)
    assert seat_of(after, BORIS)["people"] == {"northern_soldier": 1, "volunteer": 2}


def test_who_dies_of_the_defenders_is_settled_by_an_order() -> None:
    position = having(battle(1, 2, weapons=1, against=9), BORIS, people={"volunteer": 2})
    after = play(position, attack(press=True))

    assert seat_of(after, BORIS)["people"] == {"northern_soldier": 2, "volunteer": 1}


@pytest.mark.parametrize(
    ("choices", "name"),
    [
        ({"casualties": {"southern_soldier": 1}}, "Anna"),
        ({"casualties": {"southern_soldier": 3}}, "Anna"),
        ({"target_casualties": {"northern_soldier": 2}}, "Boris"),
    ],
    ids=str,
)
def test_a_choice_names_exactly_as_many_as_die_in_the_battle(
    choices: dict[str, Any], name: str
) -> None:
    position = battle(5, 1, weapons=9, against=1)

    must_refuse(position, attack(**choices), "CW-6.6", "people from the camp")
    assert name in told(position, attack(**choices))


def test_a_choice_names_only_people_who_are_there() -> None:
    position = battle(5, 1, weapons=9, against=1)
    chosen = attack(casualties={"volunteer": 2})

    must_refuse(position, chosen, "CW-6.6", "in the camp")
    assert {"Anna", "0", "volunteers", "2"} <= told(position, chosen)


def test_a_choice_is_ignored_where_nobody_dies() -> None:
    chosen = attack(casualties={"volunteer": 7}, target_casualties={"cherokee": 7})

    assert changes(unarmed(food=2), chosen, ANNA) == {"food": 2, "attacked": 1}
    assert changes(unarmed(food=2), chosen, BORIS) == {"food": -2}


def test_an_attackers_choice_is_ignored_where_only_weapons_are_spent() -> None:
    chosen = attack(casualties={"volunteer": 7})

    assert people(play(battle(5, 1, weapons=9), chosen), ANNA) == 5


def test_a_defenders_choice_is_ignored_where_only_weapons_are_spent() -> None:
    chosen = attack(target_casualties={"volunteer": 7})

    assert seat_of(play(battle(5, weapons=9, against=1), chosen), BORIS)["out"]


def test_the_attacker_is_asked_what_to_take_from_somebody_who_runs_and_only_then() -> None:
    """CW-13.2: of what is there; what the defender has most of unless another is chosen."""
    position = having(at_battles(start()), ANNA, people={"cherokee": 1}, weapons=1)
    runs = having(position, BORIS, gold=3, medicine=0, weapons=0, water=0, food=9, wood=0)
    fights = having(runs, BORIS, weapons=1)
    attack = entry("attack", seat=ANNA, target=BORIS)

    [asked] = (choice for choice in title.choices(runs, attack) if choice.field == "take")

    assert [option.value for option in asked.options] == ["gold", "food"]
    assert asked.default == {"food": 1}
    assert "take" not in {choice.field for choice in title.choices(fights, attack)}
