"""The last sheet, shown by the worker when the server is away, and never when it is there."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Error, Page, expect

from tests.browser.arrange import found, table
from tests.browser.conftest import TABLET, TIMEOUT_MS, OpenDevice, Watch
from tests.browser.serving import DEVICE, HOST, OTHER_SECRET, Server, id_of, read, served


class Table:
    """A server that is started and stopped on the same port, as a laptop is opened and closed."""

    def __init__(self, folder: Path, port: int, path: str) -> None:
        self.folder = folder
        self.port = port
        self.path = path
        self.address = f"http://{HOST}:{port}{path}"
        self._running = ExitStack()

    def start(self, folder: Path | None = None) -> Server:
        return self._running.enter_context(served(folder or self.folder, self.port, self.path))

    def stop(self) -> None:
        self._running.close()


@pytest.fixture
def path() -> str:
    """The path below which the server is."""
    return ""


@pytest.fixture
def away(folder: Path, free_port: int, watch: Watch, path: str) -> Iterator[Table]:
    watch.expected += [
        "ERR_CONNECTION_REFUSED",
        "ERR_FAILED",
        "Failed to fetch",
        "status of 404",
        "502",
        "status of 503",  # the answer of a server that is stopping
    ]
    table = Table(folder, free_port, path)
    yield table
    table.stop()


@pytest.fixture
def device(open_device: OpenDevice, watch: Watch) -> BrowserContext:
    watch.expected.append("ERR_ABORTED")  # what the worker was still reading when it was done with
    return open_device(TABLET, service_workers="allow")


def kept(page: Page) -> list[str]:
    """The addresses of the sheets that the worker keeps."""
    addresses: list[str] = page.evaluate(
        """async () => (await (await caches.open("sheet")).keys()).map(kept => kept.url)"""
    )
    return addresses


def wait_until_kept(page: Page, text: str) -> None:
    """Wait until the worker keeps a sheet with these words in it."""
    wait_until(page, lambda kept: text in kept)


def wait_until(page: Page, is_so: Callable[[str], bool]) -> None:
    until = time.monotonic() + TIMEOUT_MS / 1000
    while not is_so(page.evaluate(KEPT)):
        assert time.monotonic() < until
        page.wait_for_timeout(50)


KEPT: Final = """async () => {
  const all = await caches.open("sheet");
  const [last] = await all.keys();
  return last ? (await all.match(last)).text() : "";
}"""


def write_ids(page: Page) -> set[str]:
    return {field.input_value() for field in page.locator("[name=write_id]").all()}


def gold_of_anna(page: Page) -> str:
    return page.locator("#seat-0 a[href$='/gold'] .fig").inner_text()


def write(server: Server, address: str, entry: dict[str, Any]) -> None:
    match_id = id_of(address)
    [parsed] = read(table(), [entry])[1].entries
    server.matches.write(match_id, [parsed], "elsewhere", DEVICE)


AS_OF: Final = """() => new Date(document.documentElement.dataset.asOf)
  .toLocaleString("en", {hour: "2-digit", minute: "2-digit"})"""


@pytest.mark.parametrize("path", ["", "/club/sheet"])
def test_the_last_sheet_is_shown_while_the_server_is_away_and_only_then(
    away: Table, device: BrowserContext
) -> None:
    server = away.start()
    address = server.arrange(table(), [found(0, "gold", 5)])
    page = device.new_page()
    page.goto(address)
    before = int(gold_of_anna(page))
    wait_until_kept(page, "<html data-as-of=")

    # While the server is there, no page is older than what it says.
    write(server, address, found(0, "gold", 7))
    page.reload()
    assert gold_of_anna(page) == str(before + 7)
    expect(page.locator("#as-of")).to_be_hidden()
    wait_until_kept(page, f">{before + 7}<")

    away.stop()
    ids = write_ids(page)
    page.reload()
    assert ids.isdisjoint(write_ids(page))
    assert gold_of_anna(page) == str(before + 7)
    notice = page.locator("#as-of")
    expect(notice).to_contain_text("This is the sheet as of")
    expect(notice.locator("time")).to_have_text(page.evaluate(AS_OF))
    for elsewhere in ("/", f"/m/{id_of(address)}/history", f"/m/{id_of(address)}?do=find&seat=0"):
        page.goto(f"{away.address}{elsewhere}")
        assert page.url == address
    with pytest.raises(Error, match="net::ERR"):
        device.new_page().goto(f"{away.address}/new")

    away.start()
    expect(page.locator("#as-of")).to_be_hidden()
    assert gold_of_anna(page) == str(before + 7)


def test_a_sheet_that_is_no_longer_there_is_forgotten(
    away: Table, device: BrowserContext, tmp_path: Path
) -> None:
    address = away.start().arrange(table())
    page = device.new_page()
    page.goto(address)
    wait_until_kept(page, "Anna")
    away.stop()
    away.start(tmp_path / "empty")
    page.goto(address)
    assert "There is no match" in page.inner_text("main")

    wait_until(page, lambda kept: kept == "")

    away.stop()
    with pytest.raises(Error, match="net::ERR"):
        page.goto(address)


def test_a_sheet_that_is_no_longer_for_this_device_is_forgotten(
    away: Table, open_device: OpenDevice, watch: Watch
) -> None:
    watch.expected += ["status of 403", "ERR_ABORTED"]
    server = away.start()
    address = server.arrange(table())
    server.join(address, OTHER_SECRET)
    page = open_device(TABLET, secret=OTHER_SECRET, service_workers="allow").new_page()
    page.goto(address)
    wait_until_kept(page, "Anna")

    server.remove(address, OTHER_SECRET)
    page.goto(address)

    wait_until(page, lambda kept: kept == "")
    away.stop()
    with pytest.raises(Error, match="net::ERR"):
        page.goto(address)


def test_a_proxy_with_nobody_behind_it_is_no_server(away: Table, device: BrowserContext) -> None:
    server = away.start()
    address = server.arrange(table())
    page = device.new_page()
    page.goto(address)
    wait_until_kept(page, "Anna")
    away.stop()

    with answering_502(away.port):
        page.goto(address)
        expect(page.locator("#as-of")).to_be_visible()
        page.wait_for_timeout(2500)  # it looks for the server every two seconds
        expect(page.locator("#as-of")).to_be_visible()

    away.start()
    expect(page.locator("#as-of")).to_be_hidden()


class Proxy(StreamRequestHandler):
    """Answers for a server that does not."""

    def handle(self) -> None:
        while self.rfile.readline().strip():
            pass
        self.wfile.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")


@contextmanager
def answering_502(port: int) -> Iterator[None]:
    with Proxies((HOST, port), Proxy) as proxy:
        thread = threading.Thread(target=proxy.serve_forever)
        thread.start()
        yield
        proxy.shutdown()
        thread.join()


class Proxies(ThreadingTCPServer):
    allow_reuse_address = True


def test_a_new_worker_takes_over_at_once_and_clears_up_after_the_old_one(
    server: Server, device: BrowserContext
) -> None:
    page = device.new_page()
    page.goto(f"{server.address}/rules/CW-1")
    page.evaluate("() => caches.open('files-of-an-older-one')")
    page.evaluate("async () => (await navigator.serviceWorker.ready).unregister()")
    page.goto(f"{server.address}/rules/CW-2")
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'")

    names = page.evaluate("() => caches.keys()")

    assert len([name for name in names if name.startswith("files-")]) == 1
    assert "files-of-an-older-one" not in names


def test_what_is_written_on_a_kept_sheet_waits_and_is_sent_once(
    away: Table, device: BrowserContext
) -> None:
    server = away.start()
    address = server.arrange(table())
    page = device.new_page()
    page.goto(address)
    wait_until_kept(page, "Anna")
    away.stop()
    page.goto(away.address)
    expect(page.locator("#live")).to_have_attribute("data-state", "offline")

    for digit in "34":
        page.locator("#pad a.key[href*='do=find'][href*='resource=gold']").click()
        page.locator(f"#pad .keypad button[value='{digit}']").click()
        page.locator("#pad [data-write]:not([data-write='end'])").click()
        page.reload()
        expect(page.locator("#live")).to_have_attribute("data-state", "offline")
    expect(page.locator("#live .live-waiting")).to_have_text("2")
    server = away.start()

    expect(page.locator("#as-of")).to_be_hidden()
    expect(page.locator("#live")).to_have_attribute("data-state", "saved")
    assert server.entries_of(address) == [found(0, "gold", 3), found(0, "gold", 4)]


def test_a_page_that_a_script_fetched_is_kept_with_the_token_of_the_one_before(
    server: Server, device: BrowserContext
) -> None:
    page = device.new_page()
    page.goto(server.arrange(table()))
    wait_until_kept(page, "Anna")
    before = int(gold_of_anna(page))
    bare = "async () => (await fetch(location.pathname, {headers: {'X-Live': '1'}})).text()"

    write(server, page.url, found(0, "gold", 91))
    renewed = page.evaluate(bare)

    assert 'name="csrf_token" value=""' in renewed
    wait_until_kept(page, f">{before + 91}<")
    assert 'name="csrf_token" value=""' not in page.evaluate(KEPT)
    assert 'name="csrf_token" value="' in page.evaluate(KEPT)


def test_what_is_sent_is_never_kept(server: Server, device: BrowserContext) -> None:
    page = device.new_page()
    page.goto(server.arrange(table(), [found(0, "gold", 5)]))
    wait_until_kept(page, "Anna")
    page.locator("#corner form[action$='/undo'] button").click()
    wait_until_kept(page, "Nothing to undo")

    everything = page.evaluate(
        """async () => {
          const found = [];
          for (const name of await caches.keys())
            for (const kept of await (await caches.open(name)).keys())
              found.push([kept.method, new URL(kept.url).pathname.split("/")[1]]);
          return found;
        }"""
    )

    assert {method for method, _ in everything} == {"GET"}
    assert {place for _, place in everything} == {"static", "m"}
    assert kept(page) == [page.url]
