"""PG-16 War status, commitment, the United States, Russia, and peace."""

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    after_war_status,
    at_draw,
    at_war,
    at_war_status,
    correct,
    entry,
    event,
    holding,
    in_actions,
    must_refuse,
    next_turn,
    on_turn,
    one_op,
    play,
    seat_of,
    sentence,
    shown,
    start,
    vp,
    with_events,
    with_status,
)
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.entries import AnyEntry
from tracker.games.paths_of_glory.position import Position


def levels(position: Position) -> tuple[str, str]:
    return seat_of(position, CP)["commitment"], seat_of(position, AP)["commitment"]


# --- E1 ------------------------------------------------------------------------------------------


def test_the_blockade_costs_1_vp_in_winter() -> None:
    """PG-AP2."""
    for turn, by in ((3, 0), (4, -1), (5, 0), (8, -1)):
        position = with_events(on_turn(turn), "AP 2")
        assert vp(after_war_status(position)) == 10 + by


def test_late_italy_gives_1_vp_from_the_turn_after_total_war() -> None:
    """PG-9.5.2.5: the worked case."""
    position = with_status(on_turn(5), 0, 11)
    position = next_turn(position)
    position = next_turn(position)

    assert levels(position) == ("mobilization", "total_war")
    assert seat_of(position, AP)["commitment_turn"] == 6
    assert vp(position) == 10
    assert vp(next_turn(position)) == 11
    assert vp(next_turn(next_turn(position))) == 12
    with_italy = play(in_actions(with_events(position, "AP 17")), correct(mandate={"ap": "none"}))
    assert vp(next_turn(with_italy)) == 10


def test_late_italy_is_a_switch() -> None:
    assert vp(after_war_status(at_war("total", late_italy=False))) == 10


# --- Commitment ----------------------------------------------------------------------------------


def test_commitment_rises_one_level_in_one_phase_and_not_on_turn_1() -> None:
    """PG-16.1.2 to PG-16.1.4."""
    position = with_status(start(), 11, 3)

    assert levels(after_war_status(position)) == ("mobilization", "mobilization")
    second = next_turn(position)
    assert levels(next_turn(second)) == ("limited_war", "mobilization")
    third = next_turn(next_turn(second))
    assert levels(third) == ("total_war", "mobilization")
    assert levels(next_turn(third)) == ("total_war", "mobilization")
    assert seat_of(third, CP)["commitment_turn"] == 3


@pytest.mark.parametrize(("status", "level"), [(3, "mobilization"), (4, "limited_war")])
def test_4_is_needed_for_limited_war(status: int, level: str) -> None:
    position = after_war_status(with_status(on_turn(2), status, 0))

    assert levels(position)[CP] == level


@pytest.mark.parametrize(("status", "level"), [(10, "limited_war"), (11, "total_war")])
def test_11_are_needed_for_total_war(status: int, level: str) -> None:
    position = after_war_status(with_status(at_war("limited"), status, 0))

    assert levels(position)[CP] == level


def test_nothing_ever_falls() -> None:
    """PG-16.1.5."""
    position = next_turn(with_status(on_turn(2), 4, 4))

    assert levels(next_turn(with_status(position, 0, 0))) == ("limited_war", "limited_war")


def test_turkey_is_at_war_with_cp_at_limited_war() -> None:
    """PG-16.1.3.1: at once, and it is no neutral entry."""
    position = after_war_status(with_status(on_turn(2), 4, 4))

    assert "TU" in shown(position)["at_war"]
    assert not shown(position)["neutral_entry"]
    assert "TU" not in shown(after_war_status(with_status(on_turn(2), 3, 4)))["at_war"]
    decision = title.decide(at_war_status(with_status(on_turn(2), 4, 4)), entry("war_status"))
    assert [str(verdict.says) for verdict in decision.verdicts] == [
        "CP is at Limited War.",
        "TU is at war.",
        "AP is at Limited War.",
    ]


def test_commitment_never_rises_in_the_introductory_scenario() -> None:
    """PG-5.3.2."""
    position = with_status(next_turn(start("introductory")), 12, 12)

    assert levels(after_war_status(position)) == ("mobilization", "mobilization")


# --- The United States ---------------------------------------------------------------------------


def test_us_entry_moves_with_the_combined_war_status_and_two_cards() -> None:
    """PG-16.3."""
    position = in_actions(at_war("total"))
    low = play(with_status(position, 14, 15), one_op(CP))
    high = play(low, correct(war_status={"ap": 16}))

    assert shown(low)["us_entry"] == 0
    must_refuse(low, event(AP, 54), "PG-16.3.2", "combined war status")
    assert "is 29" in sentence(low, event(AP, 54))
    assert shown(high)["us_entry"] == 1
    telegram = play(high, event(AP, 54), one_op(CP))
    assert shown(telegram)["us_entry"] == 2
    assert "US" in shown(telegram)["at_war"]
    assert vp(telegram) == 9
    must_refuse(telegram, event(AP, 55), "PG-16.3.4", "event on an earlier turn")
    later = play(in_actions(next_turn(telegram)), one_op(CP))
    must_refuse(low, event(AP, 55), "PG-16.3.4", "event on an earlier turn")
    assert shown(play(later, event(AP, 55)))["us_entry"] == 3


def test_us_entry_follows_a_correction_back() -> None:
    """PG-0.2."""
    position = with_status(start(), 15, 15)

    assert shown(position)["us_entry"] == 1
    assert shown(with_status(position, 15, 14))["us_entry"] == 0


# --- Russia --------------------------------------------------------------------------------------


def box(position: Position) -> int:
    number: int = shown(position)["russian_capitulation"]
    return number


def test_three_russian_spaces_allow_the_tsar_to_take_command() -> None:
    """PG-16.4.3: and the box goes back with control."""
    position = in_actions(at_war("total"))

    assert box(holding(position, 2)) == 0
    must_refuse(holding(position, 2), event(CP, 28), "PG-16.4.3", "Russian spaces; CP holds")
    assert "CP holds 2" in sentence(holding(position, 2), event(CP, 28))
    three = holding(position, 3)
    assert box(three) == 1
    assert shown(three)["russian_vp"] == 3
    assert box(holding(three, 2)) == 0
    assert box(play(three, event(CP, 28))) == 2


def test_33_allow_the_fall_of_the_tsar() -> None:
    """PG-16.4.4: the worked case."""
    position = in_actions(with_events(at_war("total"), "CP 28", "AP 16"))
    position = holding(with_status(position, 14, 15), 4)

    assert box(position) == 3
    fallen = play(position, event(CP, 52))
    assert vp(fallen) == vp(position) + 1
    assert shown(fallen)["tsar_fell_at"] == 4
    assert box(fallen) == 4


def test_the_refusal_of_the_fall_has_its_figures() -> None:
    position = in_actions(with_events(at_war("total"), "CP 28"))
    position = holding(with_status(position, 13, 14), 4)

    must_refuse(position, event(CP, 52), "PG-16.4.4", "Russian spaces make")
    assert sentence(position, event(CP, 52)) == (
        "CP 52 Fall of the Tsar needs 33: combined war status 27 and 4 Russian spaces make 31."
    )
    assert box(position) == 2
    assert "CP 28" in sentence(in_actions(at_war("total")), event(CP, 52))


def test_box_3_goes_back_to_2_below_33() -> None:
    position = holding(with_status(with_events(at_war("total"), "CP 28"), 14, 15), 4)

    assert box(position) == 3
    assert box(holding(position, 3)) == 2


def test_the_fall_gives_3_vp_with_romania_neutral() -> None:
    position = in_actions(with_events(at_war("total"), "CP 28"))
    position = holding(with_status(position, 14, 15), 4)

    assert vp(play(position, event(CP, 52))) == vp(position) + 3


def fallen(spaces: int = 4) -> Position:
    """The Tsar fell with this many spaces, on turn 4."""
    position = in_actions(with_events(at_war("total"), "CP 28"))
    return play(holding(with_status(position, 15, 15), spaces), event(CP, 52))


def test_the_revolution_needs_a_later_turn_and_one_more_space() -> None:
    """PG-16.4.6."""
    position = play(fallen(), one_op(AP))
    at_once = holding(position, 5)

    assert box(at_once) == 4
    must_refuse(at_once, event(CP, 53), "PG-16.4.6", "later turn than the fall")
    assert "later turn" in sentence(at_once, event(CP, 53))
    later = in_actions(next_turn(position))
    assert box(later) == 4
    assert "than the 4" in sentence(later, event(CP, 53))
    more = holding(later, 5)
    assert box(more) == 5
    assert box(holding(more, 4)) == 4
    assert box(play(more, event(CP, 53))) == 6


def test_or_all_seven_without_baku() -> None:
    later = in_actions(next_turn(play(fallen(7), correct(vp=10))))

    assert box(later) == 5
    assert box(holding(later, 6)) == 4
    not_fallen = in_actions(at_war("total"))
    assert "CP 52" in sentence(not_fallen, event(CP, 53))


def test_brest_litovsk_comes_any_time_after_the_revolution() -> None:
    """PG-16.4.8."""
    position = in_actions(with_events(at_war("total"), "CP 28", "CP 52"))

    must_refuse(position, event(CP, 45), "PG-16.4.8", "as an event before")
    assert box(play(with_events(position, "CP 53"), event(CP, 45))) == 7


def test_kovno_counts_in_place_of_minsk_in_the_historical_scenario() -> None:
    """PG-5.7.2."""
    control = {"Kovno": "cp", "Lodz": "cp", "Baku": "cp"}
    position = play(start("historical"), correct(control=control, forts={"Kovno": "destroyed"}))

    assert shown(position)["russian_vp"] == 3
    assert box(position) == 1


# --- Peace ---------------------------------------------------------------------------------------


def offer(seat: int, die: int | None = None) -> AnyEntry:
    if die is None:
        return entry("peace", seat=seat, accepted=True)
    return entry("peace", seat=seat, accepted=False, die=die)


def test_who_may_offer_peace() -> None:
    """PG-16.5.1.1, PG-AP40."""
    position = in_actions(at_war("total"))
    ahead = play(position, correct(vp=11))

    must_refuse(position, offer(CP, 1), "PG-16.5.1.1", "VP or more to offer")
    play(ahead, offer(CP, 1))
    barred = with_events(ahead, "AP 40")
    must_refuse(barred, offer(CP, 1), "PG-AP40", "CP cannot offer peace")
    by_ap = play(position, one_op(CP))
    must_refuse(by_ap, offer(AP, 1), "PG-16.5.1.1", "VP or less to offer")
    play(with_events(play(by_ap, correct(vp=9)), "AP 40"), offer(AP, 1))


def test_two_scenarios_have_no_peace_offers() -> None:
    """PG-5.3.3, PG-5.7.2."""
    introductory = in_actions(start("introductory"))
    historical = in_actions(start("historical"))

    must_refuse(introductory, offer(CP), "PG-5.3.3", "There are no peace offers")
    must_refuse(historical, offer(CP), "PG-5.7.2", "offers in the historical")


@pytest.mark.parametrize(
    ("combined", "figures"), [(19, (1, 1, 1, 0, 0, -1)), (20, (1, 1, 0, 0, 0, -1))]
)
def test_a_refused_offer_is_diced(combined: int, figures: tuple[int, ...]) -> None:
    """PG-16.5.2."""
    position = with_status(in_actions(at_war("total")), 10, combined - 10)
    by_ap = play(position, one_op(CP), correct(vp=8))
    by_cp = play(position, correct(vp=14))

    for die, figure in enumerate(figures, 1):
        assert vp(play(by_cp, offer(CP, die))) == 14 + figure
        assert vp(play(by_ap, offer(AP, die))) == 8 - figure
    after = play(by_cp, offer(CP, 1))
    assert seat_of(after, CP)["actions"] == [{"as": "peace"}]
    assert not shown(after)["operation"]


def test_an_accepted_offer_is_a_draw_at_once() -> None:
    position = play(in_actions(at_war("total")), correct(vp=12), offer(CP))
    written = shown(position)

    assert written["phase"] == "over"
    assert (written["to_act"], written["acting"]) == (None, None)
    assert written["result"] == {
        "winners": [CP, AP],
        "reason": "peace",
        "rule": "PG-16.5.2",
        "vp": 12,
    }
    must_refuse(position, one_op(AP), "PG-0.3", "nothing more can be entered")
    must_refuse(position, correct(vp=3), "PG-0.3", "nothing more can be entered")


def test_new_cards_join_in_the_draw_phase() -> None:
    """PG-16.1: and cannot be thrown away before."""
    position = at_draw(with_status(on_turn(2), 4, 0))

    assert seat_of(position, CP)["deck"] == 7
    must_refuse(position, entry("draw", cp=[15]), "PG-9.1.2", "decks in play")
    drawn = play(position, entry("draw"))
    assert seat_of(drawn, CP)["deck"] == 27
    assert seat_of(drawn, AP)["deck"] == 7
