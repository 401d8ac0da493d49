"""One server for all; every device is watched, and none remembers another test."""

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, expect

from tests.browser.serving import HOST, SECRET, Server, served

TABLET: Final[dict[str, Any]] = {"viewport": {"width": 1080, "height": 810}, "has_touch": True}
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1440, "height": 900}}

USUAL: Final = {"width": 1280, "height": 720}
"""The size of a page for which none is given."""

TIMEOUT_MS: Final = 120_000
"""The time for anything to come about: on a busy machine a page takes its time."""
expect.set_options(timeout=TIMEOUT_MS)

OpenDevice = Callable[..., BrowserContext]
OpenPage = Callable[..., Page]

FORGET: Final = "() => { localStorage.clear(); sessionStorage.clear(); }"


@dataclass
class Watch:
    """The faults that no page may have: it fails, complains, or talks to anybody else.

    The browser itself complains of an answer that is an error, and of a host that is not ours:
    the content policy forbids it, or its name is not found. To be told of every request and every
    answer would take as long as some of the tests.
    """

    troubles: list[str] = field(default_factory=list)
    expected: list[str] = field(default_factory=list)
    """Parts of the troubles that a test brings about on purpose."""

    def over(self, context: BrowserContext) -> None:
        context.on("console", lambda said: self._console(said.type, said.text))
        context.on("weberror", lambda error: self._note(f"page error: {error.error}"))
        context.on("requestfailed", self._failed)

    def unexpected(self) -> list[str]:
        return [
            trouble
            for trouble in self.troubles
            if not any(expected in trouble for expected in self.expected)
        ]

    def _note(self, trouble: str) -> None:
        self.troubles.append(trouble)

    def _console(self, kind: str, text: str) -> None:
        # A newer tap makes the page drop the question that an older one had asked.
        dropped = ("htmx:sendAbort", "htmx:afterRequest")
        # Most tests leave the worker out, which would cost each of them a start of it.
        left_out = "Service Worker registration blocked by Playwright"
        if kind in ("error", "warning") and not text.startswith((*dropped, left_out)):
            self._note(f"console {kind}: {text}")

    def _failed(self, request: Request) -> None:
        # A picture or a font still under way when its page was left; an older question when a newer
        # one is asked.
        kinds = ("image", "font", "other", "xhr", "fetch", "eventsource")
        left = request.failure == "net::ERR_ABORTED" and request.resource_type in kinds
        # Where scripts are off, none that a page names is loaded ahead. What the content policy
        # forbids is an error of the console, too.
        switched_off = request.failure == "csp" and "/static/" in request.url
        if not (left or switched_off):
            self._note(f"failed: {request.url} {request.failure}")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with served(tmp_path_factory.mktemp("instance")) as running:
        yield running


@pytest.fixture
def watch() -> Iterator[Watch]:
    watch = Watch()
    yield watch
    assert watch.unexpected() == []


@pytest.fixture
def open_device(browser: Browser, watch: Watch, server: Server) -> Iterator[OpenDevice]:
    """Opens a device at the table: a size, and whatever else a context can be told."""
    contexts: list[BrowserContext] = []

    def open_one(size: dict[str, Any], **options: Any) -> BrowserContext:
        context = opened(browser, server, watch, size, **options)
        contexts.append(context)
        return context

    yield open_one
    for context in contexts:
        context.close()


def opened(
    browser: Browser,
    server: Server,
    watch: Watch,
    size: dict[str, Any],
    secret: str = SECRET,
    **options: Any,
) -> BrowserContext:
    usual = {"locale": "en", "service_workers": "block", "reduced_motion": "reduce"}
    context = browser.new_context(**size, **{**usual, **options})
    context.add_cookies([{"name": "device", "value": secret, "url": server.address}])
    context.set_default_timeout(TIMEOUT_MS)
    watch.over(context)
    return context


@dataclass
class Tab:
    """A page that one test after the other uses, since a new one takes as long as many a test."""

    page: Page
    watch: Watch
    size: dict[str, Any]
    server: Server

    def give_to(self, watch: Watch, secret: str) -> None:
        self.watch.troubles, self.watch.expected = watch.troubles, watch.expected
        self.page.context.add_cookies(
            [{"name": "device", "value": secret, "url": self.server.address}]
        )
        self.page.set_viewport_size(self.size.get("viewport", USUAL))

    def forget(self) -> None:
        """Forget everything about the test that is over."""
        self.page.context.set_offline(False)
        self.page.unroute_all()
        # A page without scripts: none of them writes anything after this.
        self.page.goto(f"{self.server.address}/healthz")
        self.page.evaluate(FORGET)
        self.page.emulate_media(color_scheme=None, media=None)
        self.page.context.clear_cookies()


@pytest.fixture(scope="session")
def free_tabs(browser: Browser) -> Iterator[dict[str, list[Tab]]]:
    """The tabs that no test uses just now, by the kind of device."""
    tabs: dict[str, list[Tab]] = {}
    yield tabs
    for tab in [tab for kind in tabs.values() for tab in kind]:
        tab.page.context.close()


@pytest.fixture
def open_page(
    browser: Browser, watch: Watch, server: Server, free_tabs: dict[str, list[Tab]]
) -> Iterator[OpenPage]:
    """Opens a page on a device that kept its tab, and forgot what it saw there.

    A test that adds a script or a listener of its own, or measures a first visit, opens a device.
    """
    used: list[tuple[str, Tab]] = []

    def open_one(size: dict[str, Any], secret: str = SECRET, **options: Any) -> Page:
        kind = repr((size, options))
        if free_tabs.get(kind):
            tab = free_tabs[kind].pop()
        else:
            own = Watch()
            context = opened(browser, server, own, size, secret, **options)
            tab = Tab(context.new_page(), own, size, server)
        tab.give_to(watch, secret)
        used.append((kind, tab))
        return tab.page

    yield open_one
    for kind, tab in used:
        try:
            tab.forget()
        except Error:
            tab.page.context.close()
        else:
            free_tabs.setdefault(kind, []).append(tab)


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """A page on the tablet in the middle of the table."""
    return open_page(TABLET)


@pytest.fixture
def tablet(open_device: OpenDevice) -> BrowserContext:
    return open_device(TABLET)


@pytest.fixture
def phone(open_device: OpenDevice) -> BrowserContext:
    return open_device(PHONE)


@pytest.fixture
def desktop(open_device: OpenDevice) -> BrowserContext:
    return open_device(DESKTOP)


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for a server of one's own."""
    return tmp_path / "instance"
