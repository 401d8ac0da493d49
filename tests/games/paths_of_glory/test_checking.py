"""Checks of a file, before anything is played."""

from typing import Any

import msgspec
import pytest

from tests.games.paths_of_glory.arrange import AP, CP, battle, correct, entry, invalid, setup
from tracker.engine.refusal import Invalid
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.entries import AnyEntry
from tracker.games.paths_of_glory.setup import Setup

SEATS = [{"name": "Anna"}, {"name": "Boris"}]


def unreadable(do: str, **fields: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        entry(do, **fields)


@pytest.mark.parametrize(
    "document",
    [
        {"scenario": "campaign"},
        {"scenario": "grand", "seats": SEATS},
        {"scenario": "campaign", "seats": SEATS[:1]},
        {"scenario": "campaign", "seats": [*SEATS, {"name": "Clara"}]},
        {"scenario": "campaign", "seats": [{"name": ""}, {"name": "Boris"}]},
        {"scenario": "campaign", "seats": [{"name": "A" * 41}, {"name": "Boris"}]},
        {"scenario": "campaign", "seats": SEATS, "bid": None},
        {"scenario": "campaign", "seats": SEATS, "bid": {"seat": 2, "points": 1}},
        {"scenario": "campaign", "seats": SEATS, "bid": {"seat": 0, "points": 21}},
        {"scenario": "campaign", "seats": SEATS, "switches": {"hand_size": 6}},
        {"scenario": "campaign", "seats": SEATS, "switches": {"optional_cards": "some"}},
        {"scenario": "campaign", "seats": SEATS, "switches": {"combat_card_use": "turn"}},
        {"scenario": "campaign", "seats": SEATS, "switches": {"house": True}},
        {"scenario": "campaign", "seats": SEATS, "months": 6},
    ],
)
def test_a_wrong_set_up_is_invalid(document: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(document, Setup)


@pytest.mark.parametrize(
    ("document", "where"),
    [
        ({"scenario": "introductory", "bid": {"seat": 0, "points": 0}}, "setup.bid"),
        ({"scenario": "historical", "guns_of_august": False}, "setup.guns_of_august"),
        (
            {"scenario": "campaign", "switches": {"optional_cards": "all", "hand_size": 7}},
            "setup.switches.hand_size",
        ),
    ],
)
def test_what_does_not_go_together_at_set_up_is_invalid(
    document: dict[str, Any], where: str
) -> None:
    with pytest.raises(Invalid) as error:
        title.check_setup(msgspec.convert({**document, "seats": SEATS}, Setup))
    assert error.value.where == where


def test_the_defaults_follow_the_scenario() -> None:
    campaign, historical = (
        title.start(setup(scenario)).position.game for scenario in ("campaign", "historical")
    )

    assert not campaign.entrench_retry
    assert historical.entrench_retry
    assert not campaign.event_and_ops
    assert historical.event_and_ops
    off = title.start(setup("historical", event_and_ops=False, entrench_retry=False)).position.game
    assert not off.event_and_ops
    assert not off.entrench_retry


def test_a_game_is_known_by_its_set_up() -> None:
    campaign, same, other = (
        title.start(setup(scenario)).position.game
        for scenario in ("campaign", "campaign", "limited")
    )

    assert campaign == same
    assert hash(campaign) == hash(same)
    assert campaign != other
    assert campaign != "campaign"


@pytest.mark.parametrize(
    ("do", "fields"),
    [
        ("mandates", {"cp": 1}),
        ("mandates", {"cp": 0, "ap": 1}),
        ("mandates", {"cp": 7, "ap": 1}),
        ("play", {"seat": 2, "card": 1, "as_": "ops"}),
        ("play", {"seat": 0, "card": 66, "as_": "ops"}),
        ("play", {"seat": 0, "card": 0, "as_": "ops"}),
        ("play", {"seat": 0, "card": 1, "as_": "op"}),
        ("play", {"seat": 0, "card": 1, "as_": "ops", "times": 2}),
        ("play", {"seat": 0, "card": 32, "as_": "event", "africa": "both"}),
        ("play", {"seat": 0, "card": 32, "as_": "event", "africa": None}),
        ("one_op", {}),
        ("peace", {"seat": 0}),
        ("peace", {"seat": 0, "accepted": 1}),
        ("battle", {"seat": 0, "at": "Sedan", "attackers": [], "defenders": ["FR"]}),
        ("battle", {"seat": 0, "at": "Sedan", "attackers": ["XX"], "defenders": ["FR"]}),
        ("battle", {"seat": 0, "at": "Sedan", "attackers": ["GE"]}),
        ("take", {"seat": 0, "spaces": []}),
        ("near_east", {"seat": 0, "what": "ge_sr"}),
        ("sieges", {"dice": {"Verdun": 7}}),
        ("replace", {"seat": 0, "nation": "SB", "army_steps": 1}),
        ("replace", {"seat": 0, "nation": "GE", "army_steps": 100}),
        ("end_replacements", {"sedan": "yes"}),
        ("draw", {"cp": [66]}),
        ("correct", {"set": {"vp": 1}}),
        ("correct", {"set": {"vp": 1}, "reason": ""}),
        ("correct", {"set": {"vp": 1}, "reason": "?" * 401}),
        ("correct", {"set": {"vp": 100}, "reason": "?"}),
        ("correct", {"set": {"vp": -100}, "reason": "?"}),
        ("correct", {"set": {"hand": {"cp": 21}}, "reason": "?"}),
        ("correct", {"set": {"war_status": {"cp": 100}}, "reason": "?"}),
        ("correct", {"set": {"war_status": {"us": 1}}, "reason": "?"}),
        ("correct", {"set": {"rp": {"SB": 1}}, "reason": "?"}),
        ("correct", {"set": {"rp": {"GE": 0.5}}, "reason": "?"}),
        ("correct", {"set": {"control": {"Paris": "ge"}}, "reason": "?"}),
        ("correct", {"set": {"forts": {"Verdun": "gone"}}, "reason": "?"}),
        ("correct", {"set": {"mandate": {"cp": "FR"}}, "reason": "?"}),
        ("correct", {"set": {"mandate": {"ap": "GE"}}, "reason": "?"}),
        ("march", {"seat": 0}),
    ],
)
def test_a_wrong_field_is_invalid(do: str, fields: dict[str, Any]) -> None:
    unreadable(do, **fields)


FIGURES = {
    "attacker": {"strength": 3, "army": True, "die": 1},
    "defender": {"strength": 3, "army": True, "die": 1},
}


@pytest.mark.parametrize(
    "more",
    [
        {"kind": "battle"},
        {"terrain": "clear"},
        {"fort": 1},
        {"occupied": True},
        {"withdrawal": True},
        {"attacker_first": True},
        {"trench_effect": "none"},
        {"flank": {"automatic": True}},
        {"flank": {}},
        {"spaces": 10},
    ],
)
def test_what_follows_from_the_battle_is_not_given_with_its_calculation(more: Any) -> None:
    unreadable(
        "battle",
        seat=0,
        at="Sedan",
        attackers=["GE"],
        defenders=["FR"],
        calculation={**FIGURES, **more},
    )


@pytest.mark.parametrize(
    ("written", "where"),
    [
        (entry("play", seat=AP, card=29, as_="ops", normal=True), "normal"),
        (entry("play", seat=CP, card=29, as_="event", normal=True), "normal"),
        (entry("play", seat=AP, card=30, as_="event", normal=True), "normal"),
        (entry("play", seat=CP, card=32, as_="event"), "africa"),
        (entry("play", seat=CP, card=32, as_="ops", africa="vp"), "africa"),
        (entry("play", seat=AP, card=32, as_="event", africa="vp"), "africa"),
        (entry("play", seat=AP, card=62, as_="event"), "die"),
        (entry("play", seat=AP, card=62, as_="ops", die=1), "die"),
        (entry("play", seat=CP, card=62, as_="event", die=1), "die"),
        (entry("peace", seat=CP, accepted=True, die=1), "die"),
        (entry("peace", seat=CP, accepted=False), "die"),
        (battle(CP, "Atlantis", "GE", "FR"), "at"),
        (battle(CP, "Sedan", "FR", "GE"), "attackers[0]"),
        (battle(CP, "Sedan", "GE", "FR AH"), "defenders[1]"),
        (battle(CP, "Sedan", "GE GE", "FR"), "attackers[1]"),
        (battle(CP, "Sedan", "GE", "FR BR FR"), "defenders[2]"),
        (battle(CP, "Sedan", "GE", "FR", attacker_cards=[2, 2]), "attacker_cards[1]"),
        (battle(CP, "Sedan", "GE", "FR", defender_cards=[2, 2]), "defender_cards[1]"),
        (battle(CP, "Sedan", "GE", "FR", take=["Sedan"]), "take[0]"),
        (battle(CP, "Sedan", "GE", "FR", take=["Paris", "Paris"]), "take[1]"),
        (battle(CP, "Verdun", "GE", "", calculation=FIGURES), "calculation.defender.strength"),
        (entry("take", seat=CP, spaces=["Paris", "Amiens"]), "spaces[1]"),
        (entry("take", seat=CP, spaces=["Paris", "Paris"]), "spaces[1]"),
        (entry("besiege", seat=CP, space="Sedan"), "space"),
        (entry("lift", space="Sedan"), "space"),
        (entry("attrition", to_cp=["Sedan"]), "to_cp[0]"),
        (entry("attrition", to_ap=["Koblenz"]), "to_ap[0]"),
        (entry("attrition", to_cp=["Paris"], to_ap=["Essen", "Paris"]), "to_ap[1]"),
        (entry("sieges", dice={"Sedan": 1}), "dice.Sedan"),
        (entry("replace", seat=CP, nation="FR", army_steps=1), "nation"),
        (entry("replace", seat=AP, nation="GE", army_steps=1), "nation"),
        (entry("draw", cp=[2, 2]), "cp[1]"),
        (entry("draw", ap=[4, 4]), "ap[1]"),
        (correct(), "set"),
        (correct(war_status={}), "set.war_status"),
        (correct(hand={}), "set.hand"),
        (correct(mandate={}), "set.mandate"),
        (correct(rp={}), "set.rp"),
        (correct(control={}), "set.control"),
        (correct(forts={}), "set.forts"),
        (correct(control={"Sedan": "cp"}), "set.control.Sedan"),
        (correct(forts={"Verdun": "intact", "": "intact"}), 'set.forts.""'),
    ],
)
def test_what_does_not_go_together_is_invalid(written: AnyEntry, where: str) -> None:
    assert invalid(written) == f"entries[0].{where}"


@pytest.mark.parametrize(
    "written",
    [
        entry("replace", seat=CP, nation="GE"),
        entry("battle", seat=CP, at="Sedan", attackers=["GE"], defenders=["FR"]),
        battle(
            CP,
            "Sedan",
            "GE",
            "FR",
            calculation=FIGURES,
            loss_numbers={"attacker": 1, "defender": 1},
        ),
    ],
)
def test_an_entry_that_says_nothing_or_too_much_is_invalid(written: AnyEntry) -> None:
    assert invalid(written) == "entries[0]"


def test_the_vp_spaces_are_those_of_the_scenario() -> None:
    """PG-5.7.2."""
    sedan, venice = (
        entry("take", seat=CP, spaces=["Sedan"]),
        entry("take", seat=CP, spaces=["Venice"]),
    )

    assert invalid(sedan) == "entries[0].spaces[0]"
    assert invalid(venice, "historical") == "entries[0].spaces[0]"
    title.check_entries(setup("historical"), (sedan,))
    title.check_entries(setup(), (venice,))


def test_false_and_empty_may_be_written_out() -> None:
    written = battle(
        CP,
        "Sedan",
        "GE",
        "",
        advance=False,
        fort_destroyed=False,
        take=[],
        attacker_cards=[],
        defender_cards=[],
        supplied_through_italy=False,
        with_us=False,
    )
    normal = entry("play", seat=AP, card=29, as_="event", normal=True)

    title.check_entries(
        setup(), (written, normal, entry("sieges", dice={}), entry("draw", cp=[], ap=[]))
    )


def test_a_seat_that_does_not_exist_is_invalid() -> None:
    assert invalid(msgspec.structs.replace(entry("one_op", seat=CP), seat=2)) == "entries[0].seat"
