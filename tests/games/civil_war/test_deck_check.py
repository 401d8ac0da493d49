"""The check of a deck: how the shipped one plays, and what is missing in another."""

from random import Random
from typing import Any, Final

import msgspec
import pytest

from tracker.games.civil_war import deck, deck_check
from tracker.games.civil_war.columns import RESOURCES, Side
from tracker.games.civil_war.deck import Deck
from tracker.games.civil_war.deck_check import EVENTS, Report

STANDARD: Final = deck.shipped("standard")
SAMPLE: Final = deck.shipped(deck.SAMPLE)
every_shipped_deck = pytest.mark.parametrize("shipped", [STANDARD, SAMPLE], ids=lambda it: it.name)


def checked(which: Deck, months: int = 400) -> Report:
    return deck_check.check(which, Random(7), months, 6, 4)


def changed(**parts: Any) -> Deck:
    """The shipped deck with the same part on every tile."""
    document = msgspec.to_builtins(STANDARD)
    for tile in document["tiles"]:
        tile.update(parts)
    return msgspec.convert(document, Deck)


def test_of_the_first_deck_every_second_tile_makes_something_and_of_todays_two_in_three() -> None:
    assert 0.45 < checked(STANDARD).figures.making < 0.65
    assert 0.60 < checked(SAMPLE).figures.making < 0.75


@pytest.mark.slow
@every_shipped_deck
def test_both_sides_people_are_printed_and_met_equally_often(shipped: Deck) -> None:
    report = checked(shipped, 1000)

    assert report.printed[Side.SOUTH] == report.printed[Side.NORTH]
    south, north = report.figures.people.values()
    assert south == pytest.approx(north, rel=0.15)


@every_shipped_deck
def test_a_shipped_deck_has_56_tiles_every_event_and_nothing_that_cannot_be_had(
    shipped: Deck,
) -> None:
    assert len(shipped.tiles) == 56
    assert all(deck_check.events(shipped)[event] for event in EVENTS)
    assert deck_check.problems(shipped) == ()


def test_both_sample_decks_have_the_same_pictures_in_the_same_places() -> None:
    def pictures(shipped: Deck) -> list[tuple[object, ...]]:
        return [
            (tile.id, tile.top.resource, tile.left.kind, tile.right.kind, tile.bottom.resource)
            for tile in shipped.tiles
        ]

    assert pictures(SAMPLE) == pictures(STANDARD)


def test_the_event_of_a_tile_is_the_one_in_its_middle() -> None:
    """CW-11: a bonus is told with its name, and an empty middle has no event."""
    middles = [None, {"do": "gain", "bonus": "wagon"}, {"do": "fire", "amount": 3}]
    tiles = [changed(middle=middle).tiles[0] for middle in middles]

    assert [deck_check.event_of(tile) for tile in tiles] == ["", "gain wagon", "fire"]


@pytest.mark.slow
def test_every_resource_comes_in_a_month_on_either_side() -> None:
    by_side = checked(STANDARD, 1000).figures.resources

    assert all(by_side[side][resource] > 0 for side in Side for resource in RESOURCES)


def test_the_same_chance_deals_the_same_months() -> None:
    assert checked(STANDARD, 50) == checked(STANDARD, 50)


@pytest.mark.slow
def test_a_small_camp_is_fed_more_often_than_a_large_one() -> None:
    for fed in (checked(STANDARD).figures.fed, checked(STANDARD).figures.fed_by_tiles):
        assert list(fed.values()) == sorted(fed.values(), reverse=True)
    assert checked(STANDARD).figures.fed[1] > 0.9


def test_tiles_that_all_match_make_something_every_time_but_the_first() -> None:
    half = {"kind": "cherokee"}
    same = changed(
        left={**half, "count": 1},
        right=half,
        top={"resource": "wood", "amount": 1, "crossed": False},
        bottom={"resource": "wood"},
        middle=None,
    )

    assert checked(same, 20).figures.matching == pytest.approx(23 / 24)


def test_a_deck_without_events_is_told_each_that_is_missing() -> None:
    found = deck_check.problems(changed(middle=None))

    assert found == tuple(f"no tile has the event: {event}" for event in EVENTS)


def test_a_resource_that_is_crossed_out_everywhere_cannot_be_found() -> None:
    crossed = {"resource": "gold", "amount": 2, "crossed": True}

    found = deck_check.problems(changed(top=crossed, middle=None))

    assert "cannot be found: gold" in found
    assert "cannot be found: wood" in found


def missing(which: Deck) -> set[str]:
    """The resources that the check says cannot be found."""
    found = deck_check.problems(which)
    return {problem.removeprefix("cannot be found: ") for problem in found if "be found" in problem}


EVERY: Final = {resource.value for resource in RESOURCES}
GOLD: Final = {"resource": "gold", "amount": 2, "crossed": False}


@pytest.mark.parametrize("resource", sorted(EVERY))
def test_a_resource_is_found_where_top_and_bottom_of_two_tiles_show_it(resource: str) -> None:
    top = {"resource": resource, "amount": 2, "crossed": False}

    same = changed(top=top, bottom={"resource": resource}, middle=None)

    assert missing(same) == EVERY - {resource}


def test_a_resource_that_only_tops_or_only_bottoms_show_cannot_be_found() -> None:
    assert missing(changed(top=GOLD, bottom={"resource": "wood"}, middle=None)) == EVERY


def test_a_resource_in_a_middle_can_be_found_and_no_other() -> None:
    middle = {"do": "find", "resource": "food", "amount": 2}

    assert missing(changed(top=GOLD, bottom={"resource": "wood"}, middle=middle)) == EVERY - {
        "food"
    }


def test_a_resource_that_is_lost_in_a_middle_is_not_found_there() -> None:
    middle = {"do": "lose", "resource": "food", "amount": 2}

    assert missing(changed(top=GOLD, bottom={"resource": "wood"}, middle=middle)) == EVERY


def test_a_tile_does_not_match_itself() -> None:
    document = msgspec.to_builtins(changed(top=GOLD, bottom={"resource": "wood"}, middle=None))
    document["tiles"][3].update(
        top={"resource": "food", "amount": 1, "crossed": False}, bottom={"resource": "food"}
    )

    assert missing(msgspec.convert(document, Deck)) == EVERY


@pytest.mark.parametrize(("crossed", "found"), [(False, {"gold"}), (True, set())])
def test_a_deck_with_its_amounts_on_the_bottom_side_is_checked_there(
    crossed: bool, found: set[str]
) -> None:
    below = changed(top={"resource": "gold"}, bottom={**GOLD, "crossed": crossed}, middle=None)

    assert missing(below) == EVERY - found


def test_people_who_are_on_no_right_half_cannot_be_met() -> None:
    found = deck_check.problems(changed(right={"kind": "volunteer"}))

    assert "cannot be met: cherokee" in found
    assert "cannot be met: volunteer" not in found


def test_sides_whose_people_differ_are_told() -> None:
    found = deck_check.problems(changed(left={"kind": "cherokee", "count": 2}))

    assert "the sides' people differ: South 112, North 0" in found
