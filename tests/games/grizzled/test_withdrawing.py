"""GR-6 Withdrawing."""

from typing import Any

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
    sentence,
    start,
    written,
)
from tracker.games.grizzled.position import Position

LEAVE = entry("withdraw", seat=ANNA)


def suffering(*knocks: str, hand: int = 3, by_hand: tuple[str, ...] = (), **more: Any) -> Position:
    """A mission in which Anna has these hard knocks and so many cards."""
    seats = {ANNA: {"hard_knocks": list(knocks), "hand": hand}, **more.pop("others", {})}
    position = start(switches={"by_hand": list(by_hand)}) if by_hand else start()
    return in_mission(position, seats=seats, **more)


def test_gr_6_1_who_withdraws_keeps_the_hand_and_lays_a_token() -> None:
    position = play(in_mission(start()), LEAVE)

    anna = seat_of(position, ANNA)
    assert (anna["withdrawn"], anna["hand"], anna["laid"]) == (True, 3, "hidden")
    assert sum(anna["tokens"].values()) == 3
    assert written(position)["turn"] == BORIS


def test_gr_6_2_without_a_token_none_is_laid() -> None:
    none = dict.fromkeys(("left", "right", "unknown"), 0)
    position = in_mission(start(), seats={ANNA: {"tokens": none}})

    assert seat_of(play(position, LEAVE), ANNA)["laid"] is None


def test_gr_6_2_a_token_that_is_named_is_refused() -> None:
    position = in_mission(start())

    must_refuse(
        position, entry("withdraw", seat=ANNA, token="left"), "GR-6.2", "kind is entered at support"
    )


def test_gr_6_3_with_an_empty_hand_one_may_always_withdraw() -> None:
    fragile = {BORIS: {"hard_knocks": ["fragile"]}}
    position = suffering("hardheaded", "prideful", hand=0, others=fragile)

    assert is_allowed(position, LEAVE)


@pytest.mark.parametrize(("hand", "is_free"), [(1, True), (2, False), (3, False)])
def test_gr_6_4_who_is_hardheaded_stays_with_two_cards(hand: int, is_free: bool) -> None:
    position = suffering("hardheaded", hand=hand)

    assert is_allowed(position, LEAVE) is is_free
    if not is_free:
        must_refuse(position, LEAVE, "GR-6.4", "is Hardheaded and holds")
        assert sentence(position, LEAVE) == f"Anna is Hardheaded and holds {hand} cards."


def test_gr_6_5_who_is_prideful_stays_with_cards_unless_all_others_have_withdrawn() -> None:
    position = suffering("prideful", hand=1)
    alone = having(position, seats={BORIS: {"withdrawn": True}, VERA: {"withdrawn": True}})

    must_refuse(position, LEAVE, "GR-6.5", "others are in the mission")
    must_refuse(
        having(position, seats={BORIS: {"withdrawn": True}}),
        LEAVE,
        "GR-6.5",
        "others are in the mission",
    )
    assert is_allowed(alone, LEAVE)


def test_gr_6_6_nobody_leaves_a_fragile_soldier_with_cards() -> None:
    position = suffering(hand=1, others={VERA: {"hard_knocks": ["fragile"]}})

    must_refuse(position, LEAVE, "GR-6.6", "Fragile and in the mission")
    gone = having(position, seats={VERA: {"withdrawn": True}})
    assert is_allowed(gone, LEAVE)
    assert is_allowed(suffering("fragile", hand=1), LEAVE)


def test_gr_6_4_comes_before_6_5_and_6_5_before_6_6() -> None:
    fragile = {VERA: {"hard_knocks": ["fragile"]}}

    must_refuse(
        suffering("prideful", "hardheaded", others=fragile),
        LEAVE,
        "GR-6.4",
        "is Hardheaded and holds",
    )
    must_refuse(suffering("prideful", others=fragile), LEAVE, "GR-6.5", "others are in the mission")


@pytest.mark.parametrize("knock", ["hardheaded", "prideful"])
def test_gr_2_3_a_hard_knock_by_hand_holds_nobody_back(knock: str) -> None:
    assert is_allowed(suffering(knock, by_hand=(knock,)), LEAVE)


def test_gr_2_3_fragile_by_hand_holds_nobody_back() -> None:
    fragile = {VERA: {"hard_knocks": ["fragile"]}}

    assert is_allowed(suffering(by_hand=("fragile",), others=fragile), LEAVE)


TWO_SNOW: dict[str, Any] = {"no_mans_land": ["snow+gas", "snow+shell"]}
PLAY = entry("play", seat=ANNA, card="mute")


def test_gr_6_7_who_is_fearful_must_withdraw_from_two_equal_threats() -> None:
    calm = suffering("fearful", no_mans_land=["snow+gas", "rain+shell"])
    position = suffering("fearful", **TWO_SNOW)

    assert is_allowed(calm, PLAY)
    must_refuse(position, PLAY, "GR-6.7", "equal threats are active")
    must_refuse(
        position, entry("charm", seat=ANNA, card="night+gas"), "GR-6.7", "equal threats are active"
    )
    must_refuse(
        position, entry("speech", seat=ANNA, threat="gas"), "GR-6.7", "equal threats are active"
    )
    assert is_allowed(position, LEAVE)
    assert is_allowed(suffering("fearful", by_hand=("fearful",), **TWO_SNOW), PLAY)


def test_gr_6_7_fearful_comes_before_an_empty_hand() -> None:
    must_refuse(
        suffering("fearful", hand=0, **TWO_SNOW), PLAY, "GR-6.7", "equal threats are active"
    )


def test_gr_6_7_worked_case_fearful_first() -> None:
    position = suffering("fearful", "hardheaded", **TWO_SNOW)

    must_refuse(position, PLAY, "GR-6.7", "equal threats are active")
    assert is_allowed(position, LEAVE)


def test_gr_6_7_worked_case_fearful_second() -> None:
    position = suffering("hardheaded", "fearful", **TWO_SNOW)

    must_refuse(position, LEAVE, "GR-6.4", "is Hardheaded and holds")
    assert is_allowed(position, PLAY)


def test_gr_6_7_prideful_holds_only_where_it_came_first() -> None:
    must_refuse(
        suffering("prideful", "fearful", **TWO_SNOW), LEAVE, "GR-6.5", "others are in the mission"
    )
    assert is_allowed(suffering("prideful", "fearful", **TWO_SNOW), PLAY)
    assert is_allowed(suffering("fearful", "prideful", **TWO_SNOW), LEAVE)


def test_gr_6_7_where_the_earlier_one_does_not_hold_one_is_forced() -> None:
    position = suffering("hardheaded", "fearful", "prideful", hand=1, **TWO_SNOW)

    must_refuse(position, PLAY, "GR-6.7", "equal threats are active")
    assert is_allowed(position, LEAVE)


def test_gr_6_7_fragile_of_another_does_not_hold_against_fearful() -> None:
    fragile = {VERA: {"hard_knocks": ["fragile"]}}
    position = suffering("fearful", others=fragile, **TWO_SNOW)

    must_refuse(position, PLAY, "GR-6.7", "equal threats are active")
    assert is_allowed(position, LEAVE)


def test_gr_6_8_who_is_absent_minded_loses_a_token_openly() -> None:
    position = suffering("absent_minded")

    after = play(position, entry("withdraw", seat=ANNA, loses="right"))

    assert written(after)["tokens_out"] == {"right": 1}
    assert seat_of(after, ANNA)["tokens"]["right"] == 0
    assert seat_of(after, ANNA)["laid"] == "hidden"


def test_gr_6_8_a_token_that_was_unknown_can_be_the_lost_one() -> None:
    tokens = {"left": 0, "right": 1, "unknown": 1}
    position = having(suffering("absent_minded"), seats={ANNA: {"tokens": tokens}})

    after = play(position, entry("withdraw", seat=ANNA, loses="left"))

    assert written(after)["tokens_out"] == {"left": 1}
    assert seat_of(after, ANNA)["tokens"]["unknown"] == 0


def test_gr_6_8_missing_or_without_the_hard_knock_it_is_refused() -> None:
    by_hand = suffering("absent_minded", by_hand=("absent_minded",))
    losing = entry("withdraw", seat=ANNA, loses="left")

    must_refuse(suffering("absent_minded"), LEAVE, "GR-6.8", "tokens: choose the one")
    must_refuse(suffering(), losing, "GR-6.8", "Absent-minded and loses")
    must_refuse(by_hand, losing, "GR-6.8", "Absent-minded and loses")
    assert is_allowed(by_hand, LEAVE)


def test_gr_6_8_a_token_that_cannot_be_there_is_refused() -> None:
    none = {"left": 0, "right": 0, "unknown": 0}
    position = suffering("absent_minded")
    without = having(position, seats={ANNA: {"tokens": none}})

    must_refuse(
        position,
        entry("withdraw", seat=ANNA, loses="double_left"),
        "GR-1.6",
        "of this kind are known",
    )
    must_refuse(
        without, entry("withdraw", seat=ANNA, loses="left"), "GR-1.6", "of this kind are known"
    )
    assert is_allowed(without, LEAVE)


def test_gr_6_8_who_loses_the_last_token_lays_none() -> None:
    tokens = {"left": 1, "right": 0, "unknown": 0}
    position = having(suffering("absent_minded"), seats={ANNA: {"tokens": tokens}})

    assert seat_of(play(position, entry("withdraw", seat=ANNA, loses="left")), ANNA)["laid"] is None


def test_gr_6_9_who_is_clumsy_draws_and_plays_a_trial() -> None:
    position = suffering("clumsy")
    trials = written(position)["trials"]

    after = written(play(position, entry("withdraw", seat=ANNA, drawn="snow+gas!")))

    assert after["no_mans_land"] == ["snow+gas!"]
    assert after["trials"] == trials - 1
    assert after["seats"][ANNA]["hand"] == 3


def test_gr_6_9_missing_or_where_none_is_drawn_it_is_refused() -> None:
    drawing = entry("withdraw", seat=ANNA, drawn="mute")
    by_hand = suffering("clumsy", by_hand=("clumsy",))

    must_refuse(suffering("clumsy"), LEAVE, "GR-6.9", "trials are left: choose")
    must_refuse(suffering(), drawing, "GR-6.9", "draws no card")
    must_refuse(by_hand, drawing, "GR-6.9", "draws no card")
    must_refuse(suffering("clumsy", trials=0), drawing, "GR-6.9", "draws no card")
    assert is_allowed(suffering("clumsy", trials=0), LEAVE)
    must_refuse(
        suffering("clumsy"), entry("withdraw", seat=ANNA, drawn="clumsy"), "GR-2.4", "Every copy"
    )


def test_gr_6_9_the_drawn_card_comes_before_success_is_judged() -> None:
    gone = {BORIS: {"withdrawn": True}, VERA: {"withdrawn": True}}
    position = suffering("clumsy", others=gone, **TWO_SNOW)

    failed = written(play(position, entry("withdraw", seat=ANNA, drawn="snow+whistle")))
    done = written(play(position, entry("withdraw", seat=ANNA, drawn="rain+whistle")))

    assert (failed["outcome"], failed["failed_by"]) == ("failure", ["snow"])
    assert done["outcome"] == "success"


def test_gr_6_9_a_drawn_trauma_does_not_count_and_a_drawn_christmas_relieves() -> None:
    position = suffering("clumsy", "mute", **TWO_SNOW)
    relieves = {"seat": ANNA, "hard_knock": "clumsy"}

    calm = written(play(position, entry("withdraw", seat=ANNA, drawn="trauma_snow")))
    merry = entry("withdraw", seat=ANNA, drawn="christmas", relieves=relieves)

    assert calm["phase"] == "mission"
    assert seat_of(play(position, merry), ANNA)["hard_knocks"] == ["mute"]
    wrong = entry("withdraw", seat=ANNA, drawn="panicked", relieves=relieves)
    must_refuse(position, wrong, "GR-4.7", "Christmas removes a hard")


def test_the_order_in_which_withdrawing_is_refused() -> None:
    """Strategic, may one, Absent-minded, token, bunker, Clumsy, Christmas."""
    relieves = {"seat": BORIS, "hard_knock": "mute"}
    all_wrong: dict[str, Any] = {
        "returns": True,
        "loses": "left",
        "token": "left",
        "takes": 0,
        "drawn": "mute",
        "relieves": relieves,
    }
    position = suffering("hardheaded")
    rules = []
    for wrong in all_wrong:
        rules.append(refusal(position, entry("withdraw", seat=ANNA, **all_wrong)))
        all_wrong = {name: value for name, value in all_wrong.items() if name != wrong}
        if wrong == "returns":
            rules.append(refusal(position, entry("withdraw", seat=ANNA, **all_wrong)))
            position = suffering()

    assert rules == ["GR-11.6", "GR-6.4", "GR-6.8", "GR-6.2", "GR-11.9", "GR-6.9", "GR-4.7"]


def test_gr_6_10_traumas_count_again_from_the_next_mission() -> None:
    position = suffering("trauma_rain")
    assert written(position)["threats"]["rain"] == 1

    assert written(play(position, LEAVE))["threats"]["rain"] == 0
