"""GR-7 The end of the mission."""

from typing import Any

import pytest

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    VERA,
    all_withdraw,
    entry,
    having,
    in_mission,
    play,
    start,
    written,
)
from tracker.games.grizzled import title


def test_worked_case_the_third_threat_fails_the_mission() -> None:
    position = in_mission(
        start(),
        no_mans_land=["rain+gas", "gas+shell"],
        seats={VERA: {"hard_knocks": ["phobia_gas"], "withdrawn": True}},
    )
    trials = written(position)["trials"]
    assert written(position)["threats"]["gas"] == 2

    after = written(play(position, entry("play", seat=ANNA, card="night+gas")))

    assert (after["phase"], after["outcome"], after["failed_by"]) == ("support", "failure", ["gas"])
    assert (after["trials"], after["no_mans_land"]) == (trials + 3, [])
    assert after["threats"]["gas"] == 0
    assert after["turn"] is None


def test_worked_case_the_card_with_all_six_threats() -> None:
    position = in_mission(start(), no_mans_land=["night+rain", "snow+rain"])
    six = "night+snow+rain+gas+shell+whistle"

    after = written(play(position, entry("play", seat=ANNA, card=six)))

    assert (after["outcome"], after["failed_by"]) == ("failure", ["rain"])


def test_gr_7_1_a_phobia_of_who_is_in_the_mission_counts() -> None:
    position = in_mission(
        start(),
        no_mans_land=["rain+gas", "gas+shell"],
        seats={VERA: {"hard_knocks": ["mute"]}},
    )

    after = written(play(position, entry("play", seat=ANNA, card="phobia_gas")))

    assert after["outcome"] == "failure"
    assert after["seats"][ANNA]["hard_knocks"] == ["phobia_gas"]


@pytest.mark.parametrize("numbers", [{"no_mans_land": ["rain+gas", "gas+shell", "snow+gas"]}])
def test_gr_7_1_is_judged_after_a_correction(numbers: dict[str, Any]) -> None:
    assert written(in_mission(start(), **numbers))["outcome"] == "failure"


def test_gr_7_3_when_all_have_withdrawn_the_cards_are_discarded() -> None:
    position = in_mission(start(), no_mans_land=["rain+gas", "rain+gas", "night+snow"])

    after = written(all_withdraw(position))

    assert (after["phase"], after["outcome"], after["failed_by"]) == ("support", "success", [])
    assert after["out"] == {"rain+gas": 2, "night+snow": 1}
    assert after["no_mans_land"] == []


def test_gr_7_4_hands_and_hard_knocks_stay() -> None:
    position = in_mission(start(), seats={BORIS: {"hard_knocks": ["mute"]}})

    after = written(all_withdraw(position))

    assert [seat["hand"] for seat in after["seats"]] == [3, 3, 3]
    assert after["seats"][BORIS]["hard_knocks"] == ["mute"]
    assert after["danger"] == 3


def test_the_headline_says_how_a_mission_ended() -> None:
    position = in_mission(start(), no_mans_land=["rain+gas", "gas+shell"])
    failing = title.decide(position, entry("play", seat=ANNA, card="night+gas"))
    last = having(position, seats={ANNA: {"withdrawn": True}, BORIS: {"withdrawn": True}})
    succeeding = title.decide(last, entry("withdraw", seat=VERA))

    assert [str(verdict.says) for verdict in failing.verdicts] == ["The mission fails: 3 × gas."]
    assert not failing.verdicts[0].is_good
    assert str(succeeding.verdicts[0].says) == "The mission succeeds: all have withdrawn."
