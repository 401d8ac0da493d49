"""The screen stays awake while a match is open, as the browser itself reports it."""

from typing import Final

from playwright.sync_api import Browser, Page, expect

from tests.browser.arrange import table
from tests.browser.conftest import PHONE, TABLET, OpenDevice, Watch, opened
from tests.browser.serving import Server, launching

# The real locks, written down as the browser gives them out.
NOTED: Final = """() => {
  window.locks = [];
  const ask = WakeLock.prototype.request;
  WakeLock.prototype.request = async function (kind) {
    const lock = await ask.call(this, kind);
    window.locks.push(lock);
    return lock;
  };
}"""
REFUSED: Final = """() => {
  WakeLock.prototype.request = async () => { throw new DOMException("", "NotAllowedError"); };
}"""


def held(page: Page) -> list[bool]:
    locks: list[bool] = page.evaluate("() => window.locks.map(lock => !lock.released)")
    return locks


def test_the_lock_is_held_on_a_match_and_taken_again_when_the_page_is_looked_at_again(
    server: Server, browser: Browser, watch: Watch
) -> None:
    with browser.browser_type.launch(**launching(has_windows=True)) as with_windows:
        page = opened(with_windows, server, watch, TABLET).new_page()
        page.add_init_script(f"({NOTED})()")
        page.goto(server.arrange(table()))
        expect(page.locator("html")).to_have_attribute("data-awake", "yes")
        assert held(page) == [True]

        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        assert held(page) == [True]
        page.evaluate("() => window.locks[0].release()")
        page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_function("() => window.locks.length === 2")
        assert held(page) == [False, True]

        page.goto(server.address)
        assert held(page) == []


def test_where_the_battery_forbids_it_the_next_page_says_so_on_a_phone_in_its_menu(
    server: Server, open_device: OpenDevice
) -> None:
    page = open_device(TABLET).new_page()
    page.add_init_script(f"({REFUSED})()")
    page.goto(server.arrange(table()))
    expect(page.locator("html")).to_have_attribute("data-awake", "no")
    expect(page.locator(".may-sleep")).to_be_hidden()

    page.reload()

    expect(page.locator(".may-sleep")).to_be_visible()
    page.set_viewport_size(PHONE["viewport"])
    expect(page.locator(".may-sleep")).to_be_hidden()
    page.get_by_text("Menu", exact=True).tap()
    expect(page.locator(".menu-sleep")).to_be_visible()
