"""The first page: what this is, the matches there are, a demo in one tap."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.games.civil_war.arrange import setup
from tests.recorded import FILES
from tests.web.arrange import Device, matches, recorded, sheet, standing, written
from tracker.games.civil_war import title
from tracker.web import create_app


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A house without matches."""
    made = create_app(tmp_path)
    yield made
    matches(made)._database.close()


def test_the_first_page_says_what_this_is_and_starts_a_match(device: Device) -> None:
    page = device.open("/")

    assert page.status == 200
    assert "score sheet" in page.all("h1")[0].text
    assert "/new" in page.links


def test_a_house_without_matches_says_so(device: Device) -> None:
    page = device.open("/")

    assert "No match is in progress." in page.text
    assert "No match has been finished yet." in page.text


def test_a_match_under_way_is_listed_with_its_players(device: Device, match: str) -> None:
    page = device.open("/")

    assert match in page.links
    assert "Anna, Boris" in page.text
    assert "No match is in progress." not in page.text


def test_a_finished_match_is_listed_apart_until_undo_reopens_it(device: Device) -> None:
    (file,) = [file for file in FILES if file.stem == "four-seats-elimination"]
    made, entries, _ = recorded(file)
    match = device.make(made)
    device.write(match, *entries)

    finished = device.open("/")
    assert match in finished.links
    assert "No match is in progress." in finished.text

    device.undo(match)
    assert "No match has been finished yet." in device.open("/").text


def test_the_demo_is_one_tap_away(app: Flask, device: Device) -> None:
    form = device.open("/").posting("/demo")[0]

    page = device.send(form)

    assert page.status == 200
    assert page.path.startswith("/m/")
    assert len(standing(app, page.path)["seats"]) == 6
    assert written(app, page.path) > 100
    assert title.outcome(sheet(app, page.path).position) is None


def test_two_demos_are_two_matches_and_one_that_is_sent_twice_is_one(device: Device) -> None:
    form = device.open("/").posting("/demo")[0]
    another = device.open("/").posting("/demo")[0]

    made = device.send(form).path

    assert device.send(form).path == made
    assert device.send(another).path != made


def test_the_newest_match_is_listed_first(device: Device) -> None:
    old, new = device.make(), device.make(setup())
    device.write(old, {"do": "end_turn", "seat": 0})

    listed = [link for link in device.open("/").links if link in (old, new)]

    assert listed == [old, new]
