"""CW-8.4 and CW-13.7 beforehand: who will starve, what would save them, what a battle costs."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    ROLES,
    at_battles,
    at_trades,
    beaten,
    entry,
    having,
    lines,
    number,
    people,
    play,
    points,
    start,
)
from tracker.games.civil_war.battles import BattleOutcome, forecast
from tracker.games.civil_war.box import Toll
from tracker.games.civil_war.columns import Kind, Resource
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.outlook import Supply, supplies
from tracker.games.civil_war.position import Position, Table

Stock = tuple[int, ...]
WATER, FOOD, WOOD = 3, 4, 5


def camp(count: int, stock: Stock) -> Position:
    """The trades of a month; Anna has so many people and these resources, in their order."""
    gold, medicine, weapons, water, food, wood = stock
    position = having(
        start(),
        ANNA,
        people={"southern_soldier": count},
        gold=gold,
        medicine=medicine,
        weapons=weapons,
        water=water,
        food=food,
        wood=wood,
    )
    return at_trades(position)


def supply(position: Position, seat: int = ANNA) -> Supply:
    return next(supply for supply in supplies(position) if supply.seat == seat)


def traded(supply: Supply) -> set[tuple[str, str, int]]:
    return {(trade.give.value, trade.get.value, trade.times) for trade in supply.rescue}


# Upkeep


def test_a_camp_with_enough_needs_no_rescue() -> None:
    outlook = supply(camp(3, (0, 0, 50, 3, 4, 0)))

    assert (outlook.people, outlook.fed, outlook.dead, outlook.lacking) == (3, 3, (), ())
    assert (outlook.rescue, outlook.saved) == ((), 0)


def test_a_camp_is_told_what_it_lacks_and_who_would_die() -> None:
    position = having(camp(3, (0, 0, 0, 2, 1, 0)), ANNA, people={"volunteer": 1, "cherokee": 1})
    outlook = supply(position)

    assert (outlook.people, outlook.fed) == (5, 1)
    assert outlook.lacking == ((Resource.WATER, 3), (Resource.FOOD, 4))
    assert outlook.dead == ((Kind.VOLUNTEER, 1), (Kind.CHEROKEE, 1), (Kind.SOUTHERN_SOLDIER, 2))


def test_what_a_camp_is_told_is_what_upkeep_does() -> None:
    position = camp(5, (0, 0, 0, 3, 9, 0))
    after = play(position, entry("upkeep"))

    assert supply(position).fed == people(after, ANNA) == 3
    assert supply(position).dead == ((Kind.SOUTHERN_SOLDIER, 2),)


def test_weapons_for_water_saves_a_thirsty_camp() -> None:
    """The printed example of CW-7.2."""
    outlook = supply(camp(4, (0, 0, 25, 0, 4, 0)))

    assert outlook.rescue == (entry("hq_trade", seat=ANNA, give="weapons", get="water", times=4),)
    assert outlook.saved == 4


def test_a_rescue_may_bring_both_water_and_food() -> None:
    outlook = supply(camp(2, (0, 20, 0, 0, 0, 0)))

    assert traded(outlook) == {("medicine", "water", 2), ("medicine", "food", 2)}
    assert outlook.saved == 2


def test_a_rescue_may_be_paid_with_several_resources() -> None:
    outlook = supply(camp(3, (5, 9, 5, 3, 0, 0)))

    assert traded(outlook) == {("gold", "food", 1), ("medicine", "food", 1), ("weapons", "food", 1)}


def test_too_much_food_pays_for_water() -> None:
    assert traded(supply(camp(2, (0, 0, 0, 1, 7, 0)))) == {("food", "water", 1)}


def test_food_that_is_eaten_does_not_pay_for_water() -> None:
    outlook = supply(camp(2, (0, 0, 0, 1, 6, 0)))

    assert (outlook.rescue, outlook.saved) == ((), 0)


def test_where_not_everyone_can_be_saved_the_most_people_are() -> None:
    outlook = supply(camp(4, (0, 0, 14, 0, 4, 0)))

    assert traded(outlook) == {("weapons", "water", 2)}
    assert outlook.saved == 2


def test_trades_that_save_nobody_are_not_made() -> None:
    outlook = supply(camp(2, (0, 0, 5, 0, 0, 0)))

    assert (outlook.rescue, outlook.saved) == ((), 0)


@pytest.mark.parametrize("stock", [(64, 0, 0, 0, 5, 0), (0, 0, 0, 0, 5, 90)])
def test_gold_of_a_reserve_and_wood_of_a_fort_save_nobody(stock: Stock) -> None:
    outlook = supply(camp(1, stock))

    assert (outlook.rescue, outlook.saved) == ((), 0)


def test_gold_above_a_reserve_saves() -> None:
    assert traded(supply(camp(3, (70, 0, 0, 0, 3, 60)))) == {("gold", "water", 2)}


def test_a_destroyed_headquarters_saves_nobody() -> None:
    position = having(start(), BORIS, bonuses=("dynamite",))
    sabotage = (entry("hand_turn", to=BORIS), entry("sabotage", seat=BORIS))
    position = having(play(position, *sabotage), ANNA, people={"cherokee": 2}, water=0, weapons=50)
    outlook = supply(position)

    assert outlook.lacking == ((Resource.WATER, 2),)
    assert (outlook.rescue, outlook.saved) == ((), 0)


def test_every_camp_still_in_the_game_is_looked_at() -> None:
    position = beaten(at_battles(start(*ROLES[:4])), CLARA, by=BORIS)

    assert [supply.seat for supply in supplies(position)] == [ANNA, BORIS, DAVID]


small = st.integers(0, 11)
stocks: st.SearchStrategy[Stock] = st.tuples(
    small | st.integers(58, 71), small, small, small, small, small | st.integers(58, 71)
)


@settings(max_examples=100, deadline=None)
@given(count=st.integers(0, 9), stock=stocks)
def test_a_rescue_that_is_played_saves_as_many_as_promised(count: int, stock: Stock) -> None:
    position = camp(count, stock)
    outlook = supply(position)
    after = play(position, *outlook.rescue, entry("upkeep"))

    assert people(after, ANNA) == outlook.fed + outlook.saved
    assert points(after, ANNA) == outlook.fed + outlook.saved - 3 * (
        count - outlook.fed - outlook.saved
    )


def trades_from(stock: Stock) -> Iterator[Stock]:
    """CW-7.2, 7.4, 7.5: everything that one trade at the headquarters can make of the stock."""
    kept = (60 if stock[0] >= 60 else 0, 0, 0, 0, 0, stock[WOOD] if stock[WOOD] >= 60 else 0)
    for give in range(6):
        for get in range(6):
            if get != give and stock[give] - kept[give] >= 5:
                after = list(stock)
                after[give] -= 5
                after[get] += 1
                yield tuple(after)


def best_by_search(count: int, stock: Stock) -> tuple[int, int]:
    """The most people that any trades at all can feed, and the fewest trades that do it."""
    best, trades = min(count, stock[WATER], stock[FOOD]), 0
    reached, edge, depth = {stock}, {stock}, 0
    while edge:
        depth += 1
        edge = {after for stock in edge for after in trades_from(stock)} - reached
        reached |= edge
        fed = max((min(count, stock[WATER], stock[FOOD]) for stock in edge), default=0)
        if fed > best:
            best, trades = fed, depth
    return best, trades


few = st.integers(0, 6)
# Small enough for a search of everything that the headquarters could be made to do.
small_stocks: st.SearchStrategy[Stock] = st.tuples(
    few | st.integers(60, 66), few, st.integers(0, 10), few, st.integers(0, 9), few | st.just(60)
)


@settings(max_examples=60, deadline=None)
@given(count=st.integers(1, 7), stock=small_stocks)
def test_no_other_trades_save_more_people_or_the_same_for_less(count: int, stock: Stock) -> None:
    outlook = supply(camp(count, stock))

    fed, trades = best_by_search(count, stock)
    assert outlook.fed + outlook.saved == fed
    assert sum(trade.times for trade in outlook.rescue) == trades


# Battles


def foes() -> Position:
    """Anna, with 6 people, 12 weapons and dynamite, before three others of different strength."""
    position = having(at_battles(start(*ROLES[:4])), BORIS, people={"volunteer": 2}, weapons=3)
    position = having(position, CLARA, people={"cherokee": 4}, weapons=0, bonuses=("dynamite",))
    position = having(position, DAVID, weapons=0)
    armed = ("dynamite",)
    return having(position, ANNA, people={"cherokee": 6}, weapons=12, bonuses=armed)


def test_a_forecast_tells_the_price_and_what_both_will_spend() -> None:
    told = forecast(Table(foes()), ANNA, BORIS)

    assert told.outcome is BattleOutcome.ATTACKER_WINS
    assert told.price == told.attacker_spends == Toll(people=4, weapons=4)
    assert told.defender_spends == Toll(people=2, weapons=3)


def test_a_forecast_of_a_battle_that_is_lost_tells_what_could_have_been_paid() -> None:
    told = forecast(Table(foes()), BORIS, ANNA)

    assert told.outcome is BattleOutcome.DEFENDER_WINS
    assert told.price == Toll(people=2 * 6 * 2, weapons=4 * 6 * 2)
    assert told.attacker_spends == Toll(people=2, weapons=3)
    assert told.defender_spends == Toll(people=2, weapons=2)


def test_a_forecast_tells_who_would_run() -> None:
    told = forecast(Table(foes()), ANNA, DAVID)

    assert told.outcome is BattleOutcome.DEFENDER_RUNS
    assert told.price == told.attacker_spends == Toll(people=0, weapons=0)
    assert told.defender_spends == Toll(people=0, weapons=0)


ARMED: dict[bool, tuple[str, ...]] = {True: ("dynamite",), False: ()}


@st.composite
def wars(draw: st.DrawFn) -> tuple[int, ...]:
    """Anna's people and weapons and whether she has dynamite; then Boris's, and his wood."""
    attacker = (draw(st.integers(1, 12)), draw(st.integers(1, 24)), draw(st.booleans()))
    defender = (draw(st.integers(0, 4)), draw(st.integers(0, 4)), draw(st.booleans()))
    return (*attacker, *defender, draw(st.sampled_from([0, 60])))


def at_war(war: tuple[int, ...]) -> Position:
    people, weapons, armed, defenders, against, defended, wood = war
    position = having(at_battles(start(*ROLES[:4])), BORIS, wood=wood, weapons=against)
    camp = {"volunteer": defenders}
    position = having(position, BORIS, people=camp, bonuses=ARMED[bool(defended)])
    camp = {"cherokee": people}
    return having(position, ANNA, people=camp, weapons=weapons, bonuses=ARMED[bool(armed)])


def armed(position: Position) -> int:
    """The weapons that the two have together, whoever has them."""
    return number(position, ANNA, "weapons") + number(position, BORIS, "weapons")


def dead(position: Position, written: AnyEntry, seat: int) -> int:
    """Return the dead of the battle (CW-13.9), not counting those who scatter."""
    fallen = [line for line in lines(position, written) if line.rule == "CW-13.9"]
    return -sum(line.by for line in fallen if line.seat == seat and isinstance(line.what, Kind))


@settings(max_examples=60, deadline=None)
@given(wars())
def test_a_battle_is_won_by_whom_the_forecast_says(war: tuple[int, ...]) -> None:
    outcome = forecast(Table(at_war(war)), ANNA, BORIS).outcome
    after = play(at_war(war), entry("attack", seat=ANNA, target=BORIS, press=True))

    assert (number(after, ANNA, "out"), number(after, BORIS, "out")) == {
        BattleOutcome.ATTACKER_WINS: (0, 1),
        BattleOutcome.DEFENDER_WINS: (1, 0),
        BattleOutcome.DEFENDER_RUNS: (0, 0),
    }[outcome]


@settings(max_examples=60, deadline=None)
@given(wars())
def test_a_battle_costs_both_what_the_forecast_says(war: tuple[int, ...]) -> None:
    before = at_war(war)
    told = forecast(Table(before), ANNA, BORIS)
    fought = entry("attack", seat=ANNA, target=BORIS, press=True, take="food")

    weapons = told.attacker_spends.weapons + told.defender_spends.weapons
    assert armed(before) - armed(play(before, fought)) == weapons
    assert dead(before, fought, ANNA) == told.attacker_spends.people
    assert dead(before, fought, BORIS) == told.defender_spends.people
