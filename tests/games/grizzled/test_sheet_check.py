"""The questions about a mission: all that looks forgotten is asked, and nothing else."""

from tests.games.grizzled.arrange import ANNA, BORIS, VERA, entry, in_mission, play, start
from tests.games.noted import asked
from tracker.games.grizzled import title

LEAVE = [entry("withdraw", seat=seat) for seat in (ANNA, BORIS, VERA)]
TOKENS = {"0": "left", "1": "left", "2": "left"}


def test_a_mission_with_nothing_odd_asks_nothing() -> None:
    assert asked(title, in_mission(start()), LEAVE) == []


def test_a_speech_that_nobody_discards_for_is_asked_about() -> None:
    position = in_mission(start(), pool=4, seats={ANNA: {"speeches": 1}})
    speech = entry("speech", seat=ANNA, threat="gas")
    after = [speech, LEAVE[BORIS], LEAVE[VERA], LEAVE[ANNA]]
    assert asked(title, position, after) == [(0, "Nobody discarded a card after Anna's speech.")]


def test_a_speech_with_nobody_left_to_hear_it_is_no_question() -> None:
    position = in_mission(start(), pool=4, seats={VERA: {"speeches": 1}})
    speech = entry("speech", seat=VERA, threat="gas")
    assert asked(title, position, [LEAVE[ANNA], LEAVE[BORIS], speech, LEAVE[VERA]]) == []


def test_christmas_that_took_nothing_away_is_asked_about_where_there_is_something() -> None:
    christmas = entry("play", seat=ANNA, card="christmas")
    after = [christmas, LEAVE[BORIS], LEAVE[VERA], LEAVE[ANNA]]
    assert asked(title, in_mission(start()), after) == []
    hurt = in_mission(start(), seats={VERA: {"hard_knocks": ["mute"]}})
    says = "Christmas removed no hard knock. Players with hard knocks: Vera."
    assert asked(title, hurt, after) == [(0, says)]


def test_help_that_was_left_unused_is_asked_about() -> None:
    hurt = in_mission(start(), seats={VERA: {"hard_knocks": ["mute"]}})
    at_support = play(hurt, *LEAVE)
    unused = entry("support", tokens={"0": "right", "1": "left", "2": "left"})
    says = "Vera was helped, but the help was not used."
    assert asked(title, at_support, [unused]) == [(0, says)]
    used = entry(
        "support",
        tokens={"0": "right", "1": "left", "2": "left"},
        help={"remove": ["mute"]},
    )
    assert asked(title, at_support, [used]) == []
    assert asked(title, hurt, [*LEAVE, unused]) == [(3, says)]
    twice = in_mission(start(), seats={VERA: {"hard_knocks": ["mute", "trauma_night"]}})
    assert asked(title, twice, [*LEAVE, used]) == []
    assert asked(title, at_support, [entry("support", tokens=TOKENS)]) == []


def test_the_time_for_questions_is_after_the_mission() -> None:
    position = in_mission(start())
    assert not title.is_closing(position)
    assert title.is_closing(play(position, *LEAVE))
