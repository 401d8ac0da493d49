"""The same pages in a browser: none of them makes it complain."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from typing import Final

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import TABLET, TIMEOUT_MS, Watch
from tests.visitor import Visitor
from tests.walk.journey import Journey, is_of_match
from tests.walk.starting import started
from tests.walk.table import Source, Table, sources
from tests.walk.walk import is_outside, without_pdf

pytestmark = pytest.mark.slow

SOURCES: Final = [source for source in sources() if source.name in ("demo", "finished")]


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    with started(tmp_path_factory.mktemp("browser"), {}) as port:
        yield port


def pages_of(journey: Journey) -> list[str]:
    """Return one page of each view, and one for each kind of entry."""
    chosen = dict[str, str]()
    for kind, address in journey.kinds.items():
        path, _, query = kind.partition("?")
        done = next((field for field in query.split("&") if field.startswith("do=")), "")
        chosen.setdefault(f"{path} {done}", address)
    return list(chosen.values())


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: f"{source.title} {source.name}")
def test_no_page_of_a_match_makes_a_browser_complain(
    port: int, browser: Browser, source: Source
) -> None:
    with ExitStack() as stack:
        devices = [stack.enter_context(closing(Visitor(port))) for _ in range(3)]
        table = Table(source, *devices)
        walked = Journey("host", table.host, without_pdf(is_of_match(table.match)))
        walked.follow([table.match])
        assert complaints(browser, table.host, pages_of(walked)) == {}


def test_no_page_outside_of_matches_makes_a_browser_complain(port: int, browser: Browser) -> None:
    with closing(Visitor(port)) as visitor:
        walked = Journey("somebody", visitor, without_pdf(is_outside))
        walked.follow(["/"])
        assert complaints(browser, visitor, pages_of(walked)) == {}


def complaints(browser: Browser, visitor: Visitor, addresses: list[str]) -> dict[str, list[str]]:
    """Open these pages as this device; return what the browser said about each."""
    watch, found = Watch(), dict[str, list[str]]()
    context = browser.new_context(**TABLET, locale="en", service_workers="block")
    context.set_default_timeout(TIMEOUT_MS)
    server = f"http://127.0.0.1:{visitor.port}"
    context.add_cookies(
        [{"name": name, "value": value, "url": server} for name, value in visitor.cookies.items()]
    )
    watch.over(context)
    page = context.new_page()
    for address in addresses:
        if is_page(visitor, address):
            page.goto(server + address, wait_until="load")
            if watch.troubles:
                found[address], watch.troubles = watch.troubles, []
    context.close()
    return found


def is_page(visitor: Visitor, address: str) -> bool:
    """Return whether a browser shows the answer; a download it would save."""
    return visitor.get(address).kind == "text/html"


def test_the_walk_over_the_pages_finds_a_page_that_complains(port: int, browser: Browser) -> None:
    with closing(Visitor(port)) as visitor:
        assert list(complaints(browser, visitor, ["/", "/m/unknown"])) == ["/m/unknown"]
