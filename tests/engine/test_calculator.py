"""A question without a match: the document names a title, and its calculator answers."""

import json
from typing import Any

import pytest

from tests.toy.arrange import TOY
from tracker.engine.calculator import calculator_of, read_question
from tracker.engine.refusal import Invalid
from tracker.games.titles import TITLES

BATTLE = {
    "kind": "battle",
    "attacker": {"strength": 5, "army": True, "die": 3},
    "defender": {"strength": 4, "army": True, "die": 2},
}


def with_a_calculator() -> str:
    return next(name for name, title in TITLES.items() if calculator_of(title))


def read(document: dict[str, Any]) -> Any:
    calculator, question = read_question(json.dumps(document).encode(), {**TITLES, "toy": TOY})
    return calculator.calculate(question)


def test_a_question_is_read_and_answered_by_the_calculator_of_its_title() -> None:
    assert read({"title": with_a_calculator(), "calculate": BATTLE})


@pytest.mark.parametrize("title", ["toy", "chess"])
def test_a_title_without_a_calculator_is_named(title: str) -> None:
    with pytest.raises(Invalid) as wrong:
        read({"title": title, "calculate": BATTLE})

    assert wrong.value.where == "title"
