"""The places by points, as pages and paper list them."""

from tests.games.civil_war.arrange import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    ROLES,
    at_battles,
    beaten,
    having,
    start,
)
from tracker.games.civil_war import results
from tracker.games.civil_war.position import Position


def four(*, anna: int, boris: int, clara: int, david: int) -> Position:
    """Anna, Boris, Clara and David with these points; David is out of the game."""
    position = beaten(at_battles(start(*ROLES[:4])), DAVID, by=ANNA)
    for seat, points in enumerate((anna, boris, clara, david)):
        position = having(position, seat, points=points)
    return position


def test_seats_are_listed_from_the_most_points_to_the_fewest_and_the_eliminated_last() -> None:
    position = four(anna=3, boris=7, clara=3, david=40)

    assert results.ranking(position) == [BORIS, ANNA, CLARA, DAVID]


def test_equals_share_a_place_and_the_next_one_is_left_out() -> None:
    position = four(anna=3, boris=3, clara=1, david=40)

    assert results.places(position) == {ANNA: 1, BORIS: 1, CLARA: 3, DAVID: 4}


def test_winners_of_a_side_with_equal_points_share_a_place_everywhere() -> None:
    """CW-12.2: the table, the picture and the stored result name the same places."""
    position = at_battles(start(*ROLES[:4]))
    position = having(having(position, ANNA, points=20), CLARA, points=20)
    position = beaten(position, BORIS, by=ANNA)
    position = having(having(position, ANNA, points=20), CLARA, points=20)

    ended = beaten(position, DAVID, by=CLARA)

    stored = results.seat_results(ended)
    assert [(result.points, result.rank) for result in stored] == [
        (20, 1),
        (-3, 3),
        (20, 1),
        (-3, 3),
    ]
    assert results.places(ended) == {ANNA: 1, BORIS: 3, CLARA: 1, DAVID: 3}
