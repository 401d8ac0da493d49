"""Phones at the table: joining, writing for a seat, asking another one, being removed."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.arrange import END_MONTH, table
from tests.browser.conftest import PHONE, TABLET, OpenPage, Watch
from tests.browser.player import Player
from tests.browser.serving import Server


def test_a_phone_joins_writes_for_its_seat_and_is_removed(
    server: Server, open_page: OpenPage, watch: Watch
) -> None:
    watch.expected += ["status of 403", "status of 422"]
    address = server.arrange(table())
    host = open_page(TABLET)
    host.goto(address)
    host.get_by_role("link", name="Table").tap()
    code = host.locator(".join-code").inner_text()
    expect(host.locator(".join-qr svg")).to_be_visible()
    path = urlsplit(host.locator(".join-address").inner_text().replace("\n", "")).path
    assert path.startswith("/j/")

    phone = open_page(PHONE, secret="anna-comes-along")
    phone.goto(server.address + path)
    expect(phone).to_have_url(f"{address}/table")
    type_a_wrong_code(phone)
    phone.get_by_label("Table code").fill(code)
    phone.get_by_role("button", name="Start scoring").tap()
    phone.wait_for_url(address)
    Player(phone).write({"do": "find", "seat": 0, "resource": "food", "amount": 3})

    (entry,) = server.entries_of(address)
    assert entry["amount"] == 3
    pages = [phone, *(open_another(phone, f"{address}{path}") for path in ("/history", "/board"))]
    host.reload()
    remove_the_second_device(host)
    assert host.locator(".join-code").inner_text() != code
    for page in pages:
        expect(page.get_by_text("The host has removed this device from the match.")).to_be_visible()
        expect(page.locator("#moved:not([hidden])")).to_have_count(0)

    row = host.locator(".device").nth(1)
    row.get_by_label("What it may do").select_option("looker")
    row.get_by_role("button", name="Save").tap()
    expect(phone.get_by_text("This device is view only.")).to_be_visible()
    last = phone.locator(".corner-last").bounding_box()
    assert last
    assert last["width"] > 140, "one letter a line"


def type_a_wrong_code(phone: Page) -> None:
    """Fill in the form, which is the first thing on the phone; all of it stays, with the reason."""
    typed, name = phone.get_by_label("Table code"), phone.get_by_label("Device name")
    start = phone.get_by_role("button", name="Start scoring")
    for part in (typed, name, start, phone.get_by_role("link", name="Only watch")):
        expect(part).to_be_in_viewport(ratio=1)
    typed.fill("12 34")
    for player in ("Anna", "Boris"):
        phone.get_by_label(f"I am {player}").tap()
        expect(name).to_have_value(re.compile(f"^{player}'s "))
    name.fill("Anna's phone")
    phone.get_by_label("I am Anna").tap()
    start.tap()

    expect(phone.get_by_text("That is not the code of this table.")).to_be_in_viewport()
    expect(typed).to_be_focused()
    expect(typed).to_have_value("12 34")
    expect(name).to_have_value("Anna's phone")
    expect(phone.get_by_label("I am Anna")).to_be_checked()


def remove_the_second_device(host: Page) -> None:
    """Tap the button and answer what it asks."""
    row = host.locator(".device").nth(1)
    expect(row.get_by_label("Name")).to_have_value("Anna's phone")
    with host.expect_navigation():
        row.get_by_role("button", name="Remove this device").tap()
    expect(host.get_by_text("Remove Anna's phone?")).to_be_in_viewport()
    with host.expect_navigation():
        host.get_by_role("button", name="Remove it").tap()


def open_another(page: Page, address: str) -> Page:
    """Open a second page on the same device, which shows it."""
    other = page.context.new_page()
    other.goto(address)
    return other


def test_a_trade_is_asked_on_one_screen_and_answered_on_another(
    server: Server, open_page: OpenPage
) -> None:
    address = server.arrange(table(), [END_MONTH])
    server.settle(address, asks=True)
    pages = []
    for seat, (size, secret) in enumerate(
        [(PHONE, "anna-comes-along"), (TABLET, "boris-has-a-pad1")]
    ):
        server.join(address, secret, seat, f"Seat {seat}")
        pages.append(open_page(size, secret=secret))
    anna, boris = pages
    boris.goto(address)
    anna.goto(f"{address}?do=trade&seat=0&with=1&get.gold=2")
    anna.get_by_role("button", name="Ask Boris").tap()

    expect(anna.get_by_text("Waiting for Boris:")).to_be_visible()
    assert len(server.entries_of(address)) == 1
    expect(boris.get_by_text("Seat 0 asks:")).to_be_visible()
    boris.get_by_role("button", name="Yes").tap()
    expect(boris.locator(".request")).to_have_count(0)

    expect(anna.locator(".request")).to_have_count(0)
    assert server.entries_of(address)[1]["get"] == {"gold": 2}
