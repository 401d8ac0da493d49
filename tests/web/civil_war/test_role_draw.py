"""Drawing roles: balanced sides, and no role twice while others are left."""

from collections import Counter
from random import Random

import pytest

from tracker.games.civil_war.box import SIDE_OF
from tracker.games.civil_war.columns import KINDS, Side
from tracker.web.civil_war.role_draw import draw_roles

CHANCE = Random(7)


def sides(roles: list[str]) -> Counter[Side]:
    side_of = {kind.value: SIDE_OF[kind] for kind in KINDS}
    return Counter(side_of[role] for role in roles)


def difference(roles: list[str]) -> int:
    count = sides(roles)
    return abs(count[Side.SOUTH] - count[Side.NORTH])


@pytest.mark.parametrize("players", range(2, 10))
def test_sides_of_drawn_roles_differ_by_one_player_at_most(players: int) -> None:
    for _ in range(60):
        roles = draw_roles([""] * players, CHANCE, balanced=True)

        assert difference(roles) == players % 2
        assert len(set(roles)) == min(players, 6)


def test_a_draw_fills_up_the_side_that_fewer_players_chose() -> None:
    for _ in range(60):
        south = ["southern_officer", "cherokee", "", ""]
        roles = draw_roles(south, CHANCE, balanced=True)

        assert roles[:2] == south[:2]
        assert sides(roles) == {Side.SOUTH: 2, Side.NORTH: 2}


def test_chosen_roles_are_kept_where_a_draw_cannot_make_the_sides_equal() -> None:
    chosen = ["southern_officer", "southern_soldier", "cherokee", ""]

    assert sides(draw_roles(chosen, CHANCE, balanced=True)) == {Side.SOUTH: 3, Side.NORTH: 1}


def test_chance_says_which_side_of_five_players_is_the_larger_one() -> None:
    larger = {
        sides(draw_roles([""] * 5, CHANCE, balanced=True)).most_common(1)[0][0] for _ in range(60)
    }

    assert larger == set(Side)


def test_a_fully_random_draw_may_put_everybody_on_one_side() -> None:
    draws = [draw_roles(["", ""], CHANCE, balanced=False) for _ in range(60)]

    assert {difference(roles) for roles in draws} == {0, 2}
    assert all(len(set(roles)) == 2 for roles in draws)
