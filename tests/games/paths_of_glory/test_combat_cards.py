"""PG-9.5.4 Combat cards: conditions, use once a round, and where they go."""

from typing import Any

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    at_draw,
    at_war,
    battle,
    correct,
    entry,
    event,
    in_actions,
    must_refuse,
    on_turn,
    one_op,
    play,
    refusal,
    seat_of,
    shown,
    start,
    vp,
    with_cards,
    with_events,
)
from tracker.games.paths_of_glory.entries import AnyEntry
from tracker.games.paths_of_glory.position import Position


def cp_operation(position: Position | None = None) -> Position:
    return play(in_actions(start() if position is None else position), one_op(CP))


def ap_operation(position: Position | None = None) -> Position:
    return play(cp_operation(position), one_op(AP))


def figures(trench: int) -> dict[str, Any]:
    side = {"strength": 3, "army": True, "die": 1}
    return {"attacker": side, "defender": side, "trench": trench}


def attack(at: str, attackers: str, defenders: str, *cards: int, **fields: Any) -> AnyEntry:
    seat = CP if attackers.split()[0] in ("GE", "AH", "TU", "BU", "SN") else AP
    return battle(seat, at, attackers, defenders, attacker_cards=cards, **fields)


def defend(at: str, attackers: str, defenders: str, *cards: int, **fields: Any) -> AnyEntry:
    seat = CP if attackers.split()[0] in ("GE", "AH", "TU", "BU", "SN") else AP
    return battle(seat, at, attackers, defenders, defender_cards=cards, **fields)


def test_the_winner_keeps_the_card_face_up_and_used() -> None:
    """PG-9.5.4.2."""
    position = play(cp_operation(), attack("Vilna", "GE", "RU", 3, losses=(4, 2)))

    assert seat_of(position, CP)["kept"] == [{"card": 3, "used": True}]
    assert seat_of(position, CP)["hand"] == 6
    assert seat_of(position, CP)["events"] == {"3": 1}
    must_refuse(position, attack("Lodz", "GE", "RU", 3), "PG-9.5.4.4", "has already been used")


@pytest.mark.parametrize("losses", [(2, 4), (3, 3)])
def test_the_loser_discards_it_and_in_a_tie_both_do(losses: tuple[int, int]) -> None:
    """PG-9.5.4.3."""
    position = play(cp_operation(), attack("Vilna", "GE", "RU", 3, losses=losses))

    assert seat_of(position, CP)["kept"] == []
    assert seat_of(position, CP)["discard"] == [3]


@pytest.mark.parametrize("losses", [(4, 2), (3, 3), (0, 2)])
def test_an_asterisk_card_is_removed_whoever_wins(losses: tuple[int, int]) -> None:
    position = play(cp_operation(), attack("Vilna", "GE", "RU", 2, losses=losses))

    assert seat_of(position, CP)["removed"] == [2]


def test_a_card_for_one_battle_a_turn_is_discarded_by_the_winner_too() -> None:
    """PG-9.5.4.2: kind CC1."""
    position = ap_operation(at_war("total"))
    position = play(position, attack("Metz", "BR", "GE", 36, losses=(4, 2)))

    assert seat_of(position, AP)["discard"] == [36]


def test_they_shall_not_pass_stays_on_a_tie() -> None:
    """PG-AP39."""
    position = cp_operation(at_war("total"))
    tie = play(position, defend("Verdun", "GE", "FR", 39, losses=(3, 3)))
    lost = play(position, defend("Verdun", "GE", "FR", 39, losses=(3, 2)))

    assert seat_of(tie, AP)["kept"] == [{"card": 39, "used": True}]
    assert seat_of(lost, AP)["discard"] == [39]


def test_a_kept_card_is_used_again_in_the_next_round_and_lost_by_the_loser() -> None:
    position = play(cp_operation(), attack("Vilna", "GE", "RU", 3, losses=(4, 2)), one_op(AP))
    assert seat_of(position, CP)["kept"] == [{"card": 3, "used": True}]
    position = play(position, one_op(CP))
    assert seat_of(position, CP)["kept"] == [{"card": 3, "used": False}]

    again = play(position, attack("Vilna", "GE", "RU", 3, losses=(4, 2)))
    lost = play(position, attack("Vilna", "GE", "RU", 3, losses=(1, 2)))

    assert seat_of(again, CP)["kept"] == [{"card": 3, "used": True}]
    assert seat_of(again, CP)["hand"] == 6
    assert seat_of(lost, CP)["discard"] == [3]


def test_putnik_serves_once_in_a_round() -> None:
    """PG-9.5.4.4: the worked case."""
    defended = play(cp_operation(), defend("Nis", "AH", "SB", 5, losses=(1, 2)))
    ap_acts = play(defended, one_op(AP))

    must_refuse(ap_acts, attack("Sarajevo", "SB", "AH", 5), "PG-9.5.4.4", "has already been used")
    next_round = play(ap_acts, one_op(CP), one_op(AP))
    play(next_round, attack("Sarajevo", "SB", "AH", 5))


def test_putnik_serves_once_in_each_action_where_the_table_plays_it_so() -> None:
    position = cp_operation(start(combat_card_use="action"))
    position = play(position, defend("Nis", "AH", "SB", 5, losses=(1, 2)))
    must_refuse(position, defend("Nis", "AH", "SB", 5), "PG-9.5.4.4", "has already been used")

    play(position, one_op(AP), attack("Sarajevo", "SB", "AH", 5))


def test_putnik_is_gone_in_1916() -> None:
    """PG-AP5: the worked case."""
    position = cp_operation(on_turn(8))

    must_refuse(position, defend("Nis", "AH", "SB", 5), "PG-AP5", "may be used on turns")
    play(cp_operation(on_turn(7)), defend("Nis", "AH", "SB", 5))


def test_war_status_comes_with_the_first_use_from_the_hand() -> None:
    position = with_events(cp_operation(at_war("limited")), "CP 13")
    position = play(position, attack("Verdun", "GE", "FR", 26, losses=(5, 2)))

    assert seat_of(position, CP)["war_status"] == 1


# --- What is checked, in this order --------------------------------------------------------------


def test_a_bare_fort_is_not_helped() -> None:
    """PG-3.0: but the attacker of one is."""
    position = cp_operation()

    must_refuse(position, defend("Verdun", "GE", "", 1), "PG-3.0", "cannot help a bare fort")
    play(position, attack("Liege", "GE", ""))
    position = with_events(cp_operation(at_war("limited")), "CP 13")
    play(position, attack("Verdun", "GE", "", 26))


def test_only_combat_cards_are_played_in_a_battle() -> None:
    """PG-9.5.4.1: asked before whether the card is at hand."""
    must_refuse(
        cp_operation(), attack("Sedan", "GE", "FR", 59), "PG-9.5.4.1", "is not a combat card"
    )


@pytest.mark.parametrize(
    ("place", "card", "rule"),
    [("removed", 2, "PG-9.5.1.2"), ("discard", 3, "PG-9.1.2"), ("", 15, "PG-9.1.2")],
)
def test_a_card_must_be_at_hand(place: str, card: int, rule: str) -> None:
    position = with_cards(cp_operation(), **{f"cp_{card}": place})

    assert refusal(position, attack("Vilna", "GE", "RU", card)) == rule


def test_optional_combat_cards_need_the_switch() -> None:
    must_refuse(cp_operation(), attack("Lemberg", "AH", "RU", 57), "PG-2.3", "is an optional")
    play(cp_operation(start(optional_cards="all")), attack("Lemberg", "AH", "RU", 57))


def test_no_more_cards_are_played_than_are_in_hand() -> None:
    """PG-9.1.1: per card with an empty hand, and after a side's last card."""
    one_card = play(cp_operation(), correct(hand={"cp": 1}))
    none = play(cp_operation(), correct(hand={"cp": 0}))

    must_refuse(one_card, attack("Vilna", "GE", "RU", 2, 3), "PG-9.1.1", "cards in hand")
    must_refuse(none, attack("Sedan", "GE", "FR", 3), "PG-9.1.1", "cards in hand")
    kept = with_cards(one_card, cp_3="kept")
    play(kept, attack("Vilna", "GE", "RU", 2, 3))
    must_refuse(one_card, attack("Sedan", "GE", "FR", 2, 3), "PG-CP2", "units as the only enemy")


def test_the_attackers_cards_are_looked_at_first_in_the_order_written() -> None:
    position = cp_operation()
    both = {"attacker_cards": [3, 2], "defender_cards": [7]}

    must_refuse(position, battle(CP, "Sedan", "GE", "FR", **both), "PG-CP3", "units as the enemy")
    both = {"attacker_cards": [2, 3], "defender_cards": [7]}
    must_refuse(
        position, battle(CP, "Sedan", "GE", "FR", **both), "PG-CP2", "units as the only enemy"
    )
    must_refuse(
        position, battle(CP, "Vilna", "GE", "RU", **both), "PG-AP7", "swamp in spring or fall"
    )


def test_when_and_whose_a_card_is() -> None:
    position = cp_operation(at_war("total", optional_cards="all"))

    must_refuse(position, attack("Vilna", "GE", "RU", 4), "PG-CP4", "is for a defence")
    must_refuse(position, attack("Vilna", "AH", "RU", 3), "PG-CP3", "needs a unit")
    must_refuse(position, attack("Sedan", "GE", "FR", 3), "PG-CP3", "units as the enemy")
    must_refuse(position, attack("Vilna", "GE", "RU BR", 2), "PG-CP2", "units as the only enemy")
    must_refuse(position, attack("Verdun", "GE", "", 2), "PG-CP2", "units as the only enemy")
    must_refuse(position, defend("Vilna", "GE", "RU", 58), "PG-AP58", "is for an attack")
    play(position, attack("Vilna", "GE AH", "RU", 2, 3))


def test_alpine_troops_need_italians_alone() -> None:
    """PG-AP59."""
    position = with_events(at_war("limited", optional_cards="all"), "AP 17")
    position = ap_operation(position)

    must_refuse(position, attack("Trent", "IT FR", "AH", 59), "PG-AP59", "units only")
    play(position, attack("Trent", "IT", "AH", 59))


@pytest.mark.parametrize(
    ("turn", "at", "fits"),
    [
        (3, "Gorlice", True),
        (4, "Gorlice", True),
        (5, "Gorlice", False),
        (5, "Pinsk", True),
        (3, "Pinsk", True),
        (4, "Pinsk", False),
        (3, "Lodz", False),
        (2, "Gorlice", False),
    ],
)
def test_severe_weather_has_its_terrain_and_season(turn: int, at: str, fits: bool) -> None:
    """PG-AP7, PG-CP4."""
    position = on_turn(turn)
    by_ap = defend(at, "AH", "RU", 7)
    by_cp = defend(at, "RU", "AH", 4)

    if fits:
        play(cp_operation(position), by_ap)
        play(ap_operation(position), by_cp)
    else:
        must_refuse(cp_operation(position), by_ap, "PG-AP7", "swamp in spring or fall")
        must_refuse(ap_operation(position), by_cp, "PG-CP4", "swamp in spring or fall")


def test_place_of_execution_needs_an_intact_french_fort() -> None:
    """PG-CP26."""
    position = cp_operation(at_war("limited"))
    opened = with_events(position, "CP 13")
    ruined = play(opened, correct(forts={"Verdun": "destroyed"}))

    must_refuse(position, attack("Verdun", "GE", "FR", 26), "PG-CP26", "as an event before")
    must_refuse(opened, attack("Sedan", "GE", "FR", 26), "PG-CP26", "needs an intact fort")
    must_refuse(opened, attack("Liege", "GE", "FR", 26), "PG-CP26", "needs an intact fort")
    must_refuse(ruined, attack("Verdun", "GE", "FR", 26), "PG-CP26", "needs an intact fort")
    must_refuse(
        with_events(opened, "CP 54"),
        attack("Verdun", "GE", "FR", 26),
        "PG-CP26",
        "cannot be played after",
    )
    play(opened, attack("Verdun", "AH", "FR", 26))
    play(play(opened, correct(forts={"Verdun": "besieged"})), attack("Verdun", "GE", "FR", 26))


def test_royal_tanks_need_landships_and_open_ground_in_the_west() -> None:
    """PG-AP48."""
    position = ap_operation(at_war("total"))
    opened = with_events(position, "AP 28")

    must_refuse(position, attack("Brussels", "BR", "GE", 48), "PG-AP48", "as an event before")
    assert refusal(opened, attack("Sedan", "BR", "GE", 48)) == "PG-AP48"
    must_refuse(opened, attack("Koblenz", "BR", "GE", 48), "PG-AP48", "needs a space")
    play(opened, attack("Brussels", "BR", "GE", 48))


def test_a_trench_is_asked_for_only_with_a_calculation() -> None:
    """PG-CP18, PG-CP60."""
    position = ap_operation(at_war("limited", optional_cards="all"))

    play(position, defend("Metz", "FR", "GE", 18))
    play(position, defend("Metz", "FR", "GE", 18, calculation=figures(1)))
    refused = defend("Metz", "FR", "GE", 18, calculation=figures(0))
    must_refuse(position, refused, "PG-CP18", "needs a trench")
    play(position, defend("Kut", "BR", "TU", 60))
    play(position, defend("Kut", "BR", "TU", 60, calculation=figures(0)))
    refused = defend("Kut", "BR", "TU", 60, calculation=figures(1))
    must_refuse(position, refused, "PG-CP60", "needs a space without")


# --- Alberich ------------------------------------------------------------------------------------


def alberich(**fields: Any) -> AnyEntry:
    return battle(AP, "Brussels", "FR BR", "GE", defender_cards=[64], **fields)


def test_alberich_calls_the_attack_off() -> None:
    """PG-CP64: no mandate, and the attacker's cards were not played."""
    position = in_actions(at_war("total", optional_cards="all"), 5, 1)
    position = play(position, one_op(CP), one_op(AP))
    position = with_cards(position, ap_18="kept")
    after = play(position, alberich(attacker_cards=[18, 19]))

    assert seat_of(after, AP)["mandate"] == "FR"
    assert seat_of(after, AP)["kept"] == [{"card": 18, "used": False}]
    assert seat_of(after, AP)["hand"] == seat_of(position, AP)["hand"]
    assert seat_of(after, CP)["removed"] == [64]
    assert seat_of(after, CP)["hand"] == seat_of(position, CP)["hand"] - 1
    assert shown(after)["last_battle"] == {
        "at": "Brussels",
        "attacker": AP,
        "loss_numbers": {"attacker": 0, "defender": 0},
        "winner": "none",
        "retreat": None,
        "mandate_made": False,
    }


def test_the_attackers_cards_must_fit_all_the_same() -> None:
    position = ap_operation(at_war("total", optional_cards="all"))

    must_refuse(position, alberich(attacker_cards=[4]), "PG-AP4", "needs a unit")


def test_with_alberich_there_are_no_losses_and_no_calculation() -> None:
    position = ap_operation(at_war("total", optional_cards="all"))

    must_refuse(position, alberich(losses=(1, 0)), "PG-CP64", "attack: the loss numbers")
    must_refuse(position, alberich(losses=(0, 1)), "PG-CP64", "attack: the loss numbers")
    must_refuse(position, alberich(calculation=figures(0)), "PG-CP64", "attack: the loss numbers")


def test_alberich_fits_only_in_the_west_and_not_against_tanks() -> None:
    position = ap_operation(at_war("total", optional_cards="all"))
    opened = with_events(position, "AP 28")
    before = play(in_actions(at_war("total", optional_cards="all")), one_op(CP))
    yanks = play(before, event(AP, 35))

    elsewhere = battle(AP, "Metz", "FR", "GE", defender_cards=[64])
    must_refuse(position, elsewhere, "PG-CP64", "needs a space")
    must_refuse(opened, alberich(attacker_cards=[48]), "PG-CP64", "does nothing against")
    must_refuse(yanks, alberich(), "PG-CP64", "does nothing while")
    as_ops = play(before, entry("play", seat=AP, card=35, as_="ops"))
    play(as_ops, alberich())


def test_the_mutiny_does_not_break_out_where_the_attack_is_off() -> None:
    position = in_actions(at_war("total", optional_cards="all"), 5, 1)
    position = play(position, event(CP, 47), one_op(AP), alberich())

    assert vp(position) == 10


def test_cards_that_lie_face_up_are_discarded_at_the_start_of_the_draw() -> None:
    """PG-9.5.4.5."""
    position = play(cp_operation(), attack("Vilna", "GE", "RU", 3, losses=(4, 2)))
    position = at_draw(position)
    assert seat_of(position, CP)["kept"]

    drawn = play(position, entry("draw"))

    assert seat_of(drawn, CP)["kept"] == []
    assert seat_of(drawn, CP)["discard"] == [3]
    assert seat_of(drawn, CP)["hand"] == 7
