"""Reminders: events that last, the limits of the scenario, and the set-up of a nation."""

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    at_war,
    correct,
    event,
    in_actions,
    next_turn,
    one_op,
    ops,
    play,
    start,
    with_events,
)
from tracker.games.paths_of_glory import outlook, reminders
from tracker.games.paths_of_glory.position import Position, Table


def in_force(position: Position) -> list[str]:
    return [str(says) for says in reminders.events_in_force(Table(position))]


def reminded(position: Position) -> str:
    return " ".join(str(says) for says in reminders.reminders(Table(position)))


def test_an_event_that_lasts_is_in_force_once_its_action_is_over() -> None:
    position = play(in_actions(start()), event(CP, 1), event(AP, 9))
    assert in_force(position) == []

    position = play(position, one_op(CP))
    assert in_force(position) == [
        "AP 9 Moltke (turn 1): CP pays OPS by the unit in FR/BE until CP 13."
    ]
    assert in_force(with_events(position, "CP 13")) == []


@pytest.mark.parametrize(
    ("card", "lasts", "ended_by"),
    [
        ("CP 10", True, None),
        ("CP 33", True, "AP 37"),
        ("CP 36", True, "AP 52"),
        ("CP 55", False, "CP 50"),
        ("AP 27", False, None),
        ("AP 65", False, None),
    ],
)
def test_events_of_a_turn_are_over_with_it_and_others_with_a_card(
    card: str, lasts: bool, ended_by: str | None
) -> None:
    later = with_events(at_war("total", 6), card, turn=5)
    now = with_events(at_war("total", 6), card, turn=6)
    assert len(in_force(now)) == 1
    assert len(in_force(later)) == lasts
    if ended_by:
        assert in_force(with_events(now, ended_by, turn=6)) == []


def test_after_the_fall_of_the_tsar_russian_attacks_cost_by_the_unit() -> None:
    assert in_force(with_events(at_war("total", 8), "CP 52", turn=7)) == [
        "RU attacks cost OPS by the unit (CP 52)."
    ]


def test_the_historical_scenario_reminds_of_its_trenches_and_of_italy() -> None:
    first = reminded(start("historical"))
    assert "Strasbourg; none in Brussels (PG-5.7.1)" in first
    assert "Verona, Asiago, Maggiore, Udine (PG-5.7.1)" in first
    assert "only AH and IT armies act in Italy" in first
    assert reminded(start()) == ""
    second = reminded(next_turn(start("historical")))
    assert "Strasbourg" not in second
    assert "only AH and IT armies act in Italy" in second
    assert "Italy" not in reminded(at_war("total", 6, scenario="historical"))


def test_a_nation_that_enters_is_to_be_set_up() -> None:
    position = with_events(at_war("limited", 6), "AP 17", turn=6)
    assert "Italy enters the war: set up its units." in reminded(position)
    assert "Italy" not in reminded(with_events(at_war("limited", 6), "AP 17", turn=5))


def test_turkey_is_set_up_with_persia_when_cp_reaches_limited_war() -> None:
    turns = {turn: reminded(at_war("limited", turn)) for turn in (3, 6)}
    assert "Kermanshah goes to CP, the rest of Persia to AP" in turns[3]
    assert "Kermanshah" not in turns[6]


def test_an_allied_operation_reminds_of_the_one_attack_in_the_near_east() -> None:
    position = play(in_actions(at_war("limited", 6)), one_op(CP), ops(AP, 3))
    assert "one space in the Near East in a round (PG-9.2.7)" in reminded(position)
    assert "Near East" not in reminded(play(position, one_op(CP)))


def test_both_sides_together_are_told_what_is_missing_to_the_marks() -> None:
    said = " ".join(str(says) for says in outlook.forecast(Table(start())))
    assert "Together: 30 more to 30, 33 to 33, 40 to 40;" in said


def test_the_next_step_of_each_side_and_of_both_is_marked_on_the_track() -> None:
    def ahead(position: Position) -> list[int]:
        return [box.number for box in outlook.general_track(Table(position)) if box.kind == "next"]

    assert ahead(start()) == [4, 30]
    assert ahead(at_war("limited", 6)) == [11, 30]
    assert ahead(play(at_war("total", 6), correct(war_status={"cp": 20, "ap": 12}))) == [33]


@pytest.mark.parametrize(
    ("mark", "says"),
    [
        ("GE", "GE must attack units of US, BR, FR, BE in a space of FR, BE, GE"),
        ("FR", "FR must attack units of GE in a space of FR, BE, GE"),
        ("RU", "RU must attack units of any nation"),
        ("AH_IT", "AH must attack IT units, a space of Italy, or units supplied through Italy"),
        ("mutiny", "mutiny: the first attack of FR units without US units is +1 VP"),
        ("made", "mandate made"),
    ],
)
def test_a_mandate_says_which_battle_would_make_it(mark: str, says: str) -> None:
    """PG-7.1.4 to PG-7.1.8."""
    assert str(reminders.mandated_battle(Table(start()), mark)) == says


def test_belgians_are_named_only_where_they_count() -> None:
    """PG-7.1.5."""
    says = str(reminders.mandated_battle(Table(start(belgian_targets=False)), "GE"))

    assert says == "GE must attack units of US, BR, FR in a space of FR, BE, GE"
