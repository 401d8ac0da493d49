"""The sheet check: questions at the month's end, each with its entry one tap away."""

from typing import Final

import pytest
from flask import Flask

from tests.web.api.program import Program
from tests.web.arrange import Device, correct, end_turn, find

END_MONTH: Final = {"do": "end_month"}
HUNGRY: Final = correct(1, people={"volunteer": 4}, resources={"water": 1})
IDLE: Final = (end_turn(0), end_turn(1))


@pytest.fixture
def forgotten(device: Device) -> str:
    """A month's end after turns in which Boris entered nothing, twice."""
    match = device.make()
    device.write(match, find(0), *IDLE, find(0), *IDLE, END_MONTH)
    return match


def questions(device: Device, page: str) -> list[str]:
    return [question.text for question in device.open(page).all("li", "question")]


def test_what_looks_forgotten_is_asked_at_the_month_s_end(device: Device, forgotten: str) -> None:
    asked = ["Boris ended turns without an entry: 2 of 2. Entry 6"]
    assert questions(device, forgotten) == asked
    assert questions(device, f"{forgotten}/check") == asked
    assert f"{forgotten}/entries/5" in device.open(forgotten).links


def test_every_page_of_the_match_says_that_there_are_questions(
    device: Device, forgotten: str
) -> None:
    (chip,) = device.open(f"{forgotten}/history").all("a", "bar-check")
    assert chip.attributes["href"] == f"{forgotten}/check"
    assert chip.text == "Check 1"


def test_a_starving_camp_leads_to_the_trade_that_would_save_it(device: Device) -> None:
    match = device.make()
    device.write(match, HUNGRY, find(0), end_turn(0), find(1), end_turn(1), END_MONTH)
    page = device.open(f"{match}/check")
    says = "Nobody traded with Boris, whose camp lacks 3 water. Enter it"
    assert [question.text for question in page.all("li", "question")] == [says]
    assert f"{match}?do=hq_trade&seat=1" in page.links


def test_while_turns_are_played_nothing_is_asked(device: Device, match: str) -> None:
    device.write(match, *IDLE, *IDLE)
    page = device.open(f"{match}/check")
    assert page.all("li", "question") == []
    assert "checked at the end of each round" in page.text
    assert device.open(match).all("a", "bar-check") == []


def test_a_quiet_month_says_that_nothing_looks_forgotten(device: Device, match: str) -> None:
    device.write(match, find(0), end_turn(0), find(1), end_turn(1), END_MONTH)
    assert "Nothing looks forgotten." in device.open(f"{match}/check").text
    assert device.open(match).all("a", "bar-check") == []


def test_who_looks_on_is_not_asked_on_every_page(app: Flask, forgotten: str) -> None:
    phone = Device(app)
    assert phone.open(forgotten).all("a", "bar-check") == []
    assert phone.open(forgotten).all("li", "question") == []


def test_questions_are_asked_in_the_reader_s_language(app: Flask, forgotten: str) -> None:
    phone = Device(app, Accept_Language="ru")
    (asked,) = questions(phone, f"{forgotten}/check")
    assert asked.startswith("Boris: ходов без записи 2 из 2")


def test_a_program_reads_the_same_questions(app: Flask) -> None:
    program = Program(app)
    match = program.make()
    program.write(match, find(0), *IDLE, find(0), *IDLE)
    assert program.read(f"{match}/check") == {"version": 6, "open": False, "questions": []}
    program.write(match, END_MONTH)
    assert program.read(f"{match}/check") == {
        "version": 7,
        "open": True,
        "questions": [
            {
                "says": "Boris ended turns without an entry: 2 of 2.",
                "n": 5,
                "do": "",
                "seat": None,
            }
        ],
    }
