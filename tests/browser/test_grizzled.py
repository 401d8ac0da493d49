"""The Grizzled by touch: whole games in every mode, what is in reach, and a lost server."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import PHONE, OpenPage, Watch
from tests.browser.player import Player
from tests.browser.serving import Server
from tests.browser.test_accessibility import NOTHING_WRONG, WHOLE, examined

TITLE: Final = "grizzled"
SOLDIERS: Final = ("felix", "gaston", "lazare", "charles", "anselme")
NAMES: Final = ("Anna", "Boris", "Vera", "Gleb", "Zofia")
MODES: Final[list[dict[str, Any]]] = [
    {"mode": "standard", "difficulty": "novice"},
    {"mode": "chaplain"},
    {"mode": "recruit", "orders": "greenhorn"},
    {"mode": "solo", "difficulty": "veteran"},
]
MOST_TAPS: Final = 120
UPRIGHT: Final = {"viewport": {"width": 810, "height": 1080}, "has_touch": True}
WITHDRAWN: Final = [{"do": "withdraw", "seat": seat} for seat in range(3)]
FEW_LEFT: Final = {
    "do": "correct",
    "set": {"trials": 11, "seats": {"1": {"hard_knocks": ["hardheaded", "clumsy"]}}},
    "reason": "as the test needs it",
}


def table(soldiers: int = 3, **setup: Any) -> dict[str, Any]:
    seats = zip(NAMES[:soldiers], SOLDIERS, strict=False)
    named = [{"name": name, "soldier": soldier} for name, soldier in seats]
    return {"mode": "standard", "seats": named, **setup}


class Grizzled(Player):
    """Plays the first card of every mission and withdraws, so that morale is soon used up."""

    missions_offered_again = 0

    def turn(self) -> None:
        """Do what the page asks for, with as few taps as it takes."""
        pad = self.page.locator("#pad")
        deals, answers = pad.locator("button.deal"), pad.locator(".answers .key:not(.off)")
        mission_card = pad.locator('.answers a.key-main[href*="final=card"]')
        if pad.locator(".actions").count():
            self.act(pad)
        elif mission_card.count():
            self.take_mission_card(mission_card)
        elif deals.count():
            self.tap_to_write(deals.last)
        elif answers.count():
            self.answer(answers.first)
        else:
            self.tap_to_write(pad.locator("button.key-main"))

    def act(self, pad: Locator) -> None:
        if self.page.locator(".land .chip").count() == 0 and pad.locator(".play").count():
            self.play_card(pad)
            return
        withdraw = pad.locator(".actions > :last-child")
        self.answer(withdraw.locator("button") if withdraw.locator("button").count() else withdraw)

    def play_card(self, pad: Locator) -> None:
        before = self.taps.total()
        self.tap(pad.locator(".play > summary"))
        self.answer(pad.locator(".card-threats .key:not(.card-trap)").first)
        if pad.locator(".answers").count():
            self.answer(pad.locator(".answers .key").first)
        assert self.taps.total() - before <= 3

    def take_mission_card(self, link: Locator) -> None:
        """Type a mission card; the next time the same card is offered by its name."""
        self.tap_and_go(link)
        # Before its scripts a page shows nothing by itself.
        self.page.wait_for_load_state()
        typed = self.page.get_by_role("link", name="Tank", exact=True)
        if typed.count():
            self.tap_and_go(typed)
            self.missions_offered_again += 1
        else:
            self.fill("card.name", "Tank")
            self.choose("card.level", "normal")
        self.tap_to_write(self.page.get_by_role("button", name="Save", exact=True))

    def answer(self, what: Locator) -> None:
        """A button writes; a link leads to the next question."""
        if what.evaluate("element => element.tagName") == "BUTTON":
            self.tap_to_write(what)
            return
        asked = what.get_attribute("href")
        self.tap(what)
        expect(self.page.locator(f'#pad a[href="{asked}"]')).to_have_count(0)


@pytest.mark.parametrize("setup", MODES, ids=lambda setup: str(setup["mode"]))
def test_a_whole_game_is_played_by_touch(server: Server, page: Page, setup: dict[str, Any]) -> None:
    address = server.arrange(table(**setup), title_name=TITLE)
    page.goto(address)
    player = Grizzled(page)

    while server.position_of(address)["phase"] != "over":
        assert player.taps.total() < MOST_TAPS
        player.turn()

    result = server.position_of(address)["result"]
    assert result["mission"] > 1
    assert bool(player.missions_offered_again) == ("orders" in setup)
    expect(page.locator("#pad-title")).to_have_text("Won" if result["won"] else "Lost")
    player.tap_and_go(page.locator("#pad a.key-main"))
    expect(page.locator("#e1")).to_have_text("The season")


@pytest.mark.parametrize("size", [PHONE, UPRIGHT], ids=["phone", "upright tablet"])
def test_the_buttons_the_question_and_undo_are_in_reach_without_scrolling(
    server: Server, open_page: OpenPage, size: dict[str, Any]
) -> None:
    page = open_page(size)
    mission = server.arrange(table(5), [{"do": "mission"}], title_name=TITLE)
    support = server.arrange(table(), [{"do": "mission"}, *WITHDRAWN], title_name=TITLE)

    page.goto(mission)
    assert_in_sight(page, ".actions > *", "#corner form")
    page.locator(".play > summary").tap()
    assert_in_sight(page, ".card-threats li:first-child .key", "#corner form")
    page.goto(support)
    assert_in_sight(page, ".answers .key", "#corner form")


def assert_in_sight(page: Page, *what: str) -> None:
    height = page.evaluate("innerHeight")
    for locator in what:
        for element in page.locator(locator).all():
            box = element.bounding_box()
            assert box, locator
            assert box["y"] >= 0
            assert box["y"] + min(box["height"], 56) <= height, locator


def test_cards_and_withdrawals_wait_for_a_server_that_is_out_of_reach(
    server: Server, page: Page, watch: Watch
) -> None:
    watch.expected.append("net::ERR_INTERNET_DISCONNECTED")
    address = server.arrange(table(), [{"do": "mission"}], title_name=TITLE)
    page.goto(address)
    expect(page.locator("#live")).to_have_attribute("data-state", "saved")
    page.context.set_offline(True)
    expect(page.locator("#live")).to_have_attribute("data-state", "offline")

    card = page.locator('.card-threats button[title="night, gas"]')
    page.locator(".play > summary").tap()
    page.locator(".card-threats .card-trap").first.tap()
    expect(page.locator("main > .notice")).to_have_text(re.compile("Enter it when the server"))
    card.tap()
    expect(page.locator("#pad-title")).to_have_text("Whose turn is it?")
    page.locator(".actions > form button", has_text="Withdraw").tap()
    page.locator("#pad[data-offline] label", has_text="Boris").tap()
    page.locator("#pad[data-offline] [data-write=only]").tap()
    page.context.set_offline(False)

    expect(page.locator("#seat-1")).to_have_class(re.compile("soldier-gone"))
    written = [(entry["do"], entry.get("seat")) for entry in server.entries_of(address)]
    assert written == [("mission", None), ("play", 0), ("withdraw", 1)]


def test_axe_finds_nothing_on_the_pages_of_this_title(server: Server, page: Page) -> None:
    orders = table(orders="soldier")
    mission = server.arrange(table(4), [{"do": "mission"}, FEW_LEFT], title_name=TITLE)
    support = server.arrange(table(), [{"do": "mission"}, *WITHDRAWN], title_name=TITLE)
    typed = server.arrange(orders, title_name=TITLE)

    for address, parts in (
        *((mission, WHOLE), (f"{mission}?do=play&seat=0", ("#pad",))),
        *((f"{mission}?do=correct&seat=1", WHOLE), (support, ("main",))),
        *((f"{support}/points", ("main",)), (f"{support}/paper", ("main",))),
        *(
            (f"{typed}?do=mission&final=card", WHOLE),
            (f"{server.address}/new?title={TITLE}", WHOLE),
        ),
    ):
        page.goto(address)
        assert examined(page, parts) == NOTHING_WRONG, address
