"""The big screen follows the match by itself, and fits the two usual sizes without scrolling."""

from playwright.sync_api import expect

from tests.browser.arrange import found, table
from tests.browser.conftest import OpenDevice
from tests.browser.serving import SECRET, Server

FITS = "() => document.documentElement.scrollHeight <= innerHeight + 1"
SIZE = "(element) => parseFloat(getComputedStyle(element).fontSize)"
INSIDE = """() => [...document.querySelectorAll(".board-seat")].every(
  (seat) => seat.scrollHeight <= seat.clientHeight + 1
    && seat.scrollWidth <= seat.clientWidth + 1)"""


def test_the_big_screen_shows_what_is_written_and_fits(
    server: Server, open_device: OpenDevice
) -> None:
    setup = table(5, 4)
    address = server.arrange(setup, [], name="Nine")
    page = open_device({"viewport": {"width": 1920, "height": 1080}}).new_page()
    page.goto(f"{address}/board")
    expect(page.locator(".board-turn")).to_contain_text("Anna")

    server.write(address, setup, found(0, "gold", 7), SECRET)
    expect(page.locator(".board-entries li").first).to_contain_text("Anna finds 7 gold")

    for width, height in ((1920, 1080), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FITS)
        assert page.evaluate(INSIDE)
    for width, height in ((810, 1080), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(INSIDE)
        assert page.evaluate("() => document.documentElement.scrollWidth") == width
        letters = page.locator(".board-entries li").first
        assert float(letters.evaluate(SIZE)) >= 12
