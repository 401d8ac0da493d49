"""PG-17 Replacements."""

from typing import Any

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    after_war_status,
    at_war,
    correct,
    entry,
    event,
    in_actions,
    must_refuse,
    play,
    seat_of,
    sentence,
    shown,
    start,
    with_events,
)
from tracker.engine.ledger import written_lines
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.entries import AnyEntry
from tracker.games.paths_of_glory.position import Position

END = entry("end_replacements")


def replace(seat: int, nation: str, army: int = 0, corps: int = 0) -> AnyEntry:
    return entry("replace", seat=seat, nation=nation, army_steps=army, corps_steps=corps)


def rp(position: Position, nation: str) -> Any:
    seats = shown(position)["seats"]
    return {**seats[CP]["rp"], **seats[AP]["rp"]}[nation]


def with_points(**points: int) -> Position:
    return play(after_war_status(start()), correct(rp=points))


def test_the_worked_case_of_replacements() -> None:
    """PG-17: an army step costs 1, a corps step ½."""
    position = play(with_points(GE=4), END, replace(CP, "GE", army=2, corps=3))

    assert rp(position, "GE") == 0.5
    assert rp(play(position, END), "GE") == 0


def test_whole_points_are_whole_numbers() -> None:
    position = play(with_points(FR=3), replace(AP, "FR", corps=2))

    assert rp(position, "FR") == 2
    assert isinstance(rp(position, "FR"), int)


def test_each_side_has_its_segment() -> None:
    """PG-6.0."""
    position = with_points(GE=4, FR=4)

    must_refuse(position, replace(CP, "GE", 1), "PG-6.0", "replacement segment")
    play(position, replace(AP, "FR", 1))
    must_refuse(play(position, END), replace(AP, "FR", 1), "PG-6.0", "replacement segment")


def test_no_more_is_spent_than_there_is() -> None:
    """PG-17.1.1."""
    position = with_points(FR=1)

    must_refuse(position, replace(AP, "FR", army=1, corps=1), "PG-17.1.1", "points; the steps cost")
    assert "has 1 replacement points; the steps cost 1.5" in sentence(
        position, replace(AP, "FR", army=1, corps=1)
    )


def test_the_rest_is_lost_segment_by_segment() -> None:
    """PG-17.1.2."""
    position = play(with_points(GE=4, FR=4), END)

    assert (rp(position, "FR"), rp(position, "GE")) == (0, 4)
    assert shown(position)["phase"] == "cp_replacements"
    position = play(position, END)
    assert rp(position, "GE") == 0
    assert shown(position)["phase"] == "draw"


@pytest.mark.parametrize(
    ("nation", "capital"),
    [
        ("FR", "Paris"),
        ("IT", "Rome"),
        ("GE", "Berlin"),
        ("AH", "Vienna"),
        ("AH", "Budapest"),
        ("TU", "Constantinople"),
        ("BU", "Sofia"),
    ],
)
def test_no_replacements_without_the_capital(nation: str, capital: str) -> None:
    """PG-17.1.3: of AH, either of the two."""
    seat = AP if nation in ("FR", "IT") else CP
    holder = "cp" if seat == AP else "ap"
    lost = play(
        with_points(**{nation: 2}),
        correct(control={capital: holder}, forts={"Paris": "destroyed"}),
    )
    lost = lost if seat == AP else play(lost, END)

    must_refuse(lost, replace(seat, nation, 1), "PG-17.1.3", "is enemy-held or besieged")
    assert capital in sentence(lost, replace(seat, nation, 1))


def test_no_french_replacements_while_paris_is_besieged() -> None:
    position = play(with_points(FR=2, BR=2, RU=2, A=2), correct(forts={"Paris": "besieged"}))

    must_refuse(position, replace(AP, "FR", 1), "PG-17.1.3", "is enemy-held or besieged")
    for nation in ("BR", "RU", "A"):
        play(position, replace(AP, nation, 1))
    must_refuse(position, replace(AP, "US", 1), "PG-17.1.1", "points; the steps cost")


def after_e(position: Position, **points: int) -> Position:
    """In F1, with these points from before."""
    return after_war_status(play(position, correct(rp=points)))


def test_zeppelins_cost_4_british_points_in_their_turn() -> None:
    """PG-CP27."""
    position = play(in_actions(at_war("limited")), event(CP, 27))

    assert rp(after_e(position, BR=6), "BR") == 2
    assert rp(after_e(position, BR=3), "BR") == 0
    assert rp(after_e(with_events(at_war("limited"), "CP 27"), BR=6), "BR") == 6


def test_u_boats_cost_1_british_point_until_convoy() -> None:
    """PG-CP36, PG-AP52."""
    position = with_events(at_war("total"), "CP 36")

    assert rp(after_e(position, BR=6), "BR") == 5
    assert rp(after_e(with_events(position, "AP 52"), BR=6), "BR") == 6
    both = play(in_actions(position), event(CP, 27))
    assert rp(after_e(both, BR=6), "BR") == 1


def test_russia_has_at_most_1_point_after_the_revolution() -> None:
    """PG-16.4.7."""
    position = with_events(at_war("total"), "CP 53")

    assert rp(after_e(position, RU=6), "RU") == 1
    assert rp(after_e(at_war("total"), RU=6), "RU") == 6


def test_rathenau_gives_1_german_point_until_the_air_force() -> None:
    """PG-CP33, PG-AP37."""
    position = with_events(at_war("total"), "CP 33")

    assert rp(play(after_e(position, GE=2), END), "GE") == 3
    assert rp(play(after_e(with_events(position, "AP 37"), GE=2), END), "GE") == 2


# --- Sedan ---------------------------------------------------------------------------------------

WEST = {"Sedan": "cp", "Cambrai": "cp", "Brussels": "cp"}


def in_the_west(control: dict[str, str], turn: int = 5) -> Position:
    """In F1 of the historical scenario, with CP at Total War."""
    position = at_war("total", turn=turn, scenario="historical", late_italy=False)
    return after_war_status(play(position, correct(control=control)))


def test_sedan_and_two_more_spaces_give_1_german_point() -> None:
    """PG-5.7.3."""
    assert rp(play(in_the_west(WEST), END), "GE") == 1
    two = dict.fromkeys(("Sedan", "Brussels"), "cp")
    assert rp(play(in_the_west(two), END), "GE") == 0
    without = dict.fromkeys(("Cambrai", "Brussels", "Calais"), "cp")
    assert rp(play(in_the_west(without), END), "GE") == 0


def test_the_table_may_say_otherwise_but_not_without_sedan() -> None:
    says_yes, says_no = (entry("end_replacements", sedan=word) for word in (True, False))

    assert rp(play(in_the_west({"Sedan": "cp"}), says_yes), "GE") == 1
    assert rp(play(in_the_west(WEST), says_no), "GE") == 0
    must_refuse(in_the_west({"Calais": "cp"}), says_yes, "PG-5.7.3", "Sedan needs the historical")
    play(in_the_west({"Calais": "cp"}), says_no)
    must_refuse(
        after_war_status(at_war("total")), says_yes, "PG-5.7.3", "Sedan needs the historical"
    )
    play(after_war_status(at_war("total")), says_no)


def test_sedan_counts_from_the_turn_after_total_war_was_reached() -> None:
    position = play(
        at_war("limited", scenario="historical"),
        correct(war_status={"cp": 11}, control=WEST),
    )
    reached = after_war_status(position)

    assert seat_of(reached, CP)["commitment"] == "total_war"
    assert rp(play(reached, END), "GE") == 0
    must_refuse(
        reached, entry("end_replacements", sedan=True), "PG-5.7.3", "Sedan needs the historical"
    )


@pytest.mark.parametrize("word", [True, False])
def test_sedan_is_told_when_aps_segment_ends(word: bool) -> None:
    position = play(in_the_west(WEST), END)

    must_refuse(
        position, entry("end_replacements", sedan=word), "PG-5.7.3", "entered when AP's segment"
    )


def test_sedan_and_rathenau_add_up() -> None:
    position = with_events(in_the_west(WEST), "CP 33")

    assert rp(play(position, END), "GE") == 2


def test_lines_are_written_in_points() -> None:
    """PG-17.2: two army steps and three corps steps are 3.5 points, in lines as in the position."""
    position = play(after_war_status(start()), END, correct(rp={"GE": 4}))

    spent = title.decide(position, replace(CP, "GE", army=2, corps=3)).facts
    lost = title.decide(play(position, replace(CP, "GE", army=2)), END).facts

    assert [(line["what"], line["by"]) for line in written_lines(spent)] == [("rp_GE", -3.5)]
    assert [(line["what"], line["by"]) for line in written_lines(lost)] == [("rp_GE", -2)]
