"""Every kind of entry of every title: its form, sent as it stands, gives the same entry back."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from flask import Flask, render_template_string
from msgspec import Struct

from tests.recorded import EVERY
from tests.web.arrange import form_of, tree_of
from tracker.engine import match_file
from tracker.engine.message import Message
from tracker.engine.title import AnyTitle
from tracker.games.titles import TITLES
from tracker.service.match import SheetEntry, read_entry
from tracker.store.match_log import State
from tracker.web.pad.pad import Pad
from tracker.web.pad.paths import arguments_of, document_of
from tracker.web.titles import TITLE_PAGES

FOLDERS: Final = sorted({file.parent.name for file in EVERY})
OF_A_SHAPE: Final = 2
"""So many entries with the same fields are opened."""
WITHOUT_FORM: Final = {"lay_tiles", "hand_seat"}
"""Entries that no form of the pad writes: tiles are laid on the map, seats handed at the table."""
DRAWN: Final = """
{% import "pad/field.html" as f with context %}
{% import "pad/preview.html" as p with context %}
<form action="" method="get">{{ f.all(pad, pad.arguments) }}</form>{{ p.preview(pad) }}
"""


def entries_of(file: Path) -> Iterator[tuple[AnyTitle, Any, Any, Any]]:
    """Play a recorded match; yield title, set-up, position and entry, before it is written."""
    title, document = match_file.read(file.read_bytes(), TITLES)
    position = title.start(document.setup).position
    for entry in (match_file.bare(entry) for entry in document.entries if entry.counts):
        yield title, document.setup, position, entry
        position = title.decide(position, entry).position


@pytest.mark.parametrize("file", EVERY, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_the_fields_of_an_entry_make_the_same_entry(file: Path) -> None:
    _, document = match_file.read(file.read_bytes(), TITLES)

    for entry in map(match_file.bare, document.entries):
        made = document_of(arguments_of(entry), type(entry))
        assert msgspec.convert(made, type(entry)) == entry


@pytest.mark.parametrize("title_folder", FOLDERS)
def test_a_form_that_is_sent_as_it_stands_gives_the_same_entry(
    app: Flask, title_folder: str
) -> None:
    shapes: Counter[tuple[str, ...]] = Counter()
    otherwise: list[object] = []
    with app.test_request_context("/"):
        for file in [file for file in EVERY if file.parent.name == title_folder]:
            for title, setup, position, entry in entries_of(file):
                written = msgspec.to_builtins(entry)
                shape = (written["do"], *sorted(written))
                shapes[shape] += 1
                if shapes[shape] > OF_A_SHAPE or written["do"] in WITHOUT_FORM:
                    continue
                otherwise += [
                    (file.stem, written, opened.entry)
                    for opened in forms_of(title, position, entry)
                    if made_by(opened, title, setup, position, entry) != entry
                ]
    assert otherwise == []


def forms_of(title: AnyTitle, position: Any, entry: Struct) -> Iterator[Pad]:
    """Yield the form as the entry is amended, and again as its page sends it."""
    amend = TITLE_PAGES[title.NAME].amend_pad
    old = SheetEntry(0, "", "", 1, State.LIVE, None, entry, (), Message("An entry"))
    opened = amend(position, old, {})
    assert opened is not None, entry
    yield opened
    page = tree_of(render_template_string(DRAWN, pad=opened, form_id=""))
    sent = amend(position, old, form_of(page.find(".//form")).fields)
    assert sent is not None
    yield sent


def made_by(pad: Pad, title: AnyTitle, setup: Any, position: Any, old: Any) -> Any:
    """Return the entry that a form makes; the old one where it does the same in other words.

    An entry may say what the form does not ask, since the rules leave no choice there; the form
    may say what the rules decide; lists may be in an order that no form asks for; and a correction
    may change no number.
    """
    if pad.entry is None:
        return None if title.decide(position, old).facts else old
    made = read_entry(title, setup, pad.entry.encode())
    now, before = msgspec.to_builtins(made), msgspec.to_builtins(old)
    if not agree(now, before):
        return made
    entry = msgspec.convert(in_order_of(before, now), type(old))
    does, did = (Counter(title.decide(position, each).facts) for each in (entry, old))
    return old if does == did else made


def agree(now: Any, before: Any) -> bool:
    """Return whether two documents contradict each other nowhere, in whatever order their lists."""
    match now, before:
        case dict(), dict():
            return all(agree(now[name], before[name]) for name in now.keys() & before.keys())
        case list() | tuple(), list() | tuple():
            return Counter(map(repr, now)) == Counter(map(repr, before))
    return bool(now == before)


def in_order_of(before: Any, now: Any) -> Any:
    """Return a document with its lists in the order in which another has them."""
    match now, before:
        case dict(), dict():
            return {
                name: in_order_of(before[name], part) if name in before else part
                for name, part in now.items()
            }
        case list() | tuple(), _:
            return before
    return now
