"""The demo match of the Civil War."""

from flask import Flask

from tests.web.arrange import Device, sheet, standing, written
from tests.web.civil_war.arrange import TITLE
from tracker.games.civil_war import title


def test_the_demo_is_one_tap_away(app: Flask, device: Device) -> None:
    form = next(form for form in device.open("/").posting("/demo") if form.fields["title"] == TITLE)

    page = device.send(form)

    assert page.status == 200
    assert page.path.startswith("/m/")
    assert len(standing(app, page.path)["seats"]) == 6
    assert written(app, page.path) > 100
    assert title.outcome(sheet(app, page.path).position) is None


def test_the_first_page_and_the_choice_of_a_game_say_for_whom_it_is_and_how_long_it_takes(
    device: Device,
) -> None:
    for address in ("/", "/new"):
        assert "2 to 9 players · 30 to 90 minutes · ages 12 and up" in device.open(address).text
