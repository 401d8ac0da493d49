"""PDF/UA, checked in the file: nothing without a tag, nothing tagged wrongly."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pikepdf
import pytest

from tests.printing.arrange import SIX, TWO, Pdf, Sheet, made, match, order, printed
from tests.printing.grizzled import arrange as grizzled
from tests.printing.paths_of_glory import arrange as paths_of_glory
from tracker.printing.pdf import Paper

HEADING = re.compile(r"/H([1-6])")
INSIDE = {
    "/TR": {"/THead", "/TBody"},
    "/TH": {"/TR"},
    "/TD": {"/TR"},
    "/THead": {"/Table"},
    "/TBody": {"/Table"},
    "/LI": {"/L"},
    "/LBody": {"/LI"},
}


class Element(NamedTuple):
    """One element of the tree, and what it stands in."""

    role: str
    parent: str
    inner: Any


@cache
def elements(pdf: Pdf) -> list[Element]:
    """The tree in reading order."""
    return list(_below(pdf.opened.Root.StructTreeRoot.K, ""))


def _below(kids: Any, parent: str) -> Iterator[Element]:
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield Element(str(kid.S), parent, kid)
            yield from _below(kid.get("/K", pikepdf.Array()), str(kid.S))


SHEETS = [
    order(Sheet.BLANK, "ru", Paper.LETTER, players=1),
    order(Sheet.RUNNING, "ru", Paper.LETTER, match(TWO, 40)),
    order(Sheet.SUMMARY, "ru", Paper.A4, match(SIX, 150)),
    order(Sheet.REPORT, "en", Paper.A4, match(SIX)),
    order(Sheet.RULES, "pl", Paper.A4, match(SIX, 150)),
    grizzled.order("blank", None, "ru", Paper.LETTER, players=3),
    grizzled.order("running", grizzled.match(grizzled.RECRUIT, 60), "ru", Paper.LETTER),
    grizzled.order("report", grizzled.match(grizzled.BROKEN)),
    grizzled.order("rules", None, "pl"),
    *paths_of_glory.SHEETS,
]


@pytest.fixture(scope="module", params=SHEETS, ids=lambda order: f"{order.title}-{order.sheet}")
def pdf(request: pytest.FixtureRequest) -> Pdf:
    return made(request.param)


def test_the_file_says_its_title_and_language(pdf: Pdf) -> None:
    root = pdf.opened.Root

    assert root.ViewerPreferences.DisplayDocTitle
    assert str(root.Lang) in ("en", "ru", "pl")
    assert pdf.title
    assert pdf.claims_to_be_accessible


def test_everything_that_is_drawn_is_tagged_or_an_artifact(pdf: Pdf) -> None:
    for page, drawn in zip(pdf.opened.pages, pdf.drawn, strict=True):
        assert drawn.unmarked == []
        assert str(page.Tabs) == "/S"


def test_every_tag_on_a_page_belongs_to_an_element_of_the_tree(pdf: Pdf) -> None:
    in_tree = {element.inner.objgen for element in elements(pdf)}
    numbers = pdf.opened.Root.StructTreeRoot.ParentTree.Nums
    owners = {int(numbers[n]): numbers[n + 1] for n in range(0, len(numbers), 2)}

    for page, drawn in zip(pdf.opened.pages, pdf.drawn, strict=True):
        of_page = owners[int(page.StructParents)]
        marks = drawn.marks
        assert len(marks) == len(set(marks))
        assert all(of_page[mark].objgen in in_tree for mark in marks)
        unused = set(range(len(of_page))) - set(marks)
        assert all(of_page[mark] is None for mark in unused)


def test_elements_stand_where_they_may(pdf: Pdf) -> None:
    for element in elements(pdf):
        assert element.parent in INSIDE.get(element.role, {element.parent}), element


def test_no_level_of_headings_is_left_out(pdf: Pdf) -> None:
    levels = [
        int(found[1]) for element in elements(pdf) if (found := HEADING.fullmatch(element.role))
    ]

    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert not [
        element
        for element in elements(pdf)
        if HEADING.match(element.role) and HEADING.match(element.parent)
    ]


def test_every_figure_is_told_in_words(pdf: Pdf) -> None:
    assert all(
        str(element.inner.get("/Alt", "")) for element in elements(pdf) if element.role == "/Figure"
    )


def test_every_head_of_a_table_says_what_it_is_the_head_of(pdf: Pdf) -> None:
    heads = [element.inner for element in elements(pdf) if element.role == "/TH"]
    names = pdf.opened.Root.StructTreeRoot.IDTree.Names
    named = {str(names[n]) for n in range(0, len(names), 2)}
    mentioned = {
        str(name)
        for element in elements(pdf)
        if element.role == "/TD"
        for name in element.inner.A.get("/Headers", pikepdf.Array())
    }

    assert {str(head.A.Scope) for head in heads} <= {"/Column", "/Row"}
    assert all(str(head.ID) in named for head in heads)
    assert mentioned <= named


def test_the_footer_is_no_part_of_the_text() -> None:
    pdf = printed(Sheet.REPORT, match(SIX))
    for number, page in enumerate(pdf.drawn, 1):
        texts = page.texts
        (footer,) = [text for text in texts if f"{number} / {pdf.pages}" in text.text]
        assert footer.owner is None
