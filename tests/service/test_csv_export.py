"""Tables for a spreadsheet: no cell is a formula, at whichever separator a line is split."""

import csv
import io
import re
import time
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.service.csv_export import BOM, cell, lines

FORMULA: Final = tuple("=+-@＝＋－＠")
NUMBER: Final = re.compile(r"-?\d+(\.\d+)?")
SEPARATORS: Final = (",", ";", "\t")
TEXTS: Final = st.text(st.sampled_from("""ab1 ;,\t\r\n"'=+-@＝＋－＠"""), max_size=12)
ROWS: Final = st.lists(
    st.tuples(TEXTS, TEXTS, st.integers(-9, 9), TEXTS, st.sampled_from((-2.5, 0.5)))
)


@pytest.mark.parametrize(
    ("text", "neutralised"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@sum", "'@sum"),
        ("＝1", "'＝1"),
        (" =1", " '=1"),
        ("\t=1", "\t'=1"),
        ("\r=1", "\r'=1"),
        ("x\n=1", "x\n'=1"),
        ("x;=1", "x;'=1"),
        ("x; =1;-2", "x; '=1;'-2"),
        (';"=1', ";\"'=1"),
        ("1 = 1", "1 = 1"),
        ("Anna - Boris", "Anna - Boris"),
        ("wood +2, food -1", "wood +2, food -1"),
    ],
)
def test_a_formula_in_a_text_is_neutralised(text: str, neutralised: str) -> None:
    assert cell(text) == neutralised


def test_a_long_text_of_separators_is_read_once() -> None:
    text = "; " * 500_000

    began = time.process_time()
    assert cell(text) == text
    assert time.process_time() - began < 5, "read in proportion to its square it takes hours"


@pytest.mark.parametrize("number", [-3, -2.5, 0])
def test_a_number_stays_a_number(number: float) -> None:
    assert cell(number) == number


@given(ROWS)
def test_no_cell_is_a_formula_at_whichever_separator_a_line_is_split(rows: list[Any]) -> None:
    text = b"".join(lines(("name", "text", "n", "note", "x"), rows)).decode().removeprefix(BOM)

    for separator in SEPARATORS:
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
            for value in row:
                bare = value.strip()
                assert not bare.startswith(FORMULA) or NUMBER.fullmatch(bare), (separator, row)


@given(ROWS)
def test_a_text_without_the_apostrophes_is_the_text_of_the_match(rows: list[Any]) -> None:
    text = b"".join(lines(("name",), rows)).decode().removeprefix(BOM)

    _, *read = csv.reader(io.StringIO(text, newline=""))

    for row, cells in zip(rows, read, strict=True):
        for value, written in zip(row, cells, strict=True):
            assert written.replace("'", "") == str(value).replace("'", "")
