"""CW-4 Tiles and matching; laying the figure (CW-3.2) and turning tiles over (CW-3.3, CW-3.4)."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    ROLES,
    at_battles,
    beaten,
    changes,
    entry,
    has,
    having,
    lines,
    must_refuse,
    play,
    refusal,
    seat_of,
    sentence,
    setup,
    start,
    turn,
)
from tracker.engine.ledger import TABLE, Line
from tracker.engine.title import why_not
from tracker.games.civil_war import title
from tracker.games.civil_war.entries import AnyEntry
from tracker.games.civil_war.position import Position

At = tuple[int, int]
Tile = dict[str, Any]

ROW = [(x, 0) for x in range(8)]
COLUMN = [(0, y) for y in range(8)]
# Two tiles wide, four high, and the other way round.
TALL = [(x, y) for y in range(4) for x in range(2)]
WIDE = [(x, y) for y in range(2) for x in range(4)]
SQUARE = [(x, y) for y in range(4) for x in range(4)]
# Three by three without a corner.
RING = [(x, y) for y in range(3) for x in range(3)][:8]


def tile(
    id_: str,
    *,
    top: tuple[str, int] = ("gold", 1),
    left: tuple[str, int] = ("southern_soldier", 1),
    right: str = "northern_soldier",
    bottom: str = "wood",
    crossed: bool = False,
    middle: dict[str, Any] | None = None,
) -> Tile:
    """A tile; two of them match only on a side that is named for both."""
    return {
        "id": id_,
        "top": {"resource": top[0], "amount": top[1], "crossed": crossed},
        "left": {"kind": left[0], "count": left[1]},
        "right": {"kind": right},
        "bottom": {"resource": bottom},
        **({"middle": middle} if middle else {}),
    }


def deck(*tiles: Tile, plain: int = 16) -> dict[str, Any]:
    """These tiles, and plain ones that match nothing, called p0, p1, …"""
    rest = [tile(f"p{n}") for n in range(plain)]
    return {"format": "quartermaster-deck/1", "name": "small", "tiles": [*tiles, *rest]}


def lay(figure: list[At], dealt: dict[At, str] | None = None) -> AnyEntry:
    known = {at: {"tile": id_} for at, id_ in (dealt or {}).items()}
    return entry("lay_tiles", tiles=[{"at": list(at), **known.get(at, {})} for at in figure])


def laid(figure: list[At], *tiles: Tile, roles: tuple[str, ...] = (), **switches: Any) -> Position:
    """Anna's turn, with the figure face down; the tiles' deck has plain ones besides."""
    return play(start(*roles, deck=deck(*tiles), **switches), lay(figure))


def over(position: Position, id_: str, at: At, **choices: Any) -> AnyEntry:
    """Whoever is on turn turns this tile over there."""
    return entry("turn_over", seat=turn(position), at=list(at), tile=id_, choices=choices)


def end(position: Position) -> Position:
    return play(position, entry("end_turn", seat=turn(position)))


def turned(position: Position, *tiles: tuple[str, At]) -> Position:
    """The position after these turns, of one tile each."""
    for id_, at in tiles:
        position = end(play(position, over(position, id_, at)))
    return position


def phase(position: Position) -> str:
    word: str = title.export_position(position)["phase"]
    return word


# A deck that prints its amounts on the bottom side (CW-4.3)


def with_amounts_below(*tiles: Tile, plain: int = 16) -> dict[str, Any]:
    """The same tiles with what is printed on their tops moved to their bottoms."""
    changed = deck(*tiles, plain=plain)
    for tile in changed["tiles"]:
        top = tile["top"]
        tile["top"] = {"resource": top["resource"]}
        tile["bottom"] = {**top, "resource": tile["bottom"]["resource"]}
    return {**changed, "amounts": "bottom"}


@pytest.mark.parametrize(
    ("first", "second"),
    [(("a", (0, 0)), ("b", (0, 1))), (("b", (0, 1)), ("a", (0, 0)))],
)
@pytest.mark.parametrize(("crossed", "food"), [(False, 4), (True, -4)])
def test_a_deck_may_print_the_amount_on_the_upper_tiles_bottom_side(
    first: tuple[str, At], second: tuple[str, At], crossed: bool, food: int
) -> None:
    a = tile("a", top=("gold", 4), bottom="food", crossed=crossed)
    b = tile("b", top=("food", 9), crossed=not crossed)
    position = play(start(deck=with_amounts_below(a, b)), lay(COLUMN))
    position = turned(position, first)
    assert changes(position, over(position, *second), BORIS) == {"food": food}


def test_a_wagon_doubles_a_find_of_such_a_deck_too() -> None:
    a, b = tile("a", top=("gold", 4), bottom="food"), tile("b", top=("food", 9))
    position = play(start(deck=with_amounts_below(a, b)), lay(COLUMN))
    position = having(turned(position, ("a", (0, 0))), BORIS, bonuses=("wagon",))
    assert changes(position, over(position, "b", (0, 1)), BORIS) == {"food": 8}


# Matching (CW-4.2, CW-4.3, CW-4.6)


@pytest.mark.parametrize(
    ("first", "second"),
    [(("a", (0, 0)), ("b", (1, 0))), (("b", (1, 0)), ("a", (0, 0)))],
)
def test_the_number_met_is_on_the_left_side_of_the_tile_on_the_right(
    first: tuple[str, At], second: tuple[str, At]
) -> None:
    a = tile("a", left=("volunteer", 9), right="volunteer")
    b = tile("b", left=("volunteer", 4), right="cherokee")
    position = turned(laid(ROW, a, b), first)
    assert changes(position, over(position, *second), BORIS) == {
        "volunteer": 4,
        "water": 12,
        "points": 4,
    }


@pytest.mark.parametrize(
    ("first", "second"),
    [(("a", (0, 0)), ("b", (0, 1))), (("b", (0, 1)), ("a", (0, 0)))],
)
def test_the_amount_found_is_on_the_top_side_of_the_lower_tile(
    first: tuple[str, At], second: tuple[str, At]
) -> None:
    a, b = tile("a", top=("food", 9), bottom="food"), tile("b", top=("food", 4), bottom="water")
    position = turned(laid(COLUMN, a, b), first)
    assert changes(position, over(position, *second), BORIS) == {"food": 4}


@pytest.mark.parametrize(
    ("first", "second"),
    [(("a", (0, 0)), ("b", (0, 1))), (("b", (0, 1)), ("a", (0, 0)))],
)
def test_crossed_out_is_read_where_the_amount_is(
    first: tuple[str, At], second: tuple[str, At]
) -> None:
    a = tile("a", top=("food", 9), bottom="food")
    b = tile("b", top=("food", 4), crossed=True)
    position = turned(laid(COLUMN, a, b), first)
    assert changes(position, over(position, *second), BORIS) == {"food": -4}


def test_a_find_stays_a_find_under_a_tile_whose_own_top_is_crossed_out() -> None:
    a, b = tile("a", top=("food", 9), bottom="food", crossed=True), tile("b", top=("food", 4))
    position = turned(laid(COLUMN, a, b), ("a", (0, 0)))
    assert changes(position, over(position, "b", (0, 1)), BORIS) == {"food": 4}


def test_a_crossed_out_resource_takes_what_there_is() -> None:
    a, b = tile("a", bottom="water"), tile("b", top=("water", 5), crossed=True)
    position = having(turned(laid(COLUMN, a, b), ("a", (0, 0))), BORIS, water=3)
    assert changes(position, over(position, "b", (0, 1)), BORIS) == {"water": -3}


def test_different_kinds_of_people_make_no_encounter() -> None:
    a, b = tile("a", right="northern_officer"), tile("b", left=("southern_officer", 4))
    position = turned(laid(ROW, a, b), ("a", (0, 0)))
    assert changes(position, over(position, "b", (1, 0)), BORIS) == {}


def test_different_resources_make_no_find() -> None:
    a, b = tile("a", bottom="water"), tile("b", top=("food", 4))
    position = turned(laid(COLUMN, a, b), ("a", (0, 0)))
    assert changes(position, over(position, "b", (0, 1)), BORIS) == {}


def test_only_the_sides_that_touch_are_compared() -> None:
    a = tile("a", left=("cherokee", 4), top=("food", 4), bottom="water", right="volunteer")
    b = tile("b", left=("northern_officer", 4), top=("water", 4), bottom="food", right="cherokee")
    position = turned(laid(ROW, a, b), ("a", (0, 0)))
    assert changes(position, over(position, "b", (1, 0)), BORIS) == {}


def test_tiles_that_touch_at_a_corner_make_nothing() -> None:
    a = tile("a", right="volunteer", bottom="food")
    b = tile("b", left=("volunteer", 4), top=("food", 4))
    position = turned(laid(WIDE, a, b), ("a", (0, 0)), ("p0", (1, 0)))
    assert changes(position, over(position, "b", (1, 1)), ANNA) == {}


def test_a_half_that_faces_a_face_down_tile_is_judged_for_whoever_turns_that_one() -> None:
    a, b = tile("a", bottom="food"), tile("b", top=("food", 4))
    position = laid(COLUMN, a, b)
    assert changes(position, over(position, "a", (0, 0)), ANNA) == {}
    position = turned(position, ("a", (0, 0)))
    assert changes(position, over(position, "b", (0, 1)), ANNA) == {}
    assert changes(position, over(position, "b", (0, 1)), BORIS) == {"food": 4}


def test_enemies_on_a_tile_are_fought_by_whoever_turned_it_over() -> None:
    a, b = tile("a", right="cherokee"), tile("b", left=("cherokee", 3))
    position = having(turned(laid(ROW, a, b), ("a", (0, 0))), BORIS, weapons=7)
    assert changes(position, over(position, "b", (1, 0)), BORIS) == {
        "weapons": -6,
        "water": 9,
        "points": 3,
    }


def test_a_fight_that_is_lost_over_a_tile_costs_the_next_turn() -> None:
    a, b = tile("a", right="cherokee"), tile("b", left=("cherokee", 3))
    position = having(turned(laid(ROW, a, b), ("a", (0, 0))), BORIS, weapons=0)
    position = turned(position, ("b", (1, 0)), ("p0", (2, 0)))
    assert turn(position) == ANNA


def test_the_lines_of_a_match_name_its_rules() -> None:
    a, b = tile("a", bottom="food"), tile("b", top=("food", 4))
    position = having(turned(laid(COLUMN, a, b), ("a", (0, 0))), BORIS, bonuses=("wagon",))
    found = lines(position, over(position, "b", (0, 1)))
    assert [line.rule for line in found if line.seat == BORIS] == ["CW-4.3", "CW-4.7"]
    spoilt = turned(laid(COLUMN, a, {**b, "top": {**b["top"], "crossed": True}}), ("a", (0, 0)))
    lost = lines(spoilt, over(spoilt, "b", (0, 1)))
    assert [line.rule for line in lost if line.seat == BORIS] == ["CW-4.4"]


# Reading order (CW-4.5)


def test_a_tile_is_read_top_left_middle_right_bottom() -> None:
    middle = {"do": "find", "resource": "food", "amount": 2}
    around = [
        tile("above", bottom="medicine"),
        tile("left", right="volunteer"),
        tile("right", left=("northern_officer", 2)),
        tile("below", top=("weapons", 4)),
    ]
    centre = tile(
        "centre",
        top=("medicine", 3),
        left=("volunteer", 1),
        middle=middle,
        right="northern_officer",
        bottom="weapons",
    )
    position = turned(
        laid(RING, centre, *around),
        ("below", (1, 2)),
        ("p0", (0, 2)),
        ("left", (0, 1)),
        ("p1", (0, 0)),
        ("above", (1, 0)),
        ("p2", (2, 0)),
        ("right", (2, 1)),
    )
    read = [
        (line.what.value, line.by) for line in lines(position, over(position, "centre", (1, 1)))
    ]
    marks = [
        ("medicine", 3),
        ("volunteer", 1),
        ("food", 2),
        ("northern_officer", 2),
        ("weapons", 4),
    ]
    assert [line for line in read if line in marks] == marks


def test_weapons_found_on_the_top_side_are_there_for_the_fight_on_the_left() -> None:
    a, b = tile("a", bottom="weapons"), tile("b", right="cherokee")
    c = tile("c", top=("weapons", 6), left=("cherokee", 3))
    position = turned(laid(WIDE, a, b, c), ("a", (1, 0)), ("p0", (0, 0)), ("b", (0, 1)))
    position = having(position, BORIS, weapons=0)
    assert changes(position, over(position, "c", (1, 1)), BORIS) == {"water": 9, "points": 3}


def test_weapons_found_on_the_bottom_side_come_too_late_for_the_fight() -> None:
    a, b = tile("a", right="cherokee"), tile("b", top=("weapons", 6))
    c = tile("c", left=("cherokee", 1), bottom="weapons")
    position = turned(laid(WIDE, a, b, c), ("a", (0, 0)), ("p0", (0, 1)), ("b", (1, 1)))
    position = having(position, BORIS, weapons=0, people={"volunteer": 1})
    assert changes(position, over(position, "c", (1, 0)), BORIS) == {
        "volunteer": -1,
        "points": -3,
        "lost_turns": 1,
        "weapons": 6,
    }


def test_dynamite_found_in_the_middle_counts_on_the_right_and_not_on_the_left() -> None:
    a, b = tile("a", right="cherokee"), tile("b", left=("southern_officer", 3))
    middle = {"do": "gain", "bonus": "dynamite"}
    c = tile("c", left=("cherokee", 2), middle=middle, right="southern_officer")
    position = turned(
        laid(WIDE, a, b, c),
        ("a", (0, 0)),
        ("p0", (0, 1)),
        ("p1", (1, 1)),
        ("p2", (2, 1)),
        ("b", (2, 0)),
    )
    assert changes(position, over(position, "c", (1, 0)), BORIS) == {
        "weapons": -2 * 2 - 3,
        "water": 6,
        "dynamite": 1,
        "gold": 9,
        "points": 5,
    }


def test_a_wagon_found_in_the_middle_doubles_the_find_below_and_not_the_one_above() -> None:
    a, b = tile("a", bottom="food"), tile("b", top=("water", 5))
    middle = {"do": "gain", "bonus": "wagon"}
    c = tile("c", top=("food", 3), middle=middle, bottom="water")
    position = turned(
        laid(TALL, a, b, c),
        ("a", (0, 0)),
        ("p0", (1, 0)),
        ("p1", (1, 1)),
        ("p2", (1, 2)),
        ("b", (0, 2)),
    )
    assert changes(position, over(position, "c", (0, 1)), BORIS) == {
        "food": 3,
        "wagon": 1,
        "water": 10,
    }


# The wagon (CW-4.7, CW-9.1)


def test_with_a_wagon_four_food_matched_are_eight() -> None:
    position = having(start(), ANNA, bonuses=("wagon",))
    assert changes(position, entry("find", seat=ANNA, resource="food", amount=4), ANNA) == {
        "food": 8
    }


def test_without_a_wagon_four_food_are_four() -> None:
    found = entry("find", seat=ANNA, resource="food", amount=4)
    assert changes(start(), found, ANNA) == {"food": 4}


@pytest.mark.parametrize(("where", "food"), [("edge", 8), ("middle", 4), ("middle_doubled", 8)])
def test_a_wagon_doubles_the_middle_only_where_the_tile_says_so(where: str, food: int) -> None:
    position = having(start(), ANNA, bonuses=("wagon",))
    found = entry("find", seat=ANNA, resource="food", amount=4, where=where)
    assert changes(position, found, ANNA) == {"food": food}


@pytest.mark.parametrize("where", ["edge", "middle", "middle_doubled"])
def test_another_players_wagon_doubles_nothing(where: str) -> None:
    position = having(start(), BORIS, bonuses=("wagon",))
    found = entry("find", seat=ANNA, resource="food", amount=4, where=where)
    assert changes(position, found, ANNA) == {"food": 4}


def test_a_loss_of_five_takes_the_three_water_that_there_are() -> None:
    position = having(start(), ANNA, water=3)
    lost = entry("lose", seat=ANNA, resource="water", amount=5)
    assert seat_of(play(position, lost), ANNA)["resources"]["water"] == 0
    assert [line.rule for line in lines(position, lost) if line.seat == ANNA] == ["CW-4.4"]


def test_a_wagon_does_not_double_a_loss() -> None:
    position = having(start(), ANNA, water=9, bonuses=("wagon",))
    lost = entry("lose", seat=ANNA, resource="water", amount=4)
    assert changes(position, lost, ANNA) == {"water": -4}


def test_a_wagon_doubles_finds_on_both_sides_of_a_tile_and_nothing_else() -> None:
    a = tile("a", bottom="food")
    b = tile("b", top=("water", 5), crossed=True)
    c = tile("c", top=("food", 3), bottom="water")
    path = [("a", (0, 0)), ("p0", (1, 0)), ("p1", (1, 1)), ("p2", (1, 2)), ("b", (0, 2))]
    position = having(turned(laid(TALL, a, b, c), *path), BORIS, bonuses=("wagon",))
    assert changes(position, over(position, "c", (0, 1)), BORIS) == {"food": 6, "water": -5}


def test_a_wagon_turns_over_two_tiles_in_a_turn_and_no_third() -> None:
    position = having(laid(ROW), ANNA, bonuses=("wagon",))
    position = play(position, over(position, "p0", (0, 0)))
    position = play(position, over(position, "p1", (1, 0)))
    third = over(position, "p2", (2, 0))
    must_refuse(position, third, "CW-9.1", "has already turned over")
    assert "Anna" in sentence(position, third)
    assert "2" in sentence(position, third)


def test_a_wagons_second_tile_is_optional() -> None:
    position = having(laid(ROW), ANNA, bonuses=("wagon",))
    assert turn(turned(position, ("p0", (0, 0)))) == BORIS


def test_without_a_wagon_one_tile_is_turned_over_in_a_turn() -> None:
    position = laid(ROW)
    position = play(position, over(position, "p0", (0, 0)))
    second = over(position, "p1", (1, 0))
    assert refusal(position, second) in {"CW-3.3", "CW-9.1"}
    assert "Anna" in sentence(position, second)


def test_the_count_of_tiles_begins_anew_with_every_turn() -> None:
    position = having(laid(ROW), ANNA, bonuses=("wagon",))
    position = play(position, over(position, "p0", (0, 0)))
    position = end(play(position, over(position, "p1", (1, 0))))
    assert why_not(title, position, over(position, "p2", (2, 0))) is None


def test_a_wagon_that_was_handed_over_turns_no_second_tile() -> None:
    position = having(laid(ROW), ANNA, bonuses=("wagon",))
    position = play(position, over(position, "p0", (0, 0)))
    position = play(position, entry("hand_over", seat=ANNA, to=BORIS, bonus="wagon"))
    assert refusal(position, over(position, "p1", (1, 0))) in {"CW-3.3", "CW-9.1"}


# The middle (CW-11)


@pytest.mark.parametrize(
    ("middle", "rule", "expected"),
    [
        ({"do": "find", "resource": "food", "amount": 5}, "CW-11.1", {"food": 5}),
        ({"do": "find", "resource": "food", "amount": 5, "doubled": True}, "CW-11.1", {"food": 5}),
        ({"do": "lose", "resource": "water", "amount": 4}, "CW-11.1", {"water": -4}),
        ({"do": "lose", "resource": "water", "amount": 99}, "CW-11.1", {"water": -10}),
        ({"do": "gain", "bonus": "wagon"}, "CW-11.2", {"wagon": 1}),
        ({"do": "gain", "bonus": "dynamite"}, "CW-11.2", {"dynamite": 1}),
        ({"do": "fire", "amount": 3}, "CW-11.3", {"wood": -3}),
        ({"do": "fire", "amount": 99}, "CW-11.3", {"wood": -10}),
        ({"do": "sickness", "amount": 4}, "CW-11.5", {"medicine": -4}),
        ({"do": "sickness", "amount": 99}, "CW-11.5", {"medicine": -10}),
    ],
)
def test_the_middle_happens_whatever_lies_around(
    middle: dict[str, Any], rule: str, expected: dict[str, int]
) -> None:
    position = laid(ROW, tile("a", middle=middle))
    come_up = over(position, "a", (3, 0))
    assert changes(position, come_up, ANNA) == expected
    assert {line.rule for line in lines(position, come_up) if line.seat == ANNA} == {rule}


@pytest.mark.parametrize(
    ("middle", "expected"),
    [
        ({"do": "find", "resource": "food", "amount": 5}, {"food": 5}),
        ({"do": "find", "resource": "food", "amount": 5, "doubled": False}, {"food": 5}),
        ({"do": "find", "resource": "food", "amount": 5, "doubled": True}, {"food": 10}),
        ({"do": "lose", "resource": "water", "amount": 4}, {"water": -4}),
        ({"do": "gain", "bonus": "wagon"}, {}),
        ({"do": "gain", "bonus": "dynamite"}, {}),
        ({"do": "fire", "amount": 3}, {}),
        ({"do": "sabotage"}, {}),
    ],
)
def test_the_middle_for_a_player_with_wagon_dynamite_and_brigade(
    middle: dict[str, Any], expected: dict[str, int]
) -> None:
    bonuses = ("wagon", "dynamite", "fire_brigade")
    position = having(laid(ROW, tile("a", middle=middle)), ANNA, bonuses=bonuses)
    assert changes(position, over(position, "a", (0, 0)), ANNA) == expected


def test_sickness_in_the_middle_kills_those_for_whom_there_is_no_medicine() -> None:
    position = laid(ROW, tile("a", middle={"do": "sickness", "amount": 12}))
    position = having(position, ANNA, people={"cherokee": 3, "southern_officer": 3})
    assert changes(position, over(position, "a", (0, 0)), ANNA) == {
        "medicine": -10,
        "cherokee": -2,
        "points": -6,
    }


def test_the_player_may_choose_whom_sickness_in_the_middle_kills() -> None:
    position = laid(ROW, tile("a", middle={"do": "sickness", "amount": 12}))
    position = having(position, ANNA, people={"cherokee": 3, "southern_officer": 3})
    casualties = {"cherokee": 1, "southern_officer": 1}
    assert changes(
        position, over(position, "a", (0, 0), middle={"casualties": casualties}), ANNA
    ) == {
        "medicine": -10,
        "cherokee": -1,
        "southern_officer": -1,
        "points": -6,
    }


def test_sabotage_in_the_middle_happens_where_the_player_says_so() -> None:
    position = having(laid(ROW, tile("a", middle={"do": "sabotage"})), ANNA, bonuses=("dynamite",))
    after = play(position, over(position, "a", (0, 0), middle={"sabotage": True}))
    assert title.export_position(after)["headquarters"] == {"north": False, "south": True}
    assert has(after, ANNA, "dynamite")


@pytest.mark.parametrize("bonuses", [(), ("dynamite",)])
def test_sabotage_in_the_middle_does_nothing_where_nobody_says_so(bonuses: tuple[str, ...]) -> None:
    position = having(laid(ROW, tile("a", middle={"do": "sabotage"})), ANNA, bonuses=bonuses)
    after = play(position, over(position, "a", (0, 0)))
    assert title.export_position(after)["headquarters"] == {"north": True, "south": True}


def test_sabotage_in_the_middle_does_nothing_where_the_rules_do_not_allow_it() -> None:
    position = laid(ROW, tile("a", middle={"do": "sabotage"}))
    after = play(position, over(position, "a", (0, 0), middle={"sabotage": True}))
    assert title.export_position(after)["headquarters"] == {"north": True, "south": True}


def test_a_middle_that_was_resolved_is_not_resolved_again_by_its_neighbour() -> None:
    a = tile("a", middle={"do": "find", "resource": "food", "amount": 5})
    position = turned(laid(ROW, a), ("a", (0, 0)))
    assert changes(position, over(position, "p0", (1, 0)), BORIS) == {}


# Choices about a tile's fights (CW-6)


def test_an_ally_helps_against_the_enemies_on_the_left() -> None:
    a, b = tile("a", right="cherokee"), tile("b", left=("cherokee", 3))
    position = turned(laid(SQUARE, a, b, roles=ROLES[:4]), ("a", (0, 0)))
    position = having(having(position, BORIS, weapons=2), DAVID, weapons=9)
    come_up = over(position, "b", (1, 0), left={"help": [{"seat": DAVID, "weapons": 4}]})
    assert changes(position, come_up, BORIS) == {"weapons": -2, "water": 9, "points": 3}
    assert changes(position, come_up, DAVID) == {"weapons": -4}


def test_the_player_chooses_who_dies_against_the_enemies_on_the_right() -> None:
    a, b = tile("a", right="cherokee"), tile("b", left=("cherokee", 1))
    position = turned(laid(ROW, a, b), ("b", (1, 0)))
    position = having(position, BORIS, weapons=0, people={"volunteer": 1, "northern_officer": 1})
    come_up = over(position, "a", (0, 0), right={"casualties": {"northern_officer": 1}})
    assert changes(position, come_up, BORIS) == {
        "northern_officer": -1,
        "points": -3,
        "lost_turns": 1,
    }


def test_the_player_chooses_what_is_taken_in_a_tie() -> None:
    a, b = tile("a", right="cherokee"), tile("b", left=("cherokee", 1))
    position = turned(laid(ROW, a, b), ("a", (0, 0)))
    position = having(position, BORIS, weapons=0, medicine=15, food=15)
    come_up = over(position, "b", (1, 0), left={"taken": "food"})
    assert changes(position, come_up, BORIS) == {"food": -15, "lost_turns": 1}


def test_each_fight_of_a_tile_has_its_own_choice() -> None:
    a, b = tile("a", right="cherokee"), tile("b", left=("southern_officer", 1))
    c = tile("c", left=("cherokee", 1), right="southern_officer")
    path = [("a", (0, 0)), ("p0", (0, 1)), ("p1", (1, 1)), ("p2", (2, 1)), ("b", (2, 0))]
    position = turned(laid(WIDE, a, b, c), *path)
    position = having(position, BORIS, weapons=0, people={"volunteer": 2, "northern_officer": 2})
    left, right = {"casualties": {"northern_officer": 1}}, {"casualties": {"volunteer": 1}}
    assert changes(position, over(position, "c", (1, 0), left=left, right=right), BORIS) == {
        "northern_officer": -1,
        "volunteer": -1,
        "points": -6,
        "lost_turns": 2,
    }


def test_a_choice_that_a_rule_forbids_leaves_the_tile_face_down() -> None:
    a, b = tile("a", right="cherokee"), tile("b", left=("cherokee", 1))
    position = turned(laid(ROW, a, b), ("a", (0, 0)))
    position = having(position, BORIS, weapons=0, people={"volunteer": 3})
    assert refusal(
        position, over(position, "b", (1, 0), left={"casualties": {"volunteer": 2}})
    ) == ("CW-6.6")
    assert changes(position, over(position, "b", (1, 0)), BORIS)["volunteer"] == -1


def test_a_choice_for_a_fight_that_does_not_happen_is_ignored() -> None:
    position = laid(ROW)
    come_up = over(position, "p0", (0, 0), left={"casualties": {"volunteer": 2}})
    assert changes(position, come_up, ANNA) == {}


# Laying the figure (CW-3.2)


@pytest.mark.parametrize(
    "figure",
    [
        ROW,
        COLUMN,
        TALL,
        WIDE,
        RING,
        [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)],
        [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3)],
        [(x, -5) for x in range(-8, 0)],
        [(0, 1), (3, 0), (1, 1), (2, 1), (0, 0), (3, 1), (1, 0), (2, 0)],
    ],
)
def test_a_figure_that_hangs_together_can_be_laid(figure: list[At]) -> None:
    position = laid(figure)
    assert title.export_position(position)["tiles"] == [
        {"at": list(at), "face_up": False} for at in figure
    ]


@pytest.mark.parametrize(
    ("figure", "apart"),
    [
        ([(x, 0) for x in (0, 1, 2, 3, 5, 6, 7, 8)], 4),
        ([(x, x // 4) for x in range(8)], 4),
        ([*ROW[:7], (7, 1)], 1),
        ([*ROW[:7], (8, 0)], 1),
        ([(x, x) for x in range(8)], 7),
    ],
)
def test_gaps_and_diagonals_are_refused(figure: list[At], apart: int) -> None:
    position = start(deck=deck())
    must_refuse(position, lay(figure), "CW-3.2", "do not touch the others")
    assert str(apart) in sentence(position, lay(figure))


def test_two_tiles_in_one_place_are_refused() -> None:
    must_refuse(start(deck=deck()), lay([*ROW[:7], (3, 0)]), "CW-3.2", "Two tiles of the figure")


@pytest.mark.parametrize("number", [1, 7, 9])
def test_a_deal_lays_the_agreed_number_of_tiles_a_player(number: int) -> None:
    position, figure = start(deck=deck()), lay([(x, 0) for x in range(number)])
    must_refuse(position, figure, "CW-3.2", "each player in the game")
    assert "8" in sentence(position, figure)
    assert str(number) in sentence(position, figure)


@pytest.mark.parametrize("each", [3, 4])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_or_four_tiles_a_player_are_laid(each: int, players: int) -> None:
    agreed = msgspec.structs.replace(setup(*ROLES[:players], deck=deck()), tiles_per_player=each)
    position = title.start(agreed).position
    right, wrong = ([(x, 0) for x in range(count * players)] for count in (each, 7 - each))
    assert why_not(title, position, lay(right)) is None
    must_refuse(position, lay(wrong), "CW-3.2", "each player in the game")


def test_a_deck_must_have_as_many_tiles_as_are_laid() -> None:
    position = start(*ROLES[:4], deck=deck(plain=12))
    must_refuse(position, lay(SQUARE), "CW-3.2", "The deck")
    assert "12" in sentence(position, lay(SQUARE))
    assert "16" in sentence(position, lay(SQUARE))


def test_no_tile_is_dealt_twice() -> None:
    position = start(deck=deck())
    must_refuse(
        position, lay(ROW, {(0, 0): "p1", (1, 0): "p1"}), "CW-3.2", "deck has each tile once"
    )
    assert why_not(title, position, lay(ROW, {(0, 0): "p1", (1, 0): "p2"})) is None


def test_a_month_is_one_deal() -> None:
    must_refuse(laid(ROW), lay(ROW), "CW-3.2", "This month's tiles have")


def test_the_next_month_has_a_deal_of_its_own() -> None:
    position = turned(laid(ROW), *((f"p{x}", (x, 0)) for x in range(8)))
    position = play(position, entry("upkeep"), entry("next_month"))
    assert "tiles" not in title.export_position(position)
    assert why_not(title, position, lay(COLUMN)) is None


def test_tiles_are_laid_at_any_moment_of_the_turns() -> None:
    position = start(deck=deck())
    found = entry("find", seat=ANNA, resource="food", amount=1)
    for later in (position, play(position, found), play(position, entry("end_turn", seat=ANNA))):
        assert why_not(title, later, lay(ROW)) is None


def test_tiles_are_not_laid_at_the_months_end() -> None:
    position = play(start(deck=deck()), entry("end_month"))
    must_refuse(position, lay(ROW), "CW-3.4", "entered between the last")
    must_refuse(play(position, entry("upkeep")), lay(ROW), "CW-3.4", "after the month's upkeep")


def test_tiles_are_laid_for_those_still_in_the_game() -> None:
    position = beaten(at_battles(start(*ROLES[:4], deck=deck())), BORIS, by=ANNA)
    position = play(position, entry("next_month"))
    twelve = [(x, y) for x in range(4) for y in range(3)]
    assert why_not(title, position, lay(twelve)) is None
    must_refuse(position, lay(SQUARE), "CW-3.2", "each player in the game")


@pytest.mark.parametrize("named", [0, 1, 5, 8])
def test_all_some_or_none_of_the_tiles_may_be_named(named: int) -> None:
    dealt = {at: f"p{n}" for n, at in enumerate(ROW[:named])}
    assert why_not(title, start(deck=deck()), lay(ROW, dealt)) is None


def test_the_whole_deck_is_there_again_next_month() -> None:
    position = turned(laid(ROW), *((f"p{x}", (x, 0)) for x in range(8)))
    position = play(position, entry("upkeep"), entry("next_month"), lay(ROW))
    assert why_not(title, position, over(position, "p0", (0, 0))) is None


def test_the_figure_lies_there_until_the_next_month_begins() -> None:
    position = turned(laid(ROW), *((f"p{x}", (x, 0)) for x in range(8)))
    for step in (entry("upkeep"), entry("raise_brigade", seat=ANNA)):
        position = play(having(position, ANNA, people={"cherokee": 1}), step)
        assert len(title.export_position(position)["tiles"]) == 8


def test_the_figure_stays_in_place_when_the_game_ends_in_mid_month() -> None:
    """CW-3.2, CW-12.4: no month begins after the end, so nothing is taken up."""
    found = tile("a", middle={"do": "find", "resource": "wood", "amount": 1})
    position = having(laid(ROW, found), ANNA, wood=59, points=40)
    after = play(position, over(position, "a", (0, 0)))
    assert title.export_position(after)["result"]["reason"] == "fifty_points"
    tiles = title.export_position(after)["tiles"]
    assert [tile["at"] for tile in tiles] == [list(at) for at in ROW]
    assert [tile["face_up"] for tile in tiles] == [True] + [False] * 7


def test_the_figure_stays_in_place_when_the_last_month_is_closed() -> None:
    month = (entry("end_month"), entry("upkeep"), entry("next_month"))
    last = play(start(deck=deck(), months=5), *month * 4)
    position = turned(play(last, lay(ROW)), *((f"p{x}", (x, 0)) for x in range(8)))
    after = play(position, entry("upkeep"), entry("next_month"))
    assert title.export_position(after)["phase"] == "over"
    assert len(title.export_position(after)["tiles"]) == 8


# Turning over (CW-3.3)


@pytest.mark.parametrize("at", ROW)
def test_the_first_player_turns_over_any_tile(at: At) -> None:
    position = laid(ROW)
    after = play(position, over(position, "p0", at))
    shown = [placed for placed in title.export_position(after)["tiles"] if placed["face_up"]]
    assert shown == [{"at": list(at), "face_up": True, "tile": "p0"}]


@pytest.mark.parametrize("at", [(2, 1), (1, 2), (3, 2), (2, 3)])
def test_a_tile_that_shares_a_side_with_a_face_up_one_may_be_turned_over(at: At) -> None:
    position = turned(laid(SQUARE, roles=ROLES[:4]), ("p0", (2, 2)))
    assert why_not(title, position, over(position, "p1", at)) is None


@pytest.mark.parametrize("at", [(1, 1), (3, 3), (1, 3), (3, 1), (2, 0), (0, 2), (0, 0)])
def test_a_tile_across_a_corner_or_a_gap_is_not_turned_over(at: At) -> None:
    position = turned(laid(SQUARE, roles=ROLES[:4]), ("p0", (2, 2)))
    must_refuse(position, over(position, "p1", at), "CW-3.3", "side with a face-up tile")
    place = f"row {at[1] + 1}, column {at[0] + 1}"
    assert place in sentence(position, over(position, "p1", at))


def test_a_tile_is_not_turned_over_twice() -> None:
    position = turned(laid(ROW), ("p0", (3, 0)))
    must_refuse(position, over(position, "p1", (3, 0)), "CW-3.3", "is already face up")
    assert "row 1, column 4" in sentence(position, over(position, "p1", (3, 0)))


def test_where_no_tile_lies_none_is_turned_over() -> None:
    position = laid(ROW)
    must_refuse(position, over(position, "p0", (3, 1)), "CW-3.3", "There is no tile in row")
    assert "row 2, column 4" in sentence(position, over(position, "p0", (3, 1)))


def test_before_tiles_are_laid_none_is_turned_over() -> None:
    position = start(deck=deck())
    assert refusal(position, over(position, "p0", (0, 0))) in {"CW-3.2", "CW-3.3"}


def test_a_tile_lies_in_one_place_only() -> None:
    position = turned(laid(ROW), ("p0", (0, 0)))
    must_refuse(position, over(position, "p0", (1, 0)), "CW-3.3", "is already in another")
    assert "p0" in sentence(position, over(position, "p0", (1, 0)))


def test_tiles_are_turned_over_in_the_order_of_play() -> None:
    position = laid(ROW)
    early = entry("turn_over", seat=BORIS, at=[0, 0], tile="p0")
    must_refuse(position, early, "CW-3.5", "turn, not")
    assert "Boris" in sentence(position, early)


def test_turning_a_tile_over_is_the_turns_first_tile() -> None:
    position = having(laid(ROW), BORIS, people={"volunteer": 1})
    lure = entry("lure", seat=ANNA, from_=[{"seat": BORIS, "people": {"volunteer": 1}}])
    assert why_not(title, position, lure) is None
    must_refuse(
        play(position, over(position, "p0", (0, 0))), lure, "CW-10.1", "has already turned over"
    )


# Tiles that the tablet dealt


def dealt() -> Position:
    """Anna's turn; only the tablet knows that the tile at the left end is a."""
    a = tile("a", middle={"do": "find", "resource": "food", "amount": 5})
    return play(start(deck=deck(a)), lay(ROW, {(0, 0): "a"}))


def test_a_tile_that_the_tablet_dealt_need_not_be_named() -> None:
    unnamed = entry("turn_over", seat=ANNA, at=[0, 0])
    assert changes(dealt(), unnamed, ANNA) == {"food": 5}
    after = play(dealt(), unnamed)
    assert title.export_position(after)["tiles"][0] == {"at": [0, 0], "face_up": True, "tile": "a"}


def test_a_tile_that_the_tablet_dealt_may_be_named() -> None:
    assert changes(dealt(), over(dealt(), "a", (0, 0)), ANNA) == {"food": 5}


def test_a_face_down_tile_is_not_shown_to_anyone() -> None:
    assert title.export_position(dealt())["tiles"][0] == {"at": [0, 0], "face_up": False}


def test_a_tile_that_the_tablet_dealt_is_no_other() -> None:
    position = dealt()
    must_refuse(position, over(position, "p0", (0, 0)), "CW-3.3", "The tablet dealt another")
    assert "p0" in sentence(position, over(position, "p0", (0, 0)))


def test_a_tile_that_the_tablet_dealt_elsewhere_does_not_come_up_here() -> None:
    position = dealt()
    must_refuse(position, over(position, "a", (1, 0)), "CW-3.3", "is already in another")


def test_a_tile_that_the_tablet_did_not_deal_must_be_named() -> None:
    must_refuse(
        dealt(), entry("turn_over", seat=ANNA, at=[1, 0]), "CW-3.3", "The tablet did not deal"
    )


# The end of a turn and of the month (CW-3.4)


def test_with_tiles_laid_a_turn_ends_only_after_a_tile() -> None:
    position = laid(ROW)
    must_refuse(position, entry("end_turn", seat=ANNA), "CW-3.4", "over a tile yet this turn")
    assert "Anna" in sentence(position, entry("end_turn", seat=ANNA))
    position = play(position, over(position, "p0", (0, 0)))
    assert why_not(title, position, entry("end_turn", seat=ANNA)) is None


def test_every_turn_needs_a_tile_of_its_own() -> None:
    position = turned(laid(ROW), ("p0", (0, 0)))
    must_refuse(position, entry("end_turn", seat=BORIS), "CW-3.4", "over a tile yet this turn")
    assert "Boris" in sentence(position, entry("end_turn", seat=BORIS))


def test_a_turn_that_is_given_up_with_a_bonus_needs_no_tile() -> None:
    position = having(laid(ROW), ANNA, bonuses=("dynamite",))
    position = play(position, entry("hand_over", seat=ANNA, to=BORIS, bonus="dynamite"))
    assert turn(position) == ANNA
    assert phase(position) == "turns"


def test_the_month_ends_by_itself_with_the_turn_that_turned_up_the_last_tile() -> None:
    position = turned(laid(ROW), *((f"p{x}", (x, 0)) for x in range(7)))
    position = play(position, over(position, "p7", (7, 0)))
    assert (phase(position), turn(position)) == ("turns", BORIS)
    position = end(position)
    assert (phase(position), turn(position)) == ("trades", None)


def test_a_wagon_owner_ends_the_month_with_the_first_of_two_tiles() -> None:
    position = turned(laid(ROW), *((f"p{x}", (x, 0)) for x in range(7)))
    position = having(position, BORIS, bonuses=("wagon",))
    assert phase(turned(position, ("p7", (7, 0)))) == "trades"


def test_with_a_wagon_at_the_table_the_month_has_fewer_turns() -> None:
    position = having(laid(ROW), ANNA, bonuses=("wagon",))
    for first, second in ((0, 1), (3, 4)):
        position = play(position, over(position, f"p{first}", (first, 0)))
        position = play(position, over(position, f"p{second}", (second, 0)))
        position = turned(end(position), (f"p{second + 1}", (second + 1, 0)))
    position = play(position, over(position, "p6", (6, 0)))
    position = play(position, over(position, "p7", (7, 0)))
    assert phase(end(position)) == "trades"


@pytest.mark.parametrize("up", [0, 1, 7])
def test_with_tiles_laid_the_month_does_not_end_earlier(up: int) -> None:
    position = turned(laid(ROW), *((f"p{x}", (x, 0)) for x in range(up)))
    must_refuse(position, entry("end_month"), "CW-3.4", "month's end begins after")
    assert str(8 - up) in sentence(position, entry("end_month"))
    assert "8" in sentence(position, entry("end_month"))


def test_the_last_turn_has_to_be_ended_too() -> None:
    position = turned(laid(ROW), *((f"p{x}", (x, 0)) for x in range(7)))
    position = play(position, over(position, "p7", (7, 0)))
    must_refuse(position, entry("end_month"), "CW-3.4", "month's end begins after")


def test_lost_turns_are_passed_over_among_tiles_as_well() -> None:
    twelve = [(x, 0) for x in range(12)]
    position = having(laid(twelve, roles=ROLES[:3]), BORIS, lost_turns=1)
    assert turn(turned(position, ("p0", (0, 0)))) == CLARA


# The whole of CW-4 at once: a scorer who reads the tiles off the table writes the same numbers.

RESOURCES = st.sampled_from(["food", "water"])
KINDS = st.sampled_from(["southern_soldier", "northern_soldier", "cherokee"])
AMOUNTS = st.integers(1, 6)
MIDDLES = st.one_of(
    st.fixed_dictionaries(
        {"do": st.just("find"), "resource": RESOURCES, "amount": AMOUNTS, "doubled": st.booleans()}
    ),
    st.fixed_dictionaries({"do": st.just("lose"), "resource": RESOURCES, "amount": AMOUNTS}),
    st.fixed_dictionaries({"do": st.just("gain"), "bonus": st.sampled_from(["wagon", "dynamite"])}),
    st.fixed_dictionaries({"do": st.sampled_from(["fire", "sickness"]), "amount": AMOUNTS}),
    st.just({"do": "sabotage"}),
)
SIDES = st.fixed_dictionaries(
    {
        "top": st.fixed_dictionaries(
            {"resource": RESOURCES, "amount": AMOUNTS, "crossed": st.booleans()}
        ),
        "left": st.fixed_dictionaries({"kind": KINDS, "count": AMOUNTS}),
        "right": st.fixed_dictionaries({"kind": KINDS}),
        "bottom": st.fixed_dictionaries({"resource": RESOURCES}),
    },
    optional={"middle": MIDDLES},
)
TILES = st.lists(SIDES, min_size=12, max_size=12).map(
    lambda sides: [{"id": f"t{n}", **printed} for n, printed in enumerate(sides)]
)
PICKS = st.lists(st.integers(0, 99), min_size=8, max_size=8)


def touching(cells: set[At]) -> set[At]:
    """Every place that shares a side with one of the cells."""
    steps = ((1, 0), (-1, 0), (0, 1), (0, -1))
    return {(x + right, y + down) for x, y in cells for right, down in steps}


def grown(picks: list[int]) -> list[At]:
    """A figure of eight tiles, each laid against those before it."""
    cells = [(0, 0)]
    for pick in picks[1:]:
        free = sorted(touching(set(cells)) - set(cells))
        cells.append(free[pick % len(free)])
    return cells


def scorers_entries(up: dict[At, Tile], at: At, *, wagon: bool) -> Iterator[Tile]:
    """Yield the entries that the newest of the tiles makes, as a scorer would write them."""
    x, y = at
    new = up[at]
    if (x, y - 1) in up and up[x, y - 1]["bottom"]["resource"] == new["top"]["resource"]:
        yield by_hand(new["top"], doubled=wagon)
    if (x - 1, y) in up and up[x - 1, y]["right"]["kind"] == new["left"]["kind"]:
        yield {"do": "meet", **new["left"]}
    middle = new.get("middle", {"do": "sabotage"})
    if middle["do"] == "find":
        yield by_hand(middle, doubled=wagon and middle["doubled"])
    elif middle["do"] != "sabotage":
        yield middle
    wagon = wagon or middle.get("bonus") == "wagon"
    if (x + 1, y) in up and up[x + 1, y]["left"]["kind"] == new["right"]["kind"]:
        yield {"do": "meet", **up[x + 1, y]["left"]}
    if (x, y + 1) in up and up[x, y + 1]["top"]["resource"] == new["bottom"]["resource"]:
        yield by_hand(up[x, y + 1]["top"], doubled=wagon)


def by_hand(printed: Tile, *, doubled: bool) -> Tile:
    """A find or a loss as a scorer without a wagon's help would write it."""
    resource, amount = printed["resource"], printed["amount"]
    if printed.get("crossed"):
        return {"do": "lose", "resource": resource, "amount": amount}
    return {"do": "find", "resource": resource, "amount": amount * (1 + doubled), "where": "middle"}


def added_up(written: Iterable[Line]) -> list[tuple[int, str, int]]:
    """The seats' lines in order; neighbours about the same number are one."""
    seats = [line for line in written if line.seat != TABLE]
    runs = groupby(seats, key=lambda line: (line.seat, line.what.value))
    return [(seat, what, sum(line.by for line in run)) for (seat, what), run in runs]


def scorers_lines(position: Position, up: dict[At, Tile], at: At) -> list[Line]:
    seat, written = turn(position) or 0, list[Line]()
    for fields in scorers_entries(up, at, wagon=has(position, seat, "wagon")):
        scored = entry(**{**fields, "seat": seat})
        written += lines(position, scored)
        position = play(position, scored)
    return written


def month(
    tiles: list[Tile], shape: list[int], picks: list[int], strength: tuple[int, int]
) -> Iterator[tuple[Position, dict[At, Tile], At, set[At]]]:
    """A month with a random figure: before each turn the position, the tiles that will be face
    up, where the next one lies, and where it could have lain; at last the month's end."""
    figure = grown(shape)
    box = {"format": "quartermaster-deck/1", "name": "random", "tiles": tiles}
    position = play(start(deck=box, fifty_points="month_end"), lay(figure))
    for seat in (ANNA, BORIS):
        position = having(position, seat, weapons=strength[0], people={"volunteer": strength[1]})
    up: dict[At, Tile] = {}
    for new, pick in zip(tiles, picks, strict=False):
        possible = (touching(set(up)) or set(figure)) & set(figure) - set(up)
        at = sorted(possible)[pick % len(possible)]
        up = {**up, at: new}
        yield position, up, at, possible
        position = turned(position, (new["id"], at))
    yield position, up, at, set()


MONTHS = st.builds(month, TILES, PICKS, PICKS, st.tuples(st.integers(0, 9), st.integers(0, 5)))


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(MONTHS.map(list))
def test_a_scorer_who_reads_the_tiles_off_the_table_writes_the_same(
    turns: list[tuple[Position, dict[At, Tile], At, set[At]]],
) -> None:
    for position, up, at, _ in turns[:-1]:
        by_tablet = lines(position, over(position, up[at]["id"], at))
        assert added_up(by_tablet) == added_up(scorers_lines(position, up, at))


@settings(max_examples=30, deadline=None)
@given(MONTHS.map(list))
def test_just_the_tiles_that_touch_a_face_up_one_can_be_turned_over_until_the_month_ends(
    turns: list[tuple[Position, dict[At, Tile], At, set[At]]],
) -> None:
    figure = set(turns[-1][1])
    for position, up, at, possible in turns[:-1]:
        new = up[at]["id"]
        allowed = {
            cell for cell in figure if not why_not(title, position, over(position, new, cell))
        }
        assert allowed == possible
        assert title.invariants(position) == ()
    assert phase(turns[-1][0]) == "trades"
