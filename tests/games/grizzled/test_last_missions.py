"""GR-12 Decisive Assault and Last Stand."""

from typing import Any

import pytest

from tests.games.grizzled.arrange import (
    ANNA,
    BORIS,
    all_withdraw,
    card,
    entry,
    having,
    must_refuse,
    play,
    start,
    supported,
    written,
)
from tracker.games.grizzled.position import Position

EMPTY = {seat: {"hand": 0} for seat in range(3)}


def declared(final: str = "decisive_assault", **fields: Any) -> Position:
    position = start(orders="soldier", **fields)
    return play(position, entry("mission", final=final))


def test_gr_12_1_a_card_or_a_danger_with_it_is_refused_and_so_is_it_without_orders() -> None:
    position = start(orders="soldier")

    must_refuse(
        position,
        entry("mission", final="last_stand", danger=3),
        "GR-12.1",
        "last mission has neither",
    )
    must_refuse(
        position,
        entry("mission", final="last_stand", card=card()),
        "GR-12.1",
        "last mission has neither",
    )
    must_refuse(
        start(), entry("mission", final="decisive_assault"), "GR-12.1", "last mission is declared"
    )


def test_gr_12_2_worked_case_all_trials_are_dealt_from_the_leader_on() -> None:
    position = having(start(orders="soldier", soldiers=4, leader=2), trials=5)

    after = written(play(position, entry("mission", final="decisive_assault")))

    assert [seat["hand"] for seat in after["seats"]] == [1, 1, 2, 1]
    assert (after["trials"], after["danger"], after["turn"]) == (0, None, 2)
    assert (after["final"], after["limit"]) == ("decisive_assault", 3)
    assert after["orders"]["deck"] == 12


def test_gr_12_3_nothing_moves_cards_out_of_morale() -> None:
    morale = card({"kind": "hard_knock_morale"}, {"kind": "stays"})
    position = play(start(orders="soldier"), entry("mission", card=morale))
    position = play(supported(all_withdraw(position)), entry("next_mission"))
    position = play(position, entry("mission", final="decisive_assault"))
    before = written(position)["morale"]

    after = play(position, entry("play", seat=BORIS, card="mute"))

    assert written(after)["morale"] == before
    moving = entry("order", mission=0, from_="morale", to="trials")
    must_refuse(after, moving, "GR-12.3", "This is the last mission")
    away = entry("order", mission=0, from_="trials", to="morale")
    must_refuse(after, away, "GR-11.11", "order moves")


@pytest.mark.parametrize(
    ("final", "reason"), [("decisive_assault", "peace"), ("last_stand", "posthumous")]
)
def test_gr_12_4_no_trials_and_no_cards_win_a_last_mission(final: str, reason: str) -> None:
    position = having(declared(final), trials=0, seats=EMPTY)

    result = written(supported(all_withdraw(position)))["result"]

    assert result == {
        "won": True,
        "reason": reason,
        "rule": "GR-12.4",
        "mission": 1,
        "soldiers": [],
    }


@pytest.mark.parametrize("final", ["decisive_assault", "last_stand"])
def test_gr_12_4_a_card_that_is_left_loses_it(final: str) -> None:
    result = written(supported(all_withdraw(declared(final))))["result"]

    assert (result["won"], result["reason"], result["rule"]) == (False, "final_mission", "GR-12.4")


def test_gr_12_4_hard_knocks_come_first() -> None:
    heavy = {ANNA: {"hand": 0, "hard_knocks": ["wounded", "mute", "panicked"]}}
    position = having(declared(), trials=0, seats={**EMPTY, **heavy})

    assert written(supported(all_withdraw(position)))["result"]["rule"] == "GR-10.1"


@pytest.mark.parametrize("limit", [4, 5, 6])
def test_gr_12_5_a_last_stand_fails_at_a_higher_number(limit: int) -> None:
    rain = ["rain+gas", "rain+gas", "rain+shell", "rain+shell", "rain+whistle", "snow+rain"]
    position = having(declared("last_stand", switches={"last_stand_limit": limit}), seats=EMPTY)
    assert written(position)["limit"] == limit

    before = having(position, no_mans_land=rain[: limit - 1])
    after = having(position, no_mans_land=rain[:limit])

    assert written(before)["phase"] == "mission"
    assert (written(after)["outcome"], written(after)["failed_by"]) == ("failure", ["rain"])


def test_gr_12_5_a_decisive_assault_fails_at_three() -> None:
    position = having(declared(), seats=EMPTY)

    after = having(position, no_mans_land=["rain+gas", "rain+shell", "rain+whistle"])

    assert written(after)["outcome"] == "failure"
    assert written(supported(after))["result"]["reason"] == "final_mission"
