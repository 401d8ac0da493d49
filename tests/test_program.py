"""The program that serves the app: what it sets for the whole process."""

import gc
from collections.abc import Iterator

import pytest

from tracker import program


@pytest.fixture
def thresholds() -> Iterator[tuple[int, int, int]]:
    """The collector's thresholds, which are put back with all that was frozen."""
    before = gc.get_threshold()
    yield before
    gc.unfreeze()
    gc.set_threshold(*before)


def test_the_garbage_collector_passes_over_what_was_loaded_and_comes_seldom(
    thresholds: tuple[int, int, int],
) -> None:
    program.collect_seldom()

    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold() == (program.NEW_OBJECTS, *thresholds[1:])
    assert gc.isenabled()
