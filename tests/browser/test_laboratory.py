"""The laboratory in a browser: the games go on while nobody looks, and their figures come."""

from playwright.sync_api import Page, expect

from tests.browser.serving import Server

LONG_MS = 180_000
"""The games are played at the lowest priority: on a busy machine they wait for everybody."""


def test_games_go_on_while_the_page_is_left_and_their_figures_come_by_themselves(
    server: Server, page: Page
) -> None:
    laboratory = f"{server.address}/decks/standard/laboratory"
    page.goto(laboratory)
    for field, value in (("games", "200"), ("seats", "2"), ("months", "5"), ("tiles", "3")):
        page.locator(f'input[name="{field}"][value="{value}"]').check(force=True)
    page.get_by_role("button", name="Play the games").click()
    expect(page.get_by_role("progressbar", name="Playing")).to_be_visible()

    page.goto(f"{server.address}/decks")
    page.goto(laboratory)

    expect(page.get_by_role("heading", name="How games end")).to_be_visible(timeout=LONG_MS)
    expect(page.get_by_role("progressbar")).to_have_count(0)
    expect(page.get_by_text("Games: 200. Players: 2.")).to_be_visible()
