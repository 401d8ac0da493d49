"""The choices that the rules leave open, asked one after the other as fields of the form."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tracker.engine.choice import Choice

Answers = Mapping[str, Any]
"""The answers of a form, by their paths in the entry."""


def ask_choices(
    answers: Answers,
    open_choices: Callable[[Answers], Iterable[Choice]],
    draw: Callable[[Choice, Answers], Answers | None],
) -> Answers | None:
    """Return the entry with the answer to every choice; None once one of them must be waited for.

    What is asked can depend on what was chosen before it, so the rules are asked again each time.
    """
    asked: set[str] = set()
    while choice := _next(open_choices(answers), asked):
        asked.add(choice.field)
        answer = draw(choice, answers)
        if answer is None:
            return None
        answers = {**answers, **answer}
    return answers


def _next(choices: Iterable[Choice], asked: set[str]) -> Choice | None:
    return next((choice for choice in choices if choice.field not in asked), None)
