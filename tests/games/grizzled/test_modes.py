"""GR-1 The table: modes, difficulties, soldiers, tokens, the first leader."""

import itertools
from typing import Any

import msgspec
import pytest

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    VERA,
    all_withdraw,
    entry,
    in_mission,
    is_allowed,
    must_refuse,
    play,
    refusal,
    seat_of,
    setup,
    start,
    supported,
    written,
)
from tracker.engine.refusal import Invalid
from tracker.games.grizzled import title


def piles(**fields: Any) -> tuple[int, int, int]:
    """Trials, morale and pool at the start."""
    position = written(start(**fields))
    return position["trials"], position["morale"], position["pool"]


@pytest.mark.parametrize(
    ("soldiers", "difficulty", "expected"),
    [
        (3, "novice", (25, 34, 5)),
        (3, "normal", (25, 34, 5)),
        (4, "normal", (25, 34, 4)),
        (5, "normal", (25, 34, 3)),
        (3, "veteran", (30, 29, 5)),
        (5, "veteran", (30, 29, 3)),
    ],
)
def test_gr_1_2_a_standard_game_starts_with_these_piles(
    soldiers: int, difficulty: str, expected: tuple[int, int, int]
) -> None:
    assert piles(soldiers=soldiers, difficulty=difficulty) == expected


@pytest.mark.parametrize("soldiers", [3, 4, 5])
@pytest.mark.parametrize("orders", ["greenhorn", "soldier", "veteran"])
def test_gr_1_2_with_orders_there_are_always_five_speeches(soldiers: int, orders: str) -> None:
    assert piles(soldiers=soldiers, orders=orders) == (25, 34, 5)


@pytest.mark.parametrize("trials", [20, 22, 24, 26, 28, 30])
def test_gr_1_2_the_chaplain_starts_with_as_many_trials_as_are_agreed(trials: int) -> None:
    assert piles(mode="chaplain", trials=trials) == (trials, 59 - trials, 5)


def test_gr_1_2_the_other_modes_start_with_these_piles() -> None:
    assert piles(mode="chaplain") == (20, 39, 5)
    assert piles(mode="recruit") == (25, 34, 5)
    assert piles(mode="recruit", orders="soldier") == (25, 34, 5)
    assert piles(mode="recruit", difficulty="veteran") == (30, 29, 5)
    assert piles(mode="recruit", orders="veteran", difficulty="veteran") == (30, 29, 5)
    assert piles(mode="solo") == (25, 28, 0)
    assert piles(mode="solo", difficulty="veteran") == (30, 23, 0)


def test_a_game_of_three_starts_like_this() -> None:
    assert written(start()) == {
        "mission": 1,
        "phase": "preparation",
        "leader": 0,
        "turn": None,
        "danger": None,
        "final": None,
        "limit": 3,
        "trials": 25,
        "morale": 34,
        "pool": 5,
        "no_mans_land": [],
        "threats": dict.fromkeys(("night", "snow", "rain", "gas", "shell", "whistle"), 0),
        "out": {},
        "tokens_out": {},
        "outcome": None,
        "failed_by": [],
        "helped": None,
        "strategic": False,
        "orders": None,
        "solo": None,
        "seats": [
            {
                "name": name,
                "soldier": soldier,
                "charm": True,
                "hand": 0,
                "speeches": 0,
                "tokens": {
                    "left": 1,
                    "right": 1,
                    "double_left": 0,
                    "double_right": 0,
                    "unknown": 1,
                },
                "hard_knocks": [],
                "weight": 0,
                "withdrawn": False,
                "laid": None,
                "received": 0,
            }
            for name, soldier in (("Anna", "felix"), ("Boris", "gaston"), ("Vera", "lazare"))
        ],
        "result": None,
    }


def test_gr_13_the_recruit_starts_as_one_and_the_chaplain_has_withdrawn() -> None:
    recruit = seat_of(start("recruit"), VERA)
    chaplain = seat_of(start("chaplain"), VERA)

    assert (recruit["hard_knocks"], recruit["weight"]) == (["recruit"], 1)
    assert (recruit["withdrawn"], chaplain["withdrawn"]) == (False, True)
    assert chaplain["laid"] is None
    assert seat_of(start("chaplain"), BORIS)["withdrawn"] is False


def test_gr_14_a_solo_game_has_no_tokens_and_a_common_hand() -> None:
    position = start("solo")

    assert sum(seat_of(position, ANNA)["tokens"].values()) == 0
    assert written(position)["solo"] == {
        "hand": 0,
        "refilling": True,
        "tokens": ["left", "middle", "right", "none"],
    }


def test_gr_1_6_a_third_token_that_is_known_is_counted_as_its_kind() -> None:
    position = start(soldiers=4, tokens={0: "double_left", 1: "left"})

    assert seat_of(position, ANNA)["tokens"]["double_left"] == 1
    assert seat_of(position, BORIS)["tokens"] == {
        "left": 2,
        "right": 1,
        "double_left": 0,
        "double_right": 0,
        "unknown": 0,
    }


def invalid(**fields: Any) -> str:
    """Return the place where the set-up is wrong; fail where nothing is."""
    with pytest.raises(Invalid) as caught:
        title.check_setup(setup(**fields))
    assert caught.value.message
    return caught.value.where


def test_what_gr_1_and_gr_11_1_rule_out_makes_a_set_up_invalid() -> None:
    assert invalid(mode="chaplain", soldiers=4) == "setup.seats"
    assert invalid(mode="solo", soldiers=5) == "setup.seats"
    assert invalid(mode="recruit", soldiers=4) == "setup.seats"
    assert invalid(orders="soldier", difficulty="veteran") == "setup.difficulty"
    assert invalid(mode="chaplain", difficulty="veteran") == "setup.difficulty"
    assert invalid(mode="chaplain", orders="soldier") == "setup.orders"
    assert invalid(mode="solo", orders="greenhorn") == "setup.orders"
    assert invalid(trials=20) == "setup.trials"
    assert invalid(mode="recruit", trials=30) == "setup.trials"
    assert invalid(leader=3) == "setup.leader"
    assert invalid(mode="chaplain", leader=2) == "setup.leader"
    assert invalid(mode="recruit", leader=2) == "setup.leader"
    assert invalid(switches={"by_hand": ["mute", "mute"]}) == "setup.switches.by_hand"


def test_gr_1_6_third_tokens_must_be_some_that_there_are() -> None:
    assert invalid(tokens={1: "double_left"}) == "setup.seats[1].token"
    assert invalid(mode="solo", tokens={0: "left"}) == "setup.seats[0].token"
    assert invalid(soldiers=5, tokens={0: "left", 3: "left"}) == "setup.seats[3].token"
    assert (
        invalid(soldiers=4, tokens={0: "double_right", 1: "double_right", 2: "double_right"})
        == "setup.seats[2].token"
    )
    title.check_setup(setup(tokens={0: "left", 1: "left", 2: "left"}))


def test_gr_1_5_a_soldier_is_used_once() -> None:
    seats = [{"name": "A", "soldier": "felix"}, {"name": "B", "soldier": "gaston"}]
    document = {"mode": "standard", "seats": [*seats, {"name": "C", "soldier": "felix"}]}

    with pytest.raises(Invalid) as caught:
        title.check_setup(msgspec.convert(document, title.SETUP))

    assert caught.value.where == "setup.seats[2].soldier"


@pytest.mark.parametrize(
    "wrong",
    [
        {"mode": "duel"},
        {"difficulty": "hard"},
        {"orders": "hard"},
        {"leader": -1},
        {"mode": "chaplain", "trials": 21},
        {"switches": {"last_stand_limit": 3}},
        {"switches": {"by_hand": ["panicked"]}},
        {"switches": {"by_hand": ["trauma_night"]}},
        {"switches": {"odds": 1}},
        {"switches": {"other": True}},
        {"tokens": {0: "unknown"}},
        {"soldiers": 2},
        {"trials": None},
    ],
)
def test_values_that_there_are_not_make_a_set_up_invalid(wrong: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        setup(**{"mode": "standard", **wrong})


def test_gr_1_9_an_entry_at_the_wrong_time_is_refused_by_the_rule_of_its_phase() -> None:
    entries = {
        "mission": (entry("mission"), "GR-3.1"),
        "play": (entry("play", seat=0, card="mute"), "GR-4.1"),
        "charm": (entry("charm", seat=0, card="night+gas"), "GR-4.1"),
        "speech": (entry("speech", seat=0, threat="gas"), "GR-4.1"),
        "withdraw": (entry("withdraw", seat=0), "GR-4.1"),
        "support": (entry("support"), "GR-8.1"),
        "next_mission": (entry("next_mission"), "GR-9.1"),
    }
    preparation = start()
    mission = in_mission(preparation)
    support = all_withdraw(mission)
    morale = supported(support)
    times = {
        "preparation": (preparation, {"mission"}),
        "mission": (mission, {"play", "charm", "speech", "withdraw"}),
        "support": (support, {"support"}),
        "morale": (morale, {"next_mission"}),
    }

    for (position, in_time), do in itertools.product(times.values(), entries):
        if do not in in_time:
            assert refusal(position, entries[do][0]) == entries[do][1]
    assert is_allowed(morale, entry("next_mission"))


def test_gr_1_9_the_end_of_the_game_comes_before_everything_else() -> None:
    over = play(start(), entry("correct", set={"morale": 0, "trials": 59}, reason="so it ends"))

    assert written(over)["phase"] == "over"
    for do in ("mission", "support", "next_mission"):
        must_refuse(over, entry(do), "GR-10.5", "nothing more can be entered")
    must_refuse(over, entry("play", seat=2, card="mute"), "GR-10.5", "nothing more can be entered")
    must_refuse(
        over, entry("order", mission=0, discard=True), "GR-10.5", "nothing more can be entered"
    )
    must_refuse(
        over,
        entry("correct", set={"pool": 1}, reason="too late"),
        "GR-10.5",
        "nothing more can be entered",
    )
