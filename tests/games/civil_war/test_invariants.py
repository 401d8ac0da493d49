"""The invariants of a position; each is noticed where it does not hold."""

import msgspec
import pytest

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    ROLES,
    at_battles,
    at_trades,
    beaten,
    entry,
    having,
    play,
    start,
)
from tracker.engine.ledger import TABLE, Column
from tracker.games.civil_war import title
from tracker.games.civil_war.columns import Bonus, Count, Course, Kind, Phase, Resource
from tracker.games.civil_war.figure import Placed
from tracker.games.civil_war.invariants import OF_A_SEAT, OF_THE_TABLE
from tracker.games.civil_war.position import Position


def broken(position: Position, row: int, **numbers: int) -> Position:
    """The position with numbers of a row changed by hand, past every rule."""
    of_seats = {
        column.name: column.at for kind in (Resource, Kind, Bonus, Count) for column in kind
    }
    place = {column.name: column.at for column in Course} if row == TABLE else of_seats
    rows = [list(row) for row in position.rows]
    for name, number in numbers.items():
        rows[row][place[name]] = number
    return msgspec.structs.replace(position, rows=tuple(tuple(row) for row in rows))


def out() -> Position:
    """Clara is out, four were at the table, the turns of the second month are played."""
    position = beaten(at_battles(start(*ROLES[:4])), CLARA, by=BORIS)
    return play(position, entry("next_month"))


def over() -> Position:
    return having(start(), ANNA, points=50)


@pytest.mark.parametrize(
    "position",
    [
        start(),
        at_trades(start()),
        at_battles(start()),
        out(),
        over(),
        play(start(), entry("lay_tiles", tiles=[{"at": [x, 0]} for x in range(8)])),
        having(start(), ANNA, points=-7, wood=60, gold=60, bonuses=("wagon", "dynamite")),
    ],
    ids=["turns", "trades", "battles", "out", "over", "tiles", "fort and reserve"],
)
def test_a_position_that_the_rules_have_made_breaks_nothing(position: Position) -> None:
    assert title.invariants(position) == ()


OF_SEATS = [
    *(
        ("nothing but points is below zero", {column.name: -1})
        for column in (*Resource, *Kind, Count.LOST_TURNS)
    ),
    *(
        ("a bonus is held once or not (CW-9.1, CW-9.4, CW-9.6)", {bonus.name: 2})
        for bonus in (Bonus.WAGON, Bonus.DYNAMITE, Bonus.FIRE_BRIGADE)
    ),
    ("a bonus is held once or not (CW-9.1, CW-9.4, CW-9.6)", {"WAGON": -1}),
    ("a fort stands if and only if there are 60 wood (CW-9.5)", {"WOOD": 60}),
    ("a fort stands if and only if there are 60 wood (CW-9.5)", {"WOOD": 59, "FORT": 1}),
    ("a reserve stands if and only if there are 60 gold (CW-9.7)", {"GOLD": 60}),
    ("a reserve stands if and only if there are 60 gold (CW-9.7)", {"GOLD": 59, "GOLD_RESERVE": 1}),
    (
        "all five bonuses are full domination (CW-9.9)",
        {"WOOD": 60, "GOLD": 60, **{bonus.name: 1 for bonus in Bonus}},
    ),
]


@pytest.mark.parametrize(("name", "numbers"), OF_SEATS, ids=str)
def test_what_is_wrong_with_a_seat_is_named_with_the_player(
    name: str, numbers: dict[str, int]
) -> None:
    position = start(*ROLES[:4])

    assert title.invariants(broken(position, BORIS, **numbers)) == (f"{name}: Boris",)


WHO_IS_OUT = "whoever is out has nothing left (CW-13.8)"


@pytest.mark.parametrize(
    "column",
    [*Resource, *Kind, Bonus.WAGON, Bonus.DYNAMITE, Bonus.FIRE_BRIGADE, Count.LOST_TURNS],
    ids=str,
)
def test_whoever_is_out_has_nothing_left(column: Column) -> None:
    assert title.invariants(broken(out(), CLARA, **{column.name: 1})) == (f"{WHO_IS_OUT}: Clara",)


def test_whoever_is_out_keeps_no_fort_and_no_reserve() -> None:
    standing = {"FORT": 1, "WOOD": 60, "GOLD_RESERVE": 1, "GOLD": 60}

    assert title.invariants(broken(out(), CLARA, **standing)) == (f"{WHO_IS_OUT}: Clara",)


def test_whoever_is_out_has_not_won() -> None:
    won = broken(
        over(), BORIS, PLACE=1, **dict.fromkeys((resource.name for resource in Resource), 0)
    )

    expected = ("whoever is out has not won (CW-12.3): Boris",)
    assert title.invariants(won) == ()
    assert title.invariants(broken(won, BORIS, OUT=1)) == expected


@pytest.mark.parametrize(
    ("position", "turn"),
    [(start(), 0), (at_trades(start()), 1), (at_battles(start()), 2), (over(), 1), (out(), 3)],
    ids=["nobody's", "in the trades", "in the battles", "when it is over", "of who is out"],
)
def test_the_turn_is_with_somebody_in_the_game(position: Position, turn: int) -> None:
    name = "the turn is with somebody in the game (CW-3.5)"

    assert title.invariants(broken(position, TABLE, TURN=turn)) == (name,)


@pytest.mark.parametrize("month", [0, 6])
def test_the_month_is_one_of_those_agreed(month: int) -> None:
    name = "the month is one of those agreed (CW-3.1)"

    assert title.invariants(broken(start(months=5), TABLE, MONTH=month)) == (name,)


@pytest.mark.parametrize("column", ["DESTROYED_NORTH", "DESTROYED_SOUTH"])
def test_a_headquarters_is_destroyed_once(column: str) -> None:
    once = broken(start(*ROLES[:4]), ANNA, **{column: 1})
    twice = broken(once, CLARA, **{column: 1})

    assert title.invariants(once) == ()
    assert title.invariants(twice) == ("a headquarters is destroyed once (CW-11.4)",)


@pytest.mark.parametrize(
    "position",
    [
        broken(start(), TABLE, PHASE=Phase.OVER.value, TURN=0),
        broken(start(), ANNA, PLACE=1),
        broken(start(), TABLE, REASON=1),
        broken(over(), ANNA, PLACE=0),
        broken(over(), TABLE, REASON=0),
        broken(broken(start(), TABLE, REASON=1), ANNA, PLACE=1),
    ],
    ids=["closed", "a winner", "a reason", "no winner", "no reason", "not closed"],
)
def test_a_game_is_over_if_and_only_if_it_is_won(position: Position) -> None:
    assert title.invariants(position) == ("a game is over if and only if it is won (CW-12.4)",)


def test_nobody_plays_on_with_50_points() -> None:
    name = "nobody plays on with 50 points (CW-12.1, CW-12.5)"

    assert title.invariants(broken(start(), BORIS, POINTS=49)) == ()
    assert title.invariants(broken(start(), BORIS, POINTS=50)) == (name,)


def test_a_table_that_judges_at_the_months_end_plays_on_with_50_points() -> None:
    position = start(fifty_points="month_end")

    assert title.invariants(broken(position, BORIS, POINTS=50)) == ()


@pytest.mark.parametrize(("switch", "goes_on"), [(False, True), (True, False)])
def test_with_everyone_on_one_side_the_game_goes_on_with_50_points(
    switch: bool, goes_on: bool
) -> None:
    position = start("southern_officer", "southern_soldier", one_sided_fifty=switch)

    assert (title.invariants(broken(position, BORIS, POINTS=50)) == ()) is goes_on


@pytest.mark.parametrize(
    ("switch", "spent", "is_right"), [("sixty", 1, True), ("sixty", 0, False), ("all", 1, False)]
)
def test_gold_that_was_kept_when_a_reserve_was_spent_makes_none_by_itself(
    switch: str, spent: int, is_right: bool
) -> None:
    position = broken(start(reserve_spends=switch), ANNA, GOLD=70, RESERVE_SPENT=spent)

    assert (title.invariants(position) == ()) is is_right


def test_a_domination_that_older_rules_left_standing_is_no_error() -> None:
    """CW-9.9: matches that were saved keep their numbers."""
    assert title.invariants(broken(start(), ANNA, DOMINATED=1)) == ()


def test_who_is_out_may_have_50_points() -> None:
    assert title.invariants(broken(out(), CLARA, POINTS=50)) == ()


@pytest.mark.parametrize("tiles", [("1", None), ("1", "1")], ids=["unknown", "the same"])
def test_face_up_tiles_are_known_and_different(tiles: tuple[str | None, ...]) -> None:
    figure = tuple(Placed((x, 0), tile, face_up=True) for x, tile in enumerate(tiles))
    position = msgspec.structs.replace(start(), figure=figure)

    assert title.invariants(position) == ("face-up tiles are known and different (CW-3.3)",)


def test_several_things_that_are_wrong_are_all_named() -> None:
    position = broken(broken(start(), ANNA, GOLD=-1), BORIS, WOOD=60)

    assert set(title.invariants(position)) == {
        "nothing but points is below zero: Anna",
        "a fort stands if and only if there are 60 wood (CW-9.5): Boris",
    }


def test_every_invariant_has_its_test_here() -> None:
    of_seats = {name for name, _ in OF_SEATS}
    of_seats |= {WHO_IS_OUT, "whoever is out has not won (CW-12.3)"}

    assert set(OF_A_SEAT) == of_seats
    assert set(OF_THE_TABLE) == {
        "the turn is with somebody in the game (CW-3.5)",
        "the month is one of those agreed (CW-3.1)",
        "a headquarters is destroyed once (CW-11.4)",
        "a game is over if and only if it is won (CW-12.4)",
        "nobody plays on with 50 points (CW-12.1, CW-12.5)",
        "face-up tiles are known and different (CW-3.3)",
    }
