"""The weight of the match page: all that it loads, compressed, as the browser counts it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.browser.arrange import found, table
from tests.browser.player import Player
from tests.browser.serving import Server

FIRST_VISIT: Final = 128_000
AFTER_AN_ENTRY: Final = 20_000


class Scales:
    """Bytes that came over the wire, headers included, by address."""

    def __init__(self, page: Page) -> None:
        self.bytes: dict[str, float] = {}
        self._addresses: dict[str, str] = {}
        self._session = page.context.new_cdp_session(page)
        self._session.on("Network.requestWillBeSent", self._sent)
        self._session.on("Network.loadingFinished", self._finished)
        self._session.send("Network.enable")

    def _sent(self, event: dict[str, Any]) -> None:
        # An answer that leads elsewhere is weighed too, when the next request of its chain is sent.
        if "redirectResponse" in event:
            self._add(event["requestId"], event["redirectResponse"]["encodedDataLength"])
        self._addresses[event["requestId"]] = event["request"]["url"]

    def _finished(self, event: dict[str, Any]) -> None:
        self._add(event["requestId"], event["encodedDataLength"])

    def _add(self, request: str, number: float) -> None:
        address = self._addresses.get(request, request)
        self.bytes[address] = self.bytes.get(address, 0) + number

    @contextmanager
    def weighing(self) -> Iterator[None]:
        self.bytes.clear()
        yield

    @property
    def total(self) -> int:
        return round(sum(self.bytes.values()))


def test_the_match_page_is_light_on_the_first_visit_and_lighter_after_an_entry(
    server: Server, tablet: BrowserContext, capsys: pytest.CaptureFixture[str]
) -> None:
    address = server.arrange(table(5, 4), [found(0, "gold", 5)])
    player = Player(tablet.new_page())
    scales = Scales(player.page)

    with scales.weighing():
        player.page.goto(address, wait_until="networkidle")
    first, loaded = scales.total, list(scales.bytes)
    player.fill_in(found(0, "wood", 12))
    with scales.weighing():
        player.confirm(and_end_turn=True)
        player.page.wait_for_load_state("networkidle")
    after = scales.total
    with scales.weighing():
        player.write(found(1, "wood", 12), and_end_turn=True)
        player.page.wait_for_load_state("networkidle")
    whole = scales.total

    with capsys.disabled():
        print(f"\nfirst visit {first} bytes, after an entry {after}, with its steps {whole}")
    files = {address.partition("?")[0].rpartition("/")[2] for address in loaded}
    assert {"frame.css", "sheet.css", "pad.css", "htmx.js", "main.js", "icons.svg"} <= files
    assert 10_000 < first <= FIRST_VISIT
    assert 1_000 < after <= AFTER_AN_ENTRY
    assert whole <= AFTER_AN_ENTRY
    assert [address for address in loaded if not address.startswith(server.address)] == []
