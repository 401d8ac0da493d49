"""The words and numbers on every sheet of six recorded matches; they stand beside the match."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.printing.arrange import ADDRESS, Pdf
from tests.recorded import EVERY
from tracker.engine import match_file
from tracker.games.titles import TITLES
from tracker.printing.order import Order
from tracker.printing.pdf import Paper
from tracker.printing.printed_match import Match, played
from tracker.printing.sheet_files import sheets_of
from tracker.printing.titles import TITLE_SHEETS

CHOSEN: Final = (
    "six-seats-most-points",
    "house-rules-of-battle",
    "five-veterans-hard-knocks",
    "recruit-orders-last-stand",
    "campaign-armistice",
    "limited-total-war",
)
PRINTED: Final = [file for file in EVERY if file.stem in CHOSEN]
CHANCES: Final = '[{"month":0,"south":0.5},{"month":1,"south":0.25},{"month":6,"south":0.0}]'
"""An analysis, where the title has one: of the Civil War, how close the match was."""
ANALYSED: Final = "six-seats-most-points"


def paper_file(file: Path) -> Path:
    """Return the file with the words on the sheets of a recorded match."""
    return file.with_suffix(".paper.txt")


def read_paper(file: Path, make: Callable[[Order], Pdf]) -> str:
    """Return the words and numbers on every sheet of a match, page by page."""
    return "\n".join(line for order in orders(file) for line in _lines(order, make(order))) + "\n"


def orders(file: Path) -> Iterator[Order]:
    """Yield an order for every sheet that a recorded match has, in English."""
    title, document = match_file.read(file.read_bytes(), TITLES)
    match = Match(
        title.NAME,
        file.stem,
        "2026-11-16T20:15:00+00:00",
        ADDRESS,
        document.setup,
        tuple(played(title, document.setup, document.entries)),
        analysis=CHANCES if file.stem == ANALYSED else None,
    )
    sheets = TITLE_SHEETS[title.NAME]
    for kind in sheets_of(title.NAME).values():
        if kind.for_matches:
            for edition in sheets.editions(kind.name, match.position):
                asked = {name: str(number) for name, number in edition.options.items()}
                options = sheets.options(asked, match)
                yield Order(title.NAME, kind.name, "en", Paper.A4, match, options)


def _lines(order: Order, pdf: Pdf) -> Iterator[str]:
    for number, text in enumerate(pdf.texts, 1):
        month = f", month {order.options['month']}" if order.options.get("month") else ""
        yield f"--- {order.sheet}{month}, page {number}"
        yield from (" ".join(line.split()) for line in text.splitlines() if line.strip())
    yield from (f"picture: {' '.join(says.split())}" for says in pdf.alternatives)
