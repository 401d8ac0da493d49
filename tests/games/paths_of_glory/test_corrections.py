"""PG-0.2 Corrections."""

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    after_war_status,
    correct,
    entry,
    in_actions,
    must_refuse,
    one_op,
    play,
    seat_of,
    sentence,
    shown,
    start,
)


def test_vp_are_set_to_the_number_given() -> None:
    position = play(start(), correct(vp=14))

    assert shown(position)["vp"] == 14
    assert shown(position)["vp_events"] == 4
    assert shown(play(position, correct(vp=-3)))["vp"] == -3


def test_the_vp_of_a_space_follow() -> None:
    position = play(start(), correct(control={"Brussels": "cp", "Lemberg": "ap", "Lodz": "cp"}))

    assert shown(position)["vp"] == 11
    assert shown(position)["vp_spaces"] == 1
    same = play(position, correct(control={"Lodz": "cp"}))
    assert shown(same) == shown(position)


def test_vp_that_are_set_with_a_space_stand_as_they_were_set() -> None:
    position = play(start(), correct(vp=12, control={"Brussels": "cp"}))

    assert (shown(position)["vp"], shown(position)["vp_events"]) == (12, 1)


def test_a_corrected_hand_draws_on_the_pile() -> None:
    position = play(start(), correct(hand={"cp": 9, "ap": 4}))

    assert (seat_of(position, CP)["hand"], seat_of(position, CP)["deck"]) == (9, 5)
    assert (seat_of(position, AP)["hand"], seat_of(position, AP)["deck"]) == (4, 10)
    must_refuse(start(), correct(hand={"cp": 15}), "PG-0.2", "would draw")
    assert "draw 8 cards; the draw pile has 7" in sentence(start(), correct(hand={"ap": 15}))


def test_points_mandates_and_war_status_are_set() -> None:
    position = play(
        start(),
        correct(
            rp={"GE": 3, "A": 2},
            mandate={"cp": "AH_IT", "ap": "mutiny"},
            war_status={"cp": 20, "ap": 10},
        ),
    )

    assert seat_of(position, CP)["rp"]["GE"] == 3
    assert seat_of(position, AP)["rp"]["A"] == 2
    assert seat_of(position, CP)["mandate"] == "AH_IT"
    assert seat_of(position, AP)["mandate"] == "mutiny"
    assert shown(position)["combined"] == 30
    assert shown(position)["us_entry"] == 1
    assert seat_of(position, CP)["commitment"] == "mobilization"


def test_a_space_is_not_held_against_a_fort_that_stands() -> None:
    """PG-15.1.10: as it is after the correction."""
    position = start()
    ruined = play(position, correct(forts={"Verdun": "destroyed"}, control={"Verdun": "cp"}))

    must_refuse(position, correct(control={"Verdun": "cp"}), "PG-15.1.10", "its fort")
    besieged = correct(forts={"Verdun": "besieged"}, control={"Verdun": "cp"})
    must_refuse(position, besieged, "PG-15.1.10", "its fort")
    must_refuse(ruined, correct(forts={"Verdun": "intact"}), "PG-15.1.10", "its fort")
    play(ruined, correct(forts={"Verdun": "intact"}, control={"Verdun": "ap"}))
    play(position, correct(forts={"Liege": "destroyed", "Verdun": "besieged"}))
    play(position, correct(control={"Calais": "cp"}))


def test_the_pile_is_asked_first() -> None:
    both = correct(hand={"cp": 20}, control={"Verdun": "cp"})

    must_refuse(start(), both, "PG-0.2", "would draw")


def test_corrections_may_be_made_in_every_phase_until_the_end() -> None:
    running = play(in_actions(start()), one_op(CP))

    play(running, correct(vp=3))
    play(after_war_status(start()), correct(vp=3))
    over = play(running, correct(vp=9), entry("peace", seat=AP, accepted=True))
    must_refuse(over, correct(vp=3), "PG-0.3", "nothing more can be entered")
