"""Paths of Glory by touch: a scenario to its end, what is in reach on a phone, and axe."""

from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.player import Player
from tests.browser.serving import Server
from tests.browser.test_accessibility import NOTHING_WRONG, examined

TITLE: Final = "paths-of-glory"
MOST_TAPS: Final = 160
CARD_TAPS: Final = 3
STARTED: Final = [
    {"do": "mandates", "cp": 4, "ap": 6},
    {"do": "play", "seat": 0, "card": 1, "as": "event"},
]


def table(scenario: str = "introductory") -> dict[str, Any]:
    return {"scenario": scenario, "seats": [{"name": "Anna"}, {"name": "Boris"}]}


class Commander(Player):
    """Plays a card as OPS in the first round of a turn, and takes 1 OPS in the others."""

    def turn(self, position: dict[str, Any]) -> None:
        """Do what the page asks for, with as few taps as it takes."""
        if position["phase"] == "mandates":
            self.throw(cp=5, ap=4)
        elif position["to_act"] is None:
            self.press_write()
        elif position["seats"][position["to_act"]]["actions"]:
            self.tap_and_go(self.page.locator('.glory-keys a[href*="do=one_op"]'))
            self.press_write()
        else:
            self.play_card()

    def throw(self, **dice: int) -> None:
        # Before its scripts a page shows nothing by itself.
        self.page.wait_for_load_state()
        for side, die in dice.items():
            self.tap(self.page.locator(f'#pad label:has(input[name="{side}"][value="{die}"])'))
            # The page has followed: the server says what is chosen.
            chosen = self.page.locator(f'#pad input[name="{side}"][value="{die}"][checked]')
            chosen.wait_for(state="attached")
        self.press_write()

    def play_card(self) -> None:
        before = self.taps.total()
        self.tap_and_go(self.page.locator(".glory-card").first)
        # Before its scripts a page shows nothing by itself: there the button asks for it.
        self.page.wait_for_load_state()
        self.tap(self.page.locator(".glory-use:has(#use-ops)"))
        self.press_write()
        assert self.taps.total() - before == CARD_TAPS

    def press_write(self) -> None:
        button = self.page.locator("#pad, #wide").get_by_role("button", name="Save", exact=True)
        expect(button).to_have_count(1)
        self.tap_to_write(button)


def test_an_introductory_scenario_is_played_to_its_end_by_touch(server: Server, page: Page) -> None:
    address = server.arrange(table(), title_name=TITLE)
    page.goto(address)
    player = Commander(page)

    while (position := server.position_of(address))["phase"] != "over":
        assert player.taps.total() < MOST_TAPS
        player.turn(position)

    assert position["result"]["rule"] == "PG-5.3.4"
    expect(page.locator("#pad-title")).to_have_text("The game is over")
    player.tap_and_go(page.locator("#pad a.btn-main"))
    expect(page.locator("h1, h2").first).to_be_visible()


def test_on_a_phone_the_dice_the_main_button_and_undo_are_in_reach(
    server: Server, open_page: OpenPage
) -> None:
    page = open_page(PHONE)
    page.goto(server.arrange(table("campaign"), title_name=TITLE))
    for side in ("cp", "ap"):
        page.locator(f'#pad label:has(input[name="{side}"][value="6"])').tap()
        expect(page.locator(f'#pad input[name="{side}"]:checked')).to_have_value("6")

    dice = page.locator('#pad label:has([name="cp"])').all()
    rows = {box["y"] for die in dice if (box := die.bounding_box())}
    assert len(rows) == 1
    expect(page.get_by_role("button", name="Save", exact=True)).to_be_in_viewport()
    page.goto(server.arrange(table("campaign"), STARTED, title_name=TITLE))
    expect(page.locator("#corner form").first).to_be_in_viewport()
    expect(page.locator(".glory-keys .key").first).to_be_in_viewport()


def test_axe_finds_nothing_on_the_pages_of_this_title(server: Server, page: Page) -> None:
    start = server.arrange(table("campaign"), title_name=TITLE)
    played = server.arrange(table("campaign"), STARTED, title_name=TITLE)

    for address in (
        *(start, played, f"{played}?do=play&seat=1&card=9", f"{played}?do=battle&seat=0"),
        *(f"{played}?do=take&seat=0", f"{played}?do=correct", f"{played}/calculator"),
        *(f"{played}/points", f"{played}/paper", f"{server.address}/calculator"),
        f"{server.address}/new?title={TITLE}",
    ):
        page.goto(address)
        assert_clean(page, address)


def assert_clean(page: Page, address: str) -> None:
    assert examined(page) == NOTHING_WRONG, address
