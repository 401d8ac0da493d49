"""GR-14 Solo."""

from typing import Any

import pytest

from tests.games.grizzled.arrange import (
    all_withdraw,
    entry,
    having,
    in_mission,
    is_allowed,
    must_refuse,
    play,
    seat_of,
    start,
    written,
)
from tracker.games.grizzled.position import Position


def solo(position: Position) -> dict[str, Any]:
    its: dict[str, Any] = written(position)["solo"]
    return its


def begun(**numbers: Any) -> Position:
    return in_mission(start("solo"), **numbers)


def test_gr_14_3_a_speech_is_refused() -> None:
    must_refuse(
        begun(), entry("speech", seat=0, threat="gas"), "GR-14.3", "game there are no speeches"
    )


def test_gr_14_4_a_mission_begins_by_filling_the_hand_to_three() -> None:
    position = begun()

    assert (solo(position)["hand"], written(position)["trials"]) == (3, 22)
    assert written(position)["danger"] is None
    assert [seat["hand"] for seat in written(position)["seats"]] == [0, 0, 0]
    two = play(having(start("solo"), hand=2), entry("mission"))
    assert (solo(two)["hand"], written(two)["trials"]) == (3, 22)
    five = play(having(start("solo"), hand=5), entry("mission"))
    assert solo(five)["hand"] == 5
    few = play(having(start("solo"), trials=1), entry("mission"))
    assert (solo(few)["hand"], written(few)["trials"]) == (1, 0)


def test_gr_14_4_a_danger_is_refused() -> None:
    must_refuse(start("solo"), entry("mission", danger=3), "GR-14.4", "In a solo game the hand")


def test_gr_14_5_the_leader_token_passes_on_after_every_action() -> None:
    position = begun()
    assert (written(position)["leader"], written(position)["turn"]) == (0, 0)

    position = play(position, entry("play", seat=0, card="night+gas"))
    assert (written(position)["leader"], written(position)["turn"]) == (1, 1)
    position = play(position, entry("withdraw", seat=1), entry("withdraw", seat=2))
    assert (written(position)["leader"], written(position)["turn"]) == (0, 0)
    position = play(position, entry("play", seat=0, card="snow+shell"))
    assert (written(position)["leader"], written(position)["turn"]) == (0, 0)
    position = play(position, entry("withdraw", seat=0))
    assert (written(position)["leader"], written(position)["turn"]) == (1, None)
    position = play(position, entry("support", drawn="none"), entry("next_mission"))
    assert (written(position)["leader"], written(position)["pool"]) == (1, 0)


def test_gr_14_5_the_token_also_passes_on_from_who_failed_the_mission() -> None:
    position = begun(no_mans_land=["rain+gas", "rain+shell"], seats={1: {"withdrawn": True}})

    after = written(play(position, entry("play", seat=0, card="rain+whistle")))

    assert (after["outcome"], after["leader"], after["turn"]) == ("failure", 2, None)


def test_gr_14_6_after_a_card_the_hand_is_filled_unless_that_is_left_out() -> None:
    position = begun()

    filled = play(position, entry("play", seat=0, card="night+gas"))
    assert (solo(filled)["hand"], written(filled)["trials"]) == (3, 21)
    asked = play(position, entry("play", seat=0, card="night+gas", refill=True))
    assert asked == filled
    left = play(position, entry("play", seat=0, card="night+gas", refill=False))
    assert (solo(left)["hand"], solo(left)["refilling"]) == (2, False)
    again = entry("play", seat=1, card="snow+gas", refill=True)
    must_refuse(left, again, "GR-14.6", "hand is not filled again")
    assert is_allowed(left, entry("play", seat=1, card="snow+gas", refill=False))
    later = play(left, entry("play", seat=1, card="snow+shell"))
    assert solo(later)["hand"] == 1


def test_gr_14_6_refilling_is_open_again_in_the_next_mission() -> None:
    position = play(begun(), entry("play", seat=0, card="night+gas", refill=False))
    position = play(all_withdraw(position), entry("support", drawn="none"))
    assert solo(position)["refilling"] is False

    assert solo(play(position, entry("next_mission")))["refilling"] is True


def test_gr_14_6_a_refill_outside_solo_is_refused() -> None:
    position = in_mission(start())

    for refill in (True, False):
        must_refuse(
            position,
            entry("play", seat=0, card="mute", refill=refill),
            "GR-14.6",
            "The hand is filled after",
        )


def test_gr_14_6_not_after_a_card_that_failed_the_mission() -> None:
    position = begun(no_mans_land=["rain+gas", "rain+shell"])
    trials = written(position)["trials"]

    after = play(position, entry("play", seat=0, card="rain+whistle"))

    assert solo(after)["hand"] == 2
    assert written(after)["trials"] == trials + 3
    trap = entry("play", seat=0, card="rain+whistle!", drawn="mute")
    must_refuse(position, trap, "GR-2.4", "is not in the deck")
    trapped = play(position, entry("play", seat=0, card="rain+whistle!", drawn="wounded"))
    assert solo(trapped)["hand"] == 2


def test_gr_14_6_as_far_as_there_are_trials() -> None:
    position = begun(trials=0)

    assert solo(play(position, entry("play", seat=0, card="night+gas")))["hand"] == 2


@pytest.mark.parametrize(
    ("hand", "knocks", "drop"),
    [(1, [], 3), (0, [], 2), (0, ["demoralized"], 4), (1, ["demoralized"], 4), (5, [], 7)],
)
def test_gr_14_7_worked_case_the_drop_is_the_common_hand_and_two_more(
    hand: int, knocks: list[str], drop: int
) -> None:
    position = play(all_withdraw(begun()), entry("support", drawn="none"))
    position = having(position, hand=hand, seats={0: {"hard_knocks": knocks}})

    after = play(position, entry("next_mission"))

    assert written(position)["morale"] - written(after)["morale"] == drop


def test_gr_14_8_a_token_is_drawn_set_aside_and_there_again_after_the_fourth() -> None:
    position = start("solo")
    left = ["left", "middle", "right", "none"]
    for drawn in ("middle", "none", "right", "left"):
        position = all_withdraw(play(position, entry("mission")))
        must_refuse(position, entry("support"), "GR-14.8", "Choose which of the four")
        for gone in {"left", "middle", "right", "none"} - set(left):
            must_refuse(
                position, entry("support", drawn=gone), "GR-14.8", "This token is set aside"
            )
        position = play(position, entry("support", drawn=drawn))
        left.remove(drawn)
        assert solo(position)["tokens"] == (left or ["left", "middle", "right", "none"])
        seats = {"left": 0, "middle": 1, "right": 2, "none": None}
        assert written(position)["helped"] == seats[drawn]
        position = play(position, entry("next_mission"))


def test_gr_14_8_help_as_after_a_success_or_a_failure() -> None:
    seats = {1: {"hard_knocks": ["fragile", "wounded"], "charm": False}}
    position = having(all_withdraw(begun()), seats=seats)
    two = {"remove": ["fragile", "wounded"]}

    helped = play(position, entry("support", drawn="middle", help=two))
    assert seat_of(helped, 1)["hard_knocks"] == []
    both = entry("support", drawn="middle", help={"remove": ["fragile"], "charm": True})
    must_refuse(position, both, "GR-8.5", "hard knocks or turns up")
    must_refuse(
        position, entry("support", drawn="none", help={}), "GR-8.4", "tokens than the others"
    )
    must_refuse(
        position,
        entry("support", drawn="left", tokens={"0": "left"}),
        "GR-8.2",
        "laid no token face down",
    )
    failed = begun(no_mans_land=["rain+gas", "rain+shell"], seats=seats)
    failed = play(failed, entry("play", seat=0, card="rain+whistle"))
    must_refuse(
        failed, entry("support", drawn="middle", help=two), "GR-8.6", "knocks can be removed now"
    )
    must_refuse(
        failed,
        entry("support", drawn="middle", help={"charm": True}),
        "GR-8.6",
        "charm cannot be turned up",
    )


def test_gr_14_9_hardheaded_fragile_and_prideful_look_at_the_common_hand() -> None:
    leave = entry("withdraw", seat=0)

    def burdened(seat: int, knock: str, hand: int) -> Position:
        return begun(hand=hand, seats={seat: {"hard_knocks": [knock]}})

    must_refuse(burdened(0, "hardheaded", 2), leave, "GR-6.4", "is Hardheaded and holds")
    assert is_allowed(burdened(0, "hardheaded", 1), leave)
    must_refuse(burdened(1, "fragile", 1), leave, "GR-6.6", "Fragile and in the mission")
    must_refuse(burdened(0, "prideful", 1), leave, "GR-6.5", "others are in the mission")
    assert is_allowed(burdened(1, "fragile", 0), leave)


def test_gr_6_2_no_token_is_laid_in_solo() -> None:
    position = play(begun(), entry("withdraw", seat=0))

    assert seat_of(position, 0)["laid"] is None
    must_refuse(
        begun(), entry("withdraw", seat=0, loses="left"), "GR-6.8", "Absent-minded and loses"
    )
    must_refuse(
        begun(), entry("withdraw", seat=0, token="left"), "GR-6.2", "kind is entered at support"
    )


def test_gr_2_5_a_solo_game_has_53_cards_and_can_be_won() -> None:
    position = all_withdraw(begun(trials=0, hand=0))

    after = play(position, entry("support", drawn="none"))

    assert written(after)["result"]["reason"] == "peace"
