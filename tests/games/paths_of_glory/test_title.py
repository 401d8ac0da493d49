"""The contract: claims, offers, choices, sentences, progress, packing."""

from typing import Any

import pytest

from tests.games.paths_of_glory.arrange import (
    AP,
    CP,
    after_war_status,
    at_draw,
    at_war,
    battle,
    correct,
    entry,
    event,
    in_actions,
    on_turn,
    one_op,
    ops,
    play,
    setup,
    shown,
    start,
    with_events,
)
from tracker.engine.hand_seat import HandSeat
from tracker.engine.title import Reader
from tracker.games.paths_of_glory import pieces, title
from tracker.games.paths_of_glory.box import FORTS, SPACES, VP_SPACES
from tracker.games.paths_of_glory.card import CARD
from tracker.games.paths_of_glory.entries import Written
from tracker.games.paths_of_glory.position import Position

ENTRIES: list[Written] = [
    HandSeat(CP, "Clara"),
    entry("mandates", cp=1, ap=2),
    event(CP, 1),
    ops(AP, 1),
    one_op(CP),
    entry("peace", seat=CP, accepted=True),
    entry("peace", seat=CP, accepted=False, die=1),
    battle(CP, "Sedan", "GE", "FR"),
    battle(CP, "Verdun", "GE AH", ""),
    entry("take", seat=CP, spaces=["Calais"]),
    entry("besiege", seat=CP, space="Verdun"),
    entry("lift", space="Verdun"),
    entry("near_east", seat=AP, what="ru_move"),
    entry("attrition"),
    entry("attrition", to_cp=["Lodz"]),
    entry("sieges"),
    entry("sieges", dice={"Verdun": 3}),
    entry("war_status"),
    entry("replace", seat=AP, nation="FR", army_steps=1),
    entry("end_replacements"),
    entry("end_replacements", sedan=True),
    entry("end_replacements", sedan=False),
    entry("draw"),
    entry("draw", cp=[2], ap=[4]),
    correct(vp=3),
]


@pytest.mark.parametrize("written", ENTRIES, ids=str)
def test_every_entry_is_a_sentence(written: Written) -> None:
    text = str(title.entry_text(setup(), written))

    assert text
    assert "{" not in text


def test_a_play_names_its_card() -> None:
    assert str(title.entry_text(setup(), event(CP, 28))) == "CP 28 Tsar Takes Command as event"


def offered(position: Position, seat: int) -> dict[str, int]:
    return {offer.do: len(offer.entries) for offer in title.offers(position, seat)}


def test_offers_are_what_the_rules_allow_or_why_not() -> None:
    position = play(in_actions(start()), one_op(CP))
    for seat in (CP, AP):
        for offer in title.offers(position, seat):
            title.check_entries(setup(), offer.entries)
            assert (offer.refusal is None) == bool(offer.entries)
            for allowed in offer.entries:
                play(position, allowed)
    assert offered(position, CP)["battle"] == 1
    assert offered(position, CP)["play"] == 0
    assert offered(position, AP)["play"] > 30
    assert offered(position, AP)["besiege"] > 5


def test_every_phase_offers_its_entry() -> None:
    total = in_actions(with_events(at_war("total", optional_cards="all"), "AP 54"))
    for position, seat, do in (
        (start(), CP, "mandates"),
        (total, CP, "play"),
        (play(total, one_op(CP)), AP, "play"),
        (after_war_status(start()), AP, "end_replacements"),
        (at_draw(start()), AP, "draw"),
    ):
        assert offered(position, seat)[do]
        assert offered(position, seat)["correct"]
    over = play(in_actions(start()), correct(vp=12), entry("peace", seat=CP, accepted=True))
    assert not any(offered(over, AP).values())
    funds = play(after_war_status(start()), correct(rp={"FR": 2}))
    assert offered(funds, AP)["replace"] == 1


def chosen(position: Position, written: Written) -> dict[str, Any]:
    return {choice.field: choice for choice in title.choices(position, written)}


def test_events_that_ask_have_choices() -> None:
    position = in_actions(at_war("total", optional_cards="all"))

    africa = chosen(position, event(CP, 32))["africa"]
    assert africa.required
    assert [option.value for option in africa.options] == ["vp", "corps"]
    assert chosen(position, event(AP, 62))["die"].required
    assert chosen(position, event(AP, 31))["normal"].default == {"false": 1}
    normal_only = chosen(with_events(position, "AP 30"), event(AP, 31))["normal"]
    assert normal_only.required
    assert [option.value for option in normal_only.options] == ["true"]
    assert chosen(in_actions(start()), event(AP, 31)) == {}
    assert chosen(position, ops(AP, 31)) == {}
    assert chosen(position, one_op(CP)) == {}
    assert chosen(position, entry("peace", seat=CP, accepted=False))["die"].required
    assert chosen(position, entry("peace", seat=CP, accepted=True)) == {}


def test_a_battle_offers_the_cards_that_fit() -> None:
    position = play(in_actions(on_turn(3)), one_op(CP))
    choices = chosen(position, battle(CP, "Vilna", "GE", "RU"))

    assert [option.value for option in choices["attacker_cards"].options] == ["2", "3"]
    assert [option.value for option in choices["defender_cards"].options] == ["4", "6"]


def test_a_battle_without_cards_that_fit_asks_for_none() -> None:
    position = play(in_actions(start()), one_op(CP), correct(hand={"cp": 0, "ap": 0}))

    assert chosen(position, battle(CP, "Sedan", "GE", "FR")) == {}
    assert chosen(play(at_draw(start()), correct(hand={"cp": 0, "ap": 0})), entry("draw")) == {}


def test_sieges_ask_a_die_for_each_fort() -> None:
    position = play(start(), correct(forts={"Verdun": "besieged"}))

    assert list(chosen(position, entry("sieges"))) == ["dice.Verdun"]


def test_replacements_have_their_limits() -> None:
    position = play(after_war_status(start()), correct(rp={"FR": 2}))
    choices = chosen(position, entry("replace", seat=AP, nation="FR", army_steps=1))

    assert choices["army_steps"].options[0].most == 2
    assert choices["corps_steps"].options[0].most == 4


def test_the_table_is_asked_about_sedan_only_where_it_counts() -> None:
    position = at_war("total", turn=5, scenario="historical", late_italy=False)
    west = {"Sedan": "cp", "Cambrai": "cp", "Brussels": "cp"}
    end = entry("end_replacements")
    sedan = after_war_status(play(position, correct(control={"Sedan": "cp"})))
    more = after_war_status(play(position, correct(control=west)))

    assert chosen(sedan, end)["sedan"].default == {"false": 1}
    assert chosen(more, end)["sedan"].default == {"true": 1}
    assert chosen(after_war_status(start()), end) == {}
    assert chosen(more, entry("end_replacements", sedan=True)) == {}
    assert chosen(start(), end) == {}


def test_the_draw_offers_combat_cards() -> None:
    choices = chosen(at_draw(start()), entry("draw"))

    assert [option.value for option in choices["cp"].options] == ["2", "3", "4"]
    assert [option.value for option in choices["ap"].options] == ["4", "5", "6", "7"]


def test_progress_is_told_by_turns() -> None:
    labels = [str(title.progress(on_turn(turn)).label) for turn in (1, 2, 3, 4, 6, 8)]
    progress = title.progress(play(start(), correct(vp=12, war_status={"cp": 3, "ap": 4})))

    assert labels == [
        "August 1914",
        "September 1914",
        "Fall 1914",
        "Winter 1915",
        "Summer 1915",
        "Winter 1916",
    ]
    assert progress.round == 1
    assert progress.values == (12, 3, 4, 7)
    assert progress.sides == ("cp", "ap")
    assert [track.name for track in title.tracks(setup())] == [
        "vp",
        "war_status_cp",
        "war_status_ap",
        "combined",
    ]


def test_nothing_is_hidden() -> None:
    written = one_op(CP)

    assert title.see(start(), written, Reader.NOBODY).entry == written
    assert title.seats(setup()) == ("Anna", "Boris")
    assert title.NAME == CARD.name == "paths-of-glory"


def test_a_packed_position_is_the_same_again() -> None:
    position = play(in_actions(start()), event(CP, 1), battle(CP, "Calais", "GE", "FR"))

    assert title.unpack(setup(), title.pack(position)) == position
    assert len(title.pack(position)) < 1_000


@pytest.mark.parametrize(
    ("piece", "place"),
    [
        ("Lodz", "cp"),
        ("CP 9", "removed"),
        ("AP action 1", "one_op"),
        ("result", "PG-5.2.1"),
    ],
)
def test_the_invariants_see_what_no_rule_can_have_made(piece: str, place: str) -> None:
    position = start()
    places = list(position.places)
    places[pieces.INDEX[piece]] = place
    broken = Position(position.game, position.rows, tuple(places))

    assert title.invariants(position) == ()
    assert title.invariants(broken)


@pytest.mark.parametrize(("row", "column", "number"), [(0, 0, -1), (0, 5, 1), (2, 0, 21)])
def test_the_invariants_see_wrong_numbers(row: int, column: int, number: int) -> None:
    position = start()
    rows = [list(row) for row in position.rows]
    rows[row][column] = number
    broken = Position(position.game, tuple(map(tuple, rows)), position.places)

    assert title.invariants(broken)


def test_a_space_behind_a_fort_is_seen_too() -> None:
    position = play(start(), correct(control={"Verdun": "cp"}, forts={"Verdun": "destroyed"}))
    places = list(position.places)
    places[pieces.FORT["Verdun"]] = "intact"

    assert title.invariants(Position(position.game, position.rows, tuple(places)))


def test_the_start_is_as_printed() -> None:
    """PG-4."""
    written = shown(start())

    assert written["turn"] == 1
    assert written["season"] is None
    assert written["phase"] == "mandates"
    assert written["vp"] == 10
    assert written["at_war"] == ["GE", "AH", "FR", "BR", "BE", "RU", "SB", "MN"]
    assert written["spaces"] == written["forts"] == {}
    assert written["result"] is None
    assert title.start(setup()).facts


def test_the_map_is_whole() -> None:
    assert len(SPACES) == 281
    assert len(FORTS) == 34
    assert len(VP_SPACES[True]) == len(VP_SPACES[False]) == 65
    assert set(VP_SPACES[False]) - set(VP_SPACES[True]) == {
        *("Venice", "Minsk", "Ahwaz", "Jerusalem", "Kharput"),
    }
    assert set(VP_SPACES[True]) - set(VP_SPACES[False]) == {
        *("Amiens", "Sedan", "Kovno", "Koblenz", "Aachen"),
    }
