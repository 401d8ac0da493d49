"""Trouble at a table: haste, second thoughts, two tabs, a dead server, other screens."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final
from urllib.request import urlopen

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.arrange import (
    END_MONTH,
    NAMES,
    NEXT_MONTH,
    RUSSIAN_NAMES,
    UPKEEP,
    found,
    lost,
    met,
    set_to,
    table,
    turn_ends,
)
from tests.browser.conftest import DESKTOP, PHONE, TABLET, OpenDevice, OpenPage, Watch
from tests.browser.player import Player, written
from tests.browser.serving import OTHER_SECRET, Server
from tests.processes import Server as Process

# --- How many taps --------------------------------------------------------------------------------


def test_what_is_found_met_or_lost_takes_at_most_four_taps_with_the_turns_end(
    server: Server, page: Page
) -> None:
    rich = dict.fromkeys(("gold", "medicine", "weapons", "water", "food", "wood"), 30)
    camps = [set_to(seat, resources=rich, people={"volunteer": 20}) for seat in range(4)]
    entries = [
        found(0, "gold", 5),
        found(1, "water", 12),
        lost(2, "wood", 3),
        lost(3, "food", 10),
        met(0, "northern_soldier", 4),
        met(1, "southern_soldier", 2),
        met(2, "cherokee", 10),
    ]
    address = server.arrange(table(), camps)
    player = Player(page)
    player.page.goto(address)

    for entry in entries:
        assert player.write(entry, and_end_turn=True) <= 4, entry

    with_ends = [wrote for entry in entries for wrote in (entry, turn_ends(entry["seat"]))]
    assert server.entries_of(address)[4:] == with_ends


def test_digits_tapped_faster_than_the_page_answers_are_all_kept(
    server: Server, page: Page, watch: Watch
) -> None:
    # Answers that are no longer waited for.
    watch.expected.extend(["net::ERR_ABORTED", "htmx:"])
    page.goto(server.arrange(table()))
    Player(page).press_key("find", resource="gold")
    page.locator("#key-1").wait_for()

    page.evaluate("() => ['1', '2'].forEach(key => document.getElementById(`key-${key}`).click())")

    expect(page.locator("#sum")).to_have_value("12")


def test_the_first_digit_replaces_the_number_that_is_amended(
    server: Server, page: Page, watch: Watch
) -> None:
    watch.expected.extend(["net::ERR_ABORTED", "htmx:"])
    page.goto(server.arrange(table(), [found(0, "gold", 12)]) + "/entries/0")

    page.evaluate(
        "() => ['1', '2', '5'].forEach(key => document.getElementById(`key-${key}`).click())"
    )

    expect(page.locator("#sum")).to_have_value("125")
    expect(page.locator(".next-step button").first).to_be_enabled()
    page.locator("#key-back").tap()
    expect(page.locator("#sum")).to_have_value("12")
    page.locator("#key-7").tap()
    expect(page.locator("#sum")).to_have_value("127")


def test_a_save_tapped_before_the_page_has_followed_saves_what_the_fields_say(
    server: Server, page: Page, watch: Watch
) -> None:
    # An answer that is no longer waited for.
    watch.expected.extend(["net::ERR_ABORTED", "htmx:"])
    address = server.arrange(table(), [END_MONTH])
    page.goto(f"{address}?do=trade&seat=0&with=1&give_wood=4")
    button = page.locator(".next-step form button")
    expect(button).to_be_visible()

    # Typed and Write tapped in one movement, before the page could follow.
    page.evaluate(
        """() => {
          const field = document.querySelector('[name="give.wood"]');
          field.value = "7";
          field.dispatchEvent(new Event("input", {bubbles: true}));
          field.dispatchEvent(new Event("change", {bubbles: true}));
          document.querySelector(".next-step form button").click();
        }"""
    )
    page.wait_for_url(lambda url: "do=" not in url)

    trade = {"do": "trade", "seat": 0, "with": 1, "give": {"wood": 7}, "get": {}}
    assert server.entries_of(address)[1:] == [trade]


def test_who_falls_is_chosen_on_the_pad(server: Server, page: Page) -> None:
    camp = {"volunteer": 3, "northern_soldier": 3}
    address = server.arrange(table(), [set_to(0, people=camp, resources={"weapons": 0})])
    entry = met(0, "cherokee", 2, casualties={"northern_soldier": 2})
    player = Player(page)
    player.page.goto(address)

    player.write(entry)

    [written] = server.entries_of(address)[1:]
    assert written == entry


# --- Second thoughts ------------------------------------------------------------------------------


def test_amending_shows_its_consequences_first_and_corrections_stay_visible(
    server: Server, page: Page
) -> None:
    # Anna spends the gold that she found on luring: with less of it the luring is not allowed.
    setup = table()
    setup["seats"][0]["role"], setup["seats"][1]["role"] = "southern_officer", "northern_officer"
    setup["seats"][2]["role"], setup["seats"][3]["role"] = "southern_soldier", "volunteer"
    entries = [
        set_to(1, people={"volunteer": 3}),
        set_to(0, resources={"gold": 0}),
        found(0, "gold", 9),
        *(turn_ends(seat) for seat in range(4)),
        {"do": "lure", "seat": 0, "from": [{"seat": 1, "people": {"volunteer": 3}}]},
    ]
    address = server.arrange(setup, entries)
    page.goto(address)
    page.get_by_role("link", name="History").tap()
    page.get_by_role("link", name=re.compile("Anna finds 9 gold")).tap()

    page.locator("#key-back").tap()
    page.locator("#key-1").tap()
    gold = page.get_by_role("row", name=re.compile("Anna.*Gold"))
    expect(gold).to_be_visible()
    refused = page.locator("li.entry", has_text="Anna lures 3 volunteers from Boris")
    expect(refused.get_by_role("link", name=re.compile("CW-10"))).to_be_visible()
    assert len(server.entries_of(address)) == len(entries)

    page.get_by_role("button", name="Amend and remove 1 later entry").tap()
    page.wait_for_url(address)

    assert server.entries_of(address) == [*entries[:2], found(0, "gold", 1), *entries[3:7]]
    page.get_by_role("link", name="History").tap()
    crossed_out = page.locator(".entry-amended, .entry-undone")
    expect(crossed_out).to_have_count(2)
    expect(crossed_out.last).to_contain_text("Anna finds 9 gold")
    expect(page.locator(".entry-instead")).to_contain_text("Anna finds 1 gold")


def test_undo_goes_back_over_the_end_of_a_month_and_redo_forward_again(
    server: Server, page: Page
) -> None:
    address = server.arrange(table(), [found(0, "gold", 5), END_MONTH, UPKEEP, NEXT_MONTH])
    before = server.match_of(address)["position"]
    page.goto(address)
    undo = page.locator("#corner form[action$='/undo'] button")
    redo = page.locator("#corner form[action$='/redo'] button")

    for left in (3, 2, 1, 0):
        with written(page):
            undo.tap()
        assert len(server.entries_of(address)) == left
    expect(undo).to_be_disabled()
    expect(redo).to_contain_text("Anna finds 5 gold")
    expect(page.locator(".bar-when")).to_contain_text("Month 1 of 6")

    for there in (1, 2, 3, 4):
        with written(page):
            redo.tap()
        assert len(server.entries_of(address)) == there
    assert server.match_of(address)["position"] == before


def test_going_back_to_before_an_entry_says_that_it_crosses_a_month(
    server: Server, page: Page
) -> None:
    month = [found(0, "gold", 5), END_MONTH, UPKEEP, NEXT_MONTH]
    address = server.arrange(table(), [*month, found(1, "gold", 5)])
    page.goto(f"{address}/entries/0")

    expect(page.get_by_text("This goes back to Month 1.")).to_be_visible()
    page.get_by_role("button", name="Undo these entries").tap()
    page.wait_for_url(address)

    assert server.entries_of(address) == []


def test_undoing_what_another_device_wrote_is_asked_about_first(
    server: Server, open_page: OpenPage, watch: Watch
) -> None:
    watch.expected.append("428")  # a question, to be answered on a page of its own
    address = server.arrange(table(), [found(0, "gold", 5)])
    server.join(address, OTHER_SECRET)
    page = open_page(TABLET, secret=OTHER_SECRET)
    page.goto(address)

    page.locator("#corner form[action$='/undo'] button").tap()
    sure = page.get_by_role("button", name="Undo anyway")
    expect(sure).to_be_visible()
    assert len(server.entries_of(address)) == 1
    sure.tap()
    page.wait_for_url(address)

    assert server.entries_of(address) == []


# --- Two tabs, two taps ---------------------------------------------------------------------------


def test_undo_from_a_stale_page_is_refused_and_shows_the_fresh_sheet(
    server: Server, open_page: OpenPage
) -> None:
    address = server.arrange(table(), [found(0, "gold", 5)])
    # A page stays as it is where no script renews it.
    fresh, stale = open_page(TABLET), open_page(TABLET, java_script_enabled=False)
    stale.goto(address)
    fresh.goto(address)
    fresh.bring_to_front()
    Player(fresh).write(found(0, "wood", 7))

    stale.bring_to_front()
    with stale.expect_navigation():
        stale.locator("#corner form[action$='/undo'] button").tap()

    assert len(server.entries_of(address)) == 2
    expect(stale.get_by_role("alert")).to_contain_text("The match has changed")
    expect(stale.locator("#corner")).to_contain_text("Anna finds 7 wood")


def test_an_entry_from_a_stale_page_for_a_turn_that_is_over_is_refused_with_the_reason(
    server: Server, open_page: OpenPage
) -> None:
    address = server.arrange(table())
    bare = open_page(TABLET, java_script_enabled=False)
    fresh, stale = Player(open_page(TABLET)), Player(bare, scripts=False)
    stale.page.goto(address)
    fresh.page.goto(address)
    stale.page.bring_to_front()
    stale.fill_in(found(0, "gold", 5))
    stale.confirming().wait_for()
    fresh.page.bring_to_front()
    fresh.write(found(0, "wood", 7), and_end_turn=True)

    stale.page.bring_to_front()
    stale.confirm()

    assert server.entries_of(address) == [found(0, "wood", 7), turn_ends(0)]
    alerts = stale.page.get_by_role("alert")
    expect(alerts.first).to_contain_text("The match has changed")
    expect(alerts.last.get_by_role("link", name=re.compile("CW-3"))).to_be_visible()


def test_a_double_tap_makes_one_entry(server: Server, page: Page, watch: Watch) -> None:
    # The second tap replaces the first one's navigation, which the browser then calls aborted.
    watch.expected.append("net::ERR_ABORTED")
    address = server.arrange(table())
    player = Player(page)
    player.page.goto(address)
    player.fill_in(found(0, "gold", 5))
    x, y = middle_of(player.page, ".confirm .key-main")

    player.page.touchscreen.tap(x, y)
    player.page.touchscreen.tap(x, y)
    expect(player.page.locator("#corner")).to_contain_text(
        "Undo: Anna finds 5 gold; Anna ends the turn"
    )
    player.page.wait_for_load_state("networkidle")

    assert server.entries_of(address) == [found(0, "gold", 5), turn_ends(0)]


def test_a_double_tap_on_the_turns_end_ends_one_turn(
    server: Server, page: Page, watch: Watch
) -> None:
    watch.expected.append("net::ERR_ABORTED")
    address = server.arrange(table())
    page.goto(address)
    x, y = middle_of(page, ".ends button")

    page.touchscreen.tap(x, y)
    page.touchscreen.tap(x, y)
    expect(page.locator("#corner")).to_contain_text("Undo: Anna ends the turn")
    page.wait_for_load_state("networkidle")

    assert server.entries_of(address) == [turn_ends(0)]


def test_a_form_sent_twice_makes_one_entry(server: Server, page: Page) -> None:
    address = server.arrange(table())
    player = Player(page)
    player.page.goto(address)
    player.fill_in(found(0, "gold", 5))
    player.confirming().wait_for()

    statuses = player.page.evaluate(
        """() => {
          const form = document.querySelector(".confirm form");
          const send = () => fetch(form.action, {method: "POST", body: new FormData(form)});
          const whole = answer => answer.text().then(() => answer.status);
          return Promise.all([send().then(whole), send().then(whole)]);
        }"""
    )

    assert statuses == [200, 200]
    assert server.entries_of(address) == [found(0, "gold", 5), turn_ends(0)]


def test_going_back_and_writing_again_makes_no_second_entry(server: Server, page: Page) -> None:
    address = server.arrange(table())
    player = Player(page)
    player.page.goto(server.address)
    player.page.goto(address)
    player.write(found(0, "gold", 5))

    player.page.go_back(wait_until="domcontentloaded")
    assert player.confirming().count() == 0

    assert server.entries_of(address) == [found(0, "gold", 5)]


def test_a_reload_after_writing_makes_no_second_entry(server: Server, page: Page) -> None:
    address = server.arrange(table())
    player = Player(page)
    player.page.goto(address)
    player.write(found(0, "gold", 5))

    player.page.reload()

    assert server.entries_of(address) == [found(0, "gold", 5)]


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    page.locator(selector).first.wait_for()
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# --- Without scripts ------------------------------------------------------------------------------

FIRST_MONTH: Final = [
    found(0, "gold", 12),
    turn_ends(0),
    met(1, "cherokee", 2),
    turn_ends(1),
    lost(2, "wood", 3),
    {"do": "gain", "seat": 2, "bonus": "wagon"},
    {"do": "hand_over", "seat": 2, "to": 1, "bonus": "wagon"},
    turn_ends(2),
    {"do": "fire", "seat": 3, "amount": 2},
    END_MONTH,
    {"do": "trade", "seat": 0, "with": 1, "give": {"gold": 4}, "get": {"food": 2}},
    {"do": "hq_trade", "seat": 0, "give": "gold", "get": "water", "times": 1},
    UPKEEP,
    NEXT_MONTH,
    found(3, "food", 6),
]


def test_forms_alone_set_a_match_up_and_play_a_month(server: Server, open_page: OpenPage) -> None:
    player = Player(open_page(TABLET, java_script_enabled=False), scripts=False)

    address = player.set_up(server.address, table())
    player.play(FIRST_MONTH)

    assert server.entries_of(address) == FIRST_MONTH
    assert server.match_of(address)["position"]["month"] == 2


def test_forms_alone_choose_where_on_the_tile_and_who_falls(
    server: Server, open_page: OpenPage
) -> None:
    camp = {"volunteer": 3, "northern_soldier": 3}
    arranged = [set_to(0, people=camp, resources={"weapons": 0})]
    entries = [
        {**found(0, "gold", 2), "where": "middle"},
        met(0, "cherokee", 2, casualties={"northern_soldier": 2}),
    ]
    address = server.arrange(table(), arranged)
    player = Player(open_page(TABLET, java_script_enabled=False), scripts=False)
    player.page.goto(address)

    player.play(entries)

    assert server.entries_of(address)[1:] == entries


def test_forms_alone_go_back_to_what_was_written_and_write_it_once(
    server: Server, open_page: OpenPage
) -> None:
    address = server.arrange(table())
    trade = {"do": "trade", "seat": 0, "with": 1, "give": {"gold": 2}, "get": {"food": 1}}
    player = Player(open_page(TABLET, java_script_enabled=False), scripts=False)
    player.page.goto(address)

    for entry in (found(0, "food", 3), END_MONTH, trade):
        player.play([entry])
        player.page.go_back()
        expect(player.page.get_by_role("heading", name="Already entered")).to_be_visible()
        assert player.page.get_by_role("button", name="Save").count() == 0
        player.page.go_forward()

    assert server.entries_of(address) == [found(0, "food", 3), END_MONTH, trade]


# --- Screens of every size ------------------------------------------------------------------------


def test_a_turn_is_played_on_a_phone(server: Server, open_page: OpenPage) -> None:
    address = server.arrange(table())
    player = Player(open_page(PHONE))
    player.page.goto(address)

    entries = [found(0, "gold", 5), turn_ends(0), met(1, "cherokee", 2), turn_ends(1)]
    player.play(entries)

    assert server.entries_of(address) == entries
    assert no_sideways_scrolling(player.page)


FONTS: Final = pytest.mark.parametrize("has_fonts", [True, False], ids=["ours", "system's"])


def leave_fonts_out(context: BrowserContext, watch: Watch) -> None:
    """The pages are drawn with what the system has."""
    watch.expected += ["woff2", "net::ERR_FAILED"]
    context.route(re.compile(r"\.woff2"), lambda route: route.abort())


@FONTS
def test_every_seat_fits_on_the_tablet_without_scrolling(
    has_fonts: bool, server: Server, tablet: BrowserContext, watch: Watch
) -> None:
    if not has_fonts:
        leave_fonts_out(tablet, watch)
    crowd = dict.fromkeys(("northern_officer", "northern_soldier", "volunteer"), 12)
    wealth = dict.fromkeys(("gold", "medicine", "weapons", "water", "food", "wood"), 188)
    page = tablet.new_page()
    for north, south in ((5, 4), (9, 0), (0, 9), (8, 1), (1, 8), (1, 1)):
        entries = [
            set_to(seat, points=-28, resources=wealth, people=crowd, lost_turns=2)
            for seat in range(north + south)
        ]
        page.goto(server.arrange(table(north, south), entries))

        assert has_font(page, "Ledger Serif") == has_fonts
        assert page.locator(".seat").count() == north + south
        assert size_of(page) == {"width": 1080, "height": 810}, (north, south)
        assert numbers_outside_their_card(page) == [], (north, south)


@pytest.mark.parametrize("locale", ["en", "ru", "pl"])
def test_a_long_name_on_turn_is_shortened_and_the_bar_keeps_its_height(
    locale: str, server: Server, open_page: OpenPage
) -> None:
    page = open_page(TABLET, locale=locale)
    page.goto(server.arrange(table(5, 4)))
    [before] = boxes_of(page, ".bar")
    words = boxes_of(page, ".hq div")

    for name in ("Aleksandra-Maria", "Konstantin-Wolfgang-Maximilian-Alexander"):
        setup = table(5, 4, names=(name, *NAMES[1:]))
        page.goto(server.arrange(setup, name="Friday evening at ours"))

        assert boxes_of(page, ".bar") == [before]
        assert [box[2:] for box in boxes_of(page, ".hq div")] == [box[2:] for box in words]
        assert size_of(page) == {"width": 1080, "height": 810}
        assert page.locator(".bar-turn").get_attribute("title") == name
        assert name in (page.locator(".bar-turn .vh").text_content() or "")


def test_the_pad_of_nine_seats_stays_in_its_place(server: Server, page: Page) -> None:
    address = server.arrange(table(5, 4), [set_to(0, bonuses={"wagon": True})])
    page.goto(address)
    before = boxes_of(page, ".seat, #pad")

    for asked in (
        "find&seat=0&resource=gold&amount=12&choose=1",
        "meet&seat=0&kind=southern_soldier&amount=9",
        "meet&seat=0&kind=southern_soldier&amount=9&choose=1",
        "hand_over&seat=0&bonus=wagon&to=2",
        "hand_turn",
        "sabotage&seat=0",
    ):
        page.goto(f"{address}?do={asked}")

        assert boxes_of(page, ".seat, #pad") == before, asked
        assert size_of(page) == {"width": 1080, "height": 810}, asked


@FONTS
@pytest.mark.parametrize("locale", ["en", "ru", "pl"])
def test_the_steps_of_the_months_end_stay_apart_on_a_phone(
    locale: str, has_fonts: bool, server: Server, open_device: OpenDevice, watch: Watch
) -> None:
    phone = open_device(PHONE, locale=locale)
    if not has_fonts:
        leave_fonts_out(phone, watch)
    page = phone.new_page()
    page.goto(server.arrange(table(), [END_MONTH, UPKEEP]))

    assert has_font(page, "Ledger Serif") == has_fonts
    assert page.locator(".step").count() == 5
    assert words_outside(page, ".step-dot") == []
    assert no_sideways_scrolling(page)


def has_font(page: Page, family: str) -> bool:
    """Return whether a page is drawn with a font of ours; wait until that is known."""
    loaded: bool = page.evaluate(
        """async family => {
          await document.fonts.ready;
          return [...document.fonts].some(
            font => font.family.includes(family) && font.status === "loaded");
        }""",
        family,
    )
    return loaded


def words_outside(page: Page, selector: str) -> list[str]:
    """The words of the elements that reach over the edge of the box that they stand in."""
    found: list[str] = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].filter(node => {
          const range = document.createRange();
          const box = node.getBoundingClientRect();
          const rects = node => {
            if (node.nodeType === Node.TEXT_NODE) {
              range.selectNode(node);
              return [...range.getClientRects()];
            }
            // What is clipped away is there only to be read aloud.
            const isRead = node instanceof Element && getComputedStyle(node).clipPath !== "none";
            return isRead ? [] : [...node.childNodes].flatMap(rects);
          };
          return rects(node).some(
            words => words.left < box.left - 0.5 || words.right > box.right + 0.5);
        }).map(node => node.textContent.trim())""",
        selector,
    )
    return found


def test_a_button_beside_fields_stands_on_their_line(server: Server, page: Page) -> None:
    page.goto(server.arrange(table()) + "/paper")

    ends = [y + height for _, y, _, height in boxes_of(page, "form.row select, form.row > .btn")]

    assert len(ends) == 3
    assert max(ends) - min(ends) < 1


def size_of(page: Page) -> dict[str, int]:
    size: dict[str, int] = page.evaluate(
        """async () => {
          await document.fonts.ready;
          const all = document.scrollingElement;
          return {width: all.scrollWidth, height: all.scrollHeight};
        }"""
    )
    return size


def numbers_outside_their_card(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(".seat a.number")].filter(node => {
          const card = node.closest(".seat").getBoundingClientRect();
          return [node, ...node.querySelectorAll(".fig")].some(part => {
            const box = part.getBoundingClientRect();
            return box.left < card.left - 1 || box.right > card.right + 1
              || box.top < card.top - 1 || box.bottom > card.bottom + 1;
          });
        }).map(node => {
          const column = node.getAttribute("href").split("/").pop();
          return `${node.closest(".seat").id} ${column}`;
        })"""
    )
    return found


def no_sideways_scrolling(page: Page) -> bool:
    fits: bool = page.evaluate(
        "() => document.scrollingElement.scrollWidth <= document.documentElement.clientWidth"
    )
    return fits


# --- Languages ------------------------------------------------------------------------------------

ENGLISH: Final = re.compile(
    r"\b(?:Found|Lost|Met|Undo|Redo|Nothing|turn|turns|points|gold|medicine|weapons|water|food|"
    r"wood|Month|of|North|South|History|stands|People|officer|soldier|Volunteer|empty|camp|held|"
    r"Wagon|Dynamite|Fire|Sickness|Raise|brigade|Lure|Spend|reserve|Hand|over|Correct|End|the|"
    r"Headquarters|Skip|Back|Write|This|will|be|written|ends|finds)\b",
    re.IGNORECASE,
)
LATIN: Final = re.compile(r"\b(?!Enter\b|Esc\b|Ctrl\b)[A-Za-z]{3,}")


@pytest.mark.parametrize("size", [TABLET, PHONE, DESKTOP], ids=["tablet", "phone", "desktop"])
def test_the_russian_sheet_has_no_english_left_and_fits(
    size: dict[str, Any], server: Server, open_page: OpenPage
) -> None:
    setup = table(names=RUSSIAN_NAMES)
    address = server.arrange(setup, [found(0, "gold", 5), turn_ends(0)], name="Вечер пятницы")
    page = open_page(size, locale="ru")
    page.goto(address)

    sheet = LATIN.findall(words_of(page))
    assert no_sideways_scrolling(page)
    page.goto(f"{address}?do=find&resource=gold&seat=1&amount=12")
    pad = LATIN.findall(words_of(page))

    assert page.evaluate("() => document.documentElement.lang") == "ru"
    assert (sheet, pad) == ([], [])
    assert no_sideways_scrolling(page)


@pytest.mark.parametrize("size", [TABLET, PHONE, DESKTOP], ids=["tablet", "phone", "desktop"])
def test_the_polish_sheet_has_no_english_left_and_fits(
    size: dict[str, Any], server: Server, open_page: OpenPage
) -> None:
    setup = table(names=("Łukasz", "Zofia", "Grażyna", "Henryk"))
    address = server.arrange(setup, [found(0, "gold", 5), turn_ends(0)], name="Piątek")
    page = open_page(size, locale="pl")
    page.goto(address)

    sheet = ENGLISH.findall(words_of(page))
    assert no_sideways_scrolling(page)
    page.goto(f"{address}?do=find&resource=gold&seat=1&amount=12")
    pad = ENGLISH.findall(words_of(page))

    assert page.evaluate("() => document.documentElement.lang") == "pl"
    assert (sheet, pad) == ([], [])
    assert no_sideways_scrolling(page)


def words_of(page: Page) -> str:
    """Everything that is read on a page, seen or heard, but rule numbers and languages' names."""
    words: str = page.evaluate(
        """() => {
          const body = document.body.cloneNode(true);
          body.querySelectorAll("[lang], .rule-ref, noscript").forEach(node => node.remove());
          const told = ["aria-label", "title", "alt", "placeholder", "data-says"];
          const labels = [...body.querySelectorAll(told.map(name => `[${name}]`).join())]
            .flatMap(node => told.map(name => node.getAttribute(name) || ""));
          const heading = document.title.replace("Quartermaster", "");
          return [heading, body.textContent, ...labels].join("\\n");
        }"""
    )
    return words


def test_the_language_is_changed_on_any_page_and_remembered(server: Server, page: Page) -> None:
    page.goto(server.arrange(table()) + "/points")

    page.locator(".menu:not(#live) summary").tap()
    with page.expect_navigation():
        page.locator(".menu button[lang='pl']").tap()

    assert page.url.rstrip("?").endswith("/points")
    assert page.evaluate("() => document.documentElement.lang") == "pl"
    page.goto(server.address)
    assert page.evaluate("() => document.documentElement.lang") == "pl"


# --- Keyboard, changes, announcements -------------------------------------------------------------

FOCUSED: Final = """() => {
  const node = document.activeElement;
  const style = getComputedStyle(node);
  return {
    is_over: node === document.body,
    what: (node.closest("#pad") ? "pad " : "")
      + (node.href || node.name || node.textContent.trim()),
    outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
  };
}"""


def test_the_keyboard_alone_reaches_every_key_of_the_pad_and_focus_is_seen(
    server: Server, open_page: OpenPage
) -> None:
    page = open_page(DESKTOP)
    page.goto(server.arrange(table(), [found(0, "gold", 5)]))
    keys = page.evaluate(
        """() => [...document.querySelectorAll("#pad a, #pad button")]
          .map(node => "pad " + (node.href || node.name || node.textContent.trim()))"""
    )

    reached = []
    for _ in range(160):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED)
        if focused["is_over"]:
            break
        reached.append(focused["what"])
        assert focused["outline"] >= 2, focused["what"]

    # 6 found, 6 lost, 6 met, 11 events, two ends.
    assert len(keys) == 31
    assert [key for key in keys if key not in reached] == []


def test_an_entry_is_written_with_the_keyboard_alone(server: Server, open_page: OpenPage) -> None:
    address = server.arrange(table())
    page = open_page(DESKTOP)
    page.goto(address)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # skips to the pad

    tab_to(page, "resource=food")
    page.keyboard.press("Enter")
    expect(page.locator("#sum")).to_be_focused()
    page.keyboard.type("5+2")
    expect(page.locator("#preview-title")).to_be_visible()
    tab_to(page, "Save and end turn")
    with written(page):
        page.keyboard.press("Enter")

    assert server.entries_of(address) == [found(0, "food", 7), turn_ends(0)]


def tab_to(page: Page, part: str) -> None:
    for _ in range(60):
        if part in str(page.evaluate(FOCUSED)["what"]):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {part}")


def test_a_changed_number_is_shown_briefly_and_announced(
    server: Server, open_page: OpenPage
) -> None:
    player = Player(open_page(TABLET, reduced_motion="no-preference"))
    player.page.goto(server.arrange(table()))

    player.write(found(0, "gold", 5))

    changed = player.page.locator(".fig.changed")
    expect(changed).to_have_count(1)
    expect(player.page.locator("#seat-0 a[href$='/gold'] .changed")).to_be_visible()
    animation = changed.evaluate("element => getComputedStyle(element).animationName")
    assert animation == "changed"
    announced = player.page.locator("#announce")
    expect(announced).to_contain_text(re.compile(r"Anna: Gold \+\d+"))
    player.page.reload()
    expect(changed).to_have_count(0)


def test_no_card_moves_when_a_number_changes_or_the_turn_passes_on(
    server: Server, page: Page
) -> None:
    player = Player(page)
    player.page.goto(server.arrange(table(3, 3), [set_to(0, resources={"gold": 9})]))
    cards, rows = ".seat", ".seat .points, .seat .stock li"
    before = boxes_of(player.page, cards), boxes_of(player.page, rows)

    player.write(found(0, "gold", 99))

    assert (boxes_of(player.page, cards), boxes_of(player.page, rows)) == before
    player.write(found(0, "wood", 5), and_end_turn=True)
    assert boxes_of(player.page, cards) == before[0]


def boxes_of(page: Page, selector: str) -> list[list[float]]:
    boxes: list[list[float]] = page.evaluate(
        """async selector => {
          await document.fonts.ready;
          return [...document.querySelectorAll(selector)].map(element => {
            const box = element.getBoundingClientRect();
            return [box.x, box.y, box.width, box.height];
          });
        }""",
        selector,
    )
    return boxes


# --- A dead server --------------------------------------------------------------------------------


@contextmanager
def own_server(folder: Path, port: int) -> Iterator[str]:
    """The app as `./dev run` starts it; killed at the end, without a chance to tidy up."""
    process = Process({"QUARTERMASTER_DATA": str(folder)}, folder.parent / "log", port=port)
    process.wait()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()


def test_a_match_is_where_it_was_when_the_server_was_killed(
    folder: Path, free_port: int, open_page: OpenPage, watch: Watch
) -> None:
    watch.expected += ["net::ERR_", "Failed to load resource"]
    player = Player(open_page(TABLET))
    with own_server(folder, free_port) as address:
        sheet = player.set_up(address, table())
        player.write(found(0, "gold", 5), and_end_turn=True)
        player.fill_in(found(1, "wood", 7))
        player.confirming().wait_for()

    with own_server(folder, free_port):
        # The page stayed open all the while, with the entry filled in.
        player.confirm()

        player.page.goto(sheet)
        expect(player.page.locator("#corner")).to_contain_text("Undo: Boris finds 7 wood")
        with urlopen(f"{sheet}/history") as history:
            page = re.sub("<[^>]+>", "", history.read().decode())
        assert "Anna finds 5 gold" in page
