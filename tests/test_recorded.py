"""The recorded matches of every title, played again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.recorded import EVERY
from tests.recorded.reading_aloud import read_aloud, text_file
from tracker.engine import match_file
from tracker.engine.title import AnyTitle, Decision
from tracker.games.titles import TITLES

every_recorded_match = pytest.mark.parametrize(
    "file", EVERY, ids=lambda file: f"{file.parent.name}/{file.stem}"
)


def as_text(document: Any) -> str:
    """Unlike `==`, text tells true from 1."""
    return json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False)


@every_recorded_match
def test_a_recorded_match_plays_to_the_position_in_its_file(file: Path) -> None:
    title, document = match_file.read(file.read_bytes(), TITLES)
    saved = json.loads(file.read_bytes())

    played = match_file.play(title, document)

    assert played.refused is None
    assert as_text(title.export_position(played.position)) == as_text(saved["position"])
    assert as_text(saved["result"]) == as_text(saved["position"]["result"])


@every_recorded_match
def test_players_read_of_a_recorded_match_what_they_read_before(file: Path) -> None:
    """`./dev recorded --accept` saves what has changed, and `git diff` shows it."""
    assert read_aloud(file).splitlines() == text_file(file).read_text("utf-8").splitlines()


@pytest.mark.slow
@every_recorded_match
def test_every_position_of_a_recorded_match_is_one_that_the_rules_can_make(file: Path) -> None:
    for title, _, decision in _decisions(file):
        assert title.invariants(decision.position) == ()


@every_recorded_match
def test_every_number_of_a_recorded_match_is_the_sum_of_its_lines(file: Path) -> None:
    for title, before, decision in _decisions(file):
        assert title.apply(before, decision.facts) == decision.position


def _decisions(file: Path) -> Iterator[tuple[AnyTitle, Any, Decision[Any]]]:
    title, document = match_file.read(file.read_bytes(), TITLES)
    position = title.start(document.setup).position
    for entry in document.entries:
        if entry.counts:
            decision = title.decide(position, entry)
            yield title, position, decision
            position = decision.position
