"""Matches of Paths of Glory to print, and orders for their sheets."""

from functools import cache
from pathlib import Path
from typing import Final

from tests.printing.arrange import ADDRESS
from tracker.engine import match_file
from tracker.games.paths_of_glory import title
from tracker.games.titles import TITLES
from tracker.printing.order import Order
from tracker.printing.paths_of_glory.sheets import options
from tracker.printing.pdf import Paper
from tracker.printing.printed_match import Match, played

FOLDER: Final = Path(__file__).parents[2] / "recorded" / title.NAME
CAMPAIGN: Final = "campaign-armistice"
INTRODUCTORY: Final = "introductory-last-turn"


@cache
def match(file: str = CAMPAIGN, upto: int | None = None) -> Match:
    """A recorded match, as far as an entry."""
    _, read = match_file.read((FOLDER / f"{file}.json").read_bytes(), TITLES)
    entries = tuple(played(TITLES[title.NAME], read.setup, read.entries[:upto]))
    return Match(title.NAME, "Friday", "2026-11-16T20:15:00+00:00", ADDRESS, read.setup, entries)


def order(
    sheet: str, language: str, paper: Paper = Paper.A4, of: Match | None = None, scenario: int = 0
) -> Order:
    asked = {"scenario": str(scenario)}
    return Order(title.NAME, sheet, language, paper, of, options(asked, of))


SHEETS: Final = (
    order("blank", "ru", Paper.LETTER),
    order("running", "ru", Paper.LETTER, match(CAMPAIGN, 100)),
    order("report", "en", of=match(INTRODUCTORY)),
    order("rules", "pl", of=match(INTRODUCTORY)),
)
"""One of every sheet, in every language and on both papers."""
