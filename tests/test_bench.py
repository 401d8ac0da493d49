"""The bench still runs; how fast anything is, no test says."""

from concurrent.futures import ProcessPoolExecutor
from math import isfinite
from multiprocessing import get_context

import pytest

from tests.bench.__main__ import PARTS, main, row
from tests.bench.figure import Figure

pytestmark = pytest.mark.slow

OTHERS = [part for part in PARTS if part not in ("web", "glass")]


def measured(part: str) -> list[Figure]:
    """Return the figures of a part, each a number that can be measured; some must be above 0."""
    figures = list(PARTS[part](rounds=1))

    assert all(isfinite(figure.measured) and figure.measured >= 0 for figure in figures)
    assert all(figure.measured > 0 for figure in figures if figure.aim)
    assert any(f"aim {figure.aim}" in row(figure) for figure in figures)
    return figures


@pytest.mark.parametrize("part", OTHERS)
def test_every_part_of_the_bench_measures_something_that_it_has_an_aim_for(part: str) -> None:
    assert measured(part)


def test_what_a_finger_feels_is_measured() -> None:
    """In a process of its own: beside a browser that runs, no second can be started."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        assert process.submit(measured, "glass").result()


def test_entries_over_http_are_measured_beside_empty_answers_of_the_same_server() -> None:
    """Both paths, with writers in processes of their own."""
    names = [figure.what for figure in measured("web")]

    assert "empty answers, eight clients (the limit)" in names
    for path in ("JSON", "form"):
        assert f"entries for each empty answer, {path}" in names


def test_a_part_that_does_not_exist_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["pancakes"])

    assert "there is no part pancakes" in capsys.readouterr().err
