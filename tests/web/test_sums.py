"""Sums on the keypad: one table of cases, which the browser's test runs too."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tracker.web.pad.fields import add_up, pressed

CASES: Final[dict[str, list[list[Any]]]] = json.loads(
    Path(__file__).with_name("sums.json").read_text()
)


@pytest.mark.parametrize(("text", "total"), CASES["sums"])
def test_a_sum_comes_to_the_same_on_the_server_and_in_the_browser(
    text: str, total: int | None
) -> None:
    assert add_up(text) == total


@pytest.mark.parametrize(("text", "key", "fresh", "after"), CASES["keys"])
def test_a_key_does_the_same_on_the_server_and_in_the_browser(
    text: str, key: str, fresh: str, after: str
) -> None:
    assert pressed(text, key, fresh) == after
