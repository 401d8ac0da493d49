"""Match files for tests: a small valid one, a long one that has everything, and ways to spoil them.

A place is a path as a program walks it, `("entries", 0, "amount")`; `where` writes it as a match
file does, `entries[0].amount`.
"""

import copy
import json
from typing import Any

import pytest

from tracker.engine import match_file
from tracker.engine.match_file import Played
from tracker.engine.refusal import Invalid
from tracker.games.titles import TITLES

Place = tuple[str | int, ...]

SMALL: dict[str, Any] = {
    "format": "quartermaster-match/1",
    "title": "civil-war",
    "setup": {
        "months": 6,
        "tiles_per_player": 4,
        "seats": [
            {"name": "Anna", "role": "southern_officer"},
            {"name": "Boris", "role": "northern_soldier"},
        ],
        "switches": {},
    },
    "entries": [
        {"do": "meet", "seat": 0, "kind": "southern_soldier", "count": 2},
        {"do": "end_turn", "seat": 0},
    ],
}

EVERYTHING: dict[str, Any] = {
    "format": "quartermaster-match/1",
    "title": "civil-war",
    "id": "7f3c",
    "name": "Thursday",
    "created": "2026-01-02T18:00:00Z",
    "setup": {
        "months": 5,
        "tiles_per_player": 3,
        "seats": [
            {"name": "Anna", "role": "southern_officer"},
            {"name": "Boris", "role": "northern_soldier"},
            {"name": "Clara", "role": "southern_soldier"},
            {"name": "David", "role": "northern_officer"},
            {"name": "Elena", "role": "cherokee"},
        ],
        "switches": {
            "starting_bonus": {"cherokee": {"medicine": 8, "wood": 12}},
            "fire_brigade_cost": {"water": 2},
            "fort_multiplier": 2,
        },
        "deck": "standard",
    },
    "entries": [
        {"do": "meet", "seat": 0, "kind": "southern_soldier", "count": 2, "n": 0, "by": "tablet"},
        {"do": "gain", "seat": 0, "bonus": "dynamite"},
        {"do": "find", "seat": 0, "resource": "gold", "amount": 45, "undone": True},
        {"do": "find", "seat": 0, "resource": "gold", "amount": 44, "where": "middle"},
        {"do": "sabotage", "seat": 0},
        {"do": "raise_brigade", "seat": 0},
        {"do": "end_turn", "seat": 0},
        {
            "do": "meet",
            "seat": 1,
            "kind": "southern_officer",
            "count": 3,
            "help": [{"seat": 3, "weapons": 4}],
        },
        {"do": "lose", "seat": 1, "resource": "food", "amount": 3},
        {"do": "fire", "seat": 1, "amount": 3},
        {"do": "sickness", "seat": 1, "amount": 2},
        {"do": "end_turn", "seat": 1},
        {"do": "meet", "seat": 2, "kind": "cherokee", "count": 4},
        {"do": "gain", "seat": 2, "bonus": "wagon"},
        {"do": "find", "seat": 2, "resource": "food", "amount": 5, "where": "middle_doubled"},
        {"do": "end_turn", "seat": 2},
        {"do": "lure", "seat": 3, "from": [{"seat": 2, "people": {"cherokee": 2}}]},
        {"do": "end_turn", "seat": 3},
        {"do": "meet", "seat": 4, "kind": "volunteer", "count": 6},
        {"do": "end_turn", "seat": 4},
        {"do": "spend_reserve", "seat": 0, "lure": {"seat": 3, "people": {"cherokee": 1}}},
        {"do": "end_turn", "seat": 0},
        {"do": "hand_turn", "to": 2},
        {"do": "hand_over", "seat": 2, "to": 1, "bonus": "wagon"},
        {"do": "end_month"},
        {"do": "trade", "seat": 0, "with": 1, "give": {"food": 2}, "get": {"medicine": 1}},
        {"do": "hq_trade", "seat": 0, "give": "weapons", "get": "water", "times": 2},
        {"do": "upkeep", "casualties": {"2": {"cherokee": 1}}},
        {"do": "buy_off", "seat": 0, "target": 1, "pay": {"wood": 1}},
        {"do": "attack", "seat": 2, "target": 3, "press": True, "casualties": {"cherokee": 2}},
        {"do": "next_month"},
        {
            "do": "correct",
            "seat": 4,
            "set": {
                "points": 4,
                "resources": {"wood": 20},
                "people": {"volunteer": 2},
                "bonuses": {"wagon": False},
                "lost_turns": 1,
            },
            "reason": "miscounted",
        },
        {
            "do": "lay_tiles",
            "tiles": [{"at": [column, row]} for row in range(3) for column in range(4)],
        },
        {"do": "hand_turn", "to": 1},
        {"do": "turn_over", "seat": 1, "at": [1, 1], "tile": "3"},
        {
            "do": "turn_over",
            "seat": 1,
            "at": [1, 2],
            "tile": "5",
            "choices": {"middle": {"sabotage": False}},
        },
        {"do": "end_turn", "seat": 1},
    ],
}


def small(*entries: dict[str, Any]) -> dict[str, Any]:
    """A valid match of two seats with these entries, or with two of its own."""
    document = copy.deepcopy(SMALL)
    if entries:
        document["entries"] = list(entries)
    return document


def everything() -> dict[str, Any]:
    """A long match in which every entry, and most of what an entry can say, occurs."""
    return copy.deepcopy(EVERYTHING)


def text(document: object) -> bytes:
    return json.dumps(document).encode()


def put(document: Any, place: Place, value: object) -> Any:
    """The document with the value at the place, in its stead or beside what is there."""
    changed = copy.deepcopy(document)
    inner = changed
    for step in place[:-1]:
        inner = inner[step]
    inner[place[-1]] = value
    return changed


def taken_out(document: Any, place: Place) -> Any:
    """The document without what is at the place."""
    changed = copy.deepcopy(document)
    inner = changed
    for step in place[:-1]:
        inner = inner[step]
    del inner[place[-1]]
    return changed


def put_text(document: Any, place: Place, json_text: str) -> bytes:
    """The document with this very text at the place, whether it is JSON or not."""
    return text(put(document, place, "@here@")).replace(b'"@here@"', json_text.encode())


def where(place: Place) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return "".join(steps).removeprefix(".")


def play(document: object) -> Played:
    return match_file.play(*match_file.read(text(document), TITLES))


def problem(data: bytes) -> Invalid:
    """Return the error in the file; fail where there is none."""
    with pytest.raises(Invalid) as caught:
        match_file.read(data, TITLES)
    return caught.value


def is_plain(message: str) -> bool:
    """Return whether a player could read it: a sentence of ours, not the parser's."""
    words = ("`", "Expected", "Object", "msgspec", "Traceback", "byte ", "\n")
    return bool(message.strip()) and not any(word in message for word in words)
