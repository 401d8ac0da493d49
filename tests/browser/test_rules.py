"""A rule over the page: the half-filled entry stays; and the rules filtered as one types."""

from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.arrange import set_to, table
from tests.browser.conftest import PHONE, TABLET, OpenDevice, OpenPage
from tests.browser.serving import Server

SIZES: Final = {"1080x810": TABLET, "390x844": PHONE}
FILLED: Final = "?do=meet&seat=0&kind=southern_soldier&amount=7"


def half_filled(server: Server, page: Page) -> str:
    """Open a meeting with enemies that is about to be written; return its address."""
    address = server.arrange(table(), [set_to(0, people={"volunteer": 3})])
    page.goto(address + FILLED)
    return page.url


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_a_rule_opens_over_a_half_filled_entry(
    size: dict[str, Any], server: Server, open_page: OpenPage
) -> None:
    page = open_page(size)
    address = half_filled(server, page)
    page.locator("#sum").fill("3+4")
    link = page.locator("#pad .rule-ref").first
    number = link.inner_text()
    dialog = page.locator("#rule-dialog")

    link.tap()
    expect(dialog.get_by_role("heading", name=number)).to_be_visible()
    box = dialog.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size["viewport"]["width"]
    assert box["y"] + box["height"] <= size["viewport"]["height"]
    dialog.get_by_role("button", name="Close").tap()

    expect(dialog).to_be_hidden()
    expect(link).to_be_focused()
    expect(page.locator("#sum")).to_have_value("3+4")
    assert page.url == address

    link.press("Enter")
    expect(dialog).to_be_visible()
    # The chapter opens in the same place.
    dialog.locator(".rule-ref").tap()
    chapter = number.partition(".")[0]
    expect(dialog.get_by_role("heading", name=chapter, exact=True)).to_be_visible()
    page.keyboard.press("Escape")

    expect(dialog).to_be_hidden()
    expect(link).to_be_focused()
    expect(page.locator("#sum")).to_have_value("3+4")
    assert page.url == address


def test_the_focus_stays_on_a_rule_whose_preview_comes_after_it_was_closed(
    server: Server, open_device: OpenDevice
) -> None:
    context = open_device(PHONE)
    page = context.new_page()
    half_filled(server, page)
    late: list[Route] = []
    context.route("**/m/*do=meet*", lambda route: late.append(route))
    link, dialog = page.locator("#pad .rule-ref").first, page.locator("#rule-dialog")
    page.evaluate("() => { document.querySelector('#pad .rule-ref').isOld = true; }")

    with page.expect_request("**/m/*do=meet*"):
        page.locator("#sum").fill("3+4")
        link.tap()
    dialog.get_by_role("button", name="Close").tap()
    expect(link).to_be_focused()
    for route in late:
        route.continue_()

    page.wait_for_function("() => !document.querySelector('#pad .rule-ref').isOld")
    expect(link).to_be_focused()


@pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)
def test_without_scripts_back_leads_to_the_entry_as_it_was(
    size: dict[str, Any], server: Server, open_page: OpenPage
) -> None:
    page = open_page(size, java_script_enabled=False)
    address = half_filled(server, page)

    page.locator("#pad .rule-ref").first.click()
    page.get_by_role("link", name="Back", exact=True).click()

    assert page.url == address
    expect(page.locator("#sum")).to_have_value("7")


def test_a_rule_that_cannot_be_fetched_leaves_the_entry(
    server: Server, open_device: OpenDevice, watch: Any
) -> None:
    context = open_device(TABLET)
    page = context.new_page()
    address = half_filled(server, page)
    watch.expected.extend(["/rules/", "ERR_FAILED"])
    context.route("**/rules/*", lambda route: route.abort())

    page.locator("#pad .rule-ref").first.tap()

    expect(page.locator("#rule-dialog")).to_contain_text("The server cannot be reached now.")
    assert page.url == address


def test_the_rules_are_filtered_as_one_types(server: Server, open_page: OpenPage) -> None:
    page = open_page(TABLET)
    page.goto(f"{server.address}/rules/civil-war")
    shown = page.locator(".rules-item:visible")
    everything = shown.count()

    page.locator("#rules-query").fill("sabotage headquarters")
    expect(page.locator("[id='CW-11.4']")).to_be_visible()
    assert 0 < shown.count() < 6
    page.locator("#rules-query").fill("xyzzy")
    expect(page.get_by_text("No rule contains these words.")).to_be_visible()
    page.locator("#rules-query").fill("")

    assert shown.count() == everything
