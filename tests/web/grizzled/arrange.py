"""Words for tests of this title's pages: making a match by its form, and tapping through it."""

from dataclasses import dataclass
from typing import Any

import msgspec
from flask import Flask

from tests.web.arrange import Device, Form, Page, matches, sheet
from tracker.games.grizzled import title
from tracker.games.grizzled.setup import Setup

NAMES = ("Anna", "Boris", "Vera", "David", "Elena")
SOLDIERS = ("felix", "gaston", "lazare", "charles", "gustave")


def named(number: int) -> dict[str, str]:
    """The fields of the set-up form for so many players."""
    fields: dict[str, str] = {}
    for place, (name, soldier) in enumerate(zip(NAMES[:number], SOLDIERS[:number], strict=True)):
        fields |= {f"soldiers-{place}-name": name, f"soldiers-{place}-soldier": soldier}
    return fields


def set_up(device: Device, players: int = 3, **fields: str) -> Page:
    """Send the set-up form, and see the page to which it leads."""
    page = device.open("/new", title="grizzled")
    form = next(form for form in page.forms if form.action == "/new")
    return device.send(form, **(named(players) | fields))


def make(device: Device, mode: str = "standard", **fields: Any) -> str:
    """The address of a match that is made without the form."""
    number = fields.pop("soldiers", 3)
    seats = [
        {"name": name, "soldier": soldier}
        for name, soldier in zip(NAMES[:number], SOLDIERS[:number], strict=True)
    ]
    setup = msgspec.convert({"mode": mode, "seats": seats, **fields}, Setup)
    return f"/m/{matches(device.app).make(title.NAME, setup, 'A match', device.name)}"


def standing(app: Flask, match: str) -> dict[str, Any]:
    """The position, as a match file writes it."""
    return title.export_position(sheet(app, match).position)


@dataclass
class Player:
    """A device that taps what the pages of a match offer."""

    device: Device
    match: str

    @property
    def page(self) -> Page:
        return self.device.open(self.match)

    @property
    def table(self) -> dict[str, Any]:
        return standing(self.device.app, self.match)

    def tap(self, page: Page, words: str) -> Page:
        """Tap the button or the link in the pad that says this, and see the next page."""
        form = written(page, words)
        if form is not None:
            return self.device.send(form)
        link = linked(page, words)
        assert link is not None, f"nothing says {words!r}: {page.text[-900:]}"
        return self.device.open(link)

    def play(self, card: str, *then: str) -> Page:
        """Play a card by its name, with the answers to what is asked then."""
        page = self.tap(self.page, card)
        for words in then:
            page = self.tap(page, words)
        return page


def written(page: Page, words: str) -> Form | None:
    """The form that writes an entry by a button with exactly these words."""
    return next(
        (
            form
            for form in page.posting("/entries")
            if any(" ".join(button.text.split()) == words for button in form.buttons)
        ),
        None,
    )


def linked(page: Page, words: str) -> str | None:
    """The address behind a link with exactly these words."""
    found = (link for link in page.all("a") if " ".join(link.text.split()) == words)
    return next((link.attributes["href"] for link in found), None)
