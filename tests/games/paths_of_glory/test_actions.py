"""PG-8 Actions, PG-6 the sequence of play."""

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    at_sieges,
    at_war,
    battle,
    correct,
    entry,
    event,
    in_actions,
    must_refuse,
    next_turn,
    one_op,
    ops,
    pass_actions,
    play,
    refusal,
    seat_of,
    shown,
    start,
    vp,
    with_events,
)
from tracker.games.paths_of_glory.entries import AnyEntry


def sr(seat: int, card: int) -> AnyEntry:
    return entry("play", seat=seat, card=card, as_="sr")


def rp(seat: int, card: int) -> AnyEntry:
    return entry("play", seat=seat, card=card, as_="rp")


def test_cp_acts_first_and_then_the_sides_take_turns() -> None:
    """PG-8.1.2."""
    position = in_actions(start())

    assert shown(position)["to_act"] == CP
    assert shown(position)["acting"] is None
    must_refuse(position, one_op(AP), "PG-8.1.2", "The next action")
    position = play(position, one_op(CP))
    assert shown(position)["to_act"] == AP
    assert shown(position)["acting"] == CP
    must_refuse(position, one_op(CP), "PG-8.1.2", "The next action")


def test_there_are_six_actions_a_side() -> None:
    """PG-8.1.1."""
    position = pass_actions(in_actions(start()))
    written = shown(position)

    assert (written["round"], written["to_act"], written["acting"]) == (6, None, AP)
    assert seat_of(position, CP)["actions"] == [{"as": "one_op"}] * 6
    for action in (one_op(CP), ops(AP, 1), entry("peace", seat=CP, accepted=True)):
        must_refuse(position, action, "PG-8.1.1", "Both sides have had their")


def test_attrition_waits_for_all_twelve_actions() -> None:
    """PG-6.0."""
    position = play(in_actions(start()), one_op(CP))

    must_refuse(position, entry("attrition"), "PG-6.0", "has had")
    assert shown(at_sieges(position))["phase"] == "sieges"


@pytest.mark.parametrize(
    "written",
    [
        one_op(CP),
        ops(CP, 2),
        battle(CP, "Sedan", "GE", "FR"),
        entry("take", seat=CP, spaces=["Paris"]),
        entry("sieges"),
        entry("war_status"),
        entry("draw"),
        entry("end_replacements"),
        entry("replace", seat=AP, nation="FR", army_steps=1),
        entry("attrition"),
    ],
)
def test_each_entry_has_its_phase(written: AnyEntry) -> None:
    """PG-6.0."""
    must_refuse(start(), written, "PG-6.0", "entered now: the mandates")


def test_every_phase_says_that_it_is_not_the_time() -> None:
    position = at_sieges(start())
    for step in (
        entry("sieges"),
        entry("war_status"),
        entry("end_replacements"),
        entry("end_replacements"),
        entry("draw"),
        entry("mandates", cp=5, ap=4),
    ):
        assert refusal(position, entry("attrition")) == "PG-6.0"
        position = play(position, step)


@pytest.mark.parametrize(
    "written",
    [
        entry("take", seat=CP, spaces=["Calais"]),
        entry("besiege", seat=CP, space="Liege"),
        entry("lift", space="Liege"),
        entry("near_east", seat=CP, what="cp_sr"),
    ],
)
def test_what_is_beside_actions_needs_a_running_one(written: AnyEntry) -> None:
    """PG-8.1.1."""
    must_refuse(in_actions(start()), written, "PG-8.1.1", "No action has been played")


def test_a_card_as_ops_is_discarded_and_gives_an_operation() -> None:
    position = play(in_actions(start()), ops(CP, 1))
    written = shown(position)

    assert written["operation"] is True
    assert written["seats"][CP]["discard"] == [1]
    assert written["seats"][CP]["removed"] == []
    assert written["seats"][CP]["hand"] == 6
    assert written["seats"][CP]["actions"] == [{"as": "ops", "card": 1}]
    assert written["seats"][CP]["war_status"] == 0


def test_only_ops_one_op_and_events_with_ops_are_operations() -> None:
    """PG-8."""
    position = in_actions(at_war("limited"))
    with_stripe = in_actions(at_war("limited", event_and_ops=True))

    assert shown(play(position, one_op(CP)))["operation"]
    assert shown(play(position, event(CP, 17)))["operation"]
    assert not shown(play(position, event(CP, 27)))["operation"]
    assert not shown(play(position, sr(CP, 27)))["operation"]
    for each, is_operation in ((position, False), (with_stripe, True)):
        landships = play(each, one_op(CP), event(AP, 28))
        assert shown(landships)["operation"] is is_operation


def test_no_sr_after_sr_but_afresh_in_a_new_turn() -> None:
    """PG-9.3.3: the worked case."""
    position = play(in_actions(start()), one_op(CP), sr(AP, 1), one_op(CP))

    must_refuse(position, sr(AP, 2), "PG-9.3.3", "last action was already SR")
    play(position, one_op(AP), one_op(CP), sr(AP, 2))
    later = in_actions(next_turn(play(pass_actions(position))))
    play(later, one_op(CP), sr(AP, 2))


def test_salonika_counts_as_sr() -> None:
    """PG-9.3.3."""
    position = in_actions(at_war("limited"))
    after_sr = play(position, one_op(CP), sr(AP, 1), one_op(CP))
    after_salonika = play(position, one_op(CP), event(AP, 30), one_op(CP))

    must_refuse(after_sr, event(AP, 30), "PG-9.3.3", "last action was already SR")
    must_refuse(after_salonika, sr(AP, 2), "PG-9.3.3", "last action was already SR")


def test_no_rp_after_rp() -> None:
    """PG-9.4.3."""
    position = play(in_actions(start()), rp(CP, 2), one_op(AP))

    must_refuse(position, rp(CP, 3), "PG-9.4.3", "last action was already RP")
    play(position, sr(CP, 3), one_op(AP), rp(CP, 4))


def test_no_rp_in_the_turn_of_influenza() -> None:
    """PG-AP65: of either side, and before the rule of two RP in a row."""
    position = play(
        in_actions(at_war("total", optional_cards="all")),
        correct(war_status={"cp": 15, "ap": 15}),
        rp(CP, 2),
        event(AP, 65),
    )

    must_refuse(position, rp(CP, 3), "PG-AP65", "no RP action this turn")
    position = play(position, one_op(CP))
    must_refuse(position, rp(AP, 2), "PG-AP65", "no RP action this turn")
    later = in_actions(next_turn(position))
    play(later, rp(CP, 3))


def test_rp_are_credited_and_neutrals_get_nothing() -> None:
    """PG-9.4.1: the worked case."""
    position = play(in_actions(start()), one_op(CP), rp(AP, 11))

    assert seat_of(position, AP)["rp"] == {"A": 0, "BR": 1, "FR": 1, "IT": 0, "RU": 2, "US": 0}


def test_italy_and_bulgaria_give_their_own_nation_no_point() -> None:
    """PG-2: the exceptions to the table."""
    position = in_actions(with_events(at_war("limited"), "AP 17", "CP 34"))
    position = play(position, rp(CP, 34), rp(AP, 17))

    assert seat_of(position, CP)["rp"] == {"GE": 4, "AH": 3, "BU": 0, "TU": 2}
    assert seat_of(position, AP)["rp"]["IT"] == 0
    other = play(in_actions(with_events(at_war("limited"), "AP 17", "CP 34")), rp(CP, 33))
    assert seat_of(other, CP)["rp"]["BU"] == 1
    assert seat_of(play(other, rp(AP, 16)), AP)["rp"]["IT"] == 2


def test_over_there_gives_a_us_point_with_every_rp_card() -> None:
    """PG-17.1.8."""
    position = in_actions(with_events(at_war("total"), "AP 54", "AP 55"))

    assert seat_of(play(position, one_op(CP), rp(AP, 8)), AP)["rp"]["US"] == 1


def test_the_historical_scenario_opens_with_guns_of_august() -> None:
    """PG-5.7.4."""
    position = in_actions(start("historical"))

    for action in (one_op(CP), ops(CP, 1), event(CP, 9), sr(CP, 65)):
        must_refuse(position, action, "PG-5.7.4", "CP's first action")
    position = play(position, event(CP, 1), one_op(AP), one_op(CP))
    assert shown(position)["forts"] == {"Liege": "destroyed"}


def test_the_high_seas_fleet_scores_with_the_next_ap_action() -> None:
    """PG-CP25."""
    position = play(in_actions(at_war("limited")), event(CP, 25))

    assert shown(position)["fleet_pending"]
    assert vp(position) == 10
    for action in (one_op(AP), ops(AP, 33), event(AP, 27)):
        after = play(position, action)
        assert vp(after) == 11
        assert not shown(after)["fleet_pending"]


def test_the_grand_fleet_stops_it_and_does_nothing_else() -> None:
    """PG-AP33."""
    position = play(in_actions(at_war("limited")), event(CP, 25), event(AP, 33))

    assert vp(position) == 10
    assert not shown(position)["fleet_pending"]
    later = play(in_actions(at_war("limited")), one_op(CP))
    must_refuse(later, event(AP, 33), "PG-AP33", "and only in the next AP")


def test_the_fleet_scores_after_a_refused_peace_and_not_with_an_accepted_one() -> None:
    position = play(in_actions(at_war("limited")), correct(vp=9), event(CP, 25))

    assert vp(play(position, entry("peace", seat=AP, accepted=False, die=1))) == 9
    accepted = play(position, entry("peace", seat=AP, accepted=True))
    assert shown(accepted)["vp"] == 9
    assert shown(accepted)["fleet_pending"]
