"""Notes on a match and on an entry stand in the report of every title, with who and when."""

import html
import re

import pytest
from msgspec import structs

from tests.printing import arrange as civil_war
from tests.printing.grizzled import arrange as grizzled
from tests.printing.paths_of_glory import arrange as paths_of_glory
from tracker.printing import sheet_files
from tracker.printing.order import Order
from tracker.printing.pdf import Paper
from tracker.printing.printed_match import Match, PrintedNote

MATCHES = {
    "civil-war": civil_war.match(civil_war.TWO, 6),
    "grizzled": grizzled.match(next(iter(grizzled.FILES)), 6),
    "paths-of-glory": paths_of_glory.match(paths_of_glory.INTRODUCTORY, 6),
}


@pytest.mark.parametrize("played", MATCHES.values(), ids=MATCHES)
def test_notes_on_the_match_and_on_an_entry_are_in_the_report(played: Match) -> None:
    first, *others = played.entries
    noted = structs.replace(first, notes=(PrintedNote("a lucky card"),))
    cake = PrintedNote("Anna brought the cake", "2026-11-17T12:00:00+00:00", "Boris's phone")
    whole = structs.replace(played, notes=(cake,), entries=(noted, *others))

    page = sheet_files.page(Order(played.title, "report", "en", Paper.A4, whole))

    text = " ".join(re.sub("<[^>]+>", "", html.unescape(page)).split())
    assert "Anna brought the cake (Boris's phone, November 17, 2026)" in text
    assert "Note: a lucky card" in text
