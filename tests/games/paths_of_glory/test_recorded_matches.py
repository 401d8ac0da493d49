"""The recorded matches, taken together: everything that can happen is in one of them."""

import json
from functools import cache
from typing import Any, get_args

import pytest

from tests.recorded import PATHS_OF_GLORY_FILES
from tracker.games.paths_of_glory.columns import Reason
from tracker.games.paths_of_glory.setup import ScenarioName


@cache
def recorded() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(file.read_bytes()) for file in PATHS_OF_GLORY_FILES)


def test_eight_matches_or_more_are_recorded() -> None:
    assert len(recorded()) >= 8


@pytest.mark.parametrize("scenario", get_args(ScenarioName))
def test_every_scenario_is_recorded_to_its_end(scenario: str) -> None:
    assert any(match["setup"]["scenario"] == scenario and match["result"] for match in recorded())


@pytest.mark.parametrize("reason", Reason)
def test_every_way_that_a_game_can_end_is_recorded(reason: Reason) -> None:
    assert any(match["result"]["reason"] == reason.word for match in recorded())


@pytest.mark.parametrize("winners", [[0], [1], [0, 1], []])
def test_every_kind_of_winner_is_recorded(winners: list[int]) -> None:
    assert any(match["result"]["winners"] == winners for match in recorded())


def test_every_kind_of_entry_is_recorded() -> None:
    written = {entry["do"] for match in recorded() for entry in match["entries"]}

    assert written == {
        *("mandates", "play", "one_op", "peace", "battle", "take", "besiege", "lift"),
        *("near_east", "attrition", "sieges", "war_status", "replace", "end_replacements"),
        *("draw", "correct", "hand_seat"),
    }
