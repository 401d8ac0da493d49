"""Every kind of page: axe finds nothing, fingers hit their aim, nothing runs off the side."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import cycle
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import PHONE, TABLET, OpenDevice, Watch, opened
from tests.browser.gallery import EVERY_KIND, OWN_PARTS, Gallery, hung
from tests.browser.serving import Server

AXE: Final = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
Rules = dict[str, Any]
WCAG: Final[Rules] = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
}
# By night the same page has other colours, and nothing else.
LAMPLIGHT: Final[Rules] = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
# On a phone the same elements lie elsewhere.
LAID_OUT: Final[Rules] = {"type": "rule", "values": ["scrollable-region-focusable", "target-size"]}
# Some have colours of their own there: one page of each layout shows them.
COLOURED: Final[Rules] = {"type": "rule", "values": [*LAID_OUT["values"], "color-contrast"]}
LAYOUTS: Final = ("start", "new", "sheet", "pad number", "trade", "trades", "history", "tiles")
# Errors that a page brings with it: the browser writes them down for the answer's status.
EXPECTED: Final = (
    "status of 404",
    "status of 409",
    "status of 410",
    "status of 422",
    "status of 428",
    "net::ERR_INTERNET_DISCONNECTED",
)


@dataclass(frozen=True)
class Examined:
    """The findings on one page."""

    by_day: list[str]
    by_night: list[str]
    on_phone: list[str]
    too_small: list[str]
    too_wide: list[int]


NOTHING_WRONG: Final = Examined([], [], [], [], [])
ShowPage = Callable[[str, str], Page]


@pytest.fixture(scope="session")
def gallery(server: Server) -> Gallery:
    return hung(server)


@pytest.fixture(scope="session")
def show_page(server: Server, gallery: Gallery, browser: Browser) -> Iterator[ShowPage]:
    """Opens the page of a kind: on a tablet in English, on a phone in other languages.

    Each device keeps its tab: a new one for every page would take as long as the examination.
    """
    tabs: dict[str, Page] = {}
    watch = Watch(expected=list(EXPECTED))

    def show(kind: str, locale: str) -> Page:
        size = TABLET if locale == ENGLISH else PHONE
        if locale not in tabs:
            tabs[locale] = opened(browser, server, watch, size, locale=locale).new_page()
            # The line that the screen may sleep is a page of its own here.
            tabs[locale].add_init_script('localStorage["may-sleep-read"] = "yes"')
        page = tabs[locale]
        page.set_viewport_size(size["viewport"])
        page.emulate_media(color_scheme="light")
        gallery.show(page, kind)
        assert watch.unexpected() == []
        return page

    yield show
    for page in tabs.values():
        page.context.close()


PHONE_WIDTH: Final = PHONE["viewport"]["width"]
ENGLISH: Final = "en"
LONGER: Final = dict(zip(EVERY_KIND, cycle(("ru", "pl")), strict=False))
"""Both languages have longer words than English; each kind of page is looked at in one of them."""
WHOLE: Final = ("html",)


def examined(page: Page, parts: Sequence[str] = WHOLE, on_phone: Rules | None = None) -> Examined:
    """Measure a page, and let axe examine these parts of it, by these rules on a phone too."""
    too_small, too_wide = page.evaluate(TOO_SMALL), wider_than_screen(page)
    by_day = found_by_axe(page, WCAG, parts)
    found_on_phone = []
    if on_phone is not None:
        page.set_viewport_size(PHONE["viewport"])
        # The undo bar lies over the foot of a long page; whoever wants a row there scrolls it up,
        # which axe does not.
        height = page.evaluate("() => document.scrollingElement.scrollHeight")
        page.set_viewport_size({"width": PHONE_WIDTH, "height": height})
        found_on_phone = found_by_axe(page, on_phone, parts)
        page.set_viewport_size(TABLET["viewport"])
    page.emulate_media(color_scheme="dark")
    by_night = found_by_axe(page, LAMPLIGHT, parts)
    return Examined(by_day, by_night, found_on_phone, too_small, too_wide)


def wider_than_screen(page: Page) -> list[int]:
    """Return how wide the page is, where that is more than the screen."""
    assert page.viewport_size
    width: int = page.evaluate("() => document.scrollingElement.scrollWidth")
    return [width] if width > page.viewport_size["width"] else []


def found_by_axe(page: Page, rules: Rules, parts: Sequence[str]) -> list[str]:
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate(
        "([parts, options]) => axe.run(parts, options).then(all => all.violations)",
        [list(parts), {"runOnly": rules, "resultTypes": ["violations"], "preload": False}],
    )
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found
        for node in violation["nodes"]
    ]


TOO_SMALL: Final = """() => {
  const seen = node => node.checkVisibility({opacityProperty: true, visibilityProperty: true});
  const hit = node => {
    // A radio button is hit by its label; it lies over it, invisible.
    const whole = node.closest("label.pick") || node.closest(".display") || node;
    return whole.getBoundingClientRect();
  };
  const least = node => {
    if (node.matches(".rule-ref, .seat a.number")) return 24;
    // On a phone all keys are in sight at once, and none is under 44.
    const isOnPad = node.matches("#pad.pad a, #pad.pad button, #corner button");
    if (isOnPad) return innerWidth < 600 ? 44 : 56;
    return 48;
  };
  const name = node => node.getAttribute("aria-label") || node.textContent.trim() || node.name;
  return [...document.querySelectorAll("a, button, input, select, textarea, summary")]
    .filter(node => node.type !== "hidden" && !node.matches(".vh, .skip"))
    .filter(node => node.closest("label.pick") || seen(node))
    .map(node => ({node, box: hit(node), least: least(node)}))
    .filter(({box, least}) => box.width + 0.5 < least || box.height + 0.5 < least)
    .map(({node, box, least}) =>
      `${name(node).slice(0, 40)}: ${box.width.toFixed(1)}×${box.height.toFixed(1)} < ${least}`);
}"""


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_a_page_is_for_everybody(kind: str, show_page: ShowPage) -> None:
    """By day and by night, for every finger, and never wider than the screen."""
    page = show_page(kind, ENGLISH)

    rules = COLOURED if kind in LAYOUTS else LAID_OUT
    assert examined(page, OWN_PARTS.get(kind, WHOLE), rules) == NOTHING_WRONG


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_longer_words_leave_fingers_their_aim_and_the_page_its_width(
    kind: str, show_page: ShowPage
) -> None:
    page = show_page(kind, LONGER[kind])

    for size in (PHONE, TABLET):
        page.set_viewport_size(size["viewport"])
        assert page.evaluate(TOO_SMALL) == []
        assert wider_than_screen(page) == []


def test_axe_would_find_what_is_wrong(server: Server, open_device: OpenDevice) -> None:
    page = open_device(TABLET).new_page()
    page.goto(server.address)
    page.evaluate("() => document.documentElement.removeAttribute('lang')")
    page.evaluate("() => { document.querySelector('.leaf h2').style.color = '#eee'; }")

    found = examined(page)

    assert "html-has-lang" in " ".join(found.by_day)
    assert "color-contrast" in " ".join(found.by_day)
    assert found.by_night == []

    page.evaluate("() => { document.querySelector('.leaf h2').style.color = '#222'; }")
    assert "color-contrast" in " ".join(examined(page).by_night)
