"""Words for tests of the Civil War's pages: entries, recorded matches and decks."""

import json
from pathlib import Path
from typing import Any, Final

import msgspec
from flask import Flask

from tests.web.arrange import Entry
from tracker.games.civil_war.card import CARD
from tracker.games.civil_war.setup import Setup
from tracker.service.civil_war.decks import Decks

TITLE: Final = CARD.name
SETUP: Final = {
    "months": 6,
    "tiles_per_player": 4,
    "seats": [
        {"name": "Anna", "role": "southern_officer"},
        {"name": "Boris", "role": "northern_soldier"},
    ],
}


def decks(app: Flask) -> Decks:
    found: Decks = app.extensions["decks"]
    return found


def correct(seat: int, **numbers: Any) -> Entry:
    """The correction that sets a seat's numbers, so that a test can begin."""
    return {"do": "correct", "seat": seat, "set": numbers, "reason": "so the test begins"}


def find(seat: int, resource: str = "food", amount: int = 1) -> Entry:
    return {"do": "find", "seat": seat, "resource": resource, "amount": amount}


def recorded(file: Path) -> tuple[Setup, list[Entry], dict[str, Any]]:
    """A recorded match: its set-up, the entries that count, and the position at its end."""
    document = json.loads(file.read_bytes())
    entries = [
        {name: value for name, value in entry.items() if name not in ("n", "by", "lines")}
        for entry in document["entries"]
        if not entry.get("undone") and "amended_by" not in entry
    ]
    return msgspec.convert(document["setup"], Setup), entries, document["position"]
