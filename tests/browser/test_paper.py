"""A sheet that is asked for in a browser: it is saved, or the page says what is in the way."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.browser.arrange import table
from tests.browser.conftest import Watch
from tests.browser.serving import Server
from tracker.web import paper


@contextmanager
def frozen_printing(server: Server) -> Iterator[None]:
    """Stop the printing process with two sheets in the queue: as many as may be waited for."""
    while ask(server, "") != 200:
        pass
    processes = printing_processes()
    signal_all(processes, signal.SIGSTOP)
    with ThreadPoolExecutor(2) as waiting:
        for size in ("a4", "letter"):
            waiting.submit(ask, server, f"title=grizzled&paper={size}")
        while ask(server, "title=paths-of-glory") != 202:
            pass
        try:
            yield
        finally:
            signal_all(processes, signal.SIGCONT)


def ask(server: Server, query: str) -> int:
    with urlopen(f"{server.address}/paper/rules.pdf?{query}") as answer:
        status: int = answer.status
        return status


def printing_processes() -> list[int]:
    """Return the processes for slow work of the server, which runs in this process."""
    tasks = Path("/proc/self/task").iterdir()
    children = [child for task in tasks for child in (task / "children").read_text().split()]
    return [
        int(child)
        for child in children
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def signal_all(processes: list[int], sent: signal.Signals) -> None:
    assert processes
    for process in processes:
        os.kill(process, sent)


def test_a_page_says_that_a_sheet_waits_for_others_and_then_saves_it(
    server: Server, page: Page, watch: Watch
) -> None:
    watch.expected.append("ERR_ABORTED")  # the page stays, and the file is saved
    match = server.arrange(table())
    page.goto(f"{match}/paper")
    with frozen_printing(server):
        page.get_by_role("link", name="Running sheet").tap()
        expect(page.get_by_role("heading", name="Preparing the PDF")).to_be_visible()
    with page.expect_download(timeout=300_000) as saved:
        pass

    assert len(PdfReader(saved.value.path()).pages) > 0
    page.get_by_role("link", name="Back", exact=True).tap()
    expect(page).to_have_url(f"{match}/paper")


def test_a_page_says_why_a_sheet_cannot_be_printed(
    server: Server, page: Page, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch.expected.append("status of 422")
    monkeypatch.setattr(paper, "MOST_PRINTED_ENTRIES", -1)
    page.goto(f"{server.arrange(table())}/paper")

    page.get_by_role("link", name="Running sheet").tap()

    expect(page.get_by_role("heading", name="cannot be printed")).to_be_visible()
