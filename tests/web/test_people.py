"""Setting up again: the people of this device, seats that move, and the last match's rules."""

from typing import Any

import pytest
from flask import Flask
from msgspec.structs import replace

from tests.games.civil_war.arrange import entry
from tests.recorded import FILES, GRIZZLED_FILES, PATHS_OF_GLORY_FILES
from tests.web.arrange import Device, Form, Page, matches
from tests.web.test_import import send
from tracker.games.civil_war import title
from tracker.service.people import KnownPeople


def form_of(page: Page) -> Form:
    return page.posting("/new")[0]


def chips(page: Page, name: str = "person") -> list[str]:
    buttons = [button for form in page.posting("/new") for button in form.buttons]
    return [
        button.attributes["value"] for button in buttons if button.attributes.get("name") == name
    ]


def start(device: Device, *names: str, **changes: str) -> str:
    form = form_of(device.open("/new", title="civil-war"))
    seats = {f"players-{n}-name": name for n, name in enumerate(names)}
    answer = device.client.post("/new", data={**form.fields, **seats, **changes})
    assert answer.status_code == 303, Page(answer).alerts
    return str(answer.location)


def test_the_people_of_the_last_matches_are_offered_the_most_recent_first(app: Flask) -> None:
    device = Device(app)
    assert chips(device.open("/new", title="civil-war")) == []
    start(device, "Anna", "Boris")
    start(device, "Clara", "ANNA")

    assert chips(device.open("/new", title="civil-war")) == ["Clara", "ANNA", "Boris"]
    assert chips(device.open("/new", title="paths-of-glory")) == ["Clara", "ANNA", "Boris"]
    assert chips(Device(app).open("/new", title="civil-war")) == []


def test_a_chip_seats_somebody_and_a_second_tap_lets_them_leave(app: Flask) -> None:
    device = Device(app)
    start(device, "Anna", "Boris")
    form = form_of(device.open("/new", title="civil-war"))

    page = device.send(form, person="Boris", **{"players-0-name": "Dora"})
    assert [form_of(page).fields[f"players-{n}-name"] for n in range(2)] == ["Dora", "Boris"]
    page = device.send(form_of(page), person="Boris")
    assert form_of(page).fields["players-1-name"] == ""
    assert page.alerts == []


def test_seats_move_with_their_roles(app: Flask) -> None:
    device = Device(app)
    form = form_of(device.open("/new", title="civil-war"))
    typed = {"players-0-name": "Anna", "players-0-role": "cherokee", "players-1-name": "Boris"}

    page = device.send(form, move="0 down", **typed)

    fields = form_of(page).fields
    assert (fields["players-0-name"], fields["players-1-name"]) == ("Boris", "Anna")
    assert fields["players-1-role"] == "cherokee"
    for odd in ("0 up", "9 down", "-1 up", "x", "99999999999 up"):
        assert device.send(form_of(page), move=odd).status == 200


def test_a_forgotten_name_is_offered_again_once_it_has_played(app: Flask) -> None:
    device = Device(app)
    start(device, "Anna", "Boris")
    form = form_of(device.open("/new", title="civil-war"))

    page = device.send(form, forget="Boris")

    assert chips(page) == ["Anna"]
    assert "Boris" in device.open("/matches").text
    start(device, "Boris", "Clara")
    assert chips(device.open("/new", title="civil-war")) == ["Boris", "Clara", "Anna"]


def test_the_rules_of_the_last_match_are_the_default_and_it_says_so(app: Flask) -> None:
    device = Device(app)
    changes = {"months": "5", "lure_anyone": "true", "brigade_water": "3", "bonus-0-gold": "9"}
    start(device, "Anna", "Boris", **changes)

    page = device.open("/new", title="civil-war")

    assert "The rules are those of your last match" in page.text
    fields = form_of(page).fields
    assert {name: fields[name] for name in changes} == changes
    assert fields["players-0-name"] == ""
    fresh = form_of(device.open("/new", title="civil-war", fresh=1)).fields
    assert (fresh["months"], fresh["lure_anyone"]) == ("6", "false")


def test_play_again_takes_over_seats_rules_and_by_choice_roles(app: Flask) -> None:
    device = Device(app)
    roles = {"players-0-role": "cherokee", "players-1-role": "northern_soldier"}
    match = start(device, "Anna", "Boris", months="5", **roles)
    wins = entry("correct", seat=0, set={"points": 50}, reason="counted")
    matches(app).write(match.removeprefix("/m/"), [wins], "w", device.name)
    page = device.open(f"{match}/points")
    assert "After the game" in page.text
    again = [link for link in page.links if "again=" in link]
    assert len(again) == 2

    same, drawn = (form_of(device.open(address)).fields for address in again)

    assert same["players-0-name"] == drawn["players-0-name"] == "Anna"
    assert same["players-0-role"] == "cherokee"
    assert drawn["players-0-role"] == ""
    assert same["months"] == "5"
    made = device.client.post("/new", data=same)
    assert made.status_code == 303


def test_a_deck_that_is_only_in_the_match_is_played_with_again(app: Flask) -> None:
    device, other = Device(app), Device(app)
    with_deck = next(file for file in FILES if b'"quartermaster-deck/1"' in file.read_bytes())
    match = str(send(device, ("m.json", with_deck.read_bytes())).location)
    match_id = match.removeprefix("/m/")

    form = form_of(device.open("/new", title="civil-war", again=match_id))

    assert form.fields["deck"] == f"match.{match_id}"
    made = device.client.post("/new", data=form.fields)
    assert made.status_code == 303
    new_id = str(made.location).removeprefix("/m/")
    assert matches(app).sheet(new_id).setup.deck == matches(app).sheet(match_id).setup.deck
    stolen = form_of(other.open("/new", title="civil-war")).fields
    seats = {"players-0-name": "A", "players-1-name": "B"}
    answer = other.client.post("/new", data={**stolen, **seats, "deck": f"match.{match_id}"})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("files", "name", "expected"),
    [
        (GRIZZLED_FILES, "grizzled", "soldiers-0-name"),
        (PATHS_OF_GLORY_FILES, "paths-of-glory", "cp"),
    ],
)
def test_other_titles_are_played_again_too(
    app: Flask, files: Any, name: str, expected: str
) -> None:
    device = Device(app)
    for file in files:
        match_id = str(send(device, ("m.json", file.read_bytes())).location).removeprefix("/m/")
        setup = matches(app).sheet(match_id).setup
        page = device.open("/new", title=name, again=match_id)
        fields = form_of(page).fields
        if getattr(setup, "mode", "") != "solo":
            assert fields[expected] == setup.seats[0].name
            made = device.client.post("/new", data=fields)
            assert made.status_code == 303, Page(made).alerts
            new = matches(app).sheet(str(made.location).removeprefix("/m/"))
            # The form of a test sends one value for each name; several may be by hand.
            fixed = {"by_hand": ()} if hasattr(setup.switches, "by_hand") else {}
            assert replace(new.setup.switches, **fixed) == replace(setup.switches, **fixed)
            assert new.players[:2] == tuple(seat.name for seat in setup.seats)[:2]


def test_paths_of_glory_swaps_the_sides(app: Flask) -> None:
    device = Device(app)
    file = PATHS_OF_GLORY_FILES[0].read_bytes()
    match_id = str(send(device, ("m.json", file)).location).removeprefix("/m/")
    names = matches(app).sheet(match_id).players

    fields = form_of(
        device.open("/new", title="paths-of-glory", again=match_id, seats="swapped")
    ).fields

    assert (fields["cp"], fields["ap"]) == names[::-1]


def test_nobody_fills_in_with_a_match_that_they_cannot_see(app: Flask) -> None:
    device, other = Device(app), Device(app)
    match_id = matches(app).make(
        title.NAME, matches(app).sheet(device.make().removeprefix("/m/")).setup, "x", device.name
    )

    fields = form_of(other.open("/new", title="civil-war", again=match_id)).fields

    assert fields["players-0-name"] == ""


def test_no_database_is_asked_for_a_match_whose_id_no_database_keeps(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(KnownPeople, "may_see", lambda self, device, match: asked.append(match))

    assert Device(app).open("/new", title="civil-war", again="a\0b").status == 200

    assert asked == ["a b"]
