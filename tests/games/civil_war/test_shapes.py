"""Ready-made figures, and the tiles of a figure that lie apart (CW-3.2)."""

import pytest

from tracker.games.civil_war import shapes
from tracker.games.civil_war.shapes import SHAPES, apart, moved_to_corner


@pytest.mark.parametrize("name", SHAPES)
def test_a_ready_made_figure_is_connected_for_every_number_of_players(name: str) -> None:
    for players in range(2, 10):
        for each in (3, 4):
            cells = SHAPES[name][1](players * each)
            assert len(set(cells)) == len(cells) == players * each
            assert apart(cells) == frozenset()


def test_a_diagonal_neighbour_lies_apart() -> None:
    assert apart([(0, 0), (1, 0), (2, 1)]) == {(2, 1)}


def test_a_gap_lies_between() -> None:
    assert apart([(0, 0), (2, 0), (3, 0)]) == {(2, 0), (3, 0)}


def test_no_cells_lie_nowhere() -> None:
    assert apart([]) == frozenset()


def test_a_figure_is_moved_so_that_its_corner_is_at_the_beginning() -> None:
    assert moved_to_corner([(5, -2), (4, -1)]) == ((1, 0), (0, 1))


def test_a_block_is_as_square_as_it_can_be() -> None:
    assert max(x for x, _ in shapes.block(36)) == max(y for _, y in shapes.block(36)) == 5
