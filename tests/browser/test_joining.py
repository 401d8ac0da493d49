"""Phones at the table: joining, writing for a seat, asking another one, being removed."""

from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, expect

from tests.browser.arrange import END_MONTH, table
from tests.browser.conftest import PHONE, TABLET, OpenDevice, Watch
from tests.browser.player import Player
from tests.browser.serving import Server


def test_a_phone_joins_writes_for_its_seat_and_is_removed(
    server: Server, tablet: BrowserContext, open_device: OpenDevice, watch: Watch
) -> None:
    watch.expected.append("status of 403")
    address = server.arrange(table())
    host = tablet.new_page()
    host.goto(address)
    host.get_by_role("link", name="Table").tap()
    code = host.locator(".join-code").inner_text()
    expect(host.locator(".join-qr svg")).to_be_visible()
    path = urlsplit(host.locator(".join-address").inner_text().replace("\n", "")).path
    assert path.startswith("/j/")

    phone = open_device(PHONE, secret="anna-comes-along").new_page()
    phone.goto(server.address + path)
    expect(phone).to_have_url(address)
    expect(phone.get_by_text("This device is view only.")).to_be_visible()
    expect(phone.locator("form[action$='/entries']")).to_have_count(0)
    phone.get_by_role("link", name="Score with the table code").tap()
    phone.get_by_label("Table code").fill(code)
    phone.get_by_label("Device name").fill("Anna's phone")
    phone.get_by_label("I am Anna").tap()
    phone.get_by_role("button", name="Start scoring").tap()
    phone.wait_for_url(address)
    Player(phone).write({"do": "find", "seat": 0, "resource": "food", "amount": 3})

    (entry,) = server.entries_of(address)
    assert entry["amount"] == 3
    host.reload()
    devices = host.locator(".device")
    expect(devices).to_have_count(2)
    row = devices.nth(1)
    expect(row.get_by_label("Name")).to_have_value("Anna's phone")
    row.get_by_label("What it may do").select_option("removed")
    with host.expect_navigation():
        row.get_by_role("button", name="Save").tap()
    assert host.locator(".join-code").inner_text() != code
    phone.goto(address)

    expect(phone.get_by_text("The host has removed this device from the match.")).to_be_visible()


def test_a_trade_is_asked_on_one_screen_and_answered_on_another(
    server: Server, open_device: OpenDevice
) -> None:
    address = server.arrange(table(), [END_MONTH])
    server.settle(address, asks=True)
    pages = []
    for seat, (size, secret) in enumerate(
        [(PHONE, "anna-comes-along"), (TABLET, "boris-has-a-pad1")]
    ):
        server.join(address, secret, seat, f"Seat {seat}")
        pages.append(open_device(size, secret=secret).new_page())
    anna, boris = pages
    boris.goto(address)
    anna.goto(f"{address}?do=trade&seat=0&with=1&get_gold=2")
    anna.get_by_role("button", name="Save").tap()

    expect(anna.get_by_text("Waiting for Boris:")).to_be_visible()
    assert len(server.entries_of(address)) == 1
    expect(boris.get_by_text("Seat 0 asks:")).to_be_visible()
    boris.get_by_role("button", name="Yes").tap()
    expect(boris.locator(".request")).to_have_count(0)

    expect(anna.locator(".request")).to_have_count(0)
    assert server.entries_of(address)[1]["get"] == {"gold": 2}
