"""The example in the documentation, as it is, against a server as anybody starts it."""

import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.processes import PATIENCE_SECONDS
from tests.test_app import server

ROOT: Final = Path(__file__).parents[3]
SAID: Final = """\
Refused by CW-3.5: It is Boris's turn, not Anna's.
Version 2: Anna has 19 food.
Anna finds 4 food
Anna ends the turn
"""


@pytest.mark.slow
def test_the_example_makes_a_match_follows_it_and_writes_on_it(tmp_path: Path) -> None:
    with server(tmp_path) as (address, _):
        ran = subprocess.run(
            [sys.executable, "docs/client.py", address],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=PATIENCE_SECONDS,
        )

    assert (ran.stdout, ran.stderr) == (SAID, "")
