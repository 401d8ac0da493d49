"""GR-4 Actions: cards, charms, speeches, and Christmas."""

from typing import Any

import pytest

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    VERA,
    card,
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


def test_gr_4_1_the_turn_goes_clockwise_and_nobody_is_out_of_turn() -> None:
    position = in_mission(start())

    must_refuse(position, entry("play", seat=BORIS, card="mute"), "GR-4.1", "turn, not")
    assert sentence(position, entry("withdraw", seat=VERA)) == "It is Anna's turn, not Vera's."
    for seat, kind in ((ANNA, "night+gas"), (BORIS, "snow+gas"), (VERA, "mute")):
        position = play(position, entry("play", seat=seat, card=kind))
    assert written(position)["turn"] == ANNA


def test_gr_4_1_the_turn_passes_over_who_has_withdrawn() -> None:
    position = play(in_mission(start()), entry("withdraw", seat=ANNA))
    position = play(position, entry("play", seat=BORIS, card="mute"))

    position = play(position, entry("play", seat=VERA, card="night+gas"))
    assert written(position)["turn"] == BORIS
    position = play(position, entry("withdraw", seat=BORIS))
    assert written(position)["turn"] == VERA
    position = play(position, entry("play", seat=VERA, card="snow+shell"))
    assert written(position)["turn"] == VERA


def test_gr_4_1_the_turn_is_never_the_chaplains() -> None:
    position = in_mission(start("chaplain"))
    must_refuse(position, entry("withdraw", seat=VERA), "GR-4.1", "turn, not")

    position = play(position, entry("play", seat=ANNA, card="night+gas"))
    position = play(position, entry("play", seat=BORIS, card="snow+gas"))

    assert written(position)["turn"] == ANNA


def test_gr_4_2_a_threat_goes_to_no_mans_land_and_a_hard_knock_in_front_of_its_player() -> None:
    position = play(in_mission(start()), entry("play", seat=ANNA, card="night+shell"))
    position = play(position, entry("play", seat=BORIS, card="wounded"))

    after = written(position)
    assert after["no_mans_land"] == ["night+shell"]
    assert (after["threats"]["night"], after["threats"]["shell"]) == (1, 1)
    assert after["seats"][BORIS]["hard_knocks"] == ["wounded"]
    assert after["seats"][BORIS]["weight"] == 2
    assert [seat["hand"] for seat in after["seats"]] == [2, 2, 3]


def test_gr_4_2_not_with_an_empty_hand() -> None:
    position = in_mission(start(), seats={ANNA: {"hand": 0}})

    must_refuse(position, entry("play", seat=ANNA, card="mute"), "GR-4.2", "has 0 cards in hand")
    must_refuse(
        position,
        entry("play", seat=ANNA, card="mute", refill=True),
        "GR-4.2",
        "has 0 cards in hand",
    )


def test_gr_4_3_a_charm_discards_a_card_that_shows_its_threat() -> None:
    position = in_mission(start(), no_mans_land=["night+gas", "night+gas", "snow+shell"])

    after = written(play(position, entry("charm", seat=ANNA, card="night+gas")))

    assert after["no_mans_land"] == ["night+gas", "snow+shell"]
    assert after["out"] == {"night+gas": 1}
    assert after["seats"][ANNA]["charm"] is False
    assert after["turn"] == BORIS


def test_gr_4_3_a_charm_that_is_used_or_has_nothing_to_discard_is_refused() -> None:
    position = in_mission(start(), no_mans_land=["night+gas", "snow+gas"])
    used = having(position, seats={ANNA: {"charm": False}})

    must_refuse(
        used, entry("charm", seat=ANNA, card="night+gas"), "GR-4.3", "charm has already been"
    )
    must_refuse(position, entry("charm", seat=ANNA, card="snow+gas"), "GR-4.3", "the card shows")
    must_refuse(position, entry("charm", seat=ANNA, card="night+rain"), "GR-4.3", "There is no")


def test_gr_4_3_a_charm_with_nothing_to_discard_says_so() -> None:
    position = in_mission(start(), no_mans_land=["snow+gas"])

    says = sentence(position, entry("charm", seat=ANNA, card="snow+gas"))
    assert "no card in no man's land shows it" in says


def test_gr_4_3_a_charm_does_nothing_against_mission_cards() -> None:
    night = card({"kind": "threat", "threat": "night"})
    position = in_mission(start(orders="soldier"), mission_={"card": night})

    assert written(position)["threats"]["night"] == 1
    must_refuse(
        position, entry("charm", seat=ANNA, card="night+gas"), "GR-4.3", "no card in no man's land"
    )


def test_gr_4_4_a_speech_costs_a_token_and_discards_cards_from_other_hands() -> None:
    position = in_mission(start(), pool=4, seats={ANNA: {"speeches": 1}})
    discards = {"2": "phobia_gas", "1": "snow+gas!"}

    after = written(play(position, entry("speech", seat=ANNA, threat="gas", discards=discards)))

    assert after["out"] == {"snow+gas!": 1, "phobia_gas": 1}
    assert [seat["hand"] for seat in after["seats"]] == [3, 2, 2]
    assert after["seats"][ANNA]["speeches"] == 0
    assert after["pool"] == 4


def test_gr_4_4_a_speech_that_costs_nobody_a_card_is_still_a_speech() -> None:
    position = in_mission(start(), pool=4, seats={ANNA: {"speeches": 1}})

    after = play(position, entry("speech", seat=ANNA, threat="gas"))

    assert seat_of(after, ANNA)["speeches"] == 0
    assert written(after)["turn"] == BORIS


def test_gr_4_4_a_speech_without_a_token_is_refused() -> None:
    must_refuse(
        in_mission(start()),
        entry("speech", seat=ANNA, threat="gas"),
        "GR-4.4",
        "has 0 speech tokens",
    )


@pytest.mark.parametrize(
    ("case", "discards", "rule"),
    [
        ("the speaker", {"0": "snow+gas"}, "GR-4.4"),
        ("withdrawn", {"2": "snow+gas"}, "GR-4.4"),
        ("without the threat", {"1": "snow+shell"}, "GR-4.4"),
        ("another fear", {"1": "trauma_rain"}, "GR-4.4"),
        ("no fear at all", {"1": "mute"}, "GR-4.4"),
        ("christmas", {"1": "christmas"}, "GR-4.4"),
        ("every copy open", {"1": "gas+shell"}, "GR-2.4"),
        ("the first seat first", {"2": "snow+gas", "1": "gas+shell"}, "GR-2.4"),
    ],
)
def test_gr_4_4_discards_that_are_refused(case: str, discards: dict[str, str], rule: str) -> None:
    position = in_mission(
        start(),
        pool=4,
        out=["gas+shell"],
        seats={ANNA: {"speeches": 1}, VERA: {"withdrawn": True}},
    )

    tried = entry("speech", seat=ANNA, threat="gas", discards=discards)

    assert refusal(position, tried) == rule


def test_gr_4_4_who_has_no_cards_discards_none() -> None:
    position = in_mission(start(), pool=4, seats={ANNA: {"speeches": 1}, BORIS: {"hand": 0}})
    tried = entry("speech", seat=ANNA, threat="gas", discards={"1": "snow+gas"})

    must_refuse(position, tried, "GR-4.4", "has 0 cards to discard")


def test_gr_4_4_two_discards_of_one_card_need_two_copies() -> None:
    position = in_mission(start(), pool=4, seats={ANNA: {"speeches": 1}})
    tried = entry("speech", seat=ANNA, threat="gas", discards={"1": "gas+shell", "2": "gas+shell"})

    must_refuse(position, tried, "GR-2.4", "Every copy")


@pytest.mark.parametrize(
    ("mode", "fields", "pool"),
    [
        ("standard", {}, 4),
        ("chaplain", {}, 5),
        ("standard", {"orders": "soldier"}, 5),
        ("recruit", {"orders": "soldier"}, 5),
        ("recruit", {}, 4),
    ],
)
def test_gr_4_5_where_a_used_speech_token_goes(
    mode: str, fields: dict[str, Any], pool: int
) -> None:
    begins = {"card": card()} if fields else {}
    position = in_mission(
        start(mode, **fields), mission_=begins, pool=4, seats={ANNA: {"speeches": 1}}
    )

    after = play(position, entry("speech", seat=ANNA, threat="gas"))

    assert written(after)["pool"] == pool


def test_gr_4_6_a_mute_soldier_makes_no_speech() -> None:
    mute = {ANNA: {"speeches": 1, "hard_knocks": ["mute"]}}
    speech = entry("speech", seat=ANNA, threat="gas")

    must_refuse(
        in_mission(start(), pool=4, seats=mute), speech, "GR-4.6", "Mute and makes no speech"
    )
    by_hand = start(switches={"by_hand": ["mute"]})
    assert is_allowed(in_mission(by_hand, pool=4, seats=mute), speech)


def test_gr_4_7_christmas_takes_a_hard_knock_of_any_soldier_out_of_the_game() -> None:
    position = in_mission(
        start(), seats={VERA: {"hard_knocks": ["mute", "wounded"], "withdrawn": True}}
    )
    relieves = {"seat": VERA, "hard_knock": "wounded"}

    after = written(play(position, entry("play", seat=ANNA, card="christmas", relieves=relieves)))

    assert after["seats"][VERA]["hard_knocks"] == ["mute"]
    assert after["out"] == {"wounded": 1, "christmas": 1}
    assert after["seats"][ANNA]["hand"] == 2


def test_gr_4_7_the_choice_may_be_left_out() -> None:
    position = in_mission(start(), seats={VERA: {"hard_knocks": ["mute"]}})

    after = written(play(position, entry("play", seat=ANNA, card="christmas")))

    assert after["out"] == {"christmas": 1}
    assert after["seats"][VERA]["hard_knocks"] == ["mute"]


def test_gr_4_7_a_choice_without_christmas_or_of_what_is_not_there_is_refused() -> None:
    position = in_mission(start(), seats={VERA: {"hard_knocks": ["mute"]}})
    there = {"seat": VERA, "hard_knock": "mute"}
    elsewhere = {"seat": BORIS, "hard_knock": "mute"}
    recruit = {"seat": VERA, "hard_knock": "recruit"}

    def relieving(kind: str, whom: dict[str, object]) -> str:
        return refusal(position, entry("play", seat=ANNA, card=kind, relieves=whom))

    assert relieving("night+gas", there) == "GR-4.7"
    assert relieving("christmas", elsewhere) == "GR-4.7"
    assert relieving("christmas", recruit) == "GR-4.7"


def test_gr_9_5_tyrannical_takes_the_leader_token_and_not_the_turn() -> None:
    position = play(in_mission(start()), entry("play", seat=ANNA, card="night+gas"))

    after = written(play(position, entry("play", seat=BORIS, card="tyrannical")))

    assert (after["leader"], after["turn"]) == (BORIS, VERA)


def test_gr_9_5_tyrannical_by_hand_takes_nothing() -> None:
    position = in_mission(start(leader=2, switches={"by_hand": ["tyrannical"]}))

    after = written(play(position, entry("play", seat=VERA, card="tyrannical")))

    assert after["leader"] == VERA
    assert after["seats"][VERA]["weight"] == 1
