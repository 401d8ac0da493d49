"""Setting a match up: every scenario, the bid, the switches, and what is wrong with them."""

import pytest
from flask import Flask
from msgspec.structs import replace

from tests.recorded import PATHS_OF_GLORY_FILES
from tests.web.arrange import Device, Page, matches, sheet
from tests.web.paths_of_glory.arrange import new_match, standing
from tests.web.test_import import send
from tests.web.test_people import form_of
from tracker.games.paths_of_glory.setup import Bid


@pytest.mark.parametrize("scenario", ["introductory", "limited", "campaign", "historical"])
def test_every_scenario_is_set_up_by_its_form(app: Flask, device: Device, scenario: str) -> None:
    match = new_match(device, scenario=scenario)

    assert sheet(app, match).setup.scenario == scenario
    assert standing(app, match)["vp"] == 10
    assert sheet(app, match).players == ("Anna", "Boris")


def test_the_bid_and_the_switches_go_into_the_set_up(app: Flask, device: Device) -> None:
    match = new_match(device, bid="2", bid_by="1", hand_size="8", late_italy="false")

    setup = sheet(app, match).setup
    assert setup.bid == Bid(1, 2)
    assert setup.switches.hand_size == 8
    assert not setup.switches.late_italy


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"cp": ""}, "Both sides need a player's name."),
        ({"cp": "anna", "ap": "Anna "}, "Two players are called Anna."),
        ({"bid": "x"}, "The bid is a number from 0 to 20"),
        ({"scenario": "introductory", "bid": "1"}, "PG-5.6.1"),
        ({"scenario": "historical", "guns_of_august": "false"}, "PG-5.7.4"),
        ({"optional_cards": "all", "hand_size": "7"}, "PG-9.1.4"),
        ({"scenario": "war"}, "That choice does not exist."),
    ],
)
def test_what_does_not_go_together_is_said(
    device: Device, fields: dict[str, str], says: str
) -> None:
    form = device.open("/new", title="paths-of-glory").posting("/new")[0]

    page = device.send(form, **{"cp": "Anna", "ap": "Boris", **fields})

    assert page.status == 422
    assert says in page.alerts[0]


def test_the_first_page_leads_to_the_demo_and_the_calculator(app: Flask, device: Device) -> None:
    page = device.open("/")
    demo = next(form for form in page.posting("/demo") if form.fields["title"] == "paths-of-glory")

    assert "/calculator" in page.links
    match = device.send(demo).path
    assert standing(app, match)["turn"] == 3


def test_a_recorded_match_is_played_again_with_its_seats_and_switches(app: Flask) -> None:
    device = Device(app)
    for file in PATHS_OF_GLORY_FILES:
        match_id = str(send(device, ("m.json", file.read_bytes())).location).removeprefix("/m/")
        setup = matches(app).sheet(match_id).setup
        page = device.open("/new", title="paths-of-glory", again=match_id)
        fields = form_of(page).fields
        if getattr(setup, "mode", "") != "solo":
            assert fields["cp"] == setup.seats[0].name
            made = device.client.post("/new", data=fields)
            assert made.status_code == 303, Page(made).alerts
            new = matches(app).sheet(str(made.location).removeprefix("/m/"))
            # The form of a test sends one value for each name; several may be by hand.
            fixed = {"by_hand": ()} if hasattr(setup.switches, "by_hand") else {}
            assert replace(new.setup.switches, **fixed) == replace(setup.switches, **fixed)
            assert new.players[:2] == tuple(seat.name for seat in setup.seats)[:2]


def test_another_match_swaps_the_sides(app: Flask) -> None:
    device = Device(app)
    file = PATHS_OF_GLORY_FILES[0].read_bytes()
    match_id = str(send(device, ("m.json", file)).location).removeprefix("/m/")
    names = matches(app).sheet(match_id).players

    fields = form_of(
        device.open("/new", title="paths-of-glory", again=match_id, seats="swapped")
    ).fields

    assert (fields["cp"], fields["ap"]) == names[::-1]
