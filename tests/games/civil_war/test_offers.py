"""The offers of a seat: accepted when written, or refused with a rule and a sentence."""

import re
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, given, settings
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
    play,
    start,
)
from tracker.engine.hand_seat import HandSeat
from tracker.engine.title import Offer, why_not
from tracker.games.civil_war import title
from tracker.games.civil_war.columns import KINDS, RESOURCES
from tracker.games.civil_war.entries import Written
from tracker.games.civil_war.position import Position

EVERY_DO = {kind.__struct_config__.tag for kind in Written.__args__}
FOUR = ROLES[:4]
NOTHING = dict.fromkeys(("gold", "medicine", "weapons", "water", "food", "wood"), 0)
LINE = [{"at": [x, 0], "tile": str(x + 1)} for x in range(16)]


def offer(position: Position, seat: int, do: str) -> Offer[Written]:
    return next(offer for offer in title.offers(position, seat) if offer.do == do)


def left_with(position: Position, seat: int, **stock: int) -> Position:
    """The position with these resources at the seat and none besides."""
    new = {"points": 0, "resources": {**NOTHING, **stock}}
    return play(position, entry("correct", seat=seat, set=new, reason="so the test begins"))


def written(document: dict[str, Any]) -> Written:
    return entry(**document)


# Positions that a game could come to

seats = st.integers(0, 3)
CAMPS: tuple[dict[str, Any], ...] = (
    {"resources": NOTHING},
    {"resources": {**NOTHING, "weapons": 1}, "people": {"cherokee": 1}, "points": -4},
    {"resources": {"gold": 2, "wood": 60}, "points": 10, "people": {"northern_soldier": 2}},
    {"resources": {**NOTHING, "gold": 60}, "points": 10, "bonuses": {"dynamite": True}},
    {"resources": {"gold": 75, "wood": 66}, "points": 30, "bonuses": {"wagon": True}},
    {"resources": {"weapons": 40, "food": 0}, "people": {"volunteer": 12, "southern_officer": 2}},
    {"people": {"volunteer": 3, "cherokee": 3}, "bonuses": {"dynamite": True, "wagon": True}},
    {"resources": {"gold": 59, "wood": 59}, "bonuses": {"fire_brigade": True}, "lost_turns": 2},
)
PREFIXES: tuple[tuple[Written, ...], ...] = (
    (),
    (entry("lay_tiles", tiles=LINE),),
    (entry("end_month"),),
    (entry("end_month"), entry("upkeep")),
    (entry("end_month"), entry("upkeep"), entry("next_month")),
)


class Game(NamedTuple):
    """A game so far, short enough to be read where a test fails."""

    roles: list[str]
    switches: dict[str, bool]
    entries: list[Written]

    @property
    def position(self) -> Position:
        return play(start(*self.roles, **self.switches), *self.entries)


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Four at the table with whatever they might have; then up to three that are offered."""
    names = ("lure_anyone", "attack_anyone", "keep_order")
    switches = {name: draw(st.booleans()) for name in names}
    game = Game(draw(st.permutations(ROLES))[:4], switches, [*draw(st.sampled_from(PREFIXES))])
    for seat in range(4):
        new = draw(st.sampled_from(CAMPS))
        game.entries.append(entry("correct", seat=seat, set=new, reason="so the test begins"))
    for _ in range(draw(st.integers(0, 3))):
        offered = title.offers(game.position, draw(seats))
        kinds = [offer.entries for offer in offered if offer.entries]
        if kinds:
            game.entries.append(draw(st.sampled_from(draw(st.sampled_from(kinds)))))
    return game


def with_an_eliminated_player() -> tuple[Game, ...]:
    """Games in which Boris has just beaten Clara, in three parts of the month."""
    attacker = {"people": {"volunteer": 1}, "resources": {"weapons": 2}}
    target = {"people": {"volunteer": 1}, "resources": {"weapons": 0}}
    battle = [
        entry("end_month"),
        entry("upkeep"),
        entry("correct", seat=BORIS, set=attacker, reason="so the test begins"),
        entry("correct", seat=CLARA, set=target, reason="so the test begins"),
        entry("attack", seat=BORIS, target=CLARA),
    ]
    later = [entry("next_month"), entry("end_month")]
    return tuple(Game([*FOUR], {}, [*battle, *later[:more]]) for more in range(3))


# Entries as anybody might write them, of each kind

amounts = st.integers(1, 15)
resources = st.sampled_from([resource.value for resource in RESOURCES])
kinds = st.sampled_from([kind.value for kind in KINDS])
handed = st.sampled_from(["wagon", "dynamite"])
goods = st.dictionaries(resources, st.integers(1, 3), max_size=2)
volunteers = st.dictionaries(kinds | st.just("volunteer"), st.integers(1, 2), max_size=2)
camps = st.dictionaries(kinds, st.integers(1, 4))
lured = st.fixed_dictionaries({"seat": seats, "people": volunteers})
helpers = st.lists(st.fixed_dictionaries({"seat": seats, "weapons": amounts}), max_size=2)
fight = {"help": helpers, "casualties": camps, "taken": resources}
choices = st.fixed_dictionaries({}, optional=fight)
tile_ids = st.integers(1, 56).map(str)
places = st.tuples(st.integers(0, 15), st.integers(0, 1)).map(list)
lines_of_tiles = st.sampled_from([LINE[:8], LINE[:12], LINE])
numbers = st.fixed_dictionaries(
    {"points": st.integers(-20, 60)}, optional={"resources": goods, "people": camps}
)

Fields = dict[str, st.SearchStrategy[Any]]
# What each kind of entry must and may say besides `do` and `seat`.
FIELDS: dict[str, tuple[Fields, Fields]] = {
    "find": (
        {"resource": resources, "amount": amounts},
        {"where": st.sampled_from(["edge", "middle", "middle_doubled"])},
    ),
    "lose": ({"resource": resources, "amount": amounts}, {}),
    "meet": ({"kind": kinds, "count": amounts}, {**fight}),
    "gain": ({"bonus": handed}, {}),
    "fire": ({"amount": amounts}, {}),
    "sickness": ({"amount": amounts}, {"casualties": camps}),
    "sabotage": ({}, {}),
    "raise_brigade": ({}, {}),
    "lure": ({"from": st.lists(lured, max_size=2) | lured.map(lambda camp: [camp])}, {}),
    "hand_over": ({"to": seats, "bonus": handed}, {}),
    "turn_over": (
        {"at": places},
        {"tile": tile_ids, "choices": st.fixed_dictionaries({"left": choices, "right": choices})},
    ),
    "end_turn": ({}, {}),
    "trade": ({"with": seats, "give": goods, "get": goods}, {}),
    "hq_trade": ({"give": resources, "get": resources, "times": st.integers(1, 3)}, {}),
    "attack": (
        {"target": seats},
        {"press": st.booleans(), "take": resources},
    ),
    "buy_off": ({"target": seats, "pay": goods}, {}),
    "correct": ({"set": numbers, "reason": st.just("counted again")}, {}),
}
# Those that are not written by a seat.
OF_THE_TABLE: dict[str, Fields] = {
    "lay_tiles": {"tiles": lines_of_tiles},
    "end_month": {},
    "upkeep": {},
    "next_month": {},
}


def entries_of(do: str, seat: int) -> st.SearchStrategy[Written]:
    """Well-formed entries of this kind by this seat, legal or not."""
    this: Fields = {"do": st.just(do), "seat": st.just(seat)}
    if do == "hand_seat":
        return st.builds(HandSeat, st.just(seat), st.text(min_size=1, max_size=40))
    if do == "hand_turn":
        return st.just(entry("hand_turn", to=seat))
    if do == "spend_reserve":
        one_of_two = st.fixed_dictionaries({**this, "lure": lured}) | st.fixed_dictionaries(
            {**this, "turncoat": seats}
        )
        return one_of_two.map(written)
    if do in OF_THE_TABLE:
        return st.fixed_dictionaries({"do": this["do"], **OF_THE_TABLE[do]}).map(written)
    required, optional = FIELDS[do]
    return st.fixed_dictionaries({**this, **required}, optional=optional).map(written)


# What is listed


@pytest.mark.parametrize("month", PREFIXES, ids=len)
@pytest.mark.parametrize("seat", range(4))
def test_each_kind_of_entry_is_listed_once_for_every_seat(
    month: tuple[Written, ...], seat: int
) -> None:
    position = play(start(*FOUR), *month)

    assert sorted(offer.do for offer in title.offers(position, seat)) == sorted(EVERY_DO)


def test_each_kind_of_entry_is_listed_for_an_eliminated_player_too() -> None:
    position = beaten(at_battles(start(*FOUR)), CLARA, by=BORIS)

    assert {offer.do for offer in title.offers(position, CLARA)} == EVERY_DO


def test_nothing_is_offered_when_the_game_is_over() -> None:
    position = beaten(at_battles(start()), ANNA, by=BORIS)
    offers = title.offers(position, BORIS)

    assert {offer.do for offer in offers} == EVERY_DO
    assert [offer.entries for offer in offers] == [()] * len(EVERY_DO)
    assert {offer.refusal.rule for offer in offers if offer.refusal} == {"CW-12.4", "QM-2"}


@settings(max_examples=50, deadline=None)
@given(games(), seats)
def test_a_thing_is_offered_or_there_is_a_reason_why_not(game: Game, seat: int) -> None:
    for offer in title.offers(game.position, seat):
        assert bool(offer.entries) == (offer.refusal is None)


@settings(max_examples=50, deadline=None)
@given(games(), seats)
def test_whatever_is_offered_is_accepted(game: Game, seat: int) -> None:
    position = game.position
    for offer in title.offers(position, seat):
        for offered in offer.entries:
            assert why_not(title, position, offered) is None


@settings(max_examples=50, deadline=None)
@given(games(), seats)
def test_what_is_offered_is_of_the_kind_and_by_the_seat(game: Game, seat: int) -> None:
    for offer in title.offers(game.position, seat):
        assert {type(offered).__struct_config__.tag for offered in offer.entries} <= {offer.do}
        assert {getattr(offered, "seat", seat) for offered in offer.entries} <= {seat}


@pytest.mark.slow
@settings(max_examples=80, deadline=None)
@given(game=games() | st.sampled_from(with_an_eliminated_player()), seat=seats, data=st.data())
def test_nothing_is_accepted_of_a_kind_that_is_not_offered(
    game: Game, seat: int, data: st.DataObject
) -> None:
    position = game.position
    for closed in [offer.do for offer in title.offers(position, seat) if not offer.entries]:
        tried = data.draw(entries_of(closed, seat))
        assert why_not(title, position, tried) is not None


def test_an_eliminated_player_is_offered_nothing_of_their_own() -> None:
    month_later = with_an_eliminated_player()[1].position
    offered = {offer.do for offer in title.offers(month_later, CLARA) if offer.entries}

    assert offered == {"lay_tiles", "end_month", "correct", "hand_seat"}


# What is in an offer


def test_somebody_elses_turn_is_the_reason_why_nothing_is_found() -> None:
    refused = offer(start(*FOUR), BORIS, "find").refusal

    assert refused is not None
    assert refused.rule == "CW-3.5"
    assert {"Anna", "Boris"} <= set(re.findall(r"\w+", refused.message))


def test_a_trade_at_the_headquarters_is_offered_once_and_as_often_as_can_be_paid() -> None:
    offered = offer(at_trades(left_with(start(), ANNA, gold=4, wood=17)), ANNA, "hq_trade")

    assert set(offered.entries) == {
        entry("hq_trade", seat=ANNA, give="wood", get=get, times=times)
        for get in ("gold", "medicine", "weapons", "water", "food")
        for times in (1, 3)
    }


def test_trades_are_offered_of_what_either_has() -> None:
    position = left_with(left_with(start(), ANNA, gold=1, wood=60), BORIS, food=2)
    offered = offer(at_trades(position), ANNA, "trade").entries

    assert set(offered) == {
        entry("trade", seat=ANNA, with_=BORIS, give={"gold": 1}, get={}),
        entry("trade", seat=ANNA, with_=BORIS, give={}, get={"food": 1}),
    }


@pytest.mark.parametrize("bonus", ["wagon", "dynamite"])
def test_what_a_seat_has_is_offered_to_be_handed_to_whoever_has_none(bonus: str) -> None:
    position = having(having(start(*FOUR), ANNA, bonuses=(bonus,)), BORIS, bonuses=(bonus,))

    assert set(offer(position, ANNA, "hand_over").entries) == {
        entry("hand_over", seat=ANNA, to=CLARA, bonus=bonus),
        entry("hand_over", seat=ANNA, to=DAVID, bonus=bonus),
    }


def test_being_bought_off_is_offered_for_whatever_the_threatened_player_has() -> None:
    position = having(at_battles(start()), ANNA, people={"cherokee": 1}, weapons=1)
    position = left_with(position, BORIS, medicine=3, food=2, wood=60)

    assert set(offer(position, ANNA, "buy_off").entries) == {
        entry("buy_off", seat=ANNA, target=BORIS, pay={"medicine": 1}),
        entry("buy_off", seat=ANNA, target=BORIS, pay={"food": 1}),
    }


def test_a_reserve_is_offered_to_be_spent_on_people_and_on_a_turncoat() -> None:
    roles = ("southern_officer", "volunteer", "northern_soldier")
    position = having(having(start(*roles), ANNA, gold=60), CLARA, people={"cherokee": 12})
    lure = {"seat": CLARA, "people": {"cherokee": 10}}

    assert set(offer(position, ANNA, "spend_reserve").entries) == {
        entry("spend_reserve", seat=ANNA, lure=lure),
        entry("spend_reserve", seat=ANNA, turncoat=BORIS),
    }


def test_an_attack_that_would_be_lost_is_offered_only_as_one_to_press() -> None:
    position = having(at_battles(start()), ANNA, people={"cherokee": 1}, weapons=1)

    assert offer(position, ANNA, "attack").entries == (
        entry("attack", seat=ANNA, target=BORIS, press=True),
    )


def test_luring_is_offered_from_enemy_camps_as_far_as_the_gold_goes() -> None:
    position = having(start(*FOUR), BORIS, people={"volunteer": 5, "northern_soldier": 5})
    position = having(position, CLARA, people={"volunteer": 5})
    offered = offer(having(position, ANNA, gold=8), ANNA, "lure").entries

    assert set(offered) == {
        entry("lure", seat=ANNA, from_=[{"seat": BORIS, "people": {"volunteer": number}}])
        for number in (1, 2)
    }


def test_only_tiles_that_touch_a_face_up_one_are_offered_to_be_turned_over() -> None:
    laid = play(start(*FOUR), entry("lay_tiles", tiles=LINE))
    turned = play(laid, entry("turn_over", seat=ANNA, at=[5, 0]), entry("end_turn", seat=ANNA))

    assert len(offer(laid, ANNA, "turn_over").entries) == 16
    assert set(offer(turned, BORIS, "turn_over").entries) == {
        entry("turn_over", seat=BORIS, at=[4, 0]),
        entry("turn_over", seat=BORIS, at=[6, 0]),
    }


# Refusals


def is_sentence(message: str) -> bool:
    """One sentence to the players: it begins and ends like one, and all its blanks are filled."""
    return re.fullmatch(r"[A-Z0-9][^{}]*[.?]", message) is not None


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(
    game=games() | st.sampled_from(with_an_eliminated_player()),
    seat=seats,
    do=st.sampled_from(sorted(EVERY_DO)),
    data=st.data(),
)
def test_every_refusal_carries_a_rule_number_and_a_sentence(
    game: Game, seat: int, do: str, data: st.DataObject
) -> None:
    refused = why_not(title, game.position, data.draw(entries_of(do, seat)))
    assume(refused is not None)

    assert refused is not None
    assert re.fullmatch(r"CW-([1-9]|1[0-3])(\.[1-9])?|QM-[12]", refused.rule)
    assert is_sentence(refused.message), refused.message


@pytest.mark.parametrize("role", ROLES)
def test_a_refusal_is_a_sentence_whoever_it_begins_with(role: str) -> None:
    other = next(another for another in ROLES if another != role)
    helped = entry("meet", seat=ANNA, kind=role, count=1, help=[{"seat": BORIS, "weapons": 1}])
    refused = why_not(title, start(role, other), helped)

    assert refused is not None
    assert is_sentence(refused.message), refused.message
