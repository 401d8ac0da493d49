"""The chances of both sides at each month's end, and the turning point."""

from random import Random

import pytest

from tests.games.civil_war.arrange import ANNA, BORIS, ROLES, having, play, start
from tests.games.civil_war.test_tiles import deck, tile
from tracker.games.civil_war import title
from tracker.games.civil_war.columns import Kind, Side
from tracker.games.civil_war.entries import EndMonth, NextMonth, Upkeep
from tracker.games.civil_war.position import Position
from tracker.games.civil_war.setup import Seat, Setup
from tracker.games.civil_war.winning_chances import (
    MonthChance,
    TurningPoint,
    by_month,
    has_two_sides,
    played_on,
    read,
    south_share,
    turning_point,
    turning_point_told,
    with_deck_to_play,
)


def chances(*south: float) -> list[MonthChance]:
    return [MonthChance(month, share) for month, share in enumerate(south)]


def test_the_turning_point_is_the_month_that_brought_the_winning_side_most() -> None:
    assert turning_point(chances(0.5, 0.4, 0.8, 0.9, 1)) == TurningPoint(2, Side.SOUTH, 0.4, 0.8)
    assert turning_point(chances(0.5, 0.6, 0.25, 0.1, 0)) == TurningPoint(2, Side.NORTH, 0.4, 0.75)


def test_of_two_months_that_brought_as_much_the_first_is_the_turning_point() -> None:
    assert turning_point(chances(0.25, 0.5, 0.5, 0.75, 1)) == TurningPoint(1, Side.SOUTH, 0.25, 0.5)


def test_a_month_that_brought_the_losing_side_more_is_none() -> None:
    assert turning_point(chances(0.6, 0.1, 0.5, 1)) == TurningPoint(3, Side.SOUTH, 0.5, 1)


def test_a_win_that_both_sides_share_has_no_turning_point() -> None:
    assert turning_point(chances(0.5, 0.9, 0.5)) is None
    assert turning_point_told(chances(0.5, 0.9, 0.5)) is None
    assert turning_point(chances(1)) is None


def test_the_turning_point_is_told_with_the_chances_before_and_after_it() -> None:
    assert str(turning_point_told(chances(0.5, 0.55, 0.2, 0))) == (
        "The turning point was month 2: "
        "the North had a chance of 45 % before it, and of 80 % after it."
    )
    assert "the South had a chance of 45 % before" in str(
        turning_point_told(chances(0.5, 0.45, 0.8, 1))
    )


def test_a_turning_point_in_the_last_month_is_told_as_the_decision() -> None:
    assert str(turning_point_told(chances(0.5, 0.6, 0.45, 1))) == (
        "It was decided in month 3: before it the South had a chance of 45 %."
    )
    assert "month 2: before it the North had a chance of 30 %" in str(
        turning_point_told(chances(0.5, 0.7, 0))
    )


def test_the_percentages_of_both_sides_are_100_together() -> None:
    assert by_month(chances(0.5, 0.125, 0.994)) == [(0, (50, 50)), (1, (88, 12)), (2, (1, 99))]


def test_chances_are_read_as_they_are_stored() -> None:
    stored = '[{"month":0,"south":0.5},{"month":1,"south":1.0}]'

    assert read(stored) == tuple(chances(0.5, 1))


# --- Playing on ----------------------------------------------------------------------------------


def last_month(anna: int, boris: int) -> Position:
    """Two seats in the last month, nobody in a camp, with these points."""
    position = title.start(
        Setup(5, 4, (Seat("Anna", Kind.CHEROKEE), Seat("Boris", Kind.VOLUNTEER)))
    ).position
    for _ in range(4):
        position = play(position, EndMonth(), Upkeep(), NextMonth())
    return having(having(position, ANNA, points=anna), BORIS, points=boris)


def ended(anna: int, boris: int) -> Position:
    return play(last_month(anna, boris), EndMonth(), Upkeep(), NextMonth())


@pytest.mark.parametrize(("anna", "boris", "share"), [(3, 2, 1), (2, 3, 0), (2, 2, 0.5)])
def test_the_souths_part_of_a_win_is_that_of_its_winners(
    anna: int, boris: int, share: float
) -> None:
    assert south_share(ended(anna, boris)) == share


def test_a_game_that_is_played_on_is_mostly_won_by_who_is_far_ahead() -> None:
    ahead, behind = last_month(45, 0), last_month(0, 45)

    assert sum(played_on(ahead, Random(seed)) for seed in range(10)) > 8
    assert sum(played_on(behind, Random(seed)) for seed in range(10)) < 2


def test_the_same_chance_plays_the_same_game_on() -> None:
    even = [played_on(start(), Random(seed)) for seed in range(12)]

    assert even == [played_on(start(), Random(seed)) for seed in range(12)]
    assert 0 < sum(even) < 12


OWN = deck(tile("t"))


def test_a_match_is_played_on_with_the_deck_that_it_was_dealt_from() -> None:
    position = start(deck=OWN)

    assert with_deck_to_play(position, is_dealt=True) is position


def test_our_sample_deck_stands_in_for_the_tiles_of_a_box_and_for_a_deck_that_is_too_small() -> (
    None
):
    of_a_box = start(deck=OWN)
    too_many = start(*ROLES, *ROLES[:3], deck=OWN)

    for position, is_dealt in ((of_a_box, False), (too_many, True)):
        found = with_deck_to_play(position, is_dealt=is_dealt)

        assert len(found.game.tiles) == 56
        assert found.game.setup.deck == "sample-2"
        assert found.rows == position.rows


def test_with_everyone_on_one_side_no_other_could_have_won() -> None:
    both, alone = start(), start("southern_officer", "cherokee")

    assert has_two_sides(both.game.setup, both)
    assert not has_two_sides(alone.game.setup, alone)
