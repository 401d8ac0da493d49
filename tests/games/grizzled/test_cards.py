"""GR-2 The cards: how many there are, and which can still be face down."""

from collections import Counter
from typing import Any

import pytest

from tests.games.grizzled.arrange import (
    card,
    entry,
    having,
    in_mission,
    is_allowed,
    must_refuse,
    play,
    start,
)
from tracker.games.grizzled import box
from tracker.games.grizzled.cards import CARDS, THREAT_CARDS
from tracker.games.grizzled.columns import CARD_IDS, HARD_KNOCKS


def test_gr_2_1_there_are_59_cards() -> None:
    assert sum(card.copies for card in CARDS.values()) == 59
    assert sum(card.copies for card in THREAT_CARDS) == 39
    assert len(HARD_KNOCKS) == 19
    assert sum(card.copies for card in THREAT_CARDS if card.is_trap) == 9


def test_gr_2_1_every_threat_is_there_14_times() -> None:
    shown = Counter[str]()
    for kind in THREAT_CARDS:
        shown.update({threat.value: kind.copies for threat in kind.threats})

    assert shown == dict.fromkeys(("night", "snow", "rain", "gas", "shell", "whistle"), 14)


def test_the_data_files_list_the_cards_in_the_order_of_the_page() -> None:
    assert list(box.CARDS.threats) == list(CARD_IDS[:27])
    assert [knock.value for knock in box.CARDS.hard_knocks] == [*CARD_IDS[27:46], "recruit"]


def test_a_card_is_named_by_its_threats_and_its_trap() -> None:
    assert [str(word) for word in CARDS["night+gas!"].label] == ["night", "gas", "trap"]
    assert [str(word) for word in CARDS["mute"].label] == ["Mute"]
    assert [str(word) for word in CARDS["christmas"].label] == ["Merry Christmas"]


@pytest.mark.parametrize(
    ("where", "numbers"),
    [
        ("no man's land", {"no_mans_land": ["night+snow"]}),
        ("out of the game", {"out": ["night+snow"]}),
    ],
)
def test_gr_2_4_a_card_is_refused_when_every_copy_is_open(
    where: str, numbers: dict[str, Any]
) -> None:
    position = in_mission(start(), **numbers)

    must_refuse(position, entry("play", seat=0, card="night+snow"), "GR-2.4", "Every copy")
    assert is_allowed(position, entry("play", seat=0, card="night+rain"))


def test_gr_2_4_a_hard_knock_in_front_of_a_soldier_is_open() -> None:
    position = in_mission(start(), seats={1: {"hard_knocks": ["mute"]}})

    must_refuse(position, entry("play", seat=0, card="mute"), "GR-2.4", "Every copy")


def test_gr_2_4_every_copy_counts() -> None:
    position = in_mission(start(), no_mans_land=["night+shell"], out=["night+shell"])

    assert is_allowed(position, entry("play", seat=0, card="night+shell"))
    third = having(position, out=["night+shell", "night+shell"])
    must_refuse(third, entry("play", seat=0, card="night+shell"), "GR-2.4", "Every copy")


def test_gr_2_4_a_card_under_a_mission_is_open() -> None:
    position = start(orders="soldier")
    collects = card({"kind": "collect", "threats": ["snow"], "cards": 3})
    position = in_mission(position, mission_={"card": collects}, no_mans_land=["night+snow"])
    for seat in range(3):
        assert is_allowed(position, entry("withdraw", seat=seat))
        position = play(position, entry("withdraw", seat=seat))
    position = play(position, entry("support", tokens={"0": "left", "1": "left", "2": "left"}))
    position = play(position, entry("next_mission"))
    position = play(position, entry("mission", card=card()))

    must_refuse(position, entry("play", seat=1, card="night+snow"), "GR-2.4", "Every copy")


@pytest.mark.parametrize(
    "knock", ["absent_minded", "mute", "tyrannical", "panicked", "selfish", "frenzied"]
)
def test_gr_2_4_six_hard_knocks_are_not_there_in_solo(knock: str) -> None:
    must_refuse(
        in_mission(start("solo")), entry("play", seat=0, card=knock), "GR-2.4", "is not in the deck"
    )
