"""Setting up again: the people of this device, seats that move, and the last match's rules."""

import pytest
from flask import Flask

from tests.toy.arrange import entry
from tests.toy.card import CARD
from tests.web.arrange import Device, Form, Page, matches
from tracker.service.people import KnownPeople
from tracker.web.titles import TITLE_PAGES


def form_of(page: Page) -> Form:
    return page.posting("/new")[0]


def chips(page: Page, name: str = "person") -> list[str]:
    buttons = [button for form in page.posting("/new") for button in form.buttons]
    return [
        button.attributes["value"] for button in buttons if button.attributes.get("name") == name
    ]


def start(device: Device, *names: str, **changes: str) -> str:
    form = form_of(device.open("/new", title=CARD.name))
    seats = {f"name-{n}": name for n, name in enumerate(names)}
    answer = device.client.post("/new", data={**form.fields, **seats, **changes})
    assert answer.status_code == 303, Page(answer).alerts
    return str(answer.location)


def test_the_people_of_the_last_matches_are_offered_the_most_recent_first(app: Flask) -> None:
    device = Device(app)
    assert chips(device.open("/new", title=CARD.name)) == []
    start(device, "Anna", "Boris")
    start(device, "Clara", "ANNA")

    assert chips(device.open("/new", title=CARD.name)) == ["Clara", "ANNA", "Boris"]
    assert chips(device.open("/new", title=next(iter(TITLE_PAGES)))) == ["Clara", "ANNA", "Boris"]
    assert chips(Device(app).open("/new", title=CARD.name)) == []


def test_a_chip_seats_somebody_and_a_second_tap_lets_them_leave(app: Flask) -> None:
    device = Device(app)
    start(device, "Anna", "Boris")
    form = form_of(device.open("/new", title=CARD.name))

    page = device.send(form, person="Boris", **{"name-0": "Dora"})
    assert [form_of(page).fields[f"name-{n}"] for n in range(2)] == ["Dora", "Boris"]
    page = device.send(form_of(page), person="Boris")
    assert form_of(page).fields["name-1"] == ""
    assert page.alerts == []


def test_seats_move(app: Flask) -> None:
    device = Device(app)
    form = form_of(device.open("/new", title=CARD.name))

    page = device.send(form, move="0 down", **{"name-0": "Anna", "name-1": "Boris"})

    fields = form_of(page).fields
    assert (fields["name-0"], fields["name-1"]) == ("Boris", "Anna")
    for odd in ("0 up", "9 down", "-1 up", "x", "99999999999 up"):
        assert device.send(form_of(page), move=odd).status == 200


def test_the_rules_of_the_last_match_are_the_default_and_it_says_so(app: Flask) -> None:
    device = Device(app)
    start(device, "Anna", "Boris", goal="5")

    page = device.open("/new", title=CARD.name)

    assert "The rules are those of your last match" in page.text
    assert (form_of(page).fields["goal"], form_of(page).fields["name-0"]) == ("5", "")
    assert form_of(device.open("/new", title=CARD.name, fresh=1)).fields["goal"] == "10"


def test_play_again_takes_over_seats_and_rules(app: Flask) -> None:
    device = Device(app)
    match = start(device, "Anna", "Boris", goal="5")
    wins = entry("walk", seat=0, steps=5)
    matches(app).write(match.removeprefix("/m/"), [wins], "w", device.name)

    page = device.open(f"{match}/points")

    assert "After the game" in page.text
    again = [link for link in page.links if "again=" in link]
    assert len(again) == 2
    fields = form_of(device.open(again[0])).fields
    assert (fields["name-0"], fields["goal"]) == ("Anna", "5")
    assert device.client.post("/new", data=fields).status_code == 303


def test_a_forgotten_name_is_offered_again_once_it_has_played(app: Flask) -> None:
    device = Device(app)
    start(device, "Anna", "Boris")
    form = form_of(device.open("/new", title=CARD.name))

    page = device.send(form, forget="Boris")

    assert chips(page) == ["Anna"]
    assert "Boris" in device.open("/matches").text
    start(device, "Boris", "Clara")
    assert chips(device.open("/new", title=CARD.name)) == ["Boris", "Clara", "Anna"]


def test_nobody_fills_in_with_a_match_that_they_cannot_see(app: Flask) -> None:
    device, other = Device(app), Device(app)
    match_id = device.make().removeprefix("/m/")

    fields = form_of(other.open("/new", title=CARD.name, again=match_id)).fields

    assert fields["name-0"] == ""


def test_no_database_is_asked_for_a_match_whose_id_no_database_keeps(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(KnownPeople, "may_see", lambda self, device, match: asked.append(match))

    assert Device(app).open("/new", title=CARD.name, again="a\0b").status == 200

    assert asked == ["a b"]
