"""How fast paper is: each sheet cold and warm, and the report against a bare table.

The bare table is WeasyPrint with nothing of ours but the number of pages: what the report could
cost at the least.
"""

import io
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from statistics import median
from threading import Event, Thread
from typing import Final

from pypdf import PdfReader

from tests.bench import device as browser
from tests.bench.figure import Aim, Figure
from tests.printing.arrange import SIX, TWO, Sheet, match, order
from tracker.printing import sheet_files
from tracker.printing.order import Order
from tracker.printing.pdf import Paper, pdf

ROWS_A_PAGE: Final = 60
ENTRIES: Final = 60
COLD: Final = (
    "from tests.printing.arrange import SIX, Sheet, match, order;"
    "from tracker.printing.pdf import Paper;"
    "from tracker.printing.sheet_files import printed;"
    "printed(order(Sheet({sheet!r}), 'en', Paper.A4, match(SIX)))"
)


def measure(rounds: int = 5) -> Iterator[Figure]:
    printed = match(SIX if rounds > 1 else TWO)
    orders = {sheet: order(sheet, "en", Paper.A4, printed) for sheet in Sheet}
    for sheet, wanted in orders.items() if rounds > 1 else ():
        yield Figure(f"ms for the {sheet} sheet, cold", cold(sheet) * 1000, unit="ms")
        spent = median(seconds(wanted)[0] for _ in range(min(rounds, 3)))
        yield Figure(f"ms for the {sheet} sheet, warm", spent * 1000, unit="ms")
    yield from measure_against_bare_table(orders[Sheet.REPORT], rounds)
    yield from measure_entries_beside(rounds)


def measure_against_bare_table(report: Order, rounds: int) -> Iterator[Figure]:
    """The two take turns, so that a slow moment of the machine is one for both."""
    pages = len(PdfReader(io.BytesIO(sheet_files.printed(report))).pages)
    table = bare_table(pages)
    pdf(table, Paper.A4)
    times = []
    for _ in range(rounds):
        ours, _made = seconds(report)
        start = time.process_time()
        pdf(table, Paper.A4)
        times.append((ours, time.process_time() - start))
    bare = median(its for _, its in times)
    yield Figure(f"ms for a bare table of {pages} pages", bare * 1000, unit="ms")
    ratio = median(ours / its for ours, its in times)
    yield Figure("time of the report for that of the table", ratio, Aim(2.5))


def measure_entries_beside(rounds: int) -> Iterator[Figure]:
    """Entries over real HTTP, while nothing is printed and while the press never rests."""
    quiet: list[float] = []
    busy: list[float] = []
    with browser.served() as port:
        number = ENTRIES if rounds > 1 else 10
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
    start = time.process_time()
    made = sheet_files.printed(order)
    return time.process_time() - start, made


def cold(sheet: Sheet) -> float:
    """A process of its own, with everything that it has to load."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", COLD.format(sheet=sheet.value)], check=True)
    return time.perf_counter() - start


def bare_table(pages: int) -> str:
    """A table that fills so many pages, in the same style sheet: three cells a row."""
    rows = "".join(
        f"<tr><td>{n}</td><td>Somebody ends the turn</td><td>Somebody +1 food</td></tr>"
        for n in range(pages * ROWS_A_PAGE)
    )
    head = "<thead><tr><th>No.</th><th>Entry</th><th>What it did</th></tr></thead>"
    return f'<title>x</title><table class="history">{head}<tbody>{rows}</tbody></table>'
