"""GR-10 The ways to end, in their order."""

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    VERA,
    after_success,
    card,
    entry,
    having,
    in_mission,
    play,
    start,
    supported,
    written,
)
from tracker.engine.title import Won
from tracker.games.grizzled import title

HEAVY = ["wounded", "mute", "panicked"]
EMPTY = {seat: {"hand": 0} for seat in range(3)}


def test_gr_10_1_hard_knocks_of_weight_4_lose_the_game_after_support() -> None:
    position = after_success(start(), seats={ANNA: {"hard_knocks": HEAVY, "hand": 0}})
    assert written(position)["phase"] == "support"

    after = supported(position)

    assert written(after)["phase"] == "over"
    assert written(after)["result"] == {
        "won": False,
        "reason": "hard_knocks",
        "rule": "GR-10.1",
        "mission": 1,
        "soldiers": [ANNA],
    }
    outcome = title.outcome(after)
    assert outcome is not None
    assert (outcome.won, outcome.winners, outcome.rule) == (Won.NOBODY, (), "GR-10.1")
    assert str(outcome.label) == "Lost: Anna cannot bear any more hard knocks."


def test_gr_10_1_help_comes_first() -> None:
    position = having(after_success(start()), seats={BORIS: {"hard_knocks": HEAVY}})
    tokens = {"0": "left", "1": "left", "2": "right"}

    after = supported(position, tokens=tokens, help={"remove": ["wounded"]})

    assert written(after)["phase"] == "morale"


def test_gr_2_3_wounded_by_hand_weighs_one() -> None:
    position = start(switches={"by_hand": ["wounded"]})
    position = having(after_success(position), seats={ANNA: {"hard_knocks": HEAVY}})

    assert written(supported(position))["phase"] == "morale"


def test_gr_10_1_comes_before_peace() -> None:
    position = after_success(start(), trials=0, seats=EMPTY)
    position = having(position, morale=26, seats={ANNA: {"hard_knocks": HEAVY}}, trials=30)
    position = having(position, trials=0, seats={ANNA: {"hard_knocks": HEAVY}})

    assert written(supported(position))["result"]["reason"] == "hard_knocks"


def test_gr_10_3_no_trials_and_empty_hands_are_peace() -> None:
    after = supported(after_success(start(), trials=0, seats=EMPTY))

    assert written(after)["result"] == {
        "won": True,
        "reason": "peace",
        "rule": "GR-10.3",
        "mission": 1,
        "soldiers": [],
    }
    outcome = title.outcome(after)
    assert outcome is not None
    assert (outcome.won, outcome.winners) == (Won.EVERYBODY, (0, 1, 2))


def test_gr_10_3_a_card_in_a_hand_is_no_peace() -> None:
    position = after_success(start(), trials=0, seats={**EMPTY, VERA: {"hand": 1}})

    assert written(supported(position))["phase"] == "morale"


def test_gr_10_3_is_not_judged_before_support() -> None:
    position = in_mission(start(), trials=0, seats=EMPTY)

    assert written(position)["phase"] == "mission"


def test_gr_10_4_the_last_card_of_morale_builds_the_monument() -> None:
    position = having(supported(after_success(start(), seats=EMPTY)), morale=3)

    after = written(play(position, entry("next_mission")))

    assert after["result"]["reason"] == "monument"
    assert after["result"]["rule"] == "GR-10.4"
    # Only the drop was done.
    assert (after["mission"], after["leader"], after["outcome"]) == (1, 0, "success")
    assert (after["morale"], after["pool"]) == (0, 5)


def test_gr_10_4_if_there_are_too_few_cards_all_of_them_go() -> None:
    position = having(supported(after_success(start())), morale=2)
    trials = written(position)["trials"]

    after = written(play(position, entry("next_mission")))

    assert (after["morale"], after["trials"]) == (0, trials + 2)


def test_gr_10_4_comes_before_the_failure_of_the_mission() -> None:
    morale = card({"kind": "hard_knock_morale"})
    position = in_mission(
        start(orders="soldier"), mission_={"card": morale}, no_mans_land=["rain+gas", "rain+shell"]
    )
    position = having(position, morale=1)

    after = written(play(position, entry("play", seat=ANNA, card="trauma_rain")))

    assert after["result"]["reason"] == "monument"
    assert (after["outcome"], after["failed_by"], after["turn"]) == (None, [], None)
    # Over in mid-mission, no man's land stays as it was.
    assert after["no_mans_land"] == ["rain+gas", "rain+shell"]
    assert after["threats"]["rain"] == 0


def test_gr_10_4_is_judged_after_a_correction() -> None:
    assert written(having(start(), morale=0))["result"]["reason"] == "monument"


def test_a_game_that_goes_on_has_no_outcome_and_its_progress_is_the_mission() -> None:
    position = start()

    assert title.outcome(position) is None
    progress = title.progress(position)
    assert (progress.round, str(progress.label)) == (1, "Mission 1")
    assert progress.values == (25, 34)
    assert [track.name for track in title.tracks(position.game.setup)] == ["trials", "morale"]
    assert title.seats(position.game.setup) == ("Anna", "Boris", "Vera")
