"""The recorded matches, and what they cover, taken together."""

import json
from functools import cache
from typing import Any, NamedTuple

import pytest
from msgspec import UNSET

from tests.recorded import GRIZZLED_FILES
from tracker.engine import match_file
from tracker.games.grizzled.entries import Correct, Written
from tracker.games.grizzled.setup import Setup
from tracker.games.titles import TITLES


class Recorded(NamedTuple):
    """A match file of The Grizzled."""

    setup: Setup
    entries: tuple[Written, ...]
    result: dict[str, Any]
    rules: frozenset[str]


@cache
def recorded() -> tuple[Recorded, ...]:
    matches = []
    for file in GRIZZLED_FILES:
        title, document = match_file.read(file.read_bytes(), TITLES)
        played = match_file.play(title, document)
        rules = frozenset(fact.rule for _, facts in played.facts for fact in facts)
        result = json.loads(file.read_bytes())["result"]
        matches.append(Recorded(document.setup, document.entries, result, rules))
    return tuple(matches)


def test_twelve_matches_are_recorded() -> None:
    assert len(recorded()) >= 12


@pytest.mark.parametrize("mode", ["standard", "chaplain", "recruit", "solo"])
def test_every_mode_is_recorded(mode: str) -> None:
    assert any(match.setup.mode == mode for match in recorded())


@pytest.mark.parametrize(
    ("reason", "rule"),
    [
        ("peace", "GR-10.3"),
        ("peace", "GR-12.4"),
        ("posthumous", "GR-12.4"),
        ("hard_knocks", "GR-10.1"),
        ("monument", "GR-10.4"),
        ("final_mission", "GR-12.4"),
    ],
)
def test_every_way_to_end_is_recorded(reason: str, rule: str) -> None:
    assert any((m.result["reason"], m.result["rule"]) == (reason, rule) for m in recorded())


def test_every_number_of_soldiers_difficulty_and_order_is_recorded() -> None:
    setups = [match.setup for match in recorded()]
    assert {len(setup.seats) for setup in setups} == {3, 4, 5}
    assert {setup.difficulty for setup in setups} == {"novice", "normal", "veteran"}
    assert {setup.orders for setup in setups} == {None, "greenhorn", "soldier", "veteran"}


def test_every_kind_of_entry_is_recorded() -> None:
    written = {type(entry) for match in recorded() for entry in match.entries}
    assert written == set(Written.__args__)


@pytest.mark.parametrize(
    "rule",
    [
        *("GR-1.6", "GR-4.3", "GR-4.4", "GR-4.5", "GR-4.7", "GR-5.1", "GR-6.8", "GR-6.9"),
        *("GR-7.2", "GR-7.3", "GR-8.5", "GR-11.5", "GR-11.6", "GR-11.9", "GR-11.10"),
        *("GR-12.2", "GR-13.1", "GR-13.6", "GR-14.4", "GR-14.6", "GR-14.8", "GR-15.1"),
    ],
)
def test_what_the_rules_do_is_recorded(rule: str) -> None:
    assert any(rule in match.rules for match in recorded())


def test_corrections_and_entries_that_were_undone_or_amended_are_recorded() -> None:
    entries = [entry for match in recorded() for entry in match.entries]
    assert any(isinstance(entry, Correct) for entry in entries)
    assert any(entry.undone is True for entry in entries)
    assert any(entry.amended_by is not UNSET for entry in entries)
