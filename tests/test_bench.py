"""The bench still runs; how fast anything is, no test says."""

from functools import cache

import pytest

from tests.bench.__main__ import PARTS, main, row
from tests.bench.figure import Figure

pytestmark = pytest.mark.slow


@cache
def measured(part: str) -> tuple[Figure, ...]:
    return tuple(PARTS[part](rounds=1))


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_bench_measures_something_that_it_has_an_aim_for(part: str) -> None:
    figures = measured(part)

    assert all(figure.measured > 0 for figure in figures)
    assert any(f"aim {figure.aim}" in row(figure) for figure in figures)


def test_a_part_that_does_not_exist_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["pancakes"])

    assert "there is no part pancakes" in capsys.readouterr().err


def test_entries_over_http_are_measured_beside_empty_answers_of_the_same_server() -> None:
    """Both paths, with writers in processes of their own."""
    names = [figure.what for figure in measured("web")]

    assert "empty answers, eight clients (the limit)" in names
    for path in ("JSON", "form"):
        assert f"entries for each empty answer, {path}" in names
