"""The seats on a set-up page: people are seated, moved and forgotten without scripts too."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import g, request
from werkzeug.datastructures import MultiDict

from tracker.engine.clean_text import clean
from tracker.engine.message import Message
from tracker.service.match import MATCH_NAME_LETTERS
from tracker.web.services import people

Fields = Sequence[Sequence[str]]
"""The names of the fields of each seat on a form; a seat's first field is its player's name."""
BUTTONS: Final = ("person", "move", "forget")
TWICE: Final = Message("Two players are called {name}. Please give one of them another name.")


def known_people() -> list[str]:
    """Return the people whom the set-up offers, for the template."""
    return people().known_to(g.device)


def is_asked(form: Mapping[str, str]) -> bool:
    """Return whether a button of the seats sent the form, and not the one that starts the match."""
    return any(button in form for button in BUTTONS)


def rearranged(fields: Fields) -> "MultiDict[str, Any]":
    """Return what was typed, after what the button asks for."""
    typed: MultiDict[str, Any] = MultiDict(request.form)
    if "person" in typed:
        _seat(typed, fields, clean(typed["person"])[:40])
    elif "move" in typed:
        _move(typed, fields, typed["move"])
    elif "forget" in typed:
        people().forget(g.device, clean(typed["forget"])[:40])
    for button in BUTTONS:
        typed.poplist(button)
    return typed


def _seat(typed: "MultiDict[str, Any]", fields: Fields, person: str) -> None:
    """Put somebody into the first free seat; who sits already leaves theirs."""
    for name, *_ in fields:
        if clean(typed.get(name, "")) == person:
            typed[name] = ""
            return
    free = next((name for name, *_ in fields if not clean(typed.get(name, ""))), None)
    if free is not None:
        typed[free] = person


def _move(typed: "MultiDict[str, Any]", fields: Fields, asked: str) -> None:
    """Change two neighbours' places: "2 up" is the third seat with the one above it."""
    number, _, way = asked.partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        return
    here, there = int(number), int(number) + (-1 if way == "up" else 1)
    if 0 <= here < len(fields) and 0 <= there < len(fields):
        for field, other in zip(fields[here], fields[there], strict=True):
            typed[field], typed[other] = typed.get(other, ""), typed.get(field, "")


def repeated_name(names: Sequence[str]) -> Message | None:
    """Return what is wrong where two players have one name, ignoring case."""
    seen: set[str] = set()
    for name in map(clean, names):
        if name and name.casefold() in seen:
            return Message(TWICE.text, {"name": name})
        seen.add(name.casefold())
    return None


def match_name(given: str, players: Sequence[str]) -> str:
    """Return the name that was given, else the players'; without what cannot be shown."""
    return (clean(given) or clean(" · ".join(players)))[:MATCH_NAME_LETTERS].rstrip()
