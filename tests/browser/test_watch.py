"""The watch over every page of these tests: the browser's complaints are enough for it."""

from playwright.sync_api import BrowserContext

from tests.browser.conftest import Watch
from tests.browser.serving import Server

ELSEWHERE = "http://elsewhere.example/"


def test_an_answer_that_is_an_error_and_another_host_are_noticed(
    server: Server, tablet: BrowserContext, watch: Watch
) -> None:
    page = tablet.new_page()
    page.goto(server.address)
    page.route("**/broken", lambda route: route.fulfill(status=500))

    page.evaluate("() => fetch('/broken')")
    page.evaluate(f"() => fetch('{ELSEWHERE}').catch(() => {{}})")

    noticed, watch.troubles[:] = list(watch.troubles), []
    assert any("status of 500" in trouble for trouble in noticed)
    assert any(ELSEWHERE in trouble for trouble in noticed)


def test_a_page_of_another_host_is_noticed(
    server: Server, tablet: BrowserContext, watch: Watch
) -> None:
    page = tablet.new_page()
    page.goto(server.address)

    with page.expect_event("requestfailed"):
        page.evaluate(f"() => {{ location.href = '{ELSEWHERE}'; }}")

    noticed, watch.troubles[:] = list(watch.troubles), []
    assert any(f"failed: {ELSEWHERE}" in trouble for trouble in noticed)
