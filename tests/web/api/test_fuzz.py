"""Whatever is sent: never a 500, what is refused changes nothing, and every answer is described."""

from collections.abc import Mapping
from typing import Any, Final

import pytest
from flask import Flask

from tests.toy.arrange import document, walk
from tests.toy.card import CARD
from tests.web.api.fuzzing import (
    NOTE,
    REQUEST,
    Described,
    Fuzzed,
    Scene,
    named,
    operations,
    send_anything,
    send_what_looks_right,
)
from tests.web.api.program import SETUP, Program
from tracker.service.rights import Undo, name_of
from tracker.web.api.operations import OPERATIONS

pytestmark = pytest.mark.slow

WRITTEN: Final = {"version": 4, "write_id": "good"}
CARRY: Final = {"do": "carry", "seat": 0, "other": 1, "steps": 1}
GOOD: Final[Mapping[str, Mapping[str, Any]]] = {
    "make_match": {"title": CARD.name, "setup": {**SETUP, "goal": 5}, "write_id": "good"},
    "write_entries": {**WRITTEN, "entries": [walk(0), walk(0, 2)], "then": "end_turn"},
    "try_entries": {"entries": [walk(0, 3)]},
    "amend_entry": {**WRITTEN, "entry": walk(0, 3)},
    "try_amendment": {"entry": walk(0, 3)},
    "undo_entry": {**WRITTEN, "down_to": 0},
    "redo_entry": WRITTEN,
    "answer_request": {"write_id": "good", "agree": True},
    "import_match": document(walk(0)),
    "write_note": {"write_id": "good", "text": "Boris was late.", "n": 0},
    "remove_note": {"write_id": "good"},
}
SHARED: Final = {operation.name for operation in OPERATIONS}


def arrange(app: Flask, program: Program, name: str) -> str:
    """A race at version 4: two entries written, another taken back."""
    match = program.make()
    if name == "answer_request":
        ask(app, program, match)
        return match
    for steps in (1, 2, 3):
        program.write(match, walk(0, steps))
    program.act(f"{match}/undo", {"version": 3, "write_id": "arranged"})
    if name == "remove_note":
        program.act(f"{match}/notes", {"write_id": NOTE, "text": "Boris was late."})
    return match


def ask(app: Flask, program: Program, match: str) -> None:
    """Let another seat's device wait for an answer."""
    host, guest = name_of(program.token), Program(app)
    app.extensions["tables"].settle(match.removeprefix("/matches/"), host, Undo.FREE, asks=True)
    program.join(guest, match, seat=0)
    assert guest.write(match, CARRY, write_id=REQUEST).get_json()["waits"]


@pytest.fixture
def fuzzed(app_on_either: Flask, described: Described) -> Fuzzed:
    return Fuzzed(app_on_either, described, Scene(GOOD, arrange))


@pytest.mark.parametrize("described", operations(SHARED, with_body=True), ids=named)
def test_whatever_looks_right_is_done_or_refused_as_described(
    described: Described, fuzzed: Fuzzed
) -> None:
    send_what_looks_right(fuzzed, described)


@pytest.mark.parametrize("described", operations(SHARED), ids=named)
def test_whatever_is_sent_is_answered_as_described(described: Described, fuzzed: Fuzzed) -> None:
    send_anything(fuzzed, described)
