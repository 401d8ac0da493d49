"""GR-13 Two people: the chaplain and the recruit."""

import pytest

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    VERA,
    entry,
    having,
    in_mission,
    is_allowed,
    must_refuse,
    play,
    refusal,
    seat_of,
    start,
    written,
)
from tracker.games.grizzled.position import Position


def both_withdraw(position: Position) -> Position:
    return play(position, entry("withdraw", seat=ANNA), entry("withdraw", seat=BORIS))


def test_gr_13_1_the_chaplain_lays_a_token_before_each_mission() -> None:
    position = in_mission(start("chaplain"))
    assert seat_of(position, VERA)["laid"] == "hidden"
    position = both_withdraw(position)
    must_refuse(
        position,
        entry("support", tokens={"0": "left", "1": "left"}),
        "GR-8.2",
        "token: choose which kind",
    )

    position = play(position, entry("support", tokens={"0": "left", "1": "right", "2": "left"}))
    position = play(position, entry("next_mission"))

    assert seat_of(position, VERA)["withdrawn"] is True
    assert seat_of(position, VERA)["laid"] is None
    assert seat_of(play(position, entry("mission")), VERA)["laid"] == "hidden"


def test_gr_13_1_a_chaplain_without_tokens_lays_none() -> None:
    none = {"left": 0, "right": 0, "unknown": 0}
    position = in_mission(having(start("chaplain"), seats={VERA: {"tokens": none}}))

    assert seat_of(position, VERA)["laid"] is None


def test_gr_13_2_a_speech_costs_the_chaplain_nothing() -> None:
    position = in_mission(start("chaplain"), pool=4, seats={ANNA: {"speeches": 1}})
    tried = entry("speech", seat=ANNA, threat="gas", discards={"2": "snow+gas"})

    must_refuse(position, tried, "GR-4.4", "has withdrawn and gains")


def test_gr_13_3_if_the_chaplain_received_most_nobody_is_helped() -> None:
    position = both_withdraw(in_mission(start("chaplain")))
    tokens = {"0": "right", "1": "left", "2": "left"}

    after = play(position, entry("support", tokens=tokens))

    assert seat_of(after, VERA)["received"] == 2
    assert written(after)["helped"] is None
    assert seat_of(after, VERA)["tokens"]["left"] == 1
    must_refuse(
        position, entry("support", tokens=tokens, help={}), "GR-8.4", "tokens than the others"
    )


def test_gr_13_5_nothing_removes_the_recruits_own_hard_knock() -> None:
    position = in_mission(start("recruit"))
    relieves = {"seat": VERA, "hard_knock": "recruit"}

    merry = entry("play", seat=ANNA, card="christmas", relieves=relieves)
    must_refuse(position, merry, "GR-13.5", "nothing removes")
    position = both_withdraw(position)
    position = play(position, entry("withdraw", seat=VERA, token="right"))
    tokens = {"0": "right", "1": "left"}
    helped = entry("support", tokens=tokens, help={"remove": ["recruit"]})
    must_refuse(position, helped, "GR-13.5", "nothing removes")


def test_gr_13_5_it_comes_first_in_the_order_of_arrival() -> None:
    position = having(start("recruit"), seats={VERA: {"hard_knocks": ["mute", "clumsy"]}})

    assert seat_of(position, VERA)["hard_knocks"] == ["recruit", "mute", "clumsy"]
    assert seat_of(position, VERA)["weight"] == 3


def test_gr_13_6_the_recruits_token_is_laid_face_up() -> None:
    position = both_withdraw(in_mission(start("recruit")))

    must_refuse(position, entry("withdraw", seat=VERA), "GR-13.6", "lays a token face up")
    after = play(position, entry("withdraw", seat=VERA, token="right"))
    assert seat_of(after, VERA)["laid"] == "right"
    assert seat_of(after, VERA)["tokens"]["right"] == 1
    assert refusal(after, entry("support", tokens={"0": "left", "1": "left", "2": "right"})) == (
        "GR-8.2"
    )
    done = play(after, entry("support", tokens={"0": "left", "1": "right"}))
    assert [seat_of(done, seat)["received"] for seat in range(3)] == [1, 2, 0]
    assert seat_of(done, VERA)["laid"] is None


def test_gr_13_6_a_token_that_was_unknown_is_known_from_then_on() -> None:
    tokens = {"left": 0, "right": 0, "unknown": 1}
    position = having(both_withdraw(in_mission(start("recruit"))), seats={VERA: {"tokens": tokens}})

    after = play(position, entry("withdraw", seat=VERA, token="left"))

    assert seat_of(after, VERA)["tokens"]["left"] == 1
    assert seat_of(after, VERA)["tokens"]["unknown"] == 0


def test_gr_13_6_a_recruit_without_tokens_lays_none() -> None:
    none = {"left": 0, "right": 0, "unknown": 0}
    position = having(both_withdraw(in_mission(start("recruit"))), seats={VERA: {"tokens": none}})

    must_refuse(
        position, entry("withdraw", seat=VERA, token="left"), "GR-1.6", "of this kind are known"
    )
    assert is_allowed(position, entry("withdraw", seat=VERA))


@pytest.mark.parametrize("token", ["double_left", "double_right"])
def test_gr_1_6_there_are_no_double_tokens_for_three(token: str) -> None:
    position = both_withdraw(in_mission(start("recruit")))

    must_refuse(
        position, entry("withdraw", seat=VERA, token=token), "GR-1.6", "of this kind are known"
    )


def test_gr_13_7_the_turn_goes_to_the_recruit_too() -> None:
    position = in_mission(start("recruit", leader=BORIS))
    position = play(position, entry("play", seat=BORIS, card="mute"))

    assert written(position)["turn"] == VERA
    assert seat_of(position, VERA)["hand"] == 3
