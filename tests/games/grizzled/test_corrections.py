"""GR-15 Corrections."""

from typing import Any

import pytest

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    VERA,
    after_success,
    all_withdraw,
    entry,
    having,
    in_mission,
    is_allowed,
    must_refuse,
    play,
    refusal,
    seat_of,
    start,
    supported,
    written,
)
from tracker.engine.ledger import Line
from tracker.games.grizzled import title
from tracker.games.grizzled.entries import AnyEntry
from tracker.games.grizzled.position import Position


def correcting(**numbers: Any) -> AnyEntry:
    seats = {str(seat): its for seat, its in numbers.pop("seats", {}).items()}
    return entry("correct", set={**numbers, **({"seats": seats} if seats else {})}, reason="a slip")


def for_anna(**fields: Any) -> AnyEntry:
    return correcting(seats={ANNA: fields})


def test_gr_15_1_a_correction_sets_what_it_names_and_leaves_the_rest() -> None:
    position = in_mission(start())

    after = written(
        play(
            position,
            correcting(
                trials=10,
                morale=35,
                pool=2,
                mission=4,
                no_mans_land=["rain+gas"],
                out=["mute", "night+gas", "night+gas"],
                leader=BORIS,
                turn=VERA,
                seats={ANNA: {"hand": 3, "hard_knocks": ["clumsy"], "charm": False}},
            ),
        )
    )

    assert (after["trials"], after["morale"], after["pool"], after["mission"]) == (10, 35, 2, 4)
    assert after["no_mans_land"] == ["rain+gas"]
    assert after["out"] == {"night+gas": 2, "mute": 1}
    assert (after["leader"], after["turn"]) == (BORIS, VERA)
    assert (after["seats"][ANNA]["charm"], after["seats"][ANNA]["hard_knocks"]) == (
        False,
        ["clumsy"],
    )
    assert after["seats"][BORIS] == written(position)["seats"][BORIS]


def test_gr_15_1_is_recorded_as_what_it_is() -> None:
    decision = title.decide(in_mission(start()), for_anna(charm=False))

    assert [fact.rule for fact in decision.facts if isinstance(fact, Line)] == ["GR-15.1"]


def test_gr_15_1_hard_knocks_are_the_whole_list_in_order_of_arrival() -> None:
    position = having(start(), seats={ANNA: {"hard_knocks": ["mute", "clumsy"]}})

    position = play(position, for_anna(hard_knocks=["clumsy", "mute"]))

    assert seat_of(position, ANNA)["hard_knocks"] == ["clumsy", "mute"]
    position = having(position, seats={ANNA: {"hard_knocks": []}})
    assert seat_of(position, ANNA)["hard_knocks"] == []


def test_gr_15_1_a_corrected_hard_knock_was_not_played() -> None:
    position = having(start(), seats={BORIS: {"hard_knocks": ["tyrannical"]}})

    assert written(position)["leader"] == ANNA


def test_gr_15_1_who_is_set_withdrawn_lays_a_token_and_who_is_set_back_takes_it_up() -> None:
    position = in_mission(start())
    gone = play(position, correcting(seats={BORIS: {"withdrawn": True}}))
    assert seat_of(gone, BORIS)["laid"] == "hidden"
    assert written(gone)["turn"] == ANNA

    back = play(gone, correcting(seats={BORIS: {"withdrawn": False}}))

    assert back == position


def test_gr_15_1_who_has_withdrawn_already_lays_no_second_token() -> None:
    none = {"left": 0, "right": 0, "unknown": 0}
    position = in_mission(start(), seats={BORIS: {"tokens": none, "withdrawn": True}})
    assert seat_of(position, BORIS)["laid"] is None

    again = {"withdrawn": True, "tokens": {"left": 1}}

    assert seat_of(play(position, correcting(seats={BORIS: again})), BORIS)["laid"] is None


def test_gr_15_1_a_laid_token_that_is_corrected_away_no_longer_lies_there() -> None:
    position = after_success(start())
    none = {"left": 0, "right": 0, "unknown": 0}

    assert seat_of(play(position, for_anna(tokens=none)), ANNA)["laid"] is None
    assert seat_of(play(position, for_anna(tokens={"left": 0})), ANNA)["laid"] == "hidden"


def test_gr_15_1_the_recruits_open_token_goes_with_its_kind() -> None:
    position = in_mission(start("recruit", leader=BORIS))
    position = play(position, entry("withdraw", seat=BORIS))
    position = play(position, entry("withdraw", seat=VERA, token="right"))

    kept = play(position, correcting(seats={VERA: {"tokens": {"left": 0}}}))
    gone = play(position, correcting(seats={VERA: {"tokens": {"right": 0}}}))

    assert seat_of(kept, VERA)["laid"] == "right"
    assert seat_of(gone, VERA)["laid"] is None


def test_gr_15_1_a_recruit_who_is_set_withdrawn_lays_face_down_and_is_named_at_support() -> None:
    position = in_mission(start("recruit"), seats={VERA: {"withdrawn": True}})
    assert seat_of(position, VERA)["laid"] == "hidden"
    position = all_withdraw(position)

    must_refuse(
        position,
        entry("support", tokens={"0": "left", "1": "left"}),
        "GR-8.2",
        "token: choose which kind",
    )
    tokens = {"0": "left", "1": "left", "2": "left"}
    assert is_allowed(position, entry("support", tokens=tokens))


def test_gr_15_1_the_turn_passes_on_from_who_is_set_withdrawn() -> None:
    after = play(in_mission(start()), for_anna(withdrawn=True))

    assert written(after)["turn"] == BORIS


def test_gr_15_1_in_solo_the_leader_token_passes_on_too() -> None:
    position = in_mission(start("solo"))

    after = written(play(position, for_anna(withdrawn=True)))

    assert (after["leader"], after["turn"]) == (BORIS, BORIS)
    everybody = {seat: {"withdrawn": True} for seat in range(3)}
    done = written(play(position, correcting(seats=everybody)))
    assert (done["outcome"], done["leader"]) == ("success", BORIS)


def test_gr_15_1_success_is_judged_after_it() -> None:
    everybody = {seat: {"withdrawn": True} for seat in range(3)}

    after = written(play(in_mission(start()), correcting(seats=everybody)))

    assert (after["phase"], after["outcome"], after["turn"]) == ("support", "success", None)


def test_gr_15_1_hard_knocks_and_peace_are_judged_only_after_support() -> None:
    heavy = ["wounded", "mute", "clumsy"]

    assert written(having(start(), seats={ANNA: {"hard_knocks": heavy}}))["phase"] == "preparation"
    assert written(having(start(), trials=0))["phase"] == "preparation"


def test_gr_15_2_the_cards_must_still_add_up() -> None:
    must_refuse(start(), correcting(trials=24), "GR-15.2", "There would")
    must_refuse(start(), correcting(out=["mute"]), "GR-15.2", "There would")
    must_refuse(start("solo"), correcting(hand=1), "GR-15.2", "There would")
    assert is_allowed(start(), correcting(trials=24, morale=35))


@pytest.mark.parametrize(
    "numbers",
    [
        {"trials": 23, "out": ["mute", "mute"]},
        {"trials": 23, "seats": {ANNA: {"hard_knocks": ["mute", "mute"]}}},
        {"trials": 24, "seats": {ANNA: {"hard_knocks": ["mute", "mute"]}}},
        {
            "trials": 23,
            "seats": {ANNA: {"hard_knocks": ["mute"]}, BORIS: {"hard_knocks": ["mute"]}},
        },
        {"trials": 23, "out": ["mute"], "seats": {ANNA: {"hard_knocks": ["mute"]}}},
        {"trials": 21, "out": ["night+shell"] * 4},
    ],
)
def test_gr_15_2_no_card_more_often_than_it_is_in_the_box(numbers: dict[str, Any]) -> None:
    assert refusal(start(), correcting(**numbers)) == "GR-15.2"


def test_gr_15_2_in_solo_six_hard_knocks_are_not_in_the_box() -> None:
    must_refuse(start("solo"), correcting(trials=24, out=["mute"]), "GR-15.2", "would lie open")


def at_support() -> Position:
    return after_success(start())


@pytest.mark.parametrize("numbers", [{"no_mans_land": []}, {"turn": 0}])
def test_gr_15_3_no_mans_land_and_the_turn_only_in_a_mission(numbers: dict[str, Any]) -> None:
    for position in (start(), at_support(), supported(at_support())):
        assert refusal(position, correcting(**numbers)) == "GR-15.3"
    assert is_allowed(in_mission(start()), correcting(**numbers))


def test_gr_15_3_who_has_withdrawn_only_in_a_mission() -> None:
    must_refuse(start(), for_anna(withdrawn=False), "GR-15.3", "This cannot be set")
    must_refuse(at_support(), for_anna(withdrawn=True), "GR-15.3", "This cannot be set")


@pytest.mark.parametrize(
    "fields", [{"hand": 0}, {"hard_knocks": []}, {"speeches": 0}, {"withdrawn": True}]
)
def test_gr_15_3_not_what_the_chaplain_does_not_have(fields: dict[str, Any]) -> None:
    position = in_mission(start("chaplain"))

    must_refuse(position, correcting(seats={VERA: fields}), "GR-15.3", "This cannot be set")
    assert is_allowed(position, correcting(seats={ANNA: {"charm": False}}))
    assert is_allowed(position, correcting(seats={VERA: {"charm": False, "tokens": {"left": 0}}}))


@pytest.mark.parametrize("fields", [{"hand": 0}, {"speeches": 0}, {"tokens": {"left": 0}}])
def test_gr_15_3_not_what_a_soldier_does_not_have_in_solo(fields: dict[str, Any]) -> None:
    must_refuse(in_mission(start("solo")), for_anna(**fields), "GR-15.3", "This cannot be set")


def test_gr_15_3_neither_pool_nor_turn_in_solo_nor_the_common_hand_elsewhere() -> None:
    solo = in_mission(start("solo"))

    must_refuse(solo, correcting(pool=0), "GR-15.3", "game there are no speeches")
    must_refuse(solo, correcting(turn=1), "GR-15.3", "solo game with the leader")
    must_refuse(start(), correcting(hand=0), "GR-15.3", "hand only in a solo game")
    assert is_allowed(solo, correcting(hand=2, trials=23))


def test_gr_15_3_a_leader_who_cannot_lead() -> None:
    for mode in ("chaplain", "recruit"):
        must_refuse(start(mode), correcting(leader=VERA), "GR-15.3", "cannot lead")
        assert is_allowed(start(mode), correcting(leader=BORIS))


def test_gr_15_3_in_a_solo_mission_the_leader_must_not_have_withdrawn() -> None:
    position = in_mission(start("solo"), seats={BORIS: {"withdrawn": True}})

    must_refuse(position, correcting(leader=BORIS), "GR-15.3", "withdrawn and cannot have")
    after = written(play(position, correcting(leader=VERA)))
    assert (after["leader"], after["turn"]) == (VERA, VERA)
    done = all_withdraw(position)
    assert is_allowed(done, correcting(leader=BORIS))


def test_gr_15_3_no_turn_for_who_has_withdrawn() -> None:
    position = in_mission(start(), seats={BORIS: {"withdrawn": True}})

    must_refuse(position, correcting(turn=BORIS), "GR-15.3", "withdrawn and cannot have")
    assert is_allowed(position, correcting(turn=BORIS, seats={BORIS: {"withdrawn": False}}))
    must_refuse(
        in_mission(start("chaplain")), correcting(turn=VERA), "GR-15.3", "withdrawn and cannot have"
    )


def test_gr_15_3_not_more_tokens_than_three_each_nor_of_a_kind_than_there_are() -> None:
    must_refuse(start(), for_anna(tokens={"unknown": 2}), "GR-15.3", "support tokens")
    must_refuse(start(), for_anna(tokens={"double_left": 1, "left": 0}), "GR-15.3", "of the")
    assert is_allowed(start(), for_anna(tokens={"left": 3, "right": 0, "unknown": 0}))
    five = start(soldiers=5)
    must_refuse(five, for_anna(tokens={"left": 3, "unknown": 0, "right": 0}), "GR-15.3", "of the")


def test_gr_15_3_a_lost_token_still_counts() -> None:
    position = in_mission(start(), seats={ANNA: {"hard_knocks": ["absent_minded"]}})
    position = play(position, entry("withdraw", seat=ANNA, loses="left"))

    must_refuse(position, for_anna(tokens={"left": 1}), "GR-15.3", "support tokens")


def test_gr_15_3_not_more_speeches_than_at_the_start() -> None:
    must_refuse(start(), for_anna(speeches=1), "GR-15.3", "at the start")
    assert is_allowed(start(), correcting(pool=4, seats={ANNA: {"speeches": 1}}))
    must_refuse(start(soldiers=5), correcting(pool=4), "GR-15.3", "at the start")


def test_the_order_in_which_a_correction_is_refused() -> None:
    """First what may not be set, copies and the sum, then tokens, speeches, leader, turn."""
    position = in_mission(start("recruit"), seats={BORIS: {"withdrawn": True}})
    wrong: dict[str, Any] = {
        "hand": 1,
        "trials": 59,
        "pool": 5,
        "seats": {ANNA: {"speeches": 5, "tokens": {"left": 15}}},
        "leader": VERA,
        "turn": BORIS,
    }
    must_refuse(position, correcting(**wrong), "GR-15.3", "hand only in a solo game")
    del wrong["hand"]
    must_refuse(position, correcting(**wrong), "GR-15.2", "There would")
    del wrong["trials"]
    for name in ("seats", "pool", "leader", "turn"):
        if name in wrong:
            assert refusal(position, correcting(**wrong)) == "GR-15.3"
            del wrong[name]
        wrong.setdefault("mission", 2)
    assert is_allowed(position, correcting(**wrong))
