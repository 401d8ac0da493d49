"""GR-5 Traps."""

import pytest

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    card,
    entry,
    in_mission,
    is_allowed,
    must_refuse,
    play,
    start,
    written,
)


def test_worked_case_a_trap_makes_its_player_draw_and_play_a_trial() -> None:
    position = in_mission(start())
    assert written(position)["trials"] == 16

    after = written(play(position, entry("play", seat=ANNA, card="snow+gas!", drawn="wounded")))

    assert after["trials"] == 15
    assert after["no_mans_land"] == ["snow+gas!"]
    assert after["seats"][ANNA]["hand"] == 2
    assert after["seats"][ANNA]["weight"] == 2


def test_gr_5_1_a_drawn_threat_goes_to_no_mans_land_and_its_own_trap_does_nothing() -> None:
    position = in_mission(start())

    after = written(play(position, entry("play", seat=ANNA, card="snow+gas!", drawn="rain+shell!")))

    assert after["no_mans_land"] == ["snow+gas!", "rain+shell!"]
    assert (after["trials"], after["turn"]) == (15, BORIS)


def test_gr_5_1_the_drawn_card_must_be_named_and_only_where_one_is_drawn() -> None:
    position = in_mission(start())

    must_refuse(
        position, entry("play", seat=ANNA, card="snow+gas!"), "GR-5.1", "trials are left: choose"
    )
    drawing = entry("play", seat=ANNA, card="snow+gas", drawn="mute")
    must_refuse(position, drawing, "GR-5.1", "is not a trap: nothing")
    knock = entry("play", seat=ANNA, card="mute", drawn="wounded")
    must_refuse(position, knock, "GR-5.1", "is not a trap: nothing")


def test_gr_2_4_the_drawn_card_is_not_the_trap_that_was_just_played() -> None:
    position = in_mission(start())
    twice = entry("play", seat=ANNA, card="snow+gas!", drawn="snow+gas!")

    must_refuse(position, twice, "GR-2.4", "Every copy")


def test_gr_5_2_without_trials_nothing_is_drawn() -> None:
    position = in_mission(start(), trials=0)

    assert is_allowed(position, entry("play", seat=ANNA, card="snow+gas!"))
    drawing = entry("play", seat=ANNA, card="snow+gas!", drawn="mute")
    must_refuse(position, drawing, "GR-5.1", "trials are left: nothing")


def test_gr_5_3_for_novices_traps_do_nothing() -> None:
    position = in_mission(start(difficulty="novice"))

    assert is_allowed(position, entry("play", seat=ANNA, card="snow+gas!"))
    drawing = entry("play", seat=ANNA, card="snow+gas!", drawn="mute")
    must_refuse(position, drawing, "GR-5.1", "do nothing in this game")


def test_worked_case_a_trap_that_fails_the_mission_has_failed_it() -> None:
    """GR-5.4: Christmas takes the Trauma away, but rain was 3 when the trap was played."""
    position = in_mission(
        start(), no_mans_land=["rain+gas"], seats={BORIS: {"hard_knocks": ["trauma_rain"]}}
    )
    relieves = {"seat": BORIS, "hard_knock": "trauma_rain"}
    trap = entry("play", seat=ANNA, card="rain+whistle!", drawn="christmas", relieves=relieves)

    after = written(play(position, trap))

    assert (after["outcome"], after["failed_by"]) == ("failure", ["rain"])
    assert after["seats"][BORIS]["hard_knocks"] == []
    assert after["out"] == {"trauma_rain": 1, "christmas": 1}
    assert after["no_mans_land"] == []


def test_gr_5_4_the_card_is_drawn_before_no_mans_land_is_shuffled_in() -> None:
    position = in_mission(start(), trials=1, no_mans_land=["rain+gas", "rain+shell"])

    after = written(play(position, entry("play", seat=ANNA, card="rain+whistle!", drawn="mute")))

    assert after["outcome"] == "failure"
    assert after["trials"] == 3
    assert after["seats"][ANNA]["hard_knocks"] == ["mute"]


def test_gr_5_4_a_threat_that_the_drawn_card_completes_is_named_too() -> None:
    position = in_mission(start(), no_mans_land=["rain+gas", "rain+gas"])

    after = written(
        play(position, entry("play", seat=ANNA, card="rain+whistle!", drawn="night+gas"))
    )

    assert after["failed_by"] == ["rain", "gas"]


def test_gr_11_5_a_trap_fails_nothing_while_the_table_judges_by_hand() -> None:
    by_hand = card({"kind": "judged_by_hand"})
    position = in_mission(
        start(orders="soldier"), mission_={"card": by_hand}, no_mans_land=["rain+gas", "rain+shell"]
    )

    after = written(play(position, entry("play", seat=ANNA, card="rain+whistle!", drawn="mute")))

    assert (after["phase"], after["threats"]["rain"]) == ("mission", 3)


@pytest.mark.parametrize("drawn", ["tyrannical", "fragile"])
def test_gr_5_1_a_drawn_hard_knock_lies_in_front_of_the_player(drawn: str) -> None:
    position = in_mission(start(leader=1))

    after = written(play(position, entry("play", seat=BORIS, card="snow+gas!", drawn=drawn)))

    assert after["seats"][BORIS]["hard_knocks"] == [drawn]
    assert after["leader"] == BORIS
