"""Whatever is sent to the operations on tiles: never a 500, and what is refused changes nothing."""

from collections.abc import Mapping
from typing import Any, Final

import pytest
from flask import Flask

from tests.web.api.fuzzing import (
    Described,
    Fuzzed,
    Scene,
    named,
    operations,
    send_anything,
    send_what_looks_right,
)
from tests.web.api.program import Program
from tests.web.arrange import deal
from tests.web.civil_war.arrange import SETUP, TITLE
from tracker.service.rights import name_of
from tracker.web.titles import TITLE_PAGES

pytestmark = pytest.mark.slow

DEALT: Final = [{"at": [x, 0], "tile": str(x + 1)} for x in range(8)]
GOOD: Final[Mapping[str, Mapping[str, Any]]] = {
    "deal_tiles": {"write_id": "good", "cells": [[x, y] for x in range(4) for y in range(2)]},
    "turn_up_tile": {"write_id": "good", "seat": 0, "at": [3, 0]},
}
OWN: Final = {operation.name for operation in TITLE_PAGES[TITLE].INTERFACE.operations}


def arrange(app: Flask, program: Program, name: str) -> str:
    match = program.make(SETUP, TITLE)
    if name == "turn_up_tile":
        deal(app, match, {"do": "lay_tiles", "tiles": DEALT}, name_of(program.token))
    return match


@pytest.fixture
def fuzzed(app_on_either: Flask, described: Described) -> Fuzzed:
    return Fuzzed(app_on_either, described, Scene(GOOD, arrange))


@pytest.mark.parametrize("described", operations(OWN, with_body=True), ids=named)
def test_whatever_looks_right_is_done_or_refused_as_described(
    described: Described, fuzzed: Fuzzed
) -> None:
    send_what_looks_right(fuzzed, described)


@pytest.mark.parametrize("described", operations(OWN), ids=named)
def test_whatever_is_sent_is_answered_as_described(described: Described, fuzzed: Fuzzed) -> None:
    send_anything(fuzzed, described)
