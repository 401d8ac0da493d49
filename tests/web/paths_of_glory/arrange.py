"""Words for tests of these pages: a match set up by its form, and entries written by theirs."""

from typing import Any

from flask import Flask

from tests.web.arrange import Device, Element, Form, Page, sheet
from tracker.games.paths_of_glory import title


def new_match(device: Device, **changes: str) -> str:
    """Set a match up by its page, by default a campaign of Anna and Boris; its address."""
    page = device.open("/new", title="paths-of-glory")
    made = device.send(_form(page, "/new"), cp="Anna", ap="Boris", **changes)
    assert made.status == 200, made.text
    return made.path


def _form(page: Page, end: str) -> Form:
    return page.posting(end)[0]


def standing(app: Flask, match: str) -> dict[str, Any]:
    """The position, as a match file writes it."""
    return title.export_position(sheet(app, match).position)


def asking(page: Page, do: str) -> Form:
    """The form that asks for an entry of this kind."""
    return next(form for form in page.forms if form.method == "get" and form.fields.get("do") == do)


def fill(device: Device, match: str, do: str, **fields: str) -> Page:
    """Write an entry by its own form."""
    page = device.send(asking(device.open(match, do=do), do), **fields)
    return device.send(page.writing("Save"))


def uses(page: Page) -> list[Element]:
    """The ways to use a card that are on."""
    return [
        field
        for field in page.all("input")
        if field.attributes.get("name") == "as" and "aria-disabled" not in field.attributes
    ]


def play_action(device: Device, match: str) -> Page:
    """Play the first card that can be, in three taps: the card, its use, the button."""
    home = device.open(match)
    for card in [link for link in home.links if "do=play" in link]:
        page = device.open(card)
        for use in uses(page):
            asked = device.send(asking(page, "play"), use=use.attributes["value"])
            return device.send(asked.writing("Save"))
    one_op = next(link for link in home.links if "do=one_op" in link)
    return device.send(device.open(one_op).writing("Save"))
