"""Sums on the keypad: the table of cases that the server's test runs, in the browser."""

from playwright.sync_api import Page

from tests.browser.arrange import table
from tests.browser.serving import Server
from tests.web.test_sums import CASES

RUN = """async cases => {
  const loaded = performance.getEntriesByType("resource").map(resource => resource.name);
  const { sumOf, pressed } = await import(loaded.find(name => name.includes("/keypad.js")));
  return {
    sums: cases.sums.map(([text]) => [text, sumOf(text)]),
    keys: cases.keys.map(([text, key, fresh]) => [text, key, fresh, pressed(text, key, fresh)]),
  };
}"""


def test_the_browser_adds_up_and_presses_keys_as_the_server_does(
    server: Server, page: Page
) -> None:
    page.goto(server.arrange(table()))

    assert page.evaluate(RUN, CASES) == CASES
