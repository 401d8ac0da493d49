"""A key under the finger: it looks pressed before anybody has answered."""

from playwright.sync_api import CDPSession, Page, expect

from tests.browser.arrange import table
from tests.browser.conftest import TABLET, OpenDevice
from tests.browser.serving import Server

KEY = '#pad a.key[href*="do=find"][href*="resource=wood"]'
PRESSED = f"{KEY}.is-pressed"


def touch(page: Page, session: CDPSession, kind: str, down: int = 0) -> None:
    """Put a finger on the key, move it down by some pixels, or lift it."""
    box = page.locator(KEY).bounding_box()
    assert box
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2 + down}
    points = [] if kind in ("touchEnd", "touchCancel") else [point]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def test_a_key_is_pressed_while_the_finger_is_on_it_and_no_longer_once_that_is_cancelled(
    server: Server, open_device: OpenDevice
) -> None:
    page = open_device(TABLET).new_page()
    page.goto(server.arrange(table(2, 2)))
    session = page.context.new_cdp_session(page)
    before = page.locator(KEY).evaluate("key => getComputedStyle(key).backgroundColor")

    touch(page, session, "touchStart")
    expect(page.locator(PRESSED)).to_have_count(1)
    assert page.locator(KEY).evaluate("key => getComputedStyle(key).backgroundColor") != before
    touch(page, session, "touchCancel")
    expect(page.locator(PRESSED)).to_have_count(0)
    assert "do=find" not in page.url


def test_a_finger_that_scrolls_presses_nothing(server: Server, open_device: OpenDevice) -> None:
    page = open_device({**TABLET, "viewport": {"width": 1080, "height": 500}}).new_page()
    page.goto(server.arrange(table(2, 2)) + "/history")
    link = page.locator(".btn, .key").first
    link.evaluate("link => link.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))")
    expect(page.locator(".is-pressed")).to_have_count(1)
    page.evaluate("() => document.dispatchEvent(new Event('scroll'))")
    expect(page.locator(".is-pressed")).to_have_count(0)


def test_keys_of_a_keyboard_press_too(server: Server, open_device: OpenDevice) -> None:
    page = open_device(TABLET).new_page()
    page.goto(server.arrange(table(2, 2)))
    page.locator(KEY).focus()

    page.keyboard.down(" ")
    expect(page.locator(PRESSED)).to_have_count(1)
    page.keyboard.up(" ")
    expect(page.locator(PRESSED)).to_have_count(0)
