"""A month of tiles by touch: laid, dealt or named, turned over, taken back, amended, ended."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.browser.arrange import table
from tests.browser.conftest import DESKTOP, PHONE, TABLET, OpenPage
from tests.browser.player import written
from tests.browser.serving import Server

LIVE: Final = ".live button"
TAP_AT_ONCE: Final = "ids => { for (const id of ids) document.getElementById(id).click(); }"
LAID: Final = ".map-lay [aria-pressed='true']"


def lay(page: Page, match: str, how: str) -> None:
    """The ready-made figure that the page begins with."""
    page.goto(f"{match}/tiles")
    with written(page):
        page.get_by_role("button", name=how).tap()


def turn_over(page: Page) -> None:
    """Tap the first cell that is live; then confirm what the tile asks for."""
    version = page.locator("body").get_attribute("data-version")
    page.locator(LIVE).first.tap()
    asked = page.locator(".map-pick")
    asked.or_(page.locator(f'body:not([data-version="{version}"])')).first.wait_for()
    if asked.count():
        with page.expect_navigation():
            page.locator(".found a").first.tap()
    write = page.locator(".map-write button")
    if write.count():
        with written(page):
            write.tap()


def end_turn(page: Page) -> None:
    with written(page):
        page.get_by_role("button", name="End turn").tap()


def face_up(page: Page) -> int:
    return page.locator(".map td.up").count()


@pytest.mark.parametrize("how", ["The tablet deals", "Our own tiles on the table"])
def test_a_month_is_played_to_its_end(how: str, server: Server, page: Page) -> None:
    match = server.arrange(table(1, 1))
    lay(page, match, how)

    for turned in range(1, 9):
        turn_over(page)
        expect(page.locator(".map td.up")).to_have_count(turned)
        if turned < 8:
            end_turn(page)

    expect(page.get_by_role("heading", name="All tiles are face up.")).to_be_visible()
    assert server.match_of(match)["position"]["phase"] == "trades"
    page.get_by_role("link", name="The month's end").tap()
    expect(page.get_by_role("heading", name="Trades, then the upkeep")).to_be_visible()


MARKED: Final = {f"zq{n:02}x": 5003 + 61 * n for n in range(16)}
"""Tiles and their amounts: so far apart that what a camp has in all is no other tile's amount."""
# Of a marked tile; not four digits in the middle of a token.
AMOUNT: Final = rf"(?<![\w.-])(?:{'|'.join(map(str, MARKED.values()))})(?![\w-]|\.\w)"


def marked_deck() -> dict[str, Any]:
    """Tiles whose ids and amounts stand nowhere else, so that one byte of them would be seen."""
    pictures = ("gold", "medicine", "weapons", "water", "food", "wood")
    people = ("southern_officer", "southern_soldier", "cherokee", "northern_officer")
    tiles = [
        {
            "id": tile,
            "top": {"resource": pictures[n % 6], "amount": amount},
            "left": {"kind": people[n % 4], "count": 1},
            "right": {"kind": people[(n + 1) % 4]},
            "bottom": {"resource": pictures[(n + 2) % 6]},
        }
        for n, (tile, amount) in enumerate(MARKED.items())
    ]
    return {"format": "quartermaster-deck/1", "name": "marked", "tiles": tiles}


def test_a_browser_receives_nothing_of_a_tile_before_it_is_turned_over(
    server: Server, page: Page
) -> None:
    match = server.arrange({**table(1, 1), "deck": marked_deck()})
    lay(page, match, "The tablet deals")

    seen: set[str] = set()
    for turned in range(9):
        text = page.content()
        for address in (match, f"{match}/history", f"{match}/tiles"):
            answer = page.context.request.get(address)
            assert answer.ok
            text += answer.text()
        ids = set(re.findall(r"zq\d\dx", text))
        assert ids <= seen, "a tile that is still face down"
        amounts = set(re.findall(AMOUNT, text))
        assert amounts <= {str(MARKED[tile]) for tile in seen}
        if turned < 8:
            turn_over(page)
            up = server.match_of(match)["position"]["tiles"]
            seen |= {cell["tile"] for cell in up if cell["face_up"]}
            if turned < 7:
                end_turn(page)

    assert len(seen) == 8


def test_undo_turns_a_tile_back_on_the_map(server: Server, page: Page) -> None:
    match = server.arrange(table(1, 1))
    lay(page, match, "The tablet deals")
    turn_over(page)
    assert face_up(page) == 1

    with written(page):
        page.get_by_role("button", name=re.compile("Undo")).tap()

    assert face_up(page) == 0
    assert page.url.endswith("/tiles")


def test_a_tile_that_was_named_wrongly_is_amended(server: Server, page: Page) -> None:
    match = server.arrange(table(1, 1))
    lay(page, match, "Our own tiles on the table")
    turn_over(page)

    page.locator(".map-turned a").tap()
    page.get_by_label("The number of the tile that came up").fill("7")
    expect(page.get_by_role("heading", name="Tile 7", exact=True)).to_be_visible()
    (up,) = [tile for tile in server.match_of(match)["position"]["tiles"] if tile["face_up"]]
    assert up["tile"] != "7"
    with written(page):
        page.get_by_role("button", name="Amend", exact=True).tap()

    (up,) = [tile for tile in server.match_of(match)["position"]["tiles"] if tile["face_up"]]
    assert up["tile"] == "7"


def test_a_figure_is_made_by_tapping_cells(server: Server, page: Page) -> None:
    match = server.arrange(table(1, 1))
    page.goto(f"{match}/tiles")
    page.get_by_role("link", name="Empty").tap()
    expect(page.locator(LAID)).to_have_count(0)

    for laid, cell in enumerate(("0_0", "1_0", "2_0", "2_1", "2_2", "1_2", "0_2", "4_4"), start=1):
        page.locator(f"#lay_{cell}").tap()
        expect(page.locator(LAID)).to_have_count(laid)

    expect(page.locator("td.apart")).to_have_count(1)
    expect(page.get_by_role("button", name="The tablet deals")).to_have_count(0)
    for laid, cell in ((7, "4_4"), (8, "0_1")):
        page.locator(f"#lay_{cell}").tap()
        expect(page.locator(LAID)).to_have_count(laid)
    expect(page.get_by_role("button", name="The tablet deals")).to_be_visible()


def test_a_quick_finger_loses_no_cell(server: Server, page: Page) -> None:
    """Three taps before the page has answered the first one, and one that takes a cell away."""
    page.goto(f"{server.arrange(table(1, 1))}/tiles?cells=")

    for taps in (["0_0", "1_0", "2_0"], ["1_1", "2_0"]):
        page.evaluate(TAP_AT_ONCE, [f"lay_{cell}" for cell in taps])

    expect(page.locator("form[method=get] [name=cells][value='0,0;1,0;1,1']")).to_be_attached()
    expect(page.locator(LAID)).to_have_count(3)


def test_a_figure_is_drawn_across_the_grid(server: Server, open_page: OpenPage) -> None:
    match = server.arrange(table(1, 1))
    page = open_page(DESKTOP)
    page.goto(f"{match}/tiles?cells=")

    page.locator("#lay_0_0").hover()
    page.mouse.down()
    for cell in ("1_0", "2_0", "2_1"):
        page.locator(f"#lay_{cell}").hover()
    page.mouse.up()

    expect(page.locator(LAID)).to_have_count(4)
    page.locator("#lay_2_2").click()
    expect(page.locator(LAID)).to_have_count(5)


def test_a_tile_is_found_by_its_pictures(server: Server, page: Page) -> None:
    match = server.arrange(table(1, 1))
    lay(page, match, "Our own tiles on the table")
    with page.expect_navigation():
        page.locator(LIVE).first.tap()
    expect(page.locator(".found a")).to_have_count(56)

    page.locator("label:has(#left-cherokee)").tap()
    expect(page.locator(".found a")).to_have_count(9)

    page.locator("#number").fill("11")
    expect(page.locator(".found a")).to_have_count(1)


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_nine_players_have_36_tiles_that_a_finger_hits(
    size: dict[str, Any], server: Server, open_page: OpenPage
) -> None:
    match = server.arrange(table(5, 4))
    page = open_page(size)
    lay(page, match, "The tablet deals")

    boxes = [cell.bounding_box() for cell in page.locator(LIVE).all()]
    assert len(boxes) == 36
    assert all(box and min(box["width"], box["height"]) >= 56 for box in boxes)
    wide = page.evaluate("() => document.scrollingElement.scrollWidth")
    assert wide <= size["viewport"]["width"]
    for seat in page.locator(".map-seat").all():
        expect(seat).to_be_in_viewport(ratio=1)

    before = boxes[0]
    page.get_by_role("link", name="Larger").tap()
    page.wait_for_function("() => location.search.includes('zoom=1')")
    after = page.locator(LIVE).first.bounding_box()
    assert before
    assert after
    assert after["width"] > before["width"]
    page.locator(LIVE).last.scroll_into_view_if_needed()
    turn_over(page)
    assert face_up(page) == 1


def test_the_map_is_played_with_the_keyboard_alone(server: Server, open_page: OpenPage) -> None:
    match = server.arrange(table(1, 1))
    page = open_page(DESKTOP)
    page.goto(f"{match}/tiles")
    page.get_by_role("button", name="The tablet deals").focus()
    with written(page):
        page.keyboard.press("Enter")

    page.get_by_role("button", name="Turn over the tile in row 1, column 2").focus()
    with written(page):
        page.keyboard.press("Enter")

    assert face_up(page) == 1


def test_a_deck_is_entered_by_touch(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/decks")
    page.get_by_label("Deck name").fill("From the attic")
    with page.expect_navigation():
        page.get_by_role("button", name="Create").tap()
    with page.expect_navigation():
        page.get_by_role("link", name="A new tile").tap()

    for number in ("1", "2"):
        expect(page.get_by_label("The number printed on it")).to_have_value(number)
        for picture in ("#top-food", "#left-cherokee", "#right-volunteer", "#bottom-gold"):
            page.locator(f"label:has({picture})").tap()
        page.get_by_label("How much", exact=True).fill("4")
        page.get_by_label("How many", exact=True).fill("3")
        page.get_by_label("How many", exact=True).blur()
        expect(page.locator("#looks svg.tile")).to_be_visible()
        with page.expect_navigation():
            page.get_by_role("button", name="Save and next").tap()

    page.get_by_role("link", name="From the attic").tap()
    expect(page.locator(".deck .tile")).to_have_count(2)
