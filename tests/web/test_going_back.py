"""The back button where no script runs: the same filled page is written once."""

import json
from typing import Any, Final

import pytest
from flask import Flask

from tests.web.arrange import Device, Form, Page, correct, matches, sheet, standing, written

FOOD: Final = {"do": "find", "seat": 0, "resource": "food"}
ALREADY: Final = "Already entered"
END_MONTH: Final = {"do": "end_month"}
UPKEEP: Final = {"do": "upkeep"}
POOR: Final = correct(0, people={"volunteer": 2, "cherokee": 2}, resources={"water": 1})
ARMED: Final = correct(0, people={"cherokee": 9}, resources={"weapons": 90})

# Before it, and what the pad is filled in with.
STEPS: Final[dict[str, tuple[tuple[dict[str, Any], ...], dict[str, Any]]]] = {
    "find": ((), {**FOOD, "amount": "3"}),
    "meet": ((), {"do": "meet", "seat": 0, "kind": "southern_soldier", "amount": "2"}),
    "correct": ((), {"do": "correct", "seat": 0, "set_gold": 4, "reason": "seen"}),
    "end_month": ((), {"do": "end_month", "seat": 0}),
    "trade": ((END_MONTH,), {"do": "trade", "seat": 0, "with": 1, "give_wood": 1}),
    "hq_trade": (
        (correct(0, resources={"wood": 40}), END_MONTH),
        {"do": "hq_trade", "seat": 0, "give": "wood", "get": "food", "times": "1"},
    ),
    "upkeep": (
        (POOR, END_MONTH),
        {"do": "upkeep", "seat": 0, "fall_0_volunteer": 2, "fall_0_cherokee": 1},
    ),
    "buy_off": (
        (ARMED, END_MONTH, UPKEEP),
        {"do": "buy_off", "seat": 0, "target": 1, "pay_wood": 1},
    ),
    "attack": ((ARMED, END_MONTH, UPKEEP), {"do": "attack", "seat": 0, "target": 1, "press": 1}),
}


def to_write(page: Page) -> Form:
    """The form that writes what is filled in, and nothing besides."""
    (form,) = [
        form
        for form in page.posting("/entries")
        if [button.text for button in form.buttons] == ["Save"]
    ]
    return form


def write(device: Device, page: Page) -> Page:
    return device.send(to_write(page))


@pytest.mark.parametrize("name", STEPS)
def test_going_back_to_a_filled_step_says_that_it_was_written(
    app: Flask, device: Device, match: str, name: str
) -> None:
    before, fields = STEPS[name]
    if before:
        device.write(match, *before)
    filled = device.open(match, **fields)
    write(device, filled)
    entries = written(app, match)

    again = device.open(filled.address)

    assert ALREADY in again.text
    assert not any("Save" in button.text for form in again.forms for button in form.buttons)
    assert written(app, match) == entries == len(before) + 1


def test_every_step_on_the_way_to_an_entry_is_the_same_slip(device: Device, match: str) -> None:
    first = device.open(match, **FOOD)
    filled = device.send(first.asking(), amount="3")
    write(device, filled)

    assert ALREADY in device.open(first.address).text
    assert ALREADY in device.open(filled.address).text


def test_the_same_once_more_begins_at_the_pad_and_is_another_entry(
    app: Flask, device: Device, match: str
) -> None:
    food = standing(app, match)["seats"][0]["resources"]["food"]
    key = next(link for link in device.open(match).links if "do=find" in link and "food" in link)

    for _ in range(2):
        write(device, device.send(device.open(key).asking(), amount="3"))

    assert standing(app, match)["seats"][0]["resources"]["food"] == food + 6


def test_the_page_that_was_written_leads_to_a_new_entry_and_to_amending_the_old_one(
    app: Flask, device: Device, match: str
) -> None:
    filled = device.open(match, **FOOD, amount="3")
    write(device, filled)
    again = device.open(filled.address)

    (anew,) = [link for link in again.links if "amount=3" in link]
    write(device, device.open(anew))

    assert written(app, match) == 2
    assert f"{match}/entries/0" in again.links


def test_another_number_on_a_written_slip_is_told_and_never_swallowed(
    app: Flask, device: Device, match: str
) -> None:
    filled = device.open(match, **FOOD, amount="3")
    write(device, filled)

    changed = device.send(filled.asking(), amount="4")
    sent = device.write(match, {**FOOD, "amount": 4}, write_id=to_write(filled).fields["write_id"])

    assert ALREADY in changed.text
    assert "Anna finds 3 food" in changed.text
    assert "The form now says: Anna finds 4 food." in changed.text
    assert any("Anna finds 3 food" in told and "not saved" in told for told in sent.alerts)
    assert written(app, match) == 1


def test_a_slip_whose_entry_was_taken_back_says_so_and_amends_nothing(
    device: Device, match: str
) -> None:
    filled = device.open(match, **FOOD, amount="3")
    write(device, filled)
    device.undo(match)

    again = device.open(filled.address)

    assert "undone since" in again.text
    assert not any("/entries/" in link for link in again.links)


def test_writing_and_ending_the_turn_are_one_slip(app: Flask, device: Device, match: str) -> None:
    filled = device.open(match, **FOOD, amount="3")

    device.send(filled.writing("Save and end turn"))
    write(device, filled)

    assert written(app, match) == 2
    assert standing(app, match)["turn"] == 1


def test_a_script_gets_its_slip_without_a_detour(device: Device, match: str) -> None:
    device.headers["HX-Request"] = "true"
    page = Page(device.client.get(f"{match}?do=find&seat=0", headers=device.headers))

    assert page.status == 200
    slip = page.asking().fields["slip"]
    assert device.send(page.asking(), amount="3").asking().fields["slip"] == slip


@pytest.mark.parametrize("slip", ["", " ", "a" * 33, "ä", "a.0", "%", "1\n2"])
def test_what_is_no_slip_is_replaced_by_one(device: Device, match: str, slip: str) -> None:
    page = device.open(match, **FOOD, amount="3", slip=slip)

    assert len(to_write(page).fields["write_id"]) == 16


def test_an_address_cannot_lead_elsewhere_by_its_arguments(device: Device, match: str) -> None:
    response = device.client.get(f"{match}?do=find&_external=1&_scheme=data&_anchor=x&match_id=y")

    assert response.status_code == 302
    assert str(response.location).startswith(f"{match}?do=find&_external=1")


def test_a_set_up_that_is_gone_back_to_makes_one_match(app: Flask, device: Device) -> None:
    filled = device.open("/new", title="civil-war")
    (form,) = filled.posting("/new")
    made = device.send(form, **{"players-0-name": "Anna", "players-1-name": "Boris"}).path
    listed = len(matches(app).listed(device.name, over=False))

    again = device.open(filled.address)

    assert "This match already exists" in again.text
    assert made in again.links
    assert again.posting("/new") == []
    assert device.send(form, **{"players-0-name": "Anna", "players-1-name": "Boris"}).path == made
    assert len(matches(app).listed(device.name, over=False)) == listed


def test_a_set_up_that_is_sent_twice_makes_one_match_with_one_draw(
    app: Flask, device: Device
) -> None:
    (form,) = device.open("/new", title="civil-war").posting("/new")
    names = {f"players-{n}-name": f"Player {n}" for n in range(6)}
    first = device.send(form, **names)
    roles = [seat.role for seat in sheet(app, first.path).setup.seats]

    second = device.send(form, **names)
    changed = device.send(form, **names, months="5")

    assert first.path == second.path == changed.path
    assert [seat.role for seat in sheet(app, first.path).setup.seats] == roles
    assert second.alerts == []
    assert any("been created from that form" in told for told in changed.alerts)


def test_two_devices_with_the_same_slip_make_two_matches(app: Flask, device: Device) -> None:
    other = Device(app)
    names = {"players-0-name": "Anna", "players-1-name": "Boris"}
    addresses = {
        tablet.send(
            tablet.open("/new", title="civil-war", slip="same").posting("/new")[0], **names
        ).path
        for tablet in (device, other)
    }

    assert len(addresses) == 2


def test_pencilled_totals_sent_twice_are_recorded_once_and_changed_ones_are_told(
    app: Flask, device: Device, match: str
) -> None:
    (form,) = device.open(f"{match}/paper/pencilled").posting("/pencilled")

    device.send(form, seat0_gold="33")
    again = device.send(form, seat0_gold="33")
    changed = device.send(form, seat0_gold="34")

    assert again.path == match
    assert again.alerts == []
    assert changed.status == 409
    assert "already been entered" in changed.alerts[0]
    assert changed.posting("/pencilled")[0].fields["seat0_gold"] == "34"
    assert written(app, match) == 1


def test_the_deal_that_is_sent_twice_is_one_deal(app: Flask, device: Device, match: str) -> None:
    (form,) = device.open(f"{match}/tiles").posting("/lay")

    device.send(form, how="dealt")
    again = device.send(form, how="dealt")

    assert again.alerts == []
    assert written(app, match) == 1


def test_a_second_tile_tapped_on_the_same_page_is_told_that_it_stays_down(
    app: Flask, device: Device, match: str
) -> None:
    (form,) = device.open(f"{match}/tiles").posting("/lay")
    device.send(form, how="own")
    (turn,) = device.open(f"{match}/tiles", at="0,0", tile="3").posting("/turn")
    device.send(turn)

    page = device.send(turn, entry=json.dumps({**json.loads(turn.fields["entry"]), "at": [1, 0]}))

    assert any("already been entered" in told for told in page.alerts)
    assert written(app, match) == 2


def test_a_deck_that_is_sent_twice_is_one_deck_and_loses_one_tile(device: Device) -> None:
    (form,) = device.open("/decks").posting("/decks")
    first = device.send(form, name="Attic", copy_of="standard")
    second = device.send(form, name="Attic", copy_of="standard")
    (removal,) = device.open(f"{first.path}/tiles/0").posting("/tiles/0/remove")

    device.send(removal)
    left = device.send(removal)

    assert first.path == second.path
    tiles = [item for item in left.all("li") if item.attributes.get("id", "").startswith("tile_")]
    assert len(tiles) == 55
