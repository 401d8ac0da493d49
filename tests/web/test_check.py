"""The sheet check: questions when a round or the match is closed, each with its entry."""

import pytest
from flask import Flask

from tests.toy.arrange import walk
from tests.web.api.program import Program
from tests.web.arrange import Device

TWICE = walk(0, 5), walk(0, 5)
SAYS = "The same was entered twice within ten seconds: Anna walks 5 steps."


@pytest.fixture
def doubtful(device: Device, match: str) -> str:
    """A race that is over after an entry that was written twice."""
    device.write(match, *TWICE)
    return match


def test_a_question_leads_to_its_entry(device: Device, doubtful: str) -> None:
    page = device.open(f"{doubtful}/check")

    assert [question.text for question in page.all("li", "question")] == [f"{SAYS} Entry 2"]
    assert f"{doubtful}/entries/1" in page.links


def test_every_page_of_the_match_says_that_there_are_questions(
    device: Device, doubtful: str
) -> None:
    (chip,) = device.open(f"{doubtful}/history").all("a", "bar-check")

    assert chip.attributes["href"] == f"{doubtful}/check"
    assert chip.text == "Check 1"


def test_nothing_is_asked_while_the_round_goes_on(device: Device, match: str) -> None:
    device.write(match, walk(0), walk(0))

    page = device.open(f"{match}/check")

    assert page.all("li", "question") == []
    assert "checked at the end of each round" in page.text
    assert device.open(match).all("a", "bar-check") == []


def test_a_sheet_without_doubts_says_so(device: Device, match: str) -> None:
    device.write(match, walk(0, 9), walk(0, 1))

    assert "Nothing looks forgotten." in device.open(f"{match}/check").text
    assert device.open(match).all("a", "bar-check") == []


def test_who_looks_on_is_not_asked_on_every_page(app: Flask, doubtful: str) -> None:
    phone = Device(app)

    assert phone.open(doubtful).all("a", "bar-check") == []


def test_a_program_reads_the_same_questions(app: Flask) -> None:
    program = Program(app)
    match = program.make()
    program.write(match, TWICE[0])
    assert program.read(f"{match}/check") == {"version": 1, "open": False, "questions": []}

    program.write(match, TWICE[1])

    question = {"says": SAYS, "n": 1, "do": "", "seat": None}
    assert program.read(f"{match}/check") == {"version": 2, "open": True, "questions": [question]}
