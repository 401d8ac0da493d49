"""The sheet on screens of every size: what is tapped all evening is always in reach."""

from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.arrange import (
    END_MONTH,
    LONG_RUSSIAN_NAMES,
    RUSSIAN_NAMES,
    UPKEEP,
    found,
    set_to,
    table,
    turn_ends,
)
from tests.browser.conftest import DESKTOP, PHONE, TABLET, OpenDevice, OpenPage
from tests.browser.player import written
from tests.browser.serving import OTHER_SECRET, SECRET, Server
from tracker.games.titles import TITLES

UPRIGHT_PHONE: Final = (390, 844)
PHONE_IN_BROWSER: Final = (390, 664)
PHONE_ON_ITS_SIDE: Final = (844, 390)
UPRIGHT_TABLET: Final = (810, 1080)
LOW: Final = ((1080, 650), (1024, 690), (1280, 650))
SIZES: Final = (
    UPRIGHT_PHONE,
    PHONE_IN_BROWSER,
    PHONE_ON_ITS_SIDE,
    (960, 540),
    UPRIGHT_TABLET,
    *LOW,
    (1080, 810),
)
FIND: Final = "?do=find&seat=0&resource=gold&amount=5"

OUT_OF_REACH: Final = """selector => [...document.querySelectorAll(selector)].filter(node => {
  const box = node.getBoundingClientRect();
  if (!box.width) return false;
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  // A small card opens as a whole: what lies over it is only that.
  const isCard = hit?.matches(".seat-open") && hit.parentElement.contains(node);
  return box.top < 0 || box.left < 0 || box.bottom > innerHeight || box.right > innerWidth
    || !(isCard || node.contains(hit) || hit?.closest("label, a, button") === node);
}).map(node => node.textContent.trim() || node.className)"""
"""Finds all that a finger cannot hit: off the screen, or with something else over it."""

CUT: Final = """selector => [...document.querySelectorAll(selector)].filter(node =>
  node.clientWidth > 4
  && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 4)
).map(node => node.textContent.trim())"""
"""Words that their place cuts off."""

BROKEN: Final = """() => {
  const range = document.createRange();
  const isSeen = element => !element.closest("template, noscript, dialog, .vh")
    && element.checkVisibility() && getComputedStyle(element).clipPath === "none";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const broken = [];
  const isOnLines = () =>
    new Set([...range.getClientRects()].map(box => Math.round(box.top))).size > 1;
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    range.selectNodeContents(text);
    // Most texts stand on one line, and so does each of their words.
    if (!isOnLines() || !isSeen(text.parentElement)) continue;
    for (const word of text.data.matchAll(/[^\\s-]+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (isOnLines()) broken.push(word[0]);
    }
  }
  return broken;
}"""
"""Words with a part of them on the next line."""

SMALL: Final = """() => [...document.querySelectorAll("a, button, summary, .key")].filter(node => {
  const box = node.getBoundingClientRect();
  if (!node.checkVisibility({visibilityProperty: true}) || box.width < 2) return false;
  if (getComputedStyle(node).clipPath !== "none") return false;
  if (box.width > 43.5 && box.height > 43.5) return false;
  return node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map(node => node.getAttribute("href") ?? node.textContent.trim())"""
"""Finds all that a finger would hit and that is under 44 px."""


KEYS: Final = """number => {
  const events = document.querySelector(".events");
  const keys = () => events.querySelectorAll(".key:not(.end-round)");
  while (keys().length > number) keys()[number].remove();
  while (keys().length < number) keys()[0].before(keys()[0].cloneNode(true));
}"""
"""Leaves or makes this many keys for events."""

CUT_CARDS: Final = """() => [...document.querySelectorAll(".seat")].filter(
  card => card.offsetHeight > card.parentElement.clientHeight + 1
).length"""


@pytest.fixture(scope="module")
def crowded(server: Server) -> str:
    """Six seats with something in every place; the first has the turn."""
    return server.arrange(table(3, 3), _wealth(6))


def _wealth(seats: int) -> list[dict[str, Any]]:
    people = {"volunteer": 3, "northern_soldier": 12}
    resources = dict.fromkeys(("gold", "medicine", "weapons", "water", "food"), 131)
    return [
        *(set_to(seat, people=people, resources=resources) for seat in range(seats)),
        found(0, "gold", 5),
    ]


@pytest.fixture(params=["en", "ru", "pl"])
def page(request: pytest.FixtureRequest, server: Server, open_page: OpenPage) -> Page:
    opened = open_page({"has_touch": True}, locale=request.param)
    opened.goto(f"{server.address}/healthz")
    # The line that the screen may sleep is there until it is read.
    opened.evaluate("() => { localStorage['may-sleep-read'] = 'yes'; }")
    return opened


def resize(page: Page, size: tuple[int, int]) -> None:
    """Turn or shrink the screen, and wait until the page is drawn for it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    drawn = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    page.evaluate(f"() => {drawn}")


def show(page: Page, address: str) -> None:
    page.goto(address)
    page.evaluate("() => document.fonts.ready")


def reached(page: Page, selector: str, at_least: int) -> None:
    assert page.locator(selector).count() >= at_least
    assert page.evaluate(OUT_OF_REACH, selector) == [], page.viewport_size


def is_still(page: Page) -> bool:
    """Return whether the page as a whole has nothing to scroll."""
    still: bool = page.evaluate(
        """() => document.scrollingElement.scrollHeight <= innerHeight
          && document.scrollingElement.scrollWidth <= innerWidth"""
    )
    return still


def test_pad_undo_and_the_seat_on_turn_are_always_in_reach(page: Page, crowded: str) -> None:
    words = "#pad .key-word, #corner .key-word, .bar-turn span, .seat-turn .seat-name"
    show(page, crowded)
    for size in SIZES:
        resize(page, size)
        assert is_still(page), size
        reached(page, "#pad a.key, #pad button.key", 19)
        reached(page, "#corner button", 2)
        reached(page, ".ends button, .bar-turn, .seat-turn .seat-name, .seat-turn .points", 4)
        if size == UPRIGHT_PHONE:
            reached(page, ".seat-turn .camp a", 3)
        assert page.evaluate(CUT, words) == [], size
        assert page.evaluate(BROKEN) == [], size
        assert page.evaluate(SMALL) == [], size
    for size in (PHONE_IN_BROWSER, PHONE_ON_ITS_SIDE):
        resize(page, size)
        page.locator(".events-key").tap()
        reached(page, ".events .key, .ends button, .events-key", 14)
        page.locator(".events-key").tap()

    show(page, crowded + FIND)
    for size in SIZES:
        resize(page, size)
        assert is_still(page), size
        reached(page, ".keypad .key, .confirm button", 14)
        reached(page, "#corner button, .step-head .btn, .preview .line", 4)
        reached(page, ".bar-turn, .seat-turn .seat-name, .seat-turn .points", 3)
        assert page.evaluate(CUT, ".confirm .key-word, .preview .key-word") == [], size
        assert page.evaluate(BROKEN) == [], size


def test_nine_seats_fit_with_whole_words_and_a_card_too_small_for_a_finger_opens_large(
    page: Page, server: Server
) -> None:
    crowd = [*_wealth(9), set_to(2, lost_turns=1)]
    show(page, server.arrange(table(5, 4), crowd))
    words = "#pad .key-word, .seat-name, .seat-role, .stock .word, .stock .fig"
    for size in (*LOW, UPRIGHT_TABLET, (1080, 810), (1440, 900), (1920, 1080)):
        resize(page, size)
        assert is_still(page), size
        assert page.locator(".seat").count() == 9
        assert page.evaluate(CUT, words) == [], size
        assert page.evaluate(BROKEN) == [], size
        assert page.evaluate(SMALL) == [], size

    resize(page, (1080, 810))
    page.locator("#seat-0 .seat-open").tap()
    reached(page, "#seat-0 a.number", 10)
    assert page.evaluate(SMALL) == []
    page.locator("#seat-0 + .seat-close").tap(position={"x": 20, "y": 400})
    expect(page.locator("#seat-0 .seat-open")).to_be_visible()


def test_a_phone_that_writes_for_one_seat_shows_it_first_and_others_follow_the_turn(
    server: Server, open_device: OpenDevice
) -> None:
    setup = table()
    address = server.arrange(setup)
    server.join(address, OTHER_SECRET, seat=2)
    own = open_device({**PHONE, "is_mobile": False}, secret=OTHER_SECRET).new_page()
    all_seats = open_device({**PHONE, "is_mobile": False}).new_page()
    for page in (own, all_seats):
        show(page, address)
    reached(own, "#seat-2 .seat-name", 1)
    reached(all_seats, "#seat-0 .seat-name", 1)

    server.write(address, setup, turn_ends(0), SECRET)

    expect(all_seats.locator("#seat-1.seat-turn .seat-name")).to_be_in_viewport()
    expect(own.locator(".bar-turn")).to_contain_text("Boris")
    reached(own, "#seat-2 .seat-name", 1)


def test_the_seats_on_a_phone_stand_in_the_order_of_their_tabs(
    server: Server, open_page: OpenPage
) -> None:
    page = open_page({**PHONE, "is_mobile": False})
    show(page, server.arrange(table(3, 3)))

    tabs = page.locator(".seat-tabs a").evaluate_all("tabs => tabs.map(tab => tab.hash.slice(1))")
    cards = page.locator(".seat").evaluate_all(
        "cards => cards.map(card => [card.getBoundingClientRect().x, card.id])"
    )

    assert [seat for _, seat in sorted(cards)] == tabs == [seat for _, seat in cards]
    reached(page, "#seat-0 .seat-name", 1)


def test_russian_names_stay_whole_on_a_phone(server: Server, open_page: OpenPage) -> None:
    page = open_page({"has_touch": True}, locale="ru")
    resize(page, UPRIGHT_PHONE)
    show(page, server.arrange(table(names=RUSSIAN_NAMES)))

    assert page.evaluate(CUT, ".bar-turn span, .seat-name, .seat-tabs span") == []


WIDE: Final = (
    (END_MONTH, "?do=hq_trade&seat=0&give=weapons&get=water"),
    (END_MONTH, "?do=trade&seat=0&with=1&give.water=3"),
    (None, "?do=correct&seat=0&set.resources.gold=7&reason=forgotten"),
    (None, "/entries/0?take_out=1"),
)


def test_what_a_form_would_do_and_its_button_are_always_in_sight(
    server: Server, open_page: OpenPage
) -> None:
    page = open_page({"has_touch": True})
    turns = server.arrange(table(), _wealth(4))
    trades = server.arrange(table(), [*_wealth(4), END_MONTH])
    for ends, asked in WIDE:
        show(page, (trades if ends else turns) + asked)
        for size in SIZES:
            resize(page, size)
            reached(page, ".work-side .next-step button, .work-side .next-step .btn", 2)
            assert page.get_by_role("button", name="Show what").count() == 0
            if size == (1080, 810) and "do=trade" in asked:
                reached(page, ".stepper [id^=less-], .stepper [id^=num-]", 24)
    show(page, f"{turns}?do=lure&seat=0")
    resize(page, UPRIGHT_PHONE)
    expect(page.locator(".work-side")).to_contain_text("already turned over the first tile")
    reached(page, ".work-side .next-step .btn", 1)


def test_a_line_about_the_screen_leaves_a_phones_seat_in_sight(
    crowded: str, open_page: OpenPage
) -> None:
    page = open_page({"has_touch": True}, locale="ru")
    show(page, crowded)
    seat = ".seat-turn .seat-name, .seat-turn .points, .seat-turn .stock a, .bar-turn"
    for size in (UPRIGHT_PHONE, PHONE_IN_BROWSER, PHONE_ON_ITS_SIDE):
        resize(page, size)
        page.evaluate("() => document.documentElement.classList.remove('is-sleepy')")
        before = page.locator(".seat-turn").bounding_box()
        page.evaluate("() => document.documentElement.classList.add('is-sleepy')")
        assert page.locator(".seat-turn").bounding_box() == before
        reached(page, seat, 9)
    page.locator(".menu:not(#live) summary").tap()
    expect(page.locator(".menu-sleep")).to_be_visible()


def test_help_is_typed_on_the_keypad_of_the_pad(server: Server, open_page: OpenPage) -> None:
    arm = [set_to(0, resources={"weapons": 0}), set_to(2, resources={"weapons": 20})]
    address = server.arrange(table(), arm)
    page = open_page({"has_touch": True})
    for size in (UPRIGHT_PHONE, UPRIGHT_TABLET, (1080, 810)):
        resize(page, size)
        show(page, f"{address}?do=meet&seat=0&kind=cherokee&count=6")
        page.locator(".key-ask").tap()
        page.locator("[id='num-help.2']").tap()
        reached(page, ".number-pad .key:not([hidden]), .confirm button, .preview .verdict", 15)
    page.locator(".number-pad [value='1']").tap()
    page.locator(".number-pad [value='2']").tap()
    expect(page.locator(".preview")).to_contain_text("beaten off with 12 weapons")
    with written(page):
        page.locator(".confirm form:not(:has([name=then_end_turn])) button").tap()

    help_ = [{"seat": 2, "weapons": 12}]
    met = {"do": "meet", "seat": 0, "kind": "cherokee", "count": 6, "help": help_}
    assert server.entries_of(address)[-1] == met


def test_a_number_is_corrected_from_the_card_on_a_phone_without_scrolling(
    server: Server, open_page: OpenPage
) -> None:
    address = server.arrange(table(), _wealth(4))
    page = open_page({"has_touch": True})
    resize(page, UPRIGHT_PHONE)
    show(page, address)
    page.locator("#seat-0 .points a").tap()
    page.locator(".sum").wait_for()
    undo = page.locator("#corner").bounding_box()
    assert undo is not None
    assert undo["y"] + undo["height"] == UPRIGHT_PHONE[1]
    page.locator(".sum a.btn").tap()
    for key in ("3", "sign"):
        page.locator(f"#key-{key}").tap()
        expect(page.locator("#sum")).to_have_value("3" if key == "3" else "-3")
    page.locator("label.pick", has=page.locator("#why-misread")).tap()
    save = page.locator(".work-side .next-step button")
    save.wait_for()
    for size in (PHONE_IN_BROWSER, UPRIGHT_PHONE):
        resize(page, size)
        reached(page, ".work-form .keypad .key, .work-form .pick, .work-side .next-step button", 16)
    with written(page):
        save.tap()

    corrected = {"do": "correct", "seat": 0, "set": {"points": -3}, "reason": "Misread"}
    assert server.entries_of(address)[-1] == corrected


def test_numbers_are_typed_on_the_keypad_and_write_hears_the_next_tap(
    server: Server, open_page: OpenPage
) -> None:
    address = server.arrange(table(), [*_wealth(4), END_MONTH])
    page = open_page(PHONE)
    page.goto(f"{address}?do=trade&seat=0&with=1")
    keys = page.locator(".number-pad button")

    page.locator("[id='num-give.water']").tap()
    for digit in "13":
        keys.locator(f"text={digit}").tap()
    page.locator("[id='num-get.food']").tap()
    keys.locator("text=All").tap()
    expect(page.locator("[id='num-give.water']")).to_have_value("13")
    expect(page.locator("[id='num-get.food']")).to_have_value("131")
    with written(page):
        page.locator(".work-side .next-step button").tap()

    trade = {"do": "trade", "seat": 0, "with": 1, "give": {"water": 13}, "get": {"food": 131}}
    assert server.entries_of(address)[-1] == trade


def test_a_held_plus_goes_on_by_itself_up_to_what_there_is(
    server: Server, open_page: OpenPage
) -> None:
    page = open_page(DESKTOP)
    page.goto(server.arrange(table(), [*_wealth(4), END_MONTH]) + "?do=hq_trade&seat=0")
    page.locator("label", has=page.locator("#give-weapons")).click()
    page.locator("label", has=page.locator("#get-water")).click()
    expect(page.locator(".work-form")).to_contain_text("Get how many? (131 weapons: up to 26)")

    page.locator("#more-times").hover()
    page.mouse.down()
    expect(page.locator("#num-times")).to_have_value("26")
    page.mouse.up()

    expect(page.locator(".work-side")).to_contain_text("131 → 1")


GAP_ABOVE_UNDO: Final = """() => document.getElementById("corner").getBoundingClientRect().top
  - document.querySelector(".step-bar").getBoundingClientRect().bottom"""
"""The height of the strip between the step's bar and the undo bar, in which a row would show."""
OVER_VERDICT: Final = """() => [...document.querySelectorAll(".camp-row")].filter(row => {
  const [points, verdict] = [".camp-points", ".camp-needs"].map(
    name => row.querySelector(name).getBoundingClientRect());
  return Math.min(points.right, verdict.right) > Math.max(points.left, verdict.left)
    && Math.min(points.bottom, verdict.bottom) > Math.max(points.top, verdict.top);
}).length"""
"""The number of camps whose points lie over the word that says whether they have enough."""


def test_the_months_end_has_its_main_button_at_the_foot_of_the_screen(
    server: Server, open_page: OpenPage
) -> None:
    page = open_page({"has_touch": True}, locale="ru")
    hungry = [set_to(seat, people={"volunteer": 16}) for seat in range(6)]
    six = table(3, 3, LONG_RUSSIAN_NAMES)
    trades = server.arrange(six, [*hungry, END_MONTH])
    battles = server.arrange(six, [*hungry, END_MONTH, UPKEEP])
    for address, do in ((trades, "upkeep"), (battles, "next_month")):
        show(page, address)
        for size in SIZES:
            resize(page, size)
            reached(page, f'.step-bar form:has([value*="{do}"]) button, #corner button', 2)
            width = page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
            assert width <= 0, (size, do)
            assert page.evaluate(CUT, ".camp-row h3 span") == [], (size, do)
            if do == "upkeep":
                assert page.evaluate(OVER_VERDICT) == 0, size
            if size in (UPRIGHT_PHONE, UPRIGHT_TABLET):
                assert page.evaluate(GAP_ABOVE_UNDO) <= 0, (size, do)
        assert page.locator(".camp-row .camp-buttons").count() == 6
        page.evaluate("() => { document.documentElement.dataset.text = 'larger'; }")
        for size in (UPRIGHT_PHONE, (1080, 810)):
            resize(page, size)
            width = page.evaluate("() => document.scrollingElement.scrollWidth - innerWidth")
            assert width <= 0, (size, do)
    # The totals from paper fit into their box too.
    show(page, f"{trades}/paper/pencilled")
    for size in SIZES:
        resize(page, size)
        overflow = "box => box.scrollWidth - box.clientWidth"
        assert page.locator(".scroll").evaluate(overflow) <= 0, size


def test_theme_text_signal_and_side_are_kept_on_the_device(
    crowded: str, desktop: BrowserContext
) -> None:
    page = desktop.new_page()
    page.goto(crowded)
    page.locator(".menu:not(#live) summary").click()
    for name, value in (("theme", "dark"), ("text", "large"), ("turned", "over")):
        page.locator(f'[data-preference="{name}"][value="{value}"]').click()
    page.mouse.click(1250, 870)
    expect(page.locator(".menu[open]")).to_have_count(0)

    # The first frame that is drawn is in the chosen theme already.
    page.add_init_script(
        """requestAnimationFrame(function look() {
          if (!document.body) return requestAnimationFrame(look);
          window.firstPaper = getComputedStyle(document.body).backgroundColor;
        })"""
    )
    page.reload()

    assert page.evaluate("() => window.firstPaper") == "rgb(20, 16, 11)"
    assert page.evaluate("() => getComputedStyle(document.documentElement).fontSize") == "17.92px"
    assert page.evaluate("() => getComputedStyle(document.body).rotate") == "180deg"
    assert is_still(page)


def test_the_turn_is_signalled_where_it_was_asked_for(
    server: Server, desktop: BrowserContext
) -> None:
    setup = table()
    address = server.arrange(setup)
    page = desktop.new_page()
    page.add_init_script('localStorage["prefers signal"] = "vibration"')
    page.goto(address)

    server.write(address, setup, turn_ends(0), SECRET)

    expect(page.locator("html[data-signalled]")).to_have_attribute("data-signalled", "Boris")


SHIFTS: Final = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 800);
})"""


def test_nothing_jumps_while_the_sheet_loads(crowded: str, open_device: OpenDevice) -> None:
    for size in ((1440, 900), (1080, 810), (390, 844)):
        width, height = size
        page = open_device({"viewport": {"width": width, "height": height}}).new_page()
        page.goto(crowded)
        assert page.evaluate(SHIFTS) <= 0.02, size


def test_a_digit_styles_no_card_anew(server: Server, tablet: BrowserContext) -> None:
    """A card that is tried in another size first is styled twice at every tap."""
    page = tablet.new_page()
    page.goto(server.arrange(table(5, 4)) + "?do=find&seat=0&resource=gold")
    tools = tablet.new_cdp_session(page)
    tools.send("Performance.enable")

    def styled() -> int:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return int(next(each["value"] for each in metrics if each["name"] == "RecalcStyleCount"))

    before = styled()
    page.locator("#key-5").tap()
    expect(page.locator(".confirm button").first).to_be_visible()

    assert styled() - before < 40


OPENED: Final = """key => new Promise(done => {
  const place = () => JSON.stringify(document.querySelector("label.pick").getBoundingClientRect());
  addEventListener("htmx:afterSwap", () => {
    const first = place();
    setTimeout(() => done([first, place()]), 100);
  }, {once: true});
  key.click();
})"""


def test_a_step_opens_where_it_stays_so_that_a_quick_tap_hits(
    crowded: str, open_page: OpenPage
) -> None:
    page = open_page(TABLET)
    page.goto(crowded)

    first, later = page.locator('#pad a.key[href*="do=hand_turn"]').evaluate(OPENED)
    assert first == later


def test_a_find_is_written_undone_and_left_by_the_keyboard(
    server: Server, open_page: OpenPage
) -> None:
    address = server.arrange(table())
    page = open_page(DESKTOP)
    page.goto(address)
    gold = page.locator('#pad a.key[href*="do=find"][href*="gold"]')

    gold.press("Enter")
    expect(page.locator("#sum")).to_be_focused()
    with written(page):
        page.keyboard.type("12")
        page.keyboard.press("Enter")
    assert server.entries_of(address) == [found(0, "gold", 12)]

    expect(page.locator(".pad-home")).to_be_visible()
    with written(page):
        page.keyboard.press("Control+z")
    assert server.entries_of(address) == []
    gold.press("Enter")
    expect(page.locator("#sum")).to_be_focused()
    with page.expect_navigation():  # until its scripts listen to the keys
        page.keyboard.press("Escape")
    expect(page.locator(".pad-home")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#seat-2 .points a")).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("#keys-dialog")).to_contain_text("Ctrl")


def test_a_match_is_started_without_scrolling(page: Page, server: Server) -> None:
    for title in TITLES:
        show(page, f"{server.address}/new?title={title}")
        for size in SIZES:
            resize(page, size)
            reached(page, ".start-bar button", 1)
            assert page.evaluate(BROKEN) == [], size


BUTTONS_OF_CAMPS: Final = """() => [...document.querySelectorAll(".camp-buttons .btn")].map(key => {
  const {width, height} = key.getBoundingClientRect();
  return [width, height, key.querySelector("span").getBoundingClientRect().width];
})"""
"""Width and height of each button, and the width of its word."""


def test_the_buttons_of_a_camp_say_in_words_what_they_do_on_a_phone(
    page: Page, server: Server
) -> None:
    poor = dict.fromkeys(("gold", "medicine", "weapons", "water", "food", "wood"), 5)
    camps = [set_to(seat, people={"volunteer": 12}, resources=poor) for seat in range(4)]
    show(page, server.arrange(table(), [*camps, END_MONTH]))
    for size in (UPRIGHT_PHONE, PHONE_IN_BROWSER, (360, 640)):
        resize(page, size)
        buttons = page.evaluate(BUTTONS_OF_CAMPS)
        assert len(buttons) >= 8
        for width, height, width_of_word in buttons:
            assert min(width, height) >= 44, size
            assert width_of_word > 20, "it is seen, not only heard"
        assert page.evaluate(CUT, ".camp-buttons .btn span, .camp-row h3 span") == [], size
        assert page.evaluate(BROKEN) == [], size
        assert is_as_wide_as_the_screen(page), size


def is_as_wide_as_the_screen(page: Page) -> bool:
    """Return whether nothing has to be scrolled sideways."""
    is_wide: bool = page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    return is_wide


def test_the_graph_of_the_points_is_whole_on_a_phone(page: Page, server: Server) -> None:
    names = [f"{letter}ilhelmina-Maximiliana" for letter in "ABCDEFGHI"]
    ahead = [set_to(seat, points=5 * seat - 20) for seat in range(9)]
    address = server.arrange(table(5, 4, names), [*ahead, END_MONTH, UPKEEP], "Nine on a Friday")
    show(page, f"{address}/points")
    outside = """() => [...document.querySelectorAll(".graph text")].filter(text => {
      const box = text.getBoundingClientRect();
      const leaf = text.closest("section").getBoundingClientRect();
      return box.width && (box.left < leaf.left || box.right > leaf.right || box.height < 10);
    }).map(text => text.textContent.trim())"""
    for size in (UPRIGHT_PHONE, (360, 640)):
        resize(page, size)
        assert page.locator(".graph:visible text").count() > 9
        assert page.evaluate(outside) == [], size
        expect(page.locator(".graph-wide")).to_be_hidden()
    resize(page, (1080, 810))
    expect(page.locator(".graph-narrow")).to_be_hidden()
    assert page.evaluate(outside) == []


@pytest.mark.parametrize("number", [6, 7, 12, 13, 15, 18])
def test_the_pad_takes_more_keys_and_cuts_no_card(
    number: int, server: Server, open_page: OpenPage
) -> None:
    address = server.arrange(table(3, 3), _wealth(6))
    page = open_page({"has_touch": True})
    page.goto(address)
    page.evaluate(KEYS, number)
    for size in (*SIZES, (1440, 900)):
        resize(page, size)
        if page.locator(".events-key").is_visible() and not page.locator(".events").is_visible():
            page.locator(".events-key").click()

        assert page.evaluate(OUT_OF_REACH, ".events .key") == [], size
        if size == UPRIGHT_PHONE:
            assert page.evaluate(OUT_OF_REACH, ".seat-turn .camp a") == []
        elif min(size) >= 600:
            assert page.evaluate(CUT_CARDS) == 0, size
        assert is_still(page), size


@pytest.mark.parametrize("name", ["Anna", "Maximiliana Wilhelmina von Hohenstaufen"])
def test_the_preview_leaves_the_last_row_of_a_headquarters_trade_free(
    page: Page, server: Server, name: str
) -> None:
    setup = table(names=(name, "Boris", "Clara", "David"))
    address = server.arrange(setup, [*_wealth(4), END_MONTH], "Friday")
    show(page, f"{address}?do=hq_trade&seat=0&give=weapons&get=water&times=20")
    page.evaluate("() => document.documentElement.classList.add('is-sleepy')")
    for size in (PHONE_IN_BROWSER, UPRIGHT_PHONE):
        resize(page, size)
        row = page.locator(".work-form .choice-row").last.bounding_box()
        side = page.locator(".work-side").bounding_box()
        assert row
        assert side
        assert row["y"] + row["height"] + 4 <= side["y"], size
        reached(page, ".work-form .choice-row .btn, .work-side .btn", 3)
