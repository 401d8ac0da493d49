"""A field of every kind, in the shared templates: filled in, written, amended."""

from typing import Any, Final, get_args

from flask import Flask

from tests.toy import pages
from tests.toy.arrange import ANNA, start
from tests.toy.arrange import entry as entry_of
from tests.web.arrange import Device, Page, matches
from tracker.web.pad.fields import Field

REST: Final[dict[str, Any]] = {
    "do": "rest",
    "seat": ANNA,
    "where": "inn",
    "nights": 3,
    "food": {"bread": 2},
    "fire": True,
    "brings": ["rope", "map"],
    "lent": [{"seat": 1, "candles": 4}],
    "note": "by the river, dry",
}
FIELDS: Final = {
    "where": "inn",
    "nights": "1+2",
    "food.bread": "2",
    "fire": "1",
    "brings": "rope,map",
    "lent.1": "4",
    "note": "by the river, dry",
}


def test_the_form_has_a_field_of_every_kind(app: Flask) -> None:
    shown = pages.rest_pad(start(), {"do": "rest"}).fields

    assert {type(field) for field in shown} == set(get_args(Field))


def test_every_field_of_a_new_entry_is_drawn_sent_and_written(app: Flask, device: Device) -> None:
    match = device.make()
    blank = device.open(match, do="rest", seat=ANNA)
    assert blank.posting("/entries") == []

    page = device.send(blank.asking(), **FIELDS)
    assert page.writing("Save").entries == [REST]
    # Sent once more as it stands, it says the same.
    page = device.send(page.asking())
    device.send(page.writing("Save"))

    [entry] = matches(app).entries(match.removeprefix("/m/"))
    assert entry.entry == entry_of(**REST)


def test_every_field_of_an_amended_entry_is_filled_in_as_it_was(device: Device) -> None:
    match = device.make()
    device.write(match, REST)

    page = device.open(f"{match}/entries/0")
    assert not is_changed(page)
    page = device.send(page.asking())
    assert not is_changed(page)

    page = device.send(page.asking(), **{"food.soup": "1"})
    assert is_changed(page)


def test_nothing_that_was_ticked_or_on_stays_so_once_it_is_taken_away(device: Device) -> None:
    match = device.make()
    device.write(match, REST)
    form = device.open(f"{match}/entries/0").asking()
    del form.fields["fire"]

    page = device.send(form, brings="")

    assert page.asking().fields["brings"] == ""
    assert "fire" not in page.asking().fields
    assert is_changed(page)


def is_changed(page: Page) -> bool:
    """Return whether the page of an entry offers to amend it."""
    return any(button.text == "Amend" for form in page.forms for button in form.buttons)
