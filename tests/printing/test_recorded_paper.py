"""The sheets of recorded matches: every word and number on them is what it was."""

from pathlib import Path

import pytest

from tests.printing.arrange import made
from tests.recorded.reading_paper import CHOSEN, PRINTED, paper_file, read_paper


@pytest.mark.parametrize("file", PRINTED, ids=lambda file: file.stem)
def test_the_sheets_of_a_recorded_match_say_what_they_said_before(file: Path) -> None:
    """`./dev recorded --accept` saves what has changed, and `git diff` shows it."""
    before = paper_file(file).read_text("utf-8").splitlines()

    assert read_paper(file, made).splitlines() == before


def test_six_matches_are_printed() -> None:
    assert len(PRINTED) == len(CHOSEN) == 6
