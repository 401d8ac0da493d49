"""The bench still runs; how fast anything is, no test says."""

import pytest

from tests.bench.__main__ import PARTS, main, row

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_bench_measures_something_that_it_has_an_aim_for(part: str) -> None:
    figures = list(PARTS[part](rounds=1))

    assert all(figure.measured > 0 for figure in figures)
    assert any(f"aim {figure.aim}" in row(figure) for figure in figures)


def test_a_part_that_does_not_exist_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["pancakes"])

    assert "there is no part pancakes" in capsys.readouterr().err
