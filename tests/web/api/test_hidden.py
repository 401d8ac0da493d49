"""Nothing of a hidden card is told, whatever a program asks."""

import re
from typing import Any, Final

import pytest
from flask import Flask

from tests.toy.arrange import end_turn, walk
from tests.web.api.program import Program
from tests.web.arrange import deal
from tracker.service.rights import name_of

DEALS: Final = (["a", "bb"], ["ccc", "d"])
TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00")


def draw(**fields: Any) -> dict[str, Any]:
    return {"do": "draw", "seat": 0, **fields}


def dealt(app: Flask, program: Program, cards: list[str]) -> str:
    """A race in which these cards lie face down."""
    match = program.make()
    deal(app, match, {"do": "deal", "cards": cards}, name_of(program.token))
    return match


def told(program: Program, match: str) -> list[str]:
    """Everything that a curious program is answered, without what differs between any two."""
    program.write(match, walk(0))
    guesses = (draw(card="a"), draw(card="d"), draw(use=False))
    tried = [[draw()], [draw(), end_turn(0)], [walk(0), draw()], *([guess] for guess in guesses)]
    answers = [
        program.get(match),
        program.get(f"{match}/history"),
        program.get(f"{match}/match.json"),
        *(program.post(f"{match}/entries/preview", {"entries": step}) for step in tried),
        *(program.post(f"{match}/entries/1/preview", {"entry": step[-1]}) for step in tried),
        program.post(f"{match}/entries/0/preview", {"entry": None}),
        # What is not plain may not even be written: its refusal would tell.
        *(program.write(match, *step) for step in tried[1:]),
    ]
    return [
        TIME.sub("", answer.get_data(as_text=True)).replace(match[9:], "") for answer in answers
    ]


@pytest.mark.slow
def test_two_deals_are_told_alike_to_the_last_byte(app: Flask, program: Program) -> None:
    first, second = (told(program, dealt(app, program, cards)) for cards in DEALS)

    assert first == second


def test_a_preview_of_a_hidden_card_is_refused_by_its_rule(app: Flask, program: Program) -> None:
    match = dealt(app, program, DEALS[0])

    response = program.post(f"{match}/entries/preview", {"entries": [draw()]})

    assert (response.status_code, response.get_json()["rule"]) == (422, "TR-4")


def test_a_card_that_was_drawn_is_told_to_all(app: Flask, program: Program) -> None:
    match = dealt(app, program, DEALS[0])

    assert program.write(match, draw()).status_code == 200

    assert program.read(match)["position"]["seats"][0]["steps"] == 1
