"""PG-12 Battles: who may attack whom, forts, advances, and what a battle leaves on the sheet."""

from typing import Any

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    at_war,
    battle,
    correct,
    event,
    in_actions,
    must_refuse,
    next_turn,
    on_turn,
    one_op,
    play,
    refusal,
    seat_of,
    sentence,
    shown,
    start,
    vp,
    with_events,
)
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.position import Position


def cp_operation(position: Position | None = None) -> Position:
    return play(in_actions(start() if position is None else position), one_op(CP))


def ap_operation(position: Position | None = None) -> Position:
    return play(cp_operation(position), one_op(AP))


def figures(trench: int) -> dict[str, Any]:
    side = {"strength": 3, "army": True, "die": 1}
    return {"attacker": side, "defender": side, "trench": trench}


# --- Who attacks whom ----------------------------------------------------------------------------


def test_a_battle_needs_an_operation_of_the_attacker() -> None:
    """PG-12.1.1."""
    attack = battle(CP, "Sedan", "GE", "FR")
    position = in_actions(start())

    must_refuse(position, attack, "PG-12.1.1", "operation in progress")
    must_refuse(play(position, event(CP, 9)), attack, "PG-12.1.1", "operation in progress")
    must_refuse(ap_operation(), attack, "PG-12.1.1", "operation in progress")
    play(cp_operation(), attack)


def test_neutrals_are_not_attacked_and_do_not_attack() -> None:
    """PG-11.1.11."""
    position = cp_operation()

    for at in ("Udine", "Jassy", "Sofia", "Ankara", "Tabriz", "Basra", "Athens"):
        must_refuse(position, battle(CP, at, "GE", "FR"), "PG-11.1.11", "cannot be entered")
    for nations in (("GE TU", "FR"), ("BU", "SB"), ("GE", "IT"), ("GE", "RO FR"), ("GE", "GR")):
        assert refusal(position, battle(CP, "Nis", *nations)) == "PG-11.1.11"
    assert refusal(position, battle(CP, "Nis", "GE", "US")) == "PG-11.1.11"
    for at in ("Tirana", "Cairo", "Arabia", "MEF1", "London"):
        play(position, battle(CP, at, "GE", "BR"))


def test_turkey_opens_persia_and_salonika_opens_greece() -> None:
    position = cp_operation(at_war("limited"))

    play(position, battle(CP, "Tabriz", "TU", "RU"))
    must_refuse(position, battle(CP, "Salonika", "GE", "FR"), "PG-11.1.11", "cannot be entered")
    play(with_events(position, "AP 30"), battle(CP, "Salonika", "GE", "FR"))
    assert refusal(with_events(position, "AP 30"), battle(CP, "Athens", "GE", "GR")) == "PG-11.1.11"
    play(with_events(position, "AP 44"), battle(CP, "Athens", "GE", "GR"))


def test_somebody_must_be_there() -> None:
    """PG-12.1.4: a unit, or an intact fort of the enemy."""
    position = cp_operation()

    must_refuse(position, battle(CP, "Sedan", "GE", ""), "PG-12.1.4", "unit nor an intact enemy")
    must_refuse(position, battle(CP, "Metz", "GE", ""), "PG-12.1.4", "unit nor an intact enemy")
    play(position, battle(CP, "Verdun", "GE", ""))
    besieged = play(position, correct(forts={"Verdun": "besieged"}))
    play(besieged, battle(CP, "Verdun", "GE", ""))
    destroyed = play(position, correct(forts={"Verdun": "destroyed"}))
    must_refuse(destroyed, battle(CP, "Verdun", "GE", ""), "PG-12.1.4", "unit nor an intact enemy")


def test_russians_do_not_attack_german_forts_on_turn_1() -> None:
    """PG-15.1.12."""
    attack = battle(AP, "Konigsberg", "RU", "GE")

    must_refuse(ap_operation(), attack, "PG-15.1.12", "RU cannot attack the fort")
    must_refuse(
        ap_operation(), battle(AP, "Metz", "FR RU", ""), "PG-15.1.12", "RU cannot attack the fort"
    )
    play(ap_operation(), battle(AP, "Cracow", "RU", "AH"))
    play(ap_operation(), battle(AP, "Metz", "FR", "GE"))
    play(ap_operation(on_turn(2)), attack)
    ruined = play(ap_operation(), correct(forts={"Konigsberg": "destroyed"}))
    play(ruined, attack)


def test_germans_do_not_attack_russian_forts_before_oberost() -> None:
    """PG-15.1.11."""
    attack = battle(CP, "Warsaw", "GE AH", "RU")
    position = cp_operation()

    must_refuse(position, attack, "PG-15.1.11", "GE cannot attack the fort")
    assert "it is 0" in sentence(position, attack)
    play(position, battle(CP, "Warsaw", "AH", "RU"))
    play(with_events(position, "CP 11"), attack)
    play(play(position, correct(war_status={"cp": 4})), attack)
    play(play(position, correct(forts={"Warsaw": "destroyed"})), attack)


def test_deserts_are_not_attacked_in_summer() -> None:
    """PG-15.2.5."""
    attack = battle(AP, "Gaza", "BR", "TU")

    must_refuse(ap_operation(at_war("limited", turn=6)), attack, "PG-15.2.5", "is desert and turn")
    play(ap_operation(at_war("limited", turn=5)), attack)


def test_after_brest_litovsk_only_turkey_fights_russia_in_the_near_east() -> None:
    """PG-16.4.9."""
    position = with_events(cp_operation(at_war("total")), "CP 45")

    must_refuse(position, battle(CP, "Minsk", "GE", "RU"), "PG-16.4.9", "only TU and SN can attack")
    must_refuse(
        position, battle(CP, "Kars", "TU GE", "RU"), "PG-16.4.9", "only TU and SN can attack"
    )
    must_refuse(
        position, battle(CP, "Odessa", "TU", "RU"), "PG-16.4.9", "only TU and SN can attack"
    )
    must_refuse(
        position, battle(CP, "Adrianople", "TU", "RU"), "PG-16.4.9", "only TU and SN can attack"
    )
    for at in ("Kars", "Van", "Tabriz", "Baku", "Cairo", "MEF4"):
        play(position, battle(CP, at, "TU SN", "RU"))
    play(with_events(position, "CP 11"), battle(CP, "Riga", "GE", ""))
    play(position, battle(CP, "Sedan", "GE", "FR"))
    by_ap = play(position, one_op(AP))
    must_refuse(by_ap, battle(AP, "Lemberg", "RU", "AH"), "PG-16.4.9", "RU cannot attack after")
    play(by_ap, battle(AP, "Lemberg", "SB", "AH"))


def test_lloyd_george_forbids_british_attacks_on_deep_german_trenches() -> None:
    """PG-CP55: this turn, only with a calculation, until CP 49, 50 or 51."""
    before = in_actions(at_war("total"))
    position = play(before, event(CP, 55), one_op(AP))
    attack = battle(AP, "Metz", "BR FR", "GE", calculation=figures(2))

    must_refuse(position, attack, "PG-CP55", "attack on GE in a trench")
    play(position, battle(AP, "Metz", "BR", "GE"))
    play(position, battle(AP, "Metz", "BR", "GE", calculation=figures(1)))
    play(position, battle(AP, "Metz", "FR", "GE", calculation=figures(2)))
    play(with_events(position, "CP 50"), attack)
    play(ap_operation(next_turn(position)), attack)


def test_stavka_timidity_forbids_russian_attacks_on_entrenched_germans() -> None:
    """PG-CP58."""
    before = with_events(in_actions(at_war("total", optional_cards="all")), "CP 28")
    position = play(before, event(CP, 58), one_op(AP))
    attack = battle(AP, "Posen", "RU", "GE", calculation=figures(1))

    must_refuse(position, attack, "PG-CP58", "RU attack on entrenched")
    play(position, battle(AP, "Posen", "RU", "GE AH", calculation=figures(1)))
    play(position, battle(AP, "Posen", "RU", "GE", calculation=figures(0)))
    play(position, battle(AP, "Posen", "RU", "GE"))
    play(ap_operation(next_turn(position)), attack)


# --- Forts and advances --------------------------------------------------------------------------


def test_the_worked_case_of_the_german_mandate() -> None:
    """Dice 4; GE attacks BR in Calais, 3 to 3: made, nobody won, cards of both discarded."""
    position = play(in_actions(on_turn(3), 4, 4), one_op(CP))
    cards = {"defender_cards": [7]}
    position = play(position, battle(CP, "Calais", "GE", "BR", losses=(3, 3), **cards))

    assert seat_of(position, CP)["mandate"] == "made"
    assert shown(position)["last_battle"]["winner"] == "none"
    assert shown(position)["last_battle"]["mandate_made"] is True
    assert seat_of(position, AP)["discard"] == [7]


def test_an_advance_takes_the_space_and_its_vp() -> None:
    """PG-11.1.14."""
    position = cp_operation()
    advanced = play(position, battle(CP, "Brussels", "GE", "BE", advance=True))

    assert shown(advanced)["spaces"] == {"Brussels": "cp"}
    assert shown(advanced)["vp_spaces"] == 1
    assert vp(advanced) == 11
    assert vp(play(position, battle(CP, "Brussels", "GE", "BE"))) == 10
    assert vp(play(position, battle(CP, "Sedan", "GE", "FR", advance=True))) == 10


def test_an_advance_on_a_fort_besieges_it() -> None:
    """PG-12.7.6."""
    position = play(cp_operation(), battle(CP, "Verdun", "GE", "FR", advance=True))

    assert shown(position)["forts"] == {"Verdun": "besieged"}
    assert shown(position)["spaces"] == {}
    again = play(position, battle(CP, "Verdun", "GE", "FR", advance=True))
    assert shown(again)["forts"] == {"Verdun": "besieged"}


def test_an_advance_on_an_own_besieged_fort_relieves_it() -> None:
    position = play(ap_operation(), correct(forts={"Verdun": "besieged"}))

    relieved = play(position, battle(AP, "Verdun", "FR", "GE", advance=True))

    assert shown(relieved)["forts"] == {}


def test_a_fort_falls_to_a_loss_number_of_its_own() -> None:
    """PG-12.4.6, PG-15.1.9, PG-3.0."""
    position = cp_operation()
    attack = {"fort_destroyed": True, "losses": (3, 0)}

    must_refuse(
        position, battle(CP, "Sedan", "GE", "FR", **attack), "PG-15.1.9", "There is no intact enemy"
    )
    attack["losses"] = (2, 0)
    must_refuse(
        position, battle(CP, "Verdun", "GE", "FR", **attack), "PG-12.4.6", "falls to a loss number"
    )
    assert "it was 2" in sentence(position, battle(CP, "Verdun", "GE", "FR", **attack))
    attack["losses"] = (3, 0)
    fallen = play(position, battle(CP, "Verdun", "GE", "", **attack))
    assert shown(fallen)["forts"] == {"Verdun": "destroyed"}
    assert shown(fallen)["spaces"] == {}


def test_a_besieged_fort_that_falls_gives_its_space_at_once() -> None:
    """PG-3.0."""
    position = play(cp_operation(), correct(forts={"Verdun": "besieged"}))

    attack = battle(CP, "Verdun", "GE", "", fort_destroyed=True, losses=(3, 0))
    assert shown(play(position, attack))["spaces"] == {"Verdun": "cp"}


def test_no_advance_into_a_bare_fort_that_stands() -> None:
    """PG-12.7.1."""
    position = cp_operation()

    must_refuse(
        position,
        battle(CP, "Verdun", "GE", "", advance=True),
        "PG-12.7.1",
        "stands: no advance into",
    )
    attack = {"advance": True, "fort_destroyed": True, "losses": (4, 0)}
    advanced = play(position, battle(CP, "Verdun", "GE", "", **attack))
    assert shown(advanced)["spaces"] == {"Verdun": "cp"}


def test_the_second_space_of_an_advance_needs_the_first() -> None:
    """PG-12.7.3."""
    position = cp_operation()
    further = {"take": ["Cambrai", "Melun"]}

    must_refuse(position, battle(CP, "Sedan", "GE", "FR", **further), "PG-12.7.3", "advance into")
    taken = play(position, battle(CP, "Sedan", "GE", "FR", advance=True, **further))
    assert shown(taken)["spaces"] == {"Cambrai": "cp", "Melun": "cp"}


def test_what_is_taken_further_on_is_checked_as_in_take_and_then_by_the_channel() -> None:
    """PG-12.7.7: the space first, then the Channel, space by space."""
    position = cp_operation()

    def taking(*spaces: str) -> Any:
        return battle(CP, "Brussels", "GE", "BE", advance=True, take=spaces)

    must_refuse(position, taking("Rome", "Calais"), "PG-11.1.11", "cannot be entered")
    must_refuse(position, taking("Metz"), "PG-11.1.14", "already holds")
    must_refuse(position, taking("Verdun"), "PG-15.1.10", "its fort")
    must_refuse(position, taking("Calais", "Verdun"), "PG-12.7.7", "CP may not advance")
    play(with_events(position, "CP 8"), taking("Calais", "Ostend"))
    play(play(position, correct(war_status={"cp": 4})), taking("Calais"))
    by_ap = play(position, correct(control={"Calais": "cp"}), one_op(AP))
    play(by_ap, battle(AP, "Brussels", "FR", "GE", advance=True, take=["Calais"]))


def test_amiens_is_on_the_channel_too() -> None:
    position = play(in_actions(start("historical")), event(CP, 1))

    attack = battle(CP, "Brussels", "GE", "BE", advance=True, take=["Amiens"])
    must_refuse(position, attack, "PG-12.7.7", "CP may not advance")


def test_the_peace_offensive_costs_1_vp_without_an_advance() -> None:
    """PG-CP51."""
    position = with_events(cp_operation(at_war("total")), "CP 54")
    attack = battle(CP, "Sedan", "GE", "FR", attacker_cards=[51])

    assert vp(play(position, attack)) == 9
    advanced = battle(CP, "Sedan", "GE", "FR", attacker_cards=[51], advance=True)
    assert vp(play(position, advanced)) == 10
    must_refuse(cp_operation(at_war("total")), attack, "PG-CP51", "as an event before")
    by_ap = play(position, one_op(AP))
    play(by_ap, battle(AP, "Metz", "FR", "GE"))


def test_the_last_battle_is_of_this_turn() -> None:
    position = play(cp_operation(), battle(CP, "Sedan", "GE", "FR", losses=(5, 2)))

    assert shown(position)["last_battle"] == {
        "at": "Sedan",
        "attacker": CP,
        "loss_numbers": {"attacker": 5, "defender": 2},
        "winner": "attacker",
        "retreat": None,
        "mandate_made": False,
    }
    lost = play(position, battle(CP, "Calais", "GE", "FR", losses=(2, 5)))
    assert shown(lost)["last_battle"]["winner"] == "defender"
    assert shown(next_turn(position))["last_battle"] is None


@pytest.mark.parametrize("losses", [(0, 0), (3, 3), (4, 1), (1, 4)])
def test_a_battle_says_who_won(losses: tuple[int, int]) -> None:
    decision = title.decide(cp_operation(), battle(CP, "Sedan", "GE", "FR", losses=losses))

    assert any("Sedan" in str(verdict.says) for verdict in decision.verdicts)


def test_an_entry_that_is_refused_changes_nothing() -> None:
    position = cp_operation()
    before = shown(position)

    refusal(position, battle(CP, "Verdun", "GE", "", advance=True))

    assert shown(position) == before
