"""PG-5 Winning: how each scenario ends, and by which rule."""

from typing import Any

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    after_war_status,
    at_war,
    at_war_status,
    correct,
    entry,
    event,
    in_actions,
    must_refuse,
    on_turn,
    play,
    shown,
    start,
    with_events,
)
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.position import Position


def result(position: Position) -> dict[str, Any] | None:
    written: dict[str, Any] | None = shown(position)["result"]
    return written


def ended(winners: list[int], reason: str, rule: str, vp: int) -> dict[str, Any]:
    return {"winners": winners, "reason": reason, "rule": rule, "vp": vp}


def judged(position: Position, vp: int) -> dict[str, Any] | None:
    """The result if phase E is played with these VP."""
    return result(play(at_war_status(position), correct(vp=vp), entry("war_status")))


@pytest.mark.parametrize("scenario", ["introductory", "limited", "campaign", "historical"])
def test_20_or_0_win_at_once_in_every_scenario(scenario: str) -> None:
    """PG-5.2.1, PG-5.2.2: E2."""
    position = in_actions(start(scenario))
    if scenario == "historical":
        position = play(position, event(CP, 1))

    assert judged(position, 20) == ended([CP], "automatic", "PG-5.2.1", 20)
    assert judged(position, 0) == ended([AP], "automatic", "PG-5.2.2", 0)
    assert judged(position, 23) == ended([CP], "automatic", "PG-5.2.1", 23)
    assert judged(position, 19) is None
    assert judged(position, 1) is None


def test_vp_may_pass_20_until_e2() -> None:
    """PG-5.1.2: a missed mandate brings CP back."""
    position = in_actions(start(), 1, 4)
    position = play(at_war_status(position), correct(vp=20))

    assert result(play(position, entry("war_status"))) is None


def test_the_bid_does_not_count_for_automatic_victory() -> None:
    """PG-5.6.1.1."""
    position = start(bid=(AP, 5))

    assert judged(position, 20) == ended([CP], "automatic", "PG-5.2.1", 20)
    assert judged(position, 18) is None


@pytest.mark.parametrize(
    ("vp", "winners"), [(14, [CP]), (13, [CP, AP]), (11, [CP, AP]), (10, [AP]), (9, [AP])]
)
def test_the_introductory_scenario_ends_with_turn_3(vp: int, winners: list[int]) -> None:
    """PG-5.3.4."""
    position = on_turn(3, scenario="introductory")

    assert judged(position, vp) == ended(winners, "last_turn", "PG-5.3.4", vp)


@pytest.mark.parametrize(
    ("vp", "winners"), [(17, [CP]), (16, [CP, AP]), (13, [CP, AP]), (12, [AP])]
)
def test_the_limited_scenario_ends_with_turn_10_or_total_war(vp: int, winners: list[int]) -> None:
    """PG-5.4.2: Total War comes before the last turn."""
    last = on_turn(10, scenario="limited")
    total = play(at_war("limited", scenario="limited"), correct(war_status={"ap": 11}))
    both = play(
        at_war("limited", turn=10, scenario="limited"), correct(war_status={"cp": 11, "ap": 11})
    )

    assert judged(last, vp) == ended(winners, "last_turn", "PG-5.4.2", vp)
    assert judged(total, vp) == ended(winners, "commitment", "PG-5.4.2", vp)
    assert judged(both, vp) == ended(winners, "commitment", "PG-5.4.2", vp)


@pytest.mark.parametrize(
    ("vp", "with_treaty", "without"),
    [
        (13, [CP], [CP]),
        (12, [CP], [CP, AP]),
        (11, [CP], [CP, AP]),
        (10, [CP, AP], [CP, AP]),
        (9, [AP], [AP]),
    ],
)
def test_the_campaign_ends_by_armistice(
    vp: int, with_treaty: list[int], without: list[int]
) -> None:
    """PG-5.5.2.1, PG-5.5.2.2, PG-16.2.1: the worked case among them."""
    position = play(at_war("total", late_italy=False), correct(war_status={"cp": 21, "ap": 20}))
    treaty = with_events(position, "CP 45")

    assert judged(position, vp) == ended(without, "armistice", "PG-5.5.2.2", vp)
    assert judged(treaty, vp) == ended(with_treaty, "armistice", "PG-5.5.2.1", vp)
    below = play(position, correct(war_status={"cp": 19}))
    assert judged(below, vp) is None


def test_the_campaign_ends_with_turn_20() -> None:
    position = on_turn(20)

    assert judged(position, 13) == ended([CP], "last_turn", "PG-5.5.2.2", 13)
    assert shown(after_war_status(position))["phase"] == "over"
    must_refuse(after_war_status(position), entry("draw"), "PG-0.3", "nothing more can be entered")


def test_the_worked_case_of_a_historical_end() -> None:
    """PG-5.7.4, PG-5.7.2: 13 + 1 − 2 = 12, a would-be draw."""
    position = at_war("total", scenario="historical", late_italy=False)
    position = play(position, correct(war_status={"cp": 20, "ap": 20}))
    position = with_events(position, "AP 43")

    assert judged(position, 13) == ended([AP], "armistice", "PG-5.7.2", 12)
    assert judged(position, 14) == ended([CP], "armistice", "PG-5.5.2.2", 13)
    assert judged(position, 10) == ended([AP], "armistice", "PG-5.5.2.2", 9)
    no_army = with_events(position, "CP 52", "CP 45")
    assert judged(no_army, 10) == ended([CP], "armistice", "PG-5.5.2.1", 11)


def test_each_us_army_that_never_came_is_a_point() -> None:
    """PG-5.7.4: AP 43 and AP 47; −2 while the Tsar stands."""
    position = at_war("total", scenario="historical", late_italy=False)
    position = play(position, correct(war_status={"cp": 20, "ap": 20}))

    assert judged(position, 13) == ended([CP], "armistice", "PG-5.5.2.2", 13)
    for army in ("AP 43", "AP 47"):
        came = with_events(position, army)
        assert judged(came, 13) == ended([AP], "armistice", "PG-5.7.2", 12)
    both = with_events(position, "AP 43", "AP 47")
    assert judged(both, 14) == ended([AP], "armistice", "PG-5.7.2", 12)


def test_the_historical_adjustments_count_on_turn_20_too_but_not_for_automatic_victory() -> None:
    position = on_turn(20, at_war("total", scenario="historical", late_italy=False))

    assert judged(position, 13) == ended([CP], "last_turn", "PG-5.5.2.2", 13)
    assert judged(position, 20) == ended([CP], "automatic", "PG-5.2.1", 20)


def test_the_worked_case_of_a_tournament() -> None:
    """PG-5.6.1, PG-5.6.2."""
    position = on_turn(20, bid=(AP, 2))

    assert judged(position, 10) == ended([AP], "last_turn", "PG-5.6.2", 12)
    assert judged(position, 11) == ended([CP], "last_turn", "PG-5.5.2.2", 13)
    by_cp = on_turn(20, bid=(CP, 3))
    assert judged(by_cp, 15) == ended([AP], "last_turn", "PG-5.6.2", 12)
    even = on_turn(20, bid=(CP, 0))
    assert judged(even, 10) == ended([AP], "last_turn", "PG-5.6.2", 10)


def test_both_have_lost_after_peace_in_a_tournament() -> None:
    """PG-5.6.3."""
    position = play(in_actions(start(bid=(AP, 1))), correct(vp=12))
    position = play(position, entry("peace", seat=CP, accepted=True))

    assert result(position) == ended([], "peace", "PG-5.6.3", 13)


def test_the_outcome_says_who_has_won() -> None:
    won = after_war_status(play(on_turn(20), correct(vp=15)))
    lost = after_war_status(play(on_turn(20), correct(vp=5)))
    peace = entry("peace", seat=CP, accepted=True)
    draw = play(in_actions(start()), correct(vp=12), peace)
    nobody = play(in_actions(start(bid=(CP, 1))), correct(vp=12), peace)
    outcomes = [title.outcome(position) for position in (won, lost, draw, nobody)]

    assert title.outcome(start()) is None
    assert [outcome.winners for outcome in outcomes if outcome] == [(CP,), (AP,), (CP, AP), ()]
    assert [outcome.side for outcome in outcomes if outcome] == ["cp", "ap", "", ""]
    assert [str(outcome.label) for outcome in outcomes if outcome] == [
        "The Central Powers win with 15 VP.",
        "The Allied Powers win with 5 VP.",
        "A draw, with 12 VP.",
        "Both sides have lost, with 11 VP.",
    ]
