"""Setting up a match of The Grizzled: every mode, and what the rules refuse."""

import json

import pytest
from flask import Flask
from msgspec.structs import replace

from tests.recorded import GRIZZLED_FILES
from tests.web.arrange import Device, Page, matches, sheet, written
from tests.web.grizzled.arrange import set_up, standing
from tests.web.test_import import send
from tests.web.test_people import form_of
from tracker.games.grizzled.box import DATA
from tracker.games.grizzled.house_rules import Switches


@pytest.mark.parametrize(
    ("players", "fields", "trials", "morale", "pool"),
    [
        (3, {}, 25, 34, 5),
        (4, {"difficulty": "veteran"}, 30, 29, 4),
        (5, {"difficulty": "normal"}, 25, 34, 3),
        (4, {"orders": "soldier"}, 25, 34, 5),
        (2, {"mode": "chaplain"}, 20, 39, 5),
        (2, {"mode": "chaplain", "trials": "24"}, 24, 35, 5),
        (2, {"mode": "recruit", "orders": "greenhorn"}, 25, 34, 5),
        (1, {"mode": "solo"}, 25, 28, 0),
    ],
)
def test_a_match_of_every_mode_is_made_with_its_piles(
    app: Flask,
    device: Device,
    players: int,
    fields: dict[str, str],
    trials: int,
    morale: int,
    pool: int,
) -> None:
    page = set_up(device, players, **fields)

    assert page.status == 200
    table = standing(app, page.path)
    assert (table["trials"], table["morale"], table["pool"]) == (trials, morale, pool)
    assert f"Put {trials} on the dove as trials" in page.text


@pytest.mark.parametrize(
    ("players", "fields", "says"),
    [
        (3, {}, "The double tokens stay in the box."),
        (4, {"orders": "veteran"}, "Mission cards: easy 2, normal 4, hard 6."),
        (1, {"mode": "solo"}, "Mute, Tyrannical, Panicked, Frenzied, Selfish, Absent-minded."),
    ],
)
def test_the_first_mission_says_what_to_lay_out_and_what_to_leave_in_the_box(
    device: Device, players: int, fields: dict[str, str], says: str
) -> None:
    page = set_up(device, players, **fields)

    assert says in page.text
    assert ("double tokens" in page.text) == (players == 3)
    assert ("in the pool" in page.text) == (players > 1)


def test_beginners_are_offered_novice_first(device: Device) -> None:
    page = device.open("/new", title="grizzled")

    radios = [field for field in page.all("input") if field.attributes.get("name") == "difficulty"]
    assert [radio.attributes["value"] for radio in radios] == ["novice", "normal", "veteran"]
    assert "checked" in radios[0].attributes


def test_who_leads_and_who_is_which_soldier_is_taken_over(app: Flask, device: Device) -> None:
    page = set_up(device, 3, leader="2")

    table = standing(app, page.path)
    assert table["leader"] == 1
    assert [seat["soldier"] for seat in table["seats"]] == ["felix", "gaston", "lazare"]
    assert "Boris leads" in page.text


def test_a_soldier_who_is_not_chosen_is_drawn(app: Flask, device: Device) -> None:
    page = set_up(device, 3, **{"soldiers-1-soldier": ""})

    assert sheet(app, page.path).drawn == (1,)
    drawn = standing(app, page.path)["seats"][1]["soldier"]
    assert drawn not in ("felix", "lazare")


@pytest.mark.parametrize(
    ("players", "fields", "says"),
    [
        (2, {}, "3 to 5 players"),
        (3, {"mode": "solo"}, "in this mode: 1. Players with a name: 3"),
        (3, {"soldiers-1-soldier": "felix"}, "felix"),
        (2, {"mode": "chaplain", "orders": "soldier"}, "orders"),
        (3, {"difficulty": "veteran", "orders": "soldier"}, "veteran"),
        (3, {"mode": "nonsense"}, "is not valid"),
    ],
)
def test_what_the_rules_rule_out_is_said_and_nothing_is_made(
    device: Device, players: int, fields: dict[str, str], says: str
) -> None:
    page = set_up(device, players, **fields)

    assert page.status == 422
    assert says.lower() in page.alerts[0].lower()
    assert 'value="Anna"' in page.html


def test_the_demo_is_under_way(app: Flask, device: Device) -> None:
    forms = device.open("/").posting("/demo")
    form = next(form for form in forms if form.fields["title"] == "grizzled")

    page = device.send(form)

    assert page.status == 200
    table = standing(app, page.path)
    assert (table["phase"], table["mission"], len(table["seats"])) == ("mission", 3, 4)
    assert written(app, page.path) == len(json.loads((DATA / "demo.json").read_bytes())["entries"])


def in_order(switches: Switches) -> Switches:
    return replace(switches, by_hand=tuple(sorted(switches.by_hand)))


def test_a_recorded_match_is_played_again_with_its_seats_and_switches(app: Flask) -> None:
    device = Device(app)
    for file in GRIZZLED_FILES:
        match_id = str(send(device, ("m.json", file.read_bytes())).location).removeprefix("/m/")
        setup = matches(app).sheet(match_id).setup
        page = device.open("/new", title="grizzled", again=match_id)
        fields = form_of(page).fields
        if getattr(setup, "mode", "") != "solo":
            assert fields["soldiers-0-name"] == setup.seats[0].name
            # The form of a test joins the boxes that are ticked; a browser sends each.
            by_hand = [kind for kind in fields.get("by_hand", "").split(",") if kind]
            made = device.client.post("/new", data={**fields, "by_hand": by_hand})
            assert made.status_code == 303, Page(made).alerts
            new = matches(app).sheet(str(made.location).removeprefix("/m/"))
            assert in_order(new.setup.switches) == in_order(setup.switches)
            assert new.players[:2] == tuple(seat.name for seat in setup.seats)[:2]


def test_two_soldiers_players_of_one_name_are_told_apart_before_the_match(device: Device) -> None:
    names = {f"soldiers-{seat}-name": name for seat, name in enumerate(("Anna", "Boris", "ANNA"))}

    page = set_up(device, 3, **names)

    assert page.status == 422
    assert "Two players are called ANNA." in page.alerts[0]
