"""The back button where no script runs: the same filled page is written once."""

from typing import Final

import pytest
from flask import Flask

from tests.toy.card import CARD
from tests.web.arrange import Device, Form, Page, matches, standing, written

WALK: Final = {"do": "walk", "seat": 0}
ALREADY: Final = "Already entered"


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


def test_every_step_on_the_way_to_an_entry_has_the_same_id(device: Device, match: str) -> None:
    first = device.open(match, **WALK, steps="1")
    filled = device.send(first.asking(), steps="3")
    write(device, filled)

    assert ALREADY in device.open(first.address).text
    assert ALREADY in device.open(filled.address).text


def test_the_page_that_was_written_leads_to_a_new_entry_and_to_amending_the_old_one(
    app: Flask, device: Device, match: str
) -> None:
    filled = device.open(match, **WALK, steps="3")
    write(device, filled)
    again = device.open(filled.address)

    (anew,) = [link for link in again.links if "steps=3" in link]
    write(device, device.open(anew))

    assert written(app, match) == 2
    assert f"{match}/entries/0" in again.links


def test_another_number_on_a_written_form_is_told_and_never_swallowed(
    app: Flask, device: Device, match: str
) -> None:
    filled = device.open(match, **WALK, steps="3")
    write(device, filled)

    changed = device.send(filled.asking(), steps="4")
    sent = device.write(match, {**WALK, "steps": 4}, write_id=to_write(filled).fields["write_id"])

    assert ALREADY in changed.text
    assert "Anna walks 3 steps" in changed.text
    assert "The form now says: Anna walks 4 steps." in changed.text
    assert any("Anna walks 3 steps" in told and "not saved" in told for told in sent.alerts)
    assert written(app, match) == 1


def test_a_form_whose_entry_was_taken_back_says_so_and_amends_nothing(
    device: Device, match: str
) -> None:
    filled = device.open(match, **WALK, steps="3")
    write(device, filled)
    device.undo(match)

    again = device.open(filled.address)

    assert "undone since" in again.text
    assert not any("/entries/" in link for link in again.links)


def test_writing_and_ending_the_turn_are_one_write(app: Flask, device: Device, match: str) -> None:
    filled = device.open(match, **WALK, steps="3")

    device.send(filled.writing("Save and end turn"))
    write(device, filled)

    assert written(app, match) == 2
    assert standing(app, match)["turn"] == 1


def test_a_script_gets_its_id_without_a_detour(device: Device, match: str) -> None:
    device.headers["HX-Request"] = "true"
    page = Page(device.client.get(f"{match}?do=walk&seat=0&steps=1", headers=device.headers))

    assert page.status == 200
    form_id = page.asking().fields["form_id"]
    assert device.send(page.asking(), steps="3").asking().fields["form_id"] == form_id


@pytest.mark.parametrize("form_id", ["", " ", "a" * 33, "ä", "a.0", "%", "1\n2"])
def test_what_is_no_id_is_replaced_by_one(device: Device, match: str, form_id: str) -> None:
    page = device.open(match, **WALK, steps="3", form_id=form_id)

    assert len(to_write(page).fields["write_id"]) == 16


def test_an_address_cannot_lead_elsewhere_by_its_arguments(device: Device, match: str) -> None:
    response = device.client.get(f"{match}?do=walk&_external=1&_scheme=data&_anchor=x&match_id=y")

    assert response.status_code == 302
    assert str(response.location).startswith(f"{match}?do=walk&_external=1")


def test_a_set_up_that_is_gone_back_to_makes_one_match(app: Flask, device: Device) -> None:
    filled = device.open("/new", title=CARD.name)
    (form,) = filled.posting("/new")
    made = device.send(form, **{"name-0": "Anna", "name-1": "Boris"}).path
    listed = len(matches(app).listed(device.name, over=False))

    again = device.open(filled.address)

    assert "This match already exists" in again.text
    assert made in again.links
    assert again.posting("/new") == []
    assert device.send(form, **{"name-0": "Anna", "name-1": "Boris"}).path == made
    assert len(matches(app).listed(device.name, over=False)) == listed


def test_a_set_up_that_is_sent_again_and_otherwise_is_told(device: Device) -> None:
    (form,) = device.open("/new", title=CARD.name).posting("/new")
    names = {"name-0": "Anna", "name-1": "Boris"}
    first, second = device.send(form, **names), device.send(form, **names)
    changed = device.send(form, **names, goal="5")

    assert first.path == second.path == changed.path
    assert second.alerts == []
    assert any("been created from that form" in told for told in changed.alerts)


def test_two_devices_with_the_same_id_make_two_matches(app: Flask, device: Device) -> None:
    other = Device(app)
    names = {"name-0": "Anna", "name-1": "Boris"}
    addresses = {
        tablet.send(
            tablet.open("/new", title=CARD.name, form_id="same").posting("/new")[0], **names
        ).path
        for tablet in (device, other)
    }

    assert len(addresses) == 2
