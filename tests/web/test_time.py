"""The page of the time: whose it was, and what it adds up to."""

from flask import Flask

from tests.toy.arrange import ANNA, BORIS, end_turn, walk
from tests.web.arrange import Device


def test_the_page_shows_players_rounds_and_pauses(app: Flask) -> None:
    device = Device(app)
    match = device.make()
    device.write(match, walk(ANNA), end_turn(ANNA), walk(BORIS))

    page = device.open(f"{match}/time")

    for word in ("From the first to the last entry: 0:00:0", "Anna", "Boris", "Day 1", "Pauses"):
        assert word in page.text


def test_a_match_without_entries_has_no_time_yet(app: Flask) -> None:
    device = Device(app)

    assert "0:00:00" in device.open(f"{device.make()}/time").text


def test_the_menu_leads_to_the_time(app: Flask) -> None:
    device = Device(app)
    match = device.make()

    assert f"{match}/time" in device.open(match).links
