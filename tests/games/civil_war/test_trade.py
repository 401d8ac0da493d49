"""CW-7 Trade: with players, and at the Army Headquarters."""

from itertools import permutations

import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    ROLES,
    at_battles,
    at_trades,
    beaten,
    changes,
    entry,
    has,
    having,
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
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position

RESOURCES = ("gold", "medicine", "weapons", "water", "food", "wood")
FOUR = ROLES[:4]


def trade(give: dict[str, int], get: dict[str, int], partner: int = BORIS) -> AnyEntry:
    """Anna gives and gets."""
    return entry("trade", seat=ANNA, with_=partner, give=give, get=get)


def stocked(position: Position, seat: int, **stock: int) -> Position:
    """The position with these resources at the seat, named where the test runs."""
    new = {"points": points(position, seat), "resources": stock}
    return play(position, entry("correct", seat=seat, set=new, reason="so the test begins"))


def hq_trade(give: str, get: str, times: int = 1, seat: int = ANNA) -> AnyEntry:
    return entry("hq_trade", seat=seat, give=give, get=get, times=times)


def without_headquarters() -> Position:
    """Four at the table, and the headquarters of the South was destroyed by Boris."""
    position = having(start(*FOUR), BORIS, bonuses=("dynamite",))
    return play(position, entry("hand_turn", to=BORIS), entry("sabotage", seat=BORIS))


# CW-7.1: players


def test_players_trade_at_any_rate_that_both_agree_to() -> None:
    position = at_trades(having(having(start(), ANNA, gold=12), BORIS, food=9))
    deal = trade({"gold": 7}, {"food": 2})

    assert changes(position, deal, ANNA) == {"gold": -7, "food": 2}
    assert changes(position, deal, BORIS) == {"gold": 7, "food": -2}


def test_a_trade_may_be_of_several_resources_both_ways() -> None:
    deal = trade({"gold": 1, "wood": 2}, {"medicine": 3, "weapons": 4, "water": 5})

    assert changes(at_trades(start()), deal, ANNA) == {
        "gold": -1,
        "wood": -2,
        "medicine": 3,
        "weapons": 4,
        "water": 5,
    }


def test_a_trade_concerns_the_two_who_trade_and_nobody_else() -> None:
    position = at_trades(start(*FOUR))
    after = play(position, trade({"gold": 1}, {"food": 1}))

    assert seat_of(after, CLARA) == seat_of(position, CLARA)
    assert seat_of(after, DAVID) == seat_of(position, DAVID)


def test_a_one_sided_gift_is_a_trade() -> None:
    gift = trade({"food": 3}, {})

    assert changes(at_trades(start()), gift, ANNA) == {"food": -3}
    assert changes(at_trades(start()), gift, BORIS) == {"food": 3}


def test_a_gift_may_also_be_written_by_who_gets_it() -> None:
    gift = trade({}, {"food": 3})

    assert changes(at_trades(start()), gift, ANNA) == {"food": 3}
    assert changes(at_trades(start()), gift, BORIS) == {"food": -3}


def test_an_empty_trade_is_none() -> None:
    must_refuse(at_trades(start()), trade({}, {}), "CW-7.1", "trade is empty: nothing")
    assert "trade" in told(at_trades(start()), trade({}, {}))


def test_nobody_trades_with_themselves() -> None:
    deal = trade({"gold": 1}, {"food": 1}, partner=ANNA)

    must_refuse(at_trades(start()), deal, "CW-7.1", "trade with themselves")
    assert "Anna" in told(at_trades(start()), deal)


@pytest.mark.parametrize("partner", [BORIS, CLARA], ids=["enemy", "ally"])
def test_enemies_and_allies_trade(partner: int) -> None:
    deal = trade({"gold": 2}, {"water": 1}, partner)

    assert changes(at_trades(start(*FOUR)), deal, partner) == {"gold": 2, "water": -1}


@pytest.mark.parametrize(
    "gift",
    [
        entry("trade", seat=BORIS, with_=CLARA, give={"gold": 1}, get={}),
        entry("trade", seat=CLARA, with_=BORIS, give={}, get={"gold": 1}),
    ],
    ids=["given", "asked for"],
)
def test_an_eliminated_player_does_not_trade(gift: AnyEntry) -> None:
    out = beaten(at_battles(start(*FOUR)), CLARA, by=BORIS)
    position = at_trades(play(out, entry("next_month")))

    must_refuse(position, gift, "CW-7.1", "game and cannot trade")
    assert "Clara" in told(position, gift)


def test_an_eliminated_player_does_not_trade_at_the_headquarters() -> None:
    out = beaten(at_battles(start(*FOUR)), CLARA, by=BORIS)
    position = at_trades(play(out, entry("next_month")))

    must_refuse(position, hq_trade("gold", "food", seat=CLARA), "CW-7.1", "game and cannot trade")


def test_all_of_a_resource_can_be_given() -> None:
    position = at_trades(having(start(), ANNA, medicine=3))

    assert number(play(position, trade({"medicine": 3}, {})), ANNA, "medicine") == 0


def test_nobody_gives_more_than_they_have() -> None:
    position = at_trades(having(start(), ANNA, medicine=3))
    deal = trade({"medicine": 5}, {"gold": 1})

    must_refuse(position, deal, "CW-7.1", "the trade")
    assert {"Anna", "3", "medicine", "5"} <= told(position, deal)


def test_nobody_is_asked_for_more_than_they_have() -> None:
    position = at_trades(having(start(), BORIS, weapons=1))
    deal = trade({"gold": 1}, {"weapons": 2})

    must_refuse(position, deal, "CW-7.1", "the trade")
    assert {"Boris", "1", "weapon", "2"} <= told(position, deal)


def test_what_one_gets_in_a_trade_does_not_pay_for_it() -> None:
    position = at_trades(having(start(), ANNA, food=0))

    must_refuse(position, trade({"food": 1}, {"food": 5}), "CW-7.1", "the trade")


# CW-7.2: the headquarters


def test_headquarters_water_for_weapons_saves_a_thirsty_camp() -> None:
    """The printed example."""
    thirsty = having(start(), ANNA, weapons=25, water=0, people={"southern_soldier": 4})
    traded = play(at_trades(thirsty), hq_trade("weapons", "water", times=4))
    after = play(traded, entry("upkeep"))

    assert number(traded, ANNA, "weapons") == 5
    assert number(traded, ANNA, "water") == 4
    assert people(after, ANNA) == 4


@pytest.mark.parametrize(("give", "get"), list(permutations(RESOURCES, 2)))
def test_headquarters_gives_one_of_any_resource_for_five_of_any_other(give: str, get: str) -> None:
    assert changes(at_trades(start()), hq_trade(give, get), ANNA) == {give: -5, get: 1}


@pytest.mark.parametrize("times", [1, 2, 5])
def test_headquarters_trades_any_number_of_times(times: int) -> None:
    position = at_trades(having(start(), ANNA, food=25))

    expected = {"food": -5 * times, "wood": times}
    assert changes(position, hq_trade("food", "wood", times), ANNA) == expected


def test_headquarters_trades_again_after_a_trade() -> None:
    after = play(at_trades(start()), hq_trade("wood", "food"), hq_trade("wood", "water"))

    assert number(after, ANNA, "wood") == 0


@pytest.mark.parametrize(("weapons", "times"), [(4, 1), (9, 2), (24, 5)])
def test_headquarters_takes_five_for_each(weapons: int, times: int) -> None:
    position = at_trades(having(start(), ANNA, weapons=weapons))
    deal = hq_trade("weapons", "water", times)

    must_refuse(position, deal, "CW-7.2", "the trade")
    assert {"Anna", str(weapons), "weapons", str(5 * times)} <= told(position, deal)


def test_what_the_headquarters_gives_does_not_pay_for_it() -> None:
    position = at_trades(having(start(), ANNA, gold=59, wood=4))

    must_refuse(position, hq_trade("wood", "gold"), "CW-7.2", "the trade")


@pytest.mark.parametrize("resource", RESOURCES)
def test_headquarters_gives_another_kind_than_it_takes(resource: str) -> None:
    deal = hq_trade(resource, resource)

    must_refuse(at_trades(start()), deal, "CW-7.2", "The headquarters trades")
    assert resource in told(at_trades(start()), deal)


# CW-7.3: a headquarters that was destroyed


@pytest.mark.parametrize(("seat", "name"), [(ANNA, "Anna"), (CLARA, "Clara")])
def test_a_side_without_headquarters_has_no_headquarters_trades(seat: int, name: str) -> None:
    position = at_trades(without_headquarters())
    deal = hq_trade("wood", "gold", seat=seat)

    must_refuse(position, deal, "CW-7.3", "trade only with players")
    assert {name, "South"} <= told(position, deal)


def test_the_other_side_keeps_its_headquarters() -> None:
    position = at_trades(without_headquarters())

    assert changes(position, hq_trade("wood", "gold", seat=DAVID), DAVID) == {"wood": -5, "gold": 1}


def test_a_destroyed_headquarters_stays_destroyed_for_the_rest_of_the_game() -> None:
    month = (entry("end_month"), entry("upkeep"), entry("next_month"))
    position = at_trades(play(without_headquarters(), *month, *month))

    must_refuse(position, hq_trade("wood", "gold"), "CW-7.3", "trade only with players")


@pytest.mark.parametrize("partner", [BORIS, CLARA], ids=["enemy", "ally"])
def test_a_side_without_headquarters_still_trades_with_players(partner: int) -> None:
    position = at_trades(without_headquarters())

    assert changes(position, trade({"wood": 2}, {}, partner), ANNA) == {"wood": -2}


def test_a_turncoat_trades_at_the_headquarters_of_the_new_side() -> None:
    position = having(start("southern_officer", "northern_officer", "cherokee"), BORIS, gold=60)
    position = having(position, BORIS, bonuses=("dynamite",))
    turns = (entry("hand_turn", to=BORIS), entry("sabotage", seat=BORIS))
    position = play(position, *turns, entry("spend_reserve", seat=BORIS, turncoat=CLARA))

    deal = hq_trade("wood", "gold", seat=CLARA)
    assert changes(at_trades(position), deal, CLARA) == {"wood": -5, "gold": 1}
    must_refuse(
        at_trades(position),
        hq_trade("wood", "gold", seat=ANNA),
        "CW-7.3",
        "trade only with players",
    )


# CW-7.4: a fort's wood


@pytest.mark.parametrize("wood", [60, 61, 90])
def test_none_of_a_forts_wood_is_traded(wood: int) -> None:
    position = at_trades(having(start(), ANNA, wood=wood))

    must_refuse(position, trade({"wood": 1}, {}), "CW-7.4", "wood cannot be traded")
    assert {"Anna", "fort"} <= told(position, trade({"wood": 1}, {}))


def test_none_of_a_forts_wood_is_asked_for() -> None:
    position = at_trades(having(start(), BORIS, wood=75))

    must_refuse(position, trade({}, {"wood": 1}), "CW-7.4", "wood cannot be traded")
    assert {"Boris", "fort"} <= told(position, trade({}, {"wood": 1}))


def test_none_of_a_forts_wood_goes_to_the_headquarters() -> None:
    position = at_trades(having(start(), ANNA, wood=75))

    must_refuse(position, hq_trade("wood", "food"), "CW-7.4", "wood cannot be traded")


def test_wood_without_a_fort_is_traded_all_of_it() -> None:
    position = at_trades(having(start(), ANNA, wood=59))

    assert changes(position, trade({"wood": 59}, {}), ANNA) == {"wood": -59}


def test_wood_of_a_fort_that_has_fallen_is_traded() -> None:
    fort = having(start(), ANNA, wood=61, points=10)
    position = at_trades(play(fort, entry("fire", seat=ANNA, amount=5)))

    assert changes(position, trade({"wood": 1}, {}), ANNA) == {"wood": -1}


def test_a_fort_keeps_only_the_wood() -> None:
    position = at_trades(having(start(), ANNA, wood=60))

    assert changes(position, trade({"food": 2}, {"wood": 1}), ANNA) == {"food": -2, "wood": 1}


# CW-7.5: the gold of a reserve


def test_of_a_reserve_the_gold_above_sixty_is_traded() -> None:
    position = at_trades(having(start(), ANNA, gold=65))

    assert changes(position, trade({"gold": 5}, {}), ANNA) == {"gold": -5}
    assert changes(position, hq_trade("gold", "food"), ANNA) == {"gold": -5, "food": 1}


@pytest.mark.parametrize(("gold", "asked"), [(60, 1), (65, 6), (119, 60)])
def test_of_a_reserve_sixty_gold_stay(gold: int, asked: int) -> None:
    position = at_trades(having(start(), ANNA, gold=gold))
    deal = trade({"gold": asked}, {})

    must_refuse(position, deal, "CW-7.5", "has a gold reserve")
    assert {"Anna", str(gold), str(gold - 60), "60", str(asked)} <= told(position, deal)


def test_nobody_is_asked_for_the_sixty_gold_of_a_reserve() -> None:
    position = at_trades(having(start(), BORIS, gold=60))

    must_refuse(position, trade({"food": 9}, {"gold": 1}), "CW-7.5", "has a gold reserve")


@pytest.mark.parametrize(("gold", "times"), [(64, 1), (69, 2)])
def test_the_sixty_gold_of_a_reserve_do_not_go_to_the_headquarters(gold: int, times: int) -> None:
    position = at_trades(having(start(), ANNA, gold=gold))

    must_refuse(position, hq_trade("gold", "food", times), "CW-7.5", "has a gold reserve")


def test_gold_without_a_reserve_is_traded_all_of_it() -> None:
    position = at_trades(having(start(), ANNA, gold=59))

    assert changes(position, trade({"gold": 59}, {}), ANNA) == {"gold": -59}


# CW-9.5, CW-9.7 in a trade


@pytest.mark.parametrize(("resource", "bonus"), [("wood", "fort"), ("gold", "gold_reserve")])
def test_sixty_reached_in_a_trade_stand_at_once(resource: str, bonus: str) -> None:
    position = at_trades(stocked(start(), BORIS, **{resource: 57}))

    assert changes(position, trade({resource: 3}, {}), BORIS) == {
        resource: 3,
        bonus: 1,
        "points": 10,
    }


@pytest.mark.parametrize(("resource", "bonus"), [("wood", "fort"), ("gold", "gold_reserve")])
def test_sixty_reached_at_the_headquarters_stand_at_once(resource: str, bonus: str) -> None:
    position = at_trades(stocked(start(), ANNA, **{resource: 59}))

    after = play(position, hq_trade("food", resource))
    assert has(after, ANNA, bonus)
    assert points(after, ANNA) == 10


@pytest.mark.parametrize(("resource", "other"), [("wood", "gold"), ("gold", "wood")])
def test_what_is_given_in_a_trade_is_given_before_anything_is_got(
    resource: str, other: str
) -> None:
    """Otherwise 58 − 4 + 5 would for a moment be 63, and with the four other bonuses win."""
    three = ("wagon", "dynamite", "fire_brigade")
    position = stocked(having(start(), ANNA, bonuses=three), ANNA, **{resource: 58, other: 60})
    position = at_trades(stocked(position, BORIS, **{resource: 9}))

    assert changes(position, trade({resource: 4}, {resource: 5}), ANNA) == {resource: 1}


# When: CW-7.1, CW-8


def test_players_trade_at_the_months_end_and_not_before() -> None:
    must_refuse(start(), trade({"gold": 1}, {"food": 1}), "CW-7.1", "entered while the turns")


def test_the_headquarters_trades_at_the_months_end_and_not_before() -> None:
    must_refuse(start(), hq_trade("gold", "food"), "CW-8", "entered while the turns")


def test_players_trade_after_the_upkeep_too() -> None:
    position = at_battles(start())
    assert changes(position, trade({"gold": 3}, {"food": 2}), ANNA) == {"gold": -3, "food": 2}


def test_the_headquarters_trades_after_the_upkeep_too() -> None:
    position = at_battles(start())
    assert changes(position, hq_trade("gold", "food"), ANNA) == {"gold": -5, "food": 1}


@pytest.mark.parametrize("written", [trade({"gold": 1}, {}), hq_trade("gold", "food")])
def test_trades_are_made_between_battles(written: AnyEntry) -> None:
    position = having(at_battles(start(*ROLES[:4])), ANNA, people={"cherokee": 1}, weapons=1)
    position = having(position, BORIS, weapons=0)
    fought = play(position, entry("attack", seat=ANNA, target=BORIS, take="wood"))
    between = play(fought, written)
    later = having(between, CLARA, people={"cherokee": 1}, weapons=1)

    assert changes(later, entry("attack", seat=CLARA, target=BORIS, take="gold"), CLARA)


@pytest.mark.parametrize(
    ("written", "rule"),
    [
        (trade({}, {}), "CW-7.1"),
        (entry("trade", seat=ANNA, with_=ANNA, give={"gold": 1}, get={}), "CW-7.1"),
        (trade({"wood": 1}, {}), "CW-7.4"),
        (trade({"gold": 6}, {}), "CW-7.5"),
        (hq_trade("wood", "food"), "CW-7.4"),
        (hq_trade("gold", "food", times=2), "CW-7.5"),
    ],
)
def test_trades_after_the_upkeep_are_judged_like_those_before_it(
    written: AnyEntry, rule: str
) -> None:
    for when in (at_trades, at_battles):
        position = having(when(start()), ANNA, wood=60, gold=65)
        assert refusal(position, written) == rule
