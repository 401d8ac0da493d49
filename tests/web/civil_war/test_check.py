"""The sheet check of the Civil War: its questions at the month's end."""

from typing import Final

import pytest
from flask import Flask

from tests.games.civil_war.arrange import setup
from tests.toy.arrange import end_turn
from tests.web.arrange import Device
from tests.web.civil_war.arrange import correct, find

END_MONTH: Final = {"do": "end_month"}
HUNGRY: Final = correct(1, people={"volunteer": 4}, resources={"water": 1})
IDLE: Final = (end_turn(0), end_turn(1))


@pytest.fixture
def forgotten(device: Device) -> str:
    """A month's end after turns in which Boris entered nothing, twice."""
    match = device.make(setup())
    device.write(match, find(0), *IDLE, find(0), *IDLE, END_MONTH)
    return match


def questions(device: Device, page: str) -> list[str]:
    return [question.text for question in device.open(page).all("li", "question")]


def test_what_looks_forgotten_is_asked_at_the_month_s_end(device: Device, forgotten: str) -> None:
    asked = ["Boris ended turns without an entry: 2 of 2. Entry 6"]
    assert questions(device, forgotten) == asked
    assert questions(device, f"{forgotten}/check") == asked
    assert f"{forgotten}/entries/5" in device.open(forgotten).links


def test_a_starving_camp_leads_to_the_trade_that_would_save_it(device: Device) -> None:
    match = device.make(setup())
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


def test_questions_are_asked_in_the_reader_s_language(app: Flask, forgotten: str) -> None:
    phone = Device(app, Accept_Language="ru")
    (asked,) = questions(phone, f"{forgotten}/check")
    assert asked.startswith("Boris: ходов без записи 2 из 2")
