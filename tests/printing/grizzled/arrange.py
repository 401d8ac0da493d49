"""Words for tests of this title's paper: recorded matches to print."""

import json
from functools import cache
from typing import Final

from tests.printing.arrange import ADDRESS, Pdf, made
from tests.recorded import GRIZZLED_FILES
from tracker.engine import match_file
from tracker.games.grizzled import title
from tracker.games.titles import TITLES
from tracker.printing.grizzled.sheets import options
from tracker.printing.order import Order
from tracker.printing.pdf import Paper
from tracker.printing.printed_match import Match, played

FILES: Final = {file.stem: file for file in GRIZZLED_FILES}
BROKEN: Final = "five-veterans-hard-knocks"
RECRUIT: Final = "recruit-orders-last-stand"
SOLO: Final = "solo-peace"


@cache
def match(file: str, upto: int | None = None) -> Match:
    """A recorded match, as far as an entry."""
    document = json.loads(FILES[file].read_bytes())
    _, read = match_file.read(json.dumps(document).encode(), TITLES)
    entries = tuple(played(TITLES[title.NAME], read.setup, read.entries[:upto]))
    at = "2026-11-16T20:15:00+00:00"
    return Match(title.NAME, "Friday at the club", at, ADDRESS, read.setup, entries)


def order(
    sheet: str,
    of: Match | None = None,
    language: str = "en",
    paper: Paper = Paper.A4,
    **choices: int,
) -> Order:
    asked = {name: str(number) for name, number in choices.items()}
    return Order(title.NAME, sheet, language, paper, of, options(asked, of))


def printed(
    sheet: str,
    of: Match | None = None,
    language: str = "en",
    paper: Paper = Paper.A4,
    **choices: int,
) -> Pdf:
    return made(order(sheet, of, language, paper, **choices))
