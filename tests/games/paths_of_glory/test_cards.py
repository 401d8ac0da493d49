"""PG-9.1 Which cards can be in a hand; PG-9.5 events, neutrals, reinforcements; the conditions."""

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
    next_turn,
    on_turn,
    one_op,
    ops,
    play,
    refusal,
    seat_of,
    sentence,
    shown,
    start,
    vp,
    with_cards,
    with_events,
)
from tracker.games.paths_of_glory.box import CARDS
from tracker.games.paths_of_glory.position import Position, Table


def events(position: Position, seat: int) -> list[int]:
    """The cards of a side that were played as events."""
    return [card.n for card, _ in Table(position).events(seat)]


def ap_to_act(position: Position) -> Position:
    return play(in_actions(position), one_op(CP))


def test_an_optional_card_needs_the_switch() -> None:
    """PG-2.3."""
    must_refuse(in_actions(start()), ops(CP, 56), "PG-2.3", "is an optional")
    for choice in ("all", "exchanged"):
        play(in_actions(start(optional_cards=choice)), ops(CP, 56))


def test_a_removed_card_is_gone() -> None:
    """PG-9.5.1.2: also before the deck is asked for."""
    position = play(in_actions(start()), event(CP, 9), one_op(AP))

    assert seat_of(position, CP)["removed"] == [9]
    must_refuse(position, ops(CP, 9), "PG-9.5.1.2", "has left the game")
    far = with_cards(in_actions(start()), cp_34="removed")
    must_refuse(far, ops(CP, 34), "PG-9.5.1.2", "has left the game")


def test_a_card_needs_its_deck_and_not_the_discard_pile() -> None:
    """PG-9.1.2."""
    position = play(in_actions(start()), ops(CP, 9), one_op(AP))

    must_refuse(position, ops(CP, 9), "PG-9.1.2", "lies in the discard pile")
    must_refuse(position, ops(CP, 15), "PG-9.1.2", "decks in play")
    must_refuse(in_actions(at_war("limited")), ops(CP, 35), "PG-9.1.2", "decks in play")
    play(in_actions(at_war("limited")), ops(CP, 15))


def test_a_card_that_lies_face_up_is_not_played() -> None:
    """PG-9.5.4.2."""
    position = in_actions(start())

    for place in ("kept", "used"):
        must_refuse(
            with_cards(position, cp_3=place), ops(CP, 3), "PG-9.5.4.2", "lies face up on the table"
        )


def test_an_empty_hand_plays_nothing() -> None:
    """PG-9.1.1."""
    position = play(in_actions(start()), correct(hand={"cp": 0}))

    must_refuse(position, ops(CP, 2), "PG-9.1.1", "cards in hand")
    assert "0 cards" in sentence(position, ops(CP, 2))
    play(position, one_op(CP))


def test_an_asterisk_event_leaves_the_game_and_adds_its_war_status() -> None:
    """PG-9.5.1.2, PG-9.5.1.3."""
    position = play(in_actions(start()), event(CP, 9))

    assert vp(position) == 11
    assert seat_of(position, CP)["war_status"] == 1
    assert seat_of(position, CP)["events"] == {"9": 1}
    assert seat_of(position, CP)["removed"] == [9]
    assert seat_of(position, CP)["discard"] == []


def test_an_event_without_an_asterisk_is_discarded_and_keeps_its_last_turn() -> None:
    position = with_events(at_war("limited", optional_cards="all"), "CP 28")
    position = play(in_actions(position), event(CP, 58))

    assert seat_of(position, CP)["discard"] == [58]
    assert seat_of(position, CP)["events"]["58"] == 4


def test_every_asterisk_event_scores_in_the_introductory_scenario() -> None:
    """PG-5.3.3: combat cards too, with their first use from the hand."""
    position = play(in_actions(start("introductory")), event(CP, 5))

    assert vp(position) == 11
    assert vp(play(position, event(AP, 12))) == 10
    fought = play(position, ops(AP, 1), battle(AP, "Lemberg", "RU", "AH", attacker_cards=[4]))
    assert vp(fought) == 10


def test_a_combat_card_without_an_asterisk_scores_nothing_in_the_introductory_scenario() -> None:
    """PG-5.3.3: CP 3 has none."""
    position = play(in_actions(start("introductory")), ops(CP, 1))

    fought = play(position, battle(CP, "Lodz", "GE", "RU", attacker_cards=[3]))

    assert vp(fought) == vp(position)


def test_combat_cards_are_no_events_of_their_own() -> None:
    """PG-9.5.4.1."""
    must_refuse(in_actions(start()), event(CP, 2), "PG-9.5.4.1", "combat card: it is played")
    play(in_actions(start()), ops(CP, 2))


# --- Entrenching ---------------------------------------------------------------------------------


def test_only_one_entrench_card_is_ever_an_event() -> None:
    """PG-11.2.1."""
    position = in_actions(start())
    by_cp = play(position, event(CP, 6))

    assert not shown(position)["entrenching"]
    assert shown(by_cp)["entrenching"]
    must_refuse(by_cp, event(AP, 12), "PG-11.2.1", "entrenching was opened")
    by_ap = play(position, one_op(CP), event(AP, 12))
    must_refuse(by_ap, event(CP, 6), "PG-11.2.1", "entrenching was opened")
    play(by_ap, ops(CP, 6))


def test_no_entrench_event_on_turn_1_of_the_historical_scenario() -> None:
    """PG-5.7.4."""
    position = play(in_actions(start("historical")), event(CP, 1))

    must_refuse(position, event(AP, 12), "PG-5.7.4", "cannot be an event on turn")
    later = in_actions(next_turn(position))
    play(later, event(CP, 6))


# --- Neutrals and late entries -------------------------------------------------------------------


def test_one_neutral_enters_in_a_turn() -> None:
    """PG-9.5.2.2."""
    position = play(in_actions(at_war("limited")), event(CP, 34))

    assert shown(position)["neutral_entry"]
    assert "BU" in shown(position)["at_war"]
    must_refuse(position, event(AP, 17), "PG-9.5.2.2", "one neutral enters")
    later = in_actions(next_turn(position))
    assert not shown(later)["neutral_entry"]
    italy = play(later, one_op(CP), event(AP, 17), one_op(CP))
    assert shown(italy)["at_war"] == [
        *("GE", "AH", "TU", "BU", "FR", "BR", "BE", "RU", "SB", "MN", "IT"),
    ]
    must_refuse(italy, event(AP, 16), "PG-9.5.2.2", "one neutral enters")


def test_salonika_is_no_neutral_entry() -> None:
    position = play(in_actions(at_war("limited")), event(CP, 34))

    assert 30 in events(play(position, event(AP, 30)), AP)


def cp_at_total_war() -> Position:
    """CP reached Total War on turn 3, AP is at Limited War."""
    position = next_turn(start())
    position = play(position, correct(war_status={"cp": 11, "ap": 4}))
    return next_turn(next_turn(position))


def test_italy_and_romania_are_events_only_while_only_cp_is_at_total_war() -> None:
    """PG-9.5.2.5."""
    position = ap_to_act(cp_at_total_war())

    for card in (16, 17):
        for use in ("ops", "sr", "rp"):
            must_refuse(
                position,
                entry("play", seat=AP, card=card, as_=use),
                "PG-9.5.2.5",
                "while CP is at Total War",
            )
        play(position, event(AP, card))
    play(position, ops(AP, 15))
    must_refuse(play(position), ops(AP, 16), "PG-9.5.2.5", "while CP is at Total War")


def test_they_may_then_be_thrown_away() -> None:
    """PG-9.5.2.5: still in the turn in which AP reaches Total War too."""
    position = cp_at_total_war()
    thrown = play(at_draw(position), entry("draw", ap=[16, 17]))
    reaching = at_draw(play(position, correct(war_status={"ap": 11})))

    assert seat_of(thrown, AP)["discard"] == [16, 17]
    play(reaching, entry("draw", ap=[16]))
    play(ap_to_act(play(reaching, entry("draw"))), ops(AP, 16))
    after = at_draw(play(reaching, entry("draw")))
    must_refuse(after, entry("draw", ap=[16]), "PG-9.5.4.6", "is not a combat card")


def test_they_may_not_be_thrown_away_when_both_reach_total_war_together() -> None:
    position = next_turn(play(on_turn(2), correct(war_status={"cp": 11, "ap": 11})))
    together = at_draw(position)

    must_refuse(together, entry("draw", ap=[16]), "PG-9.5.4.6", "is not a combat card")
    must_refuse(
        at_draw(at_war("limited")), entry("draw", ap=[16]), "PG-9.5.4.6", "is not a combat card"
    )


def test_they_may_be_thrown_away_in_the_turn_in_which_cp_reaches_total_war() -> None:
    position = next_turn(play(on_turn(2), correct(war_status={"cp": 11, "ap": 4})))

    must_refuse(
        at_draw(at_war("limited")), entry("draw", ap=[16]), "PG-9.5.4.6", "is not a combat card"
    )
    drawn = play(at_draw(position), entry("draw", ap=[16]))

    assert shown(drawn)["turn"] == shown(position)["turn"] + 1


# --- Reinforcements ------------------------------------------------------------------------------


def test_no_reinforcements_on_turn_1() -> None:
    """PG-9.5.3.1."""
    must_refuse(in_actions(start()), event(CP, 7), "PG-9.5.3.1", "reinforcements on turn 1")
    play(in_actions(on_turn(2)), event(CP, 7))


def test_one_reinforcement_a_nation_a_turn() -> None:
    position = play(in_actions(on_turn(2)), event(CP, 7), event(AP, 1))

    assert seat_of(position, CP)["reinforced"] == ["GE"]
    must_refuse(position, event(CP, 12), "PG-9.5.3.1", "already had reinforcements")
    position = play(position, event(CP, 14))
    assert seat_of(position, CP)["reinforced"] == ["AH", "GE"]
    must_refuse(position, event(AP, 14), "PG-9.5.3.1", "already had reinforcements")
    play(in_actions(next_turn(position)), event(CP, 12))


def test_reinforcements_need_the_nation_at_war() -> None:
    position = ap_to_act(at_war("limited"))

    must_refuse(position, event(AP, 22), "PG-9.5.3.1", "is neutral")
    play(with_events(position, "AP 17"), event(AP, 22))


def test_special_armies_count_for_the_box_of_their_nation() -> None:
    position = play(ap_to_act(at_war("limited")), event(AP, 31), one_op(CP))

    assert seat_of(position, AP)["reinforced"] == ["BR"]
    must_refuse(position, event(AP, 15), "PG-9.5.3.1", "already had reinforcements")


def test_us_reinforcements_wait_for_over_there_and_for_convoy() -> None:
    """PG-16.3.4, PG-CP36."""
    position = ap_to_act(at_war("total"))
    over_there = with_events(position, "AP 54", "AP 55")
    u_boats = with_events(over_there, "CP 36")

    must_refuse(position, event(AP, 38), "PG-16.3.4", "as an event before")
    play(over_there, event(AP, 38))
    must_refuse(u_boats, event(AP, 38), "PG-CP36", "blocks")
    play(with_events(u_boats, "AP 52"), event(AP, 38))


def test_mef_comes_after_salonika_as_a_normal_army_only() -> None:
    """PG-9.5.2.4.1, PG-9.5.3.4."""
    position = with_events(ap_to_act(at_war("limited")), "AP 30")

    must_refuse(position, event(AP, 31), "PG-9.5.2.4.1", "can come only as a normal")
    play(position, event(AP, 31, normal=True))


def test_near_east_armies_have_conditions_unless_they_are_normal() -> None:
    position = ap_to_act(at_war("total"))
    limited = play(next_turn(start()), correct(war_status={"ap": 4}))
    no_turkey = ap_to_act(next_turn(limited))

    must_refuse(no_turkey, event(AP, 31), "PG-AP31", "is neutral")
    play(no_turkey, event(AP, 31, normal=True))
    play(no_turkey, event(AP, 29))
    for card, opener in ((50, "AP 49"), (53, "AP 44"), (53, "AP 30")):
        assert refusal(position, event(AP, card)) == f"PG-AP{card}"
        play(position, event(AP, card, normal=True))
        play(with_events(position, opener), event(AP, card))


# --- The cards' own conditions -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "opener"),
    [(36, "CP 54"), (37, "CP 54"), (58, "CP 28"), (63, "CP 52")],
)
def test_a_cp_event_waits_for_another(card: int, opener: str) -> None:
    position = in_actions(at_war("total", optional_cards="all"))

    assert refusal(position, event(CP, card)) == f"PG-CP{card}"
    play(with_events(position, opener), event(CP, card))


@pytest.mark.parametrize(
    ("card", "rule", "openers"),
    [
        (40, "PG-16.3.5", ("AP 54",)),
        (45, "PG-AP45", ("CP 52",)),
        (51, "PG-AP51", ("CP 50",)),
        (52, "PG-AP52", ("CP 36",)),
    ],
)
def test_an_ap_event_waits_for_another(card: int, rule: str, openers: tuple[str, ...]) -> None:
    position = ap_to_act(at_war("total", optional_cards="all"))

    assert refusal(position, event(AP, card)) == rule
    play(with_events(position, *openers), event(AP, card))


def test_guns_of_august_is_the_first_action_of_turn_1() -> None:
    """PG-CP1."""
    later = play(in_actions(start()), one_op(CP), one_op(AP))

    must_refuse(later, event(CP, 1), "PG-CP1", "event only in the first")
    must_refuse(in_actions(on_turn(2)), event(CP, 1), "PG-CP1", "may be used on turns")
    play(later, ops(CP, 1))


def test_reichstag_truce_is_barred_at_total_war() -> None:
    """PG-CP9."""
    must_refuse(in_actions(at_war("total")), event(CP, 9), "PG-CP9", "cannot be played at Total")
    play(in_actions(at_war("limited")), event(CP, 9))


def test_falkenhayn_comes_on_turn_3_or_after_moltke() -> None:
    """PG-CP13."""
    must_refuse(in_actions(start()), event(CP, 13), "PG-CP13", "may be used on turns")
    play(with_events(in_actions(start()), "AP 9"), event(CP, 13))
    play(in_actions(on_turn(3)), event(CP, 13))


def test_moltke_and_prince_max_have_their_turns() -> None:
    """PG-AP9, PG-CP65."""
    must_refuse(ap_to_act(on_turn(3)), event(AP, 9), "PG-AP9", "may be used on turns")
    play(ap_to_act(on_turn(2)), event(AP, 9))
    late = at_war("total", turn=17, optional_cards="all", late_italy=False)
    must_refuse(in_actions(late), event(CP, 65), "PG-CP65", "may be used on turns")


def test_rape_of_belgium_needs_guns_of_august_and_mobilization() -> None:
    """PG-AP13."""
    position = ap_to_act(start())

    must_refuse(position, event(AP, 13), "PG-AP13", "as an event before")
    assert vp(play(with_events(position, "CP 1"), event(AP, 13))) == 9
    late = with_events(ap_to_act(at_war("limited")), "CP 1")
    must_refuse(late, event(AP, 13), "PG-AP13", "event only at Mobilization")


def test_lusitania_needs_blockade_and_no_telegram() -> None:
    """PG-AP26."""
    position = ap_to_act(at_war("limited"))

    must_refuse(position, event(AP, 26), "PG-AP26", "as an event before")
    must_refuse(
        with_events(position, "AP 2", "AP 54"), event(AP, 26), "PG-AP26", "cannot be played after"
    )
    assert vp(play(with_events(position, "AP 2"), event(AP, 26))) == 9


def test_romania_is_barred_after_the_fall_of_the_tsar_and_kerensky_after_the_revolution() -> None:
    """PG-AP16, PG-AP45."""
    position = with_events(ap_to_act(at_war("total")), "CP 52")

    must_refuse(position, event(AP, 16), "PG-AP16", "cannot be played after")
    must_refuse(with_events(position, "CP 53"), event(AP, 45), "PG-AP45", "cannot be played after")


def test_polish_restoration_needs_warsaw() -> None:
    """PG-CP59."""
    position = in_actions(at_war("limited", optional_cards="all"))
    held = play(position, correct(control={"Warsaw": "cp"}, forts={"Warsaw": "destroyed"}))

    must_refuse(position, event(CP, 59), "PG-CP59", "which the enemy holds")
    assert vp(play(held, event(CP, 59))) == vp(held) - 1


def test_arab_northern_army_needs_turkey_at_war() -> None:
    """PG-AP41."""
    position = next_turn(play(next_turn(start()), correct(war_status={"ap": 11})))
    no_turkey = ap_to_act(next_turn(position))

    must_refuse(no_turkey, event(AP, 41), "PG-AP41", "is neutral")


def test_influenza_needs_a_combined_war_status_of_30() -> None:
    """PG-AP65."""
    position = ap_to_act(at_war("total", optional_cards="all"))

    must_refuse(position, event(AP, 65), "PG-AP65", "combined war status")
    assert "is 0" in sentence(position, event(AP, 65))


def test_war_in_africa_scores_if_ap_chooses_so() -> None:
    """PG-CP32."""
    position = in_actions(at_war("limited"))

    assert vp(play(position, event(CP, 32, africa="vp"))) == 11
    assert vp(play(position, event(CP, 32, africa="corps"))) == 10


@pytest.mark.parametrize(("die", "by"), [(1, -1), (3, -1), (4, 0), (5, 0), (6, 1)])
def test_the_sixtus_affair_uses_the_ap_row_of_0_to_19(die: int, by: int) -> None:
    """PG-AP62."""
    position = ap_to_act(at_war("total", optional_cards="all"))
    position = play(position, correct(war_status={"cp": 20, "ap": 12}))

    assert vp(play(position, event(AP, 62, die=die))) == 10 + by


def test_events_without_effect_left_may_be_played() -> None:
    """PG-9.5.1.1."""
    position = play(in_actions(at_war("total")), correct(war_status={"cp": 4}))

    assert 8 in events(play(position, event(CP, 8)), CP)
    assert 33 in events(play(with_events(position, "AP 37"), event(CP, 33)), CP)
    assert 55 in events(play(with_events(position, "CP 49"), event(CP, 55)), CP)


def test_the_cards_of_the_page_are_all_there() -> None:
    for cards in CARDS:
        assert [card.n for card in cards] == list(range(1, 66))
        assert [card.deck for card in cards[:55]] == ["M"] * 14 + ["L"] * 20 + ["T"] * 21
        assert [card.deck for card in cards[55:]] == ["M"] * 2 + ["L"] * 4 + ["T"] * 4
        assert all(card.when for card in cards if card.is_combat_card)
    assert sum(card.ws for card in CARDS[CP]) == 25
    assert sum(card.ws for card in CARDS[AP]) == 23
