"""`./dev mutants`: the faults that it writes, and that it tells noticed from unnoticed ones."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.mutants.mutations import mutants_of

ROOT = Path(__file__).parent.parent


def faults(body: str) -> set[str]:
    """Return the changed statements of a function with this body."""
    source = f"def rule(table, seat, count):\n    {body}\n"
    return {mutant.after for mutant in mutants_of(Path("rule.py"), source)}


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("return count < 5", {"return None", "return count <= 5", "return count < 6"}),
        ("return -count", {"return None", "return count"}),
        ("table.add(seat, count)", {"pass", "table.add(count, seat)"}),
        ("table.declare(count, is_good=False)",
         {"pass", "table.declare(count)", "table.declare(count, is_good=True)"}),
        ("table.add(seat, 'CW-9.6')", {"pass", "table.add(seat, 'CW-9.69')"}),
        ("return [a for a in table if a]", {"return None", "return [a for a in table]"}),
        ("return min(seat, 2)", {"return None", "return max(seat, 2)", "return min(seat, 3)"}),
        ("return a and b", {"return None", "return a or b", "return a", "return b"}),
    ],
)  # fmt: skip
def test_a_statement_has_these_faults(body: str, after: set[str]) -> None:
    assert faults(body) == after


def test_names_types_and_docstrings_have_no_faults() -> None:
    source = 'def rule(count: "int" = 3) -> "CW-1":\n    """CW-9.6: Not this."""\n    limit: 5\n'

    assert list(mutants_of(Path("rule.py"), source)) == []


@pytest.mark.slow
def test_a_fault_that_a_test_notices_is_told_from_one_that_none_notices() -> None:
    command = [sys.executable, "-m", "tests.mutants", "tracker/engine/clean_text.py", "--count=0"]
    tests = (
        "tests/engine/test_clean_text.py::test_clean_text_is_on_one_line_in_nfc_and_stays_as_it_is"
    )
    done = subprocess.run(
        [*command, "--tests", tests], cwd=ROOT, capture_output=True, text=True, timeout=300
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "- return ' '.join(text.split())" not in done.stdout
    assert "- return len(around) == 2" in done.stdout
    assert "of all" in done.stdout
