"""Fuzzing finds what it looks for; what it finds by chance, no test says."""

import copy
import random
import tomllib
from pathlib import Path

import pytest

from tests.fuzz import match_files
from tests.fuzz.__main__ import CONFIGURATION, fuzz_match_files, seeded
from tests.fuzz.checks import why_not_explained
from tests.fuzz.match_files import ODD_VALUES, RECORDED, change, random_file, replayed
from tests.web.api.program import Program
from tracker.web import create_app
from tracker.web.api.openapi import description


def test_a_random_match_file_is_another_for_each_seed_and_the_same_for_one() -> None:
    made = [random_file(random.Random(seed)) for seed in (1, 1, 2)]

    assert made[0] == made[1] != made[2]


def test_a_change_leaves_the_values_for_the_next_ones_as_they_are() -> None:
    before, chance = copy.deepcopy(ODD_VALUES), random.Random(1861)

    for _ in range(500):
        document = {"format": 1, "entries": [{"do": "walk"}]}
        for _ in range(4):
            if document:
                change(document, chance)

    assert before == ODD_VALUES


def test_random_match_files_are_read_or_refused(tmp_path: Path) -> None:
    assert fuzz_match_files(tmp_path, 0.5, 1861) == 0


def test_a_replay_that_fails_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = next(RECORDED.rglob("*.json")).read_bytes()
    assert replayed(data, tmp_path / "match.json") == ""

    def fail(arguments: list[str]) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(match_files, "main", fail)

    assert "ZeroDivisionError" in replayed(data, tmp_path / "match.json")


@pytest.mark.parametrize(
    ("status", "problem", "fault"),
    [
        (422, {"detail": "It is Boris's turn.", "rule": "TR-1"}, ""),
        (422, {"detail": "It is Boris's turn."}, "a refusal by no rule"),
        (400, {"detail": "there is no seat 4", "place": "seat"}, ""),
        (400, {"detail": "there is no seat 4"}, "a refusal without a place"),
        (
            400,
            {"detail": "a name is used once (TR-1)", "place": "setup"},
            "a rule's refusal that is answered 400",
        ),
    ],
)
def test_a_refusal_has_to_say_why(status: int, problem: dict[str, str], fault: str) -> None:
    assert why_not_explained(status, problem) == fault


def test_every_answer_that_is_described_is_expected() -> None:
    checks = tomllib.loads(CONFIGURATION)["checks"]
    expected = set(checks["positive_data_acceptance"]["expected-statuses"])
    refusals = set(checks["negative_data_rejection"]["expected-statuses"])
    refused = {
        status
        for operations in description()["paths"].values()
        for operation in operations.values()
        for status in operation["responses"]
        if status[0] in "45"
    }

    # A request as it is described has the right media type.
    assert refused - expected == {"415"}
    assert {status for status in refused if not {status, f"{status[0]}xx"} & refusals} == set()


def test_the_operations_are_reached_on_a_match_that_is_there(tmp_path: Path) -> None:
    token, match_id = seeded(tmp_path)

    app = create_app(tmp_path)
    sheet = Program(app, token).read(f"/matches/{match_id}")
    assert len(sheet["waiting"]) == 1
    assert sheet["you"]["right"] == "host"
    app.extensions["database"].close()
