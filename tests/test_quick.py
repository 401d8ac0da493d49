"""`--quick` leaves out what needs a browser or PostgreSQL, and nothing else that is fast."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

pytestmark = pytest.mark.slow


ROOT: Final = Path(__file__).parents[1]
SOME: Final = (
    "tests/browser/test_awake.py",
    "tests/store/test_log.py",
    "tests/test_killing.py",
)


def collected(*options: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", *options, *SOME]
    said = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [line for line in said.splitlines() if "::" in line]


def test_quick_leaves_out_browsers_and_postgresql() -> None:
    every, quick = collected(), collected("--quick")

    left_out = [test for test in every if test not in quick]
    assert [test for test in quick if not test.startswith("tests/store/test_log.py")] == []
    assert len(quick) == len([test for test in every if "[sqlite" in test]) > 5
    assert {test.partition("::")[0] for test in left_out} == set(SOME)
