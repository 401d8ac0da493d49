"""PG-11.1 Control, PG-14 attrition, PG-15 forts and sieges, PG-13.2 the Near East."""

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    at_sieges,
    at_war,
    correct,
    entry,
    event,
    in_actions,
    must_refuse,
    next_turn,
    on_turn,
    one_op,
    pass_actions,
    play,
    refusal,
    sentence,
    shown,
    start,
    vp,
    with_events,
)
from tracker.games.paths_of_glory.entries import AnyEntry
from tracker.games.paths_of_glory.position import Position


def running(position: Position | None = None) -> Position:
    return play(in_actions(start() if position is None else position), one_op(CP))


def take(seat: int, *spaces: str) -> AnyEntry:
    return entry("take", seat=seat, spaces=spaces)


def besiege(seat: int, space: str) -> AnyEntry:
    return entry("besiege", seat=seat, space=space)


def test_vp_follow_a_space_at_once() -> None:
    """PG-11.1.14: for either side, in any running action."""
    position = play(running(), take(CP, "Brussels", "Calais"), take(AP, "Lemberg"))

    assert shown(position)["spaces"] == {"Brussels": "cp", "Calais": "cp", "Lemberg": "ap"}
    assert shown(position)["vp_spaces"] == 1
    assert vp(position) == 11
    back = play(position, take(AP, "Brussels"), take(CP, "Lemberg"))
    assert shown(back)["spaces"] == {"Calais": "cp"}


def test_neutral_spaces_are_not_taken() -> None:
    """PG-11.1.11."""
    for space in ("Rome", "Bucharest", "Basra"):
        must_refuse(running(), take(CP, space), "PG-11.1.11", "cannot be entered")
    for space in ("Sofia", "Constantinople"):
        must_refuse(running(), take(AP, space), "PG-11.1.11", "cannot be entered")


def test_a_space_is_taken_from_the_other_side() -> None:
    """PG-11.1.14."""
    must_refuse(running(), take(CP, "Metz"), "PG-11.1.14", "already holds")
    must_refuse(running(), take(CP, "Calais", "Metz"), "PG-11.1.14", "already holds")


def test_a_fort_keeps_its_space() -> None:
    """PG-15.1.10: the worked case."""
    position = running()
    besieged = play(position, besiege(AP, "Trieste"))

    must_refuse(position, take(AP, "Trieste"), "PG-15.1.10", "its fort")
    must_refuse(besieged, take(AP, "Trieste"), "PG-15.1.10", "its fort")
    assert "besieged" in sentence(besieged, take(AP, "Trieste"))
    ruined = play(position, correct(forts={"Trieste": "destroyed"}))
    assert vp(play(ruined, take(AP, "Trieste"))) == 9


# --- Sieges --------------------------------------------------------------------------------------


def test_only_an_enemys_fort_is_besieged_and_once() -> None:
    """PG-15.2.1, PG-15.1.9."""
    position = running()

    must_refuse(position, besiege(AP, "Belgrade"), "PG-15.2.1", "'s own")
    must_refuse(position, besiege(CP, "Basra"), "PG-11.1.11", "cannot be entered")
    position = play(position, besiege(CP, "Belgrade"))
    must_refuse(position, besiege(CP, "Belgrade"), "PG-15.2.1", "is already besieged")
    ruined = play(position, correct(forts={"Belgrade": "destroyed"}))
    must_refuse(ruined, besiege(CP, "Belgrade"), "PG-15.1.9", "is destroyed")


def test_russians_besiege_no_german_fort_in_the_east_on_turn_1() -> None:
    """PG-15.1.12."""
    for space in ("Breslau", "Posen", "Thorn", "Danzig", "Konigsberg"):
        must_refuse(running(), besiege(AP, space), "PG-15.1.12", "RU cannot besiege")
        play(running(on_turn(2)), besiege(AP, space))
    play(running(), besiege(AP, "Metz"))


def test_a_siege_is_lifted() -> None:
    """PG-15.2.4."""
    position = play(running(), besiege(CP, "Liege"))

    assert shown(play(position, entry("lift", space="Liege")))["forts"] == {}
    must_refuse(position, entry("lift", space="Verdun"), "PG-15.2.4", "is not besieged")


def test_the_worked_case_of_a_siege_on_turn_3() -> None:
    position = play(running(on_turn(3)), besiege(CP, "Belfort"))
    position = play(pass_actions(position), entry("attrition"))
    position = play(position, entry("sieges", dice={"Belfort": 3}))

    assert shown(position)["forts"] == {"Belfort": "destroyed"}
    assert vp(position) == 10
    assert shown(position)["phase"] == "war_status"


def test_a_fort_that_falls_gives_its_space_to_the_besieger() -> None:
    """PG-15.3.2, PG-15.3.3."""
    position = play(running(), besiege(CP, "Antwerp"), besiege(AP, "Trieste"))
    position = at_sieges(position)
    first = play(position, entry("sieges", dice={"Antwerp": 3, "Trieste": 6}))
    second = play(position, entry("sieges", dice={"Antwerp": 4, "Trieste": 5}))

    assert shown(first)["forts"] == {"Antwerp": "besieged", "Trieste": "destroyed"}
    assert shown(first)["spaces"] == {"Trieste": "ap"}
    assert shown(second)["spaces"] == {"Antwerp": "cp"}


def test_there_is_a_die_for_just_the_besieged_forts() -> None:
    """PG-15.3.1."""
    position = at_sieges(play(running(), besiege(CP, "Antwerp")))

    must_refuse(position, entry("sieges"), "PG-15.3.1", "die for every besieged")
    must_refuse(
        position, entry("sieges", dice={"Verdun": 3}), "PG-15.3.1", "die for every besieged"
    )
    both = entry("sieges", dice={"Antwerp": 3, "Verdun": 3})
    must_refuse(position, both, "PG-15.3.1", "die for every besieged")
    must_refuse(at_sieges(start()), both, "PG-15.3.1", "die for every besieged")


# --- Attrition -----------------------------------------------------------------------------------


def at_attrition(*entries: AnyEntry) -> Position:
    return pass_actions(play(running(), *entries))


def test_spaces_without_supply_change_hands() -> None:
    """PG-14.3.6."""
    position = at_attrition(take(AP, "Lemberg"))
    position = play(position, entry("attrition", to_cp=["Lemberg", "Lodz"], to_ap=["Essen"]))

    assert shown(position)["spaces"] == {"Lodz": "cp", "Essen": "ap"}
    assert shown(position)["phase"] == "sieges"


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"to_cp": ["Rome"]}, "PG-11.1.11"),
        ({"to_cp": ["Metz"]}, "PG-14.3.6"),
        ({"to_ap": ["Paris"]}, "PG-14.3.6"),
        ({"to_cp": ["Verdun"]}, "PG-14.3.6"),
        ({"to_cp": ["Belgrade"]}, "PG-14.3.6"),
        ({"to_cp": ["Metz"], "to_ap": ["Sofia"]}, "PG-14.3.6"),
    ],
)
def test_what_does_not_change_hands_by_attrition(fields: dict[str, list[str]], rule: str) -> None:
    assert refusal(at_attrition(), entry("attrition", **fields)) == rule


def test_serbian_spaces_change_only_when_cp_enters_them() -> None:
    position = at_attrition(correct(forts={"Belgrade": "destroyed"}))
    held = play(position, correct(control={"Belgrade": "cp"}))

    must_refuse(
        position, entry("attrition", to_cp=["Belgrade"]), "PG-14.3.6", "changes hands only when"
    )
    assert "enters" in sentence(position, entry("attrition", to_cp=["Belgrade"]))
    play(held, entry("attrition", to_ap=["Belgrade"]))


# --- The Near East -------------------------------------------------------------------------------


def near_east(seat: int, what: str) -> AnyEntry:
    return entry("near_east", seat=seat, what=what)


def sr(seat: int, card: int) -> AnyEntry:
    return entry("play", seat=seat, card=card, as_="sr")


@pytest.mark.parametrize(
    ("seat", "what", "rule"),
    [
        (AP, "br_sr", "PG-13.2.1"),
        (AP, "ru_sr", "PG-13.2.2"),
        (CP, "cp_sr", "PG-13.2.3"),
    ],
)
def test_what_goes_by_sr_goes_once_while_an_sr_runs(seat: int, what: str, rule: str) -> None:
    """PG-13.2."""
    position = in_actions(start())
    other = play(position, one_op(CP)) if seat == CP else play(position, sr(CP, 9), one_op(AP))
    runs = play(position, sr(CP, 9)) if seat == CP else play(position, one_op(CP), sr(AP, 1))

    assert refusal(runs, near_east(1 - seat, what)) == rule
    assert refusal(other, near_east(seat, what)) == rule
    done = play(runs, near_east(seat, what))
    assert shown(done)["near_east"] == [what]
    assert refusal(done, near_east(seat, what)) == rule
    assert shown(next_turn(done))["near_east"] == []


def test_an_sr_of_the_other_side_does_not_count() -> None:
    position = play(in_actions(start()), one_op(CP), sr(AP, 1), one_op(CP))

    must_refuse(position, near_east(AP, "br_sr"), "PG-13.2.1", "has no SR in progress")


def test_a_british_corps_also_leaves_while_salonika_runs() -> None:
    position = play(in_actions(at_war("limited")), one_op(CP), event(AP, 30))

    must_refuse(position, near_east(AP, "ru_sr"), "PG-13.2.2", "has no SR in progress")
    play(position, near_east(AP, "br_sr"))


def test_a_russian_corps_moves_once_and_not_after_the_tsar() -> None:
    """PG-11.3.2."""
    position = running()
    move = near_east(AP, "ru_move")

    must_refuse(position, near_east(CP, "ru_move"), "PG-11.3.2", "can do")
    done = play(position, move)
    must_refuse(done, move, "PG-11.3.2", "done this once this turn")
    must_refuse(with_events(position, "CP 52"), move, "PG-11.3.2", "RU corps can move between")
    both = play(in_actions(start()), one_op(CP), sr(AP, 1), near_east(AP, "ru_sr"), move)
    assert shown(both)["near_east"] == ["ru_move", "ru_sr"]
