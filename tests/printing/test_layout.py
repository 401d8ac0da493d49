"""The layout on paper: nothing cut off, no head alone, the QR code as it must be."""

from collections import Counter
from itertools import pairwise
from typing import Any, Final

import pytest
import segno

from tests.printing.arrange import (
    ADDRESS,
    NINE,
    SIX,
    TWO,
    Pdf,
    Sheet,
    long_match,
    made,
    match,
    order,
    printed,
)
from tests.printing.drawn import Stroke, Text
from tests.printing.grizzled import arrange as grizzled
from tests.printing.paths_of_glory import arrange as paths_of_glory
from tests.printing.test_reach import HOSTILE
from tests.web.arrange import tree_of
from tracker.printing.order import Order
from tracker.printing.pdf import Paper
from tracker.printing.sheet_files import page

FOOT: Final = 40.0
"""The top of the footer."""
QUIET: Final = 4


def words_in(html: str) -> list[str]:
    """Return the words of a source, without those that are only heard."""
    return [
        word
        for text in tree_of(html).xpath("//text()[not(parent::title)]")
        for word in text.split()
    ]


def on_paper(pdf: Pdf) -> list[list[Text]]:
    """Return the words on each page above the footer."""
    return [[text for text in side.texts if text.y > FOOT] for side in pdf.drawn]


def squeezed(pdf: Pdf) -> str:
    texts = [text.text for side in pdf.drawn for text in side.texts]
    # Soft hyphens are where a word was broken.
    return "".join("".join(texts).split()).replace("\u2010", "").replace("-", "")


@pytest.mark.parametrize(
    ("sheet", "of", "language", "paper", "choices"),
    [
        (Sheet.BLANK, None, "ru", Paper.LETTER, {"players": 1}),
        (Sheet.BLANK, None, "ru", Paper.LETTER, {"players": 9, "for_table": True}),
        (Sheet.RUNNING, (TWO, 40), "ru", Paper.LETTER, {}),
        (Sheet.SUMMARY, (NINE, None), "pl", Paper.LETTER, {"month": 5}),
        (Sheet.REPORT, (TWO, None), "ru", Paper.A4, {}),
        (Sheet.RULES, (SIX, 150), "pl", Paper.A4, {}),
    ],
)
def test_every_word_of_the_source_is_on_paper(
    sheet: Sheet,
    of: tuple[str, int | None] | None,
    language: str,
    paper: Paper,
    choices: dict[str, Any],
) -> None:
    wanted = order(sheet, language, paper, match(*of) if of else None, **choices)
    source = words_in(page(wanted))

    made = squeezed(printed(sheet, wanted.match, language, paper, **choices))

    missing = [word for word in source if word.replace("-", "") not in made]
    assert missing == []
    assert len(source) > 100


@pytest.mark.parametrize("sheet", [Sheet.BLANK, Sheet.RUNNING])
def test_nothing_runs_off_the_page(sheet: Sheet) -> None:
    of = None if sheet is Sheet.BLANK else match(TWO, 40)
    pdf = printed(sheet, of, "ru", Paper.LETTER, **({} if of else {"players": 1}))

    for side, drawn in zip(pdf.opened.pages, pdf.drawn, strict=True):
        width, height = float(side.mediabox[2]), float(side.mediabox[3])
        for text in drawn.texts:
            assert 20 < text.x < width - 20
            assert 20 < text.y < height - 20


REPORTS: Final = [
    order(Sheet.REPORT, "ru", Paper.A4, match(TWO)),
    grizzled.order("report", grizzled.match(grizzled.BROKEN), "ru"),
    paths_of_glory.order("report", "ru", of=paths_of_glory.match(paths_of_glory.INTRODUCTORY)),
]
NARROWEST: Final = 0.36
"""The width of a letter is at least this part of its height, over a whole word."""


@pytest.mark.parametrize("wanted", REPORTS, ids=lambda order: str(order.title))
def test_no_words_are_printed_over_each_other(wanted: Order) -> None:
    for texts in on_paper(made(wanted)):
        for text, beside in pairwise(sorted(texts, key=lambda text: (-text.y, text.x))):
            if text.y == beside.y and text.x < beside.x:
                end = text.x + NARROWEST * text.size * len(text.text)
                assert end < beside.x + text.size, (text.text, beside.text)


@pytest.mark.parametrize("long", [True, False])
def test_no_heading_and_no_head_of_a_table_ends_a_page(long: bool) -> None:
    pdf = printed(Sheet.REPORT, long_match(1_000) if long else match(SIX))

    assert pdf.pages > 8
    for texts in on_paper(pdf)[1:-1]:
        lowest = min(text.y for text in texts)
        last = [text for text in texts if text.y < lowest + 1]
        assert "What it did" not in " ".join(box.text for box in last)
        assert max(box.size for box in last) < 12, last


def test_the_last_row_of_a_history_is_not_alone_on_its_page() -> None:
    pdf = printed(Sheet.REPORT, long_match(1_000))
    last = on_paper(pdf)[-1]

    rows = {round(box.y) for box in last if box.size < 8.5}
    assert len(rows) >= 3


def test_hostile_names_are_printed_letter_by_letter() -> None:
    names = tuple(name[:40] for name in HOSTILE)
    pdf = printed(Sheet.SUMMARY, match(NINE, 60, names))
    letters = squeezed(pdf)

    assert pdf.pages == 1
    for name in names:
        written = "".join(name.split()).replace("-", "")
        # Arabic is drawn from right to left.
        assert written in letters or written[::-1] in letters, name


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_the_summary_is_one_page_for_nine_with_the_longest_names(language: str) -> None:
    names = tuple(
        f"{letter} Maximiliana von Hohenstaufen-Württemberg"[:40] for letter in "ABCDEFGHI"
    )

    assert printed(Sheet.SUMMARY, match(NINE, None, names), language, month=3).pages == 1


def test_the_qr_code_on_the_page_says_the_address_and_nothing_crosses_it() -> None:
    pdf = printed(Sheet.RUNNING, match(TWO, 40), "ru", Paper.LETTER)
    strokes = pdf.drawn[0].strokes
    marked = Counter(stroke.owner for stroke in strokes if stroke.owner is not None)
    (figure,) = [mark for mark, number in marked.items() if number > 50]
    code = [stroke for stroke in strokes if stroke.owner == figure]
    wanted = [
        [bool(dark) for dark in row] for row in segno.make(ADDRESS, error="m", micro=False).matrix
    ]

    assert modules(code) == wanted
    left, right, top, bottom = around(code)
    clear = QUIET * (right - left) / len(wanted) - 1
    for stroke in strokes:
        xs, ys = sorted((stroke.start[0], stroke.end[0])), sorted((stroke.start[1], stroke.end[1]))
        is_beside = xs[0] > right + clear or xs[1] < left - clear
        is_over_or_under = ys[0] > top + clear or ys[1] < bottom - clear
        assert stroke.owner == figure or is_beside or is_over_or_under


def around(strokes: list[Stroke]) -> tuple[float, float, float, float]:
    """Left, right, top and bottom."""
    xs = [x for stroke in strokes for x in (stroke.start[0], stroke.end[0])]
    ys = [stroke.start[1] for stroke in strokes]
    return min(xs), max(xs), max(ys), min(ys)


def modules(strokes: list[Stroke]) -> list[list[bool]]:
    """The squares of a code, read from what is drawn: a stroke is a run of dark ones in a row."""
    left, right, top, _ = around(strokes)
    rows = len({round(stroke.start[1], 1) for stroke in strokes})
    size = (right - left) / rows
    found = [[False] * rows for _ in range(rows)]
    for stroke in strokes:
        row = round((top - stroke.start[1]) / size)
        start, end = (round((x - left) / size) for x in (stroke.start[0], stroke.end[0]))
        found[row][start:end] = [True] * (end - start)
    return found
