"""Setting up the Civil War again: roles, house rules and decks of the last match."""

from flask import Flask

from tests.games.civil_war.arrange import entry
from tests.recorded import FILES
from tests.web.arrange import Device, Page, matches
from tests.web.test_import import send
from tests.web.test_people import form_of


def start(device: Device, *names: str, **changes: str) -> str:
    form = form_of(device.open("/new", title="civil-war"))
    seats = {f"players-{n}-name": name for n, name in enumerate(names)}
    answer = device.client.post("/new", data={**form.fields, **seats, **changes})
    assert answer.status_code == 303, Page(answer).alerts
    return str(answer.location)


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
