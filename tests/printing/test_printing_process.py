"""Every sheet of every title in the printing process, ordered as the server orders it."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.recorded import EVERY
from tests.web.arrange import DEMOS
from tracker.engine import match_file
from tracker.games.titles import TITLES
from tracker.printing import sheet_files
from tracker.printing.order import Order
from tracker.printing.pdf import Paper
from tracker.printing.print_queue import LIMITS
from tracker.printing.printed_match import Match, played
from tracker.printing.titles import TITLE_SHEETS
from tracker.worker import Worker

FILES: Final = [*DEMOS, *EVERY]


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    started = Worker(LIMITS)
    yield started
    started.kill()


def match_in(file: Path) -> Match:
    """Return the match of a match file, as the server orders its sheets."""
    title, document = match_file.read(file.read_bytes(), TITLES)
    entries = tuple(played(title, document.setup, document.entries))
    return Match(title.NAME, file.stem, "2026-11-16T20:15:00+00:00", "", document.setup, entries)


def orders(match: Match | None, title: str) -> Iterator[Order]:
    """Yield an order for each sheet: those of the match, or without one those that need none."""
    for kind in TITLE_SHEETS[title].SHEETS:
        if match is None and kind.needs_match:
            continue
        if match is not None and not kind.for_matches:
            continue
        position = match.position if match else None
        editions = TITLE_SHEETS[title].editions(kind.name, position) if match else ()
        for asked in [edition.options for edition in editions] or [{}]:
            texts = {name: str(number) for name, number in asked.items()}
            options = TITLE_SHEETS[title].options(texts, match)
            yield Order(title, kind.name, "en", Paper.A4, match, options)


def page(order: Order) -> bytes:
    """Return the source of a sheet, which is made in a fraction of the time of its PDF."""
    return sheet_files.page(order).encode()


@pytest.mark.parametrize(
    "file", FILES, ids=lambda file: f"{file.parts[-3]}/{file.parent.name}/{file.stem}"
)
def test_every_sheet_of_a_match_is_drawn_in_the_printing_process(
    worker: Worker, file: Path
) -> None:
    title = json.loads(file.read_bytes())["title"]

    for order in orders(match_in(file), title):
        assert worker.do(partial(page, order)) == page(order)


@pytest.mark.parametrize("demo", DEMOS, ids=lambda demo: demo.parts[-3])
def test_every_sheet_of_a_title_is_printed_by_the_printing_process(
    worker: Worker, demo: Path
) -> None:
    title = json.loads(demo.read_bytes())["title"]

    for match in (None, match_in(demo)):
        for order in orders(match, title):
            assert worker.do(partial(sheet_files.printed, order)).startswith(b"%PDF-")
