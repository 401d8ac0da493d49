"""The speed of paper: every sheet against a bare table, and entries while the press never rests.

The bare table is WeasyPrint with nothing of ours but the style: a table of as many cells as the
sheet shows, with the same words in them.
"""

import io
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from statistics import median
from threading import Event, Thread
from typing import Final

from markupsafe import escape
from pypdf import PdfReader

from tests.bench import device as browser
from tests.bench.figure import Aim, Figure
from tests.printing.arrange import NINE, SIX, Sheet, match, order
from tests.printing.grizzled import arrange as grizzled
from tests.printing.paths_of_glory import arrange as paths_of_glory
from tracker.printing import sheet_files
from tracker.printing.drawn_once import FORM
from tracker.printing.order import Order
from tracker.printing.page import heard
from tracker.printing.pdf import Paper, pdf
from tracker.printing.pdf import _form as laid_out_form

CELL: Final = re.compile(r"<(?:td|th|li|p|h[1-3])[ >]")
"""The beginning of a cell, or of a text that is as much work as one."""
CELLS_A_ROW: Final = 8
MOST_MS: Final = 2000
ENTRIES: Final = 60
COLD: Final = (
    "from tests.printing.arrange import SIX, Sheet, match, order;"
    "from tracker.printing.pdf import Paper;"
    "from tracker.printing.sheet_files import printed;"
    "printed(order(Sheet({sheet!r}), 'en', Paper.A4, match(SIX)))"
)


def orders() -> dict[str, Order]:
    """Every sheet of every title, at its longest."""
    six, nine = match(SIX), match(NINE, 60)
    campaign, season = paths_of_glory.match(), grizzled.match(grizzled.BROKEN)
    return {
        "blank for nine": order(Sheet.BLANK, "en", Paper.A4, players=9),
        "blank for the table": order(Sheet.BLANK, "en", Paper.A4, players=9, for_table=True),
        "running sheet of nine": order(Sheet.RUNNING, "en", Paper.A4, nine),
        "month's summary": order(Sheet.SUMMARY, "en", Paper.A4, nine, month=1),
        "report": order(Sheet.REPORT, "en", Paper.A4, six),
        "report of nine": order(Sheet.REPORT, "ru", Paper.A4, match(NINE)),
        "rules card": order(Sheet.RULES, "en", Paper.A4, six),
        "season, blank": grizzled.order("blank", players=5),
        "season, running": grizzled.order("running", grizzled.match(grizzled.RECRUIT, 60)),
        "season, report": grizzled.order("report", season),
        "season, rules card": grizzled.order("rules"),
        "campaign, blank": paths_of_glory.order("blank", "en"),
        "campaign, running": paths_of_glory.order(
            "running", "en", of=paths_of_glory.match(paths_of_glory.CAMPAIGN, 100)
        ),
        "campaign, report": paths_of_glory.order("report", "ru", of=campaign),
        "campaign, reference card": paths_of_glory.order("rules", "en"),
    }


def measure(rounds: int = 5) -> Iterator[Figure]:
    if rounds > 1:
        for sheet in (Sheet.BLANK, Sheet.REPORT):
            yield Figure(f"ms for the {sheet} sheet, cold", cold(sheet) * 1000, unit="ms")
    wanted = (
        orders() if rounds > 1 else {"blank for two": order(Sheet.BLANK, "en", Paper.A4, players=2)}
    )
    for name, sheet_order in wanted.items():
        yield from measure_against_bare_table(name, sheet_order, min(rounds, 3))
    if rounds > 1:
        options = {"tall": 0, "backs": 1, "grey": 0}
        tiles = Order("civil-war", "tiles", "en", Paper.A4, None, options)
        sheet_files.printed(tiles)
        took = median(seconds(tiles)[0] for _ in range(3))
        yield Figure("tiles with backs: ms, warm", took * 1000, Aim(MOST_MS))
    yield from measure_entries_beside(rounds)


def measure_against_bare_table(name: str, wanted: Order, rounds: int) -> Iterator[Figure]:
    """The two take turns, so that a slow moment of the machine is one for both."""
    pages = len(PdfReader(io.BytesIO(sheet_files.printed(wanted))).pages)
    table = bare_table(*content(sheet_files.page(wanted)))
    pdf(table, Paper.A4)
    times = []
    for _ in range(rounds):
        ours, _made = seconds(wanted)
        start = time.process_time()
        pdf(table, Paper.A4)
        times.append((ours, time.process_time() - start))
    warm = median(ours for ours, _ in times)
    yield Figure(f"{name}: ms, warm", warm * 1000, Aim(MOST_MS))
    yield Figure(f"{name}: pages a second", pages / warm)
    ratio = median(ours / its for ours, its in times)
    yield Figure(f"{name}: time for that of the bare table", ratio, Aim(1.5))


def content(page: str) -> tuple[int, Sequence[str]]:
    """Return how many cells a page shows, and its words; a form counts wherever it is shown."""
    shown = FORM.sub("", page)
    for name, _kind, form in FORM.findall(page):
        shown += form * page.count(f'src="form:{name}"')
    return len(CELL.findall(shown)), heard(shown[shown.find("<body") :]).split()


def measure_entries_beside(rounds: int) -> Iterator[Figure]:
    """Entries over real HTTP, while nothing is printed and while the press never rests."""
    quiet: list[float] = []
    busy: list[float] = []
    with browser.served() as port:
        number = ENTRIES if rounds > 1 else 1
        for _ in range(rounds):
            quiet += browser.entry_times(browser.Device(port), number)
            with printing_all_the_time(port):
                busy += browser.entry_times(browser.Device(port), number)
    alone, beside = (browser.at_most(times, 0.99) * 1000 for times in (quiet, busy))
    yield Figure("ms for an entry, 99 of 100, no printing", alone)
    yield Figure("ms for an entry, 99 of 100, while printing", beside)
    yield Figure("time of such an entry for one without", beside / alone, Aim(2))


@contextmanager
def printing_all_the_time(port: int) -> Iterator[None]:
    """Somebody who asks for a report after every entry, so that each has to be made."""
    device, is_over, has_begun = browser.Device(port), Event(), Event()
    match = device.make_demo()
    _, page = device.ask("GET", match)
    token = browser.field(page, "csrf_token")

    def go_on() -> None:
        for number in count():
            browser.write(device, match, token, f"paper-{number}")
            has_begun.set()
            device.ask("GET", f"{match}/paper/report.pdf")
            if is_over.is_set():
                return

    thread = Thread(target=go_on)
    thread.start()
    has_begun.wait()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        device.close()


def seconds(order: Order) -> tuple[float, bytes]:
    """Return how long a sheet takes that was never printed: its charts are laid out, too."""
    laid_out_form.cache_clear()
    start = time.process_time()
    made = sheet_files.printed(order)
    return time.process_time() - start, made


def cold(sheet: Sheet) -> float:
    """A process of its own, with everything that it has to load."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", COLD.format(sheet=sheet.value)], check=True)
    return time.perf_counter() - start


def bare_table(cells: int, words: Sequence[str]) -> str:
    """Return a table of so many cells, with the words spread over them."""
    texts = [
        " ".join(words[n * len(words) // cells : (n + 1) * len(words) // cells])
        for n in range(cells)
    ]
    rows = [texts[n : n + CELLS_A_ROW] for n in range(0, cells, CELLS_A_ROW)]
    drawn = "".join(
        f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in row)}</tr>" for row in rows
    )
    return (
        f'<html lang="en"><title>x</title><body><table class="bare">{drawn}</table></body></html>'
    )
