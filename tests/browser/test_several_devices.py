"""Several devices at one table: each shows what the others write, a bad network loses nothing."""

import os
import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from tests.browser.arrange import found, set_to, table, turn_ends
from tests.browser.conftest import PHONE, TABLET, TIMEOUT_MS, OpenPage, Watch, opened
from tests.browser.player import Player, written
from tests.browser.serving import (
    FLAGS,
    HOST,
    OTHER_SECRET,
    SECRET,
    Server,
    id_of,
    launching,
    secret_of,
    share_key,
)
from tests.processes import Server as Process
from tracker.engine import match_file
from tracker.games.titles import TITLES
from tracker.service.matches import Matches
from tracker.service.rights import name_of
from tracker.settings import Settings
from tracker.store.database import Database
from tracker.store.devices import Right

AWAY: Final = ("net::ERR_", "htmx:", "Failed to load resource")
"""The words of a browser for a server that is not there."""


@pytest.fixture
def other(open_page: OpenPage) -> Page:
    """A page on somebody else's phone."""
    return open_page(PHONE, secret=OTHER_SECRET)


def number(page: Page, seat: int, column: str) -> int:
    link = page.locator(f'#seat-{seat} a.number[href$="/{column}"] .fig')
    return int(link.inner_text().replace("−", "-"))


def expect_number(page: Page, seat: int, column: str, value: int) -> None:
    link = page.locator(f'#seat-{seat} a.number[href$="/{column}"] .fig')
    expect(link).to_have_text(str(value))


def expect_state(page: Page, state: str) -> None:
    expect(page.locator("#live")).to_have_attribute("data-state", state)


# --- Live -----------------------------------------------------------------------------------------


def test_a_change_is_on_the_other_devices_and_nothing_that_is_typed_there_is_lost(
    server: Server, open_page: OpenPage, other: Page
) -> None:
    address = server.arrange(table())
    server.join(address, OTHER_SECRET)
    page, player = other, Player(open_page(TABLET))
    page.goto(address)
    player.page.goto(address)
    page.locator('#pad a.key[href*="do=find"][href*="resource=gold"]').tap()
    page.locator("#sum").type("12")
    page.evaluate("() => { scrollTo(0, 80); window.isOld = true; }")
    scrolled = page.evaluate("() => scrollY")
    expect(page.locator("#live .live-here")).to_have_text("2 devices")

    player.write(found(0, "wood", 7))

    expect_number(page, 0, "wood", 17)
    expect(page.locator("#announce")).to_have_text("Anna: Wood +7.")
    expect(page.locator("#corner")).to_contain_text("Anna finds 7 wood")
    assert page.evaluate("() => [window.isOld, document.activeElement.id, scrollY]") == [
        True,
        "sum",
        scrolled,
    ]
    assert page.locator("#sum").input_value() == "12"
    with written(page):
        page.keyboard.press("Enter")
    assert server.entries_of(address) == [found(0, "wood", 7), found(0, "gold", 12)]
    expect_number(player.page, 0, "gold", number(page, 0, "gold"))


def test_a_tap_while_the_page_is_renewed_is_not_lost(server: Server, page: Page) -> None:
    setup = table()
    address = server.arrange(setup)
    page.goto(address)
    step = page.locator("#sum")

    with renewed_late(page, address):
        server.write_all(address, setup, [found(0, "wood", 7)])
        page.locator('#pad a.key[href*="do=find"][href*="resource=gold"]').tap()
        step.wait_for()

    expect_number(page, 0, "wood", 17)
    expect(step).to_be_visible()

    with renewed_late(page, address):
        server.write_all(address, setup, [found(0, "wood", 2)])
        page.locator("#key-4").tap()
        expect(step).to_have_value("4")

    expect_number(page, 0, "wood", 19)
    expect(step).to_have_value("4")


@contextmanager
def renewed_late(page: Page, address: str) -> Iterator[None]:
    """The page that is fetched for a new version of the match comes after all that is done here."""
    held: list[Route] = []

    def hold_first(route: Route) -> None:
        if is_live(route.request) and not held:
            held.append(route)
        else:
            route.continue_()

    page.route(address, hold_first)
    with page.expect_request(lambda request: request.url == address and is_live(request)):
        yield
    while not held:  # a request is reported before it is held
        page.wait_for_timeout(1)
    held[0].continue_()


def is_live(request: Request) -> bool:
    """Return whether a page asks for what changed on it."""
    return "x-live" in request.headers


def test_the_preview_of_an_open_step_follows_the_table(
    server: Server, open_page: OpenPage, other: Page
) -> None:
    address = server.arrange(table())
    server.join(address, OTHER_SECRET)
    page, player = Player(other), Player(open_page(TABLET))
    page.page.goto(address)
    player.page.goto(address)
    page.fill_in(found(0, "gold", 12))
    page.confirming().wait_for()

    player.write(turn_ends(0))

    expect(page.page.locator("#pad .verdict-bad")).to_contain_text("It is Boris's turn")
    expect(page.confirming()).to_have_count(0)
    assert page.page.locator("#sum").input_value() == "12"


def test_the_months_end_and_the_history_follow_too(
    server: Server, open_page: OpenPage, other: Page
) -> None:
    address = server.arrange(table(), [{"do": "end_month"}])
    history, page = open_page(PHONE, secret=OTHER_SECRET), other
    history.goto(f"{address}/history")
    page.goto(address)
    expect(page.get_by_role("heading", name="Trades, then the upkeep")).to_be_visible()
    player = Player(open_page(TABLET))
    player.page.goto(address)

    player.write({"do": "upkeep"})

    expect(page.get_by_role("heading", name="Battles between players")).to_be_visible()
    expect(history.locator(".entry")).to_have_count(2)
    assert player.page.evaluate("() => scrollY") == 0  # where the battles begin


def test_from_the_sheet_to_the_months_end_and_back_the_bar_says_that_all_is_saved(
    server: Server, page: Page
) -> None:
    address = server.arrange(table())
    page.goto(address)
    expect(page.locator(".live-here b")).to_have_text("1")

    for entry in ({"do": "end_month"}, {"do": "upkeep"}, {"do": "next_month"}):
        Player(page).write(entry)
        expect_state(page, "saved")
        expect(page.locator("#live [data-when=saved]").first).to_be_visible()
    page.locator("#corner form[action$='/undo'] button").tap()
    expect(page.get_by_role("heading", name="Battles between players")).to_be_visible()
    expect_state(page, "saved")


def test_a_page_whose_stream_is_blocked_asks_instead(
    server: Server, open_page: OpenPage, other: Page, watch: Watch
) -> None:
    watch.expected += ["net::ERR_FAILED"]
    address = server.arrange(table())
    other.route("**/stream", lambda route: route.abort())
    page, player = other, Player(open_page(TABLET))
    page.goto(address)
    player.page.goto(address)

    player.write(found(0, "wood", 7))

    expect_number(page, 0, "wood", 17)
    expect_state(page, "saved")


def test_a_second_tap_that_comes_after_the_page_has_changed_ends_no_second_turn(
    server: Server, page: Page
) -> None:
    address = server.arrange(table())
    page.goto(address)
    box = page.locator(".ends button").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    with written(page):
        page.touchscreen.tap(x, y)
    page.touchscreen.tap(x, y)
    page.wait_for_load_state("networkidle")

    assert server.entries_of(address) == [turn_ends(0)]


# --- Offline --------------------------------------------------------------------------------------


def write_offline(page: Page, entry: Mapping[str, Any], *, end_turn: bool = False) -> None:
    """An entry on the pad that needs no server, for the seat that it names."""
    what = f'[href*="resource={entry["resource"]}"]'
    page.locator(f'#pad a.key[href*="do={entry["do"]}"]{what}').tap()
    choose_seat(page, entry["seat"])
    for digit in str(entry["amount"]):
        page.locator(f"#key-{digit}").tap()
    page.locator(f"[data-write={'end' if end_turn else 'only'}]").tap()
    page.locator(".pad-home").wait_for()


def choose_seat(page: Page, seat: int) -> None:
    page.locator(f"#pad[data-offline] label:has([name=seat][value='{seat}'])").tap()


def test_what_is_written_without_a_network_waits_and_is_sent_once_and_in_order(
    server: Server, open_page: OpenPage, watch: Watch
) -> None:
    watch.expected += AWAY
    address = server.arrange(table())
    player = Player(open_page(TABLET))
    page = player.page
    page.goto(address)
    player.fill_in(found(0, "gold", 5))
    player.confirming(and_end_turn=True).wait_for()

    page.context.set_offline(True)
    player.confirming(and_end_turn=True).tap()
    expect_state(page, "offline")
    write_offline(page, found(1, "wood", 23), end_turn=True)
    page.locator(".ends button").first.tap()
    choose_seat(page, 2)
    page.locator("[data-write]").tap()
    page.locator("#live summary").tap()
    waiting = page.locator("#live .waiting-item")
    expect(waiting).to_have_text(
        [
            re.compile("Anna finds 5 gold"),
            re.compile("Boris · Found · Wood · 23"),
            re.compile("Clara · End turn"),
        ]
    )
    assert server.entries_of(address) == []

    page.context.set_offline(False)
    page.reload()
    expect_state(page, "saved")
    expect_number(page, 1, "wood", 33)
    page.reload()
    expect_state(page, "saved")

    assert server.entries_of(address) == [
        found(0, "gold", 5),
        turn_ends(0),
        found(1, "wood", 23),
        turn_ends(1),
        turn_ends(2),
    ]


def test_whose_turn_it_is_is_asked_once_the_end_of_one_waits(
    server: Server, page: Page, watch: Watch
) -> None:
    """The next seat may have lost its turn, as Boris here: only the rules know."""
    watch.expected += AWAY
    address = server.arrange(table(), [set_to(1, lost_turns=1)])
    page.goto(address)
    page.context.set_offline(True)
    expect_state(page, "offline")
    wood = page.locator('#pad a.key[href*="do=find"][href*="resource=wood"]')
    chosen = page.locator("#pad[data-offline] [name=seat]:checked")

    wood.tap()
    expect(chosen).to_have_value("0")
    page.locator("#key-5").tap()
    page.locator("[data-write=end]").tap()

    expect(page.locator("#pad-title")).to_have_text("Whose turn is it?")
    wood.tap()
    page.locator("#key-7").tap()
    expect(chosen).to_have_count(0)
    for button in page.locator("[data-write]").all():
        expect(button).to_be_disabled()
    choose_seat(page, 2)
    page.locator("[data-write=only]").tap()
    page.context.set_offline(False)
    expect_state(page, "saved")
    assert server.entries_of(address)[1:] == [
        found(0, "wood", 5),
        turn_ends(0),
        found(2, "wood", 7),
    ]


def test_what_the_rules_then_refuse_is_mended_or_dropped(
    server: Server, open_page: OpenPage, other: Page, watch: Watch
) -> None:
    watch.expected += AWAY
    address = server.arrange(table())
    server.join(address, OTHER_SECRET)
    page, player = other, Player(open_page(TABLET))
    page.goto(address)
    player.page.goto(address)
    other.context.set_offline(True)
    for amount in (4, 6):
        write_offline(page, found(0, "wood", amount))
    player.write(turn_ends(0))

    other.context.set_offline(False)
    expect_state(page, "refused")
    page.locator("#live summary").tap()
    refused = page.locator("#live .waiting-item")
    expect(refused).to_have_count(2)
    expect(refused.first).to_contain_text("It is Boris's turn")
    refused.last.get_by_role("button").tap()
    expect(refused).to_have_count(1)
    player.write({"do": "hand_turn", "to": 0})
    refused.get_by_role("link").tap()
    expect(page.locator("#sum")).to_have_value("4")
    expect_state(page, "refused")
    Player(page).confirm()

    expect_state(page, "saved")
    assert server.entries_of(address)[2:] == [found(0, "wood", 4)]


def test_what_needs_the_server_says_so_and_leaves_the_page_where_it_is(
    server: Server, page: Page, watch: Watch
) -> None:
    watch.expected += AWAY
    address = server.arrange(table(), [found(0, "gold", 5)])
    page.goto(address)
    page.context.set_offline(True)
    expect_state(page, "offline")

    for what in (
        "#corner form[action$='/undo'] button",
        "#pad a[href*='do=correct']",
        ".bar-nav a",
    ):
        page.locator(what).first.tap()
        expect(page.get_by_role("alert")).to_contain_text("This needs the server")

    assert page.url == address
    page.context.set_offline(False)
    expect_state(page, "saved")


def test_the_answer_to_a_form_stays_when_the_table_moves_on(server: Server, page: Page) -> None:
    address = server.arrange(table())
    page.goto(f"{address}/table")
    with page.expect_navigation():
        page.locator("#recovery button").tap()
    link = page.locator("#recovery .join-link")
    expect(link).to_be_visible()

    server.write(address, table(), found(0, "gold", 5), SECRET)

    expect(page.locator("#moved")).to_be_visible()
    expect(link).to_be_visible()
    with page.expect_navigation():
        page.locator("#moved button").tap()
    assert page.url == address


# --- Plain http, and a browser that keeps nothing -------------------------------------------------

BY_NAME: Final = "table.local"


@pytest.fixture
def plain(browser: Browser, server: Server, watch: Watch) -> Iterator[BrowserContext]:
    """A device that reaches the server by a name, without https: a page not to be trusted."""
    watch.expected += AWAY
    others = [flag for flag in FLAGS if "resolver" not in flag]
    flags = [*others, f"--host-resolver-rules=MAP {BY_NAME} {HOST}, MAP * ~NOTFOUND"]
    with browser.browser_type.launch(**launching(flags)) as own:
        by_name = replace(server, address=server.address.replace(HOST, BY_NAME))
        yield opened(own, by_name, watch, TABLET)


def test_two_pages_without_https_send_what_waits_once(
    server: Server, plain: BrowserContext
) -> None:
    address = server.arrange({**table(), "switches": {"keep_order": False}})
    pages = [plain.new_page() for _ in range(2)]
    for page in pages:
        page.goto(address.replace(HOST, BY_NAME))
        assert page.evaluate("() => [isSecureContext, 'locks' in navigator]") == [False, False]
    plain.set_offline(True)
    for seat, page in enumerate(pages):
        expect_state(page, "offline")
        for amount in (11, 12):
            write_offline_for(page, seat, amount + 10 * seat)
    for page in pages:
        expect(page.locator("#live .live-waiting")).to_have_text("4")

    plain.set_offline(False)

    for page in pages:
        expect_state(page, "saved")
    meant = [found(seat, "wood", 10 * seat + amount) for seat in (0, 1) for amount in (11, 12)]
    assert server.entries_of(address) == meant


def test_what_a_full_browser_cannot_keep_waits_in_the_page_and_says_so(
    server: Server, page: Page, watch: Watch
) -> None:
    watch.expected += AWAY
    address = server.arrange(table())
    page.goto(address)
    page.evaluate(FILL_UP)
    page.context.set_offline(True)
    expect_state(page, "offline")

    write_offline_for(page, 0, 15)

    page.locator("#live summary").tap()
    expect(page.locator("#live .waiting-memory")).to_be_visible()
    page.context.set_offline(False)
    expect_state(page, "saved")
    expect(page.locator("#live .waiting-memory")).to_be_hidden()
    assert server.entries_of(address) == [found(0, "wood", 15)]


def test_what_is_refused_is_sent_once_even_if_a_full_browser_cannot_keep_why(
    server: Server, tablet: BrowserContext, watch: Watch
) -> None:
    watch.expected += AWAY
    address = server.arrange(table())
    page = tablet.new_page()
    sent: list[str] = []
    page.on(
        "request", lambda request: sent.append(request.url) if request.method == "POST" else None
    )
    page.goto(address)
    page.context.set_offline(True)
    expect_state(page, "offline")
    write_offline_for(page, 1, 15)
    page.evaluate(FILL_UP)
    sent.clear()

    page.context.set_offline(False)

    expect_state(page, "refused")
    page.wait_for_timeout(500)
    expect(page.locator("#live .waiting-item")).to_have_count(1)
    assert sent == [f"{address}/entries"]


def test_what_waited_on_a_device_that_was_removed_is_shown_as_refused(
    server: Server, other: Page, watch: Watch
) -> None:
    watch.expected += [*AWAY, "403"]
    address = server.arrange(table())
    server.join(address, OTHER_SECRET)
    page = other
    page.goto(address)
    other.context.set_offline(True)
    expect_state(page, "offline")
    write_offline_for(page, 0, 15)

    server.remove(address, OTHER_SECRET)
    other.context.set_offline(False)

    expect_state(page, "refused")
    expect(page.get_by_role("alert")).to_contain_text("The host has removed this device")
    page.locator("#live summary").tap()
    expect(page.locator("#live .waiting-item")).to_contain_text(
        "removed this device from the match"
    )
    assert server.entries_of(address) == []


FILL_UP: Final = """() => {
  for (let size = 2 ** 22; size >= 1; size /= 2) {
    try {
      for (let n = 0; ; n += 1) localStorage.setItem(`${size} ${n}`, "x".repeat(size));
    } catch { /* the next is smaller */ }
  }
}"""


# --- Six at once ----------------------------------------------------------------------------------


class Table:
    """A real server process over a folder, and the devices at it, each with its right."""

    def __init__(self, folder: Path, browser: Browser, watch: Watch) -> None:
        self._folder = folder
        self._browser = browser
        self._watch = watch
        share_key(folder)
        self.process = self._start()
        self.matches = Matches(Database(Settings(data=folder).database))
        self.server = Server(f"http://{HOST}:{self.process.port}", self.matches)
        self.contexts: list[BrowserContext] = []

    def _start(self, port: int = 0) -> Process:
        environment = {"QUARTERMASTER_DATA": str(self._folder)}
        process = Process(environment, self._folder.parent / "log", port=port)
        process.wait()
        return process

    def start_again(self) -> None:
        self.process = self._start(self.process.port)

    def join(self, address: str, number: int, right: Right, seat: int | None = None) -> Page:
        """A device with this right; the first is the host, and a looker needs no code."""
        secret = SECRET if right is Right.HOST else secret_of(f"device-{number}")
        if right in (Right.SCORER, Right.SEAT):
            self.server.join(address, secret, seat)
        context = opened(self._browser, self.server, self._watch, TABLET, secret=secret)
        context.set_default_timeout(TIMEOUT_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.goto(address)
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.process.kill()
        self.matches._database.close()


@pytest.fixture
def at_table(tmp_path: Path, browser: Browser, watch: Watch) -> Iterator[Table]:
    folder = tmp_path / "instance"
    folder.mkdir()
    made = Table(folder, browser, watch)
    yield made
    made.close()


def test_six_devices_race_lose_the_server_and_end_with_the_same_sheet(
    at_table: Table, watch: Watch
) -> None:
    watch.expected += [*AWAY, "403"]
    setup = {**table(3, 3), "switches": {"keep_order": False}}
    address = at_table.server.arrange(setup)
    host = at_table.join(address, 0, Right.HOST)
    scorer = at_table.join(address, 1, Right.SCORER)
    seated = at_table.join(address, 2, Right.SEAT, seat=2)
    flaky = at_table.join(address, 3, Right.SEAT, seat=3)
    looker = at_table.join(address, 4, Right.LOOKER)
    leaver = at_table.join(address, 5, Right.SCORER)
    everyone = [host, scorer, seated, flaky, looker]
    amounts = count(11)
    meant: list[dict[str, Any]] = []

    def race(writers: dict[int, Page]) -> None:
        """Everybody fills something in; then all confirm at once."""
        for seat, page in writers.items():
            entry = found(seat, "wood", next(amounts))
            meant.append(entry)
            # Whoever writes for one seat has no other pad; the others ask for a seat's.
            page.goto(f"{address}?do=find&resource=wood&seat={seat}&amount={entry['amount']}")
            page.locator(".confirm form button").first.wait_for()
        for page in writers.values():
            form = ".confirm form:not(:has([name=then_end_turn])) button"
            page.evaluate("selector => document.querySelector(selector).click()", form)
        for page in writers.values():
            expect_state(page, "saved")

    race({0: host, 1: scorer, 2: seated, 3: flaky, 4: leaver})
    settle(at_table, address, [*everyone, leaver])

    # The host sends one away, while another is out of reach with an entry half written.
    flaky.context.set_offline(True)
    write_offline_for(flaky, 3, 41)
    meant.append(found(3, "wood", 41))
    remove(host, address, secret_of("device-5"))
    expect(leaver.get_by_text("The host has removed this device from the match.")).to_be_visible()
    host.goto(address)
    race({0: host, 1: scorer, 2: seated})

    # The server dies under everybody.
    at_table.process.kill()
    for page, seat in ((host, 0), (scorer, 0), (seated, 2)):
        expect_state(page, "offline")
        write_offline_for(page, seat, 50 + len(meant))
        meant.append(found(seat, "wood", 50 + len(meant)))
    flaky.context.set_offline(False)
    at_table.start_again()
    scorer.reload()
    settle(at_table, address, everyone)

    exported = at_table.server.match_of(address)
    entries = at_table.server.entries_of(address)
    assert sorted(entries, key=str) == sorted(meant, key=str)
    assert exported["position"] == replayed(exported)
    assert leaver.reload().status == 403  # type: ignore[union-attr]


def test_a_line_that_falls_silent_is_noticed_and_taken_up_again(
    at_table: Table, watch: Watch
) -> None:
    watch.expected += AWAY
    address = at_table.server.arrange(table())
    page = at_table.join(address, 0, Right.HOST)
    page.clock.install()
    page.reload()
    expect(page.locator("#live .live-here b")).to_have_text("1")

    os.kill(at_table.process.pid, signal.SIGSTOP)
    page.clock.fast_forward(45_000)
    expect_state(page, "offline")

    os.kill(at_table.process.pid, signal.SIGCONT)
    expect_state(page, "saved")


def settle(at_table: Table, address: str, pages: list[Page]) -> None:
    """All show the version and the numbers that the log has."""
    for page in pages:
        expect_state(page, "saved")
    version = at_table.matches.version(id_of(address))
    seats = at_table.server.match_of(address)["position"]["seats"]
    for page in pages:
        shows = page.locator(f'body[data-version="{version}"]')
        shows.wait_for(state="attached")
        if page.locator(".sides").count():
            wood = [number(page, seat, "wood") for seat in range(len(seats))]
            assert wood == [seat["resources"]["wood"] for seat in seats]


def write_offline_for(page: Page, seat: int, amount: int) -> None:
    page.locator('#pad a.key[href*="do=find"][href*="resource=wood"]').tap()
    page.locator(f"#pad[data-offline] label:has([name=seat][value='{seat}'])").tap()
    for digit in str(amount):
        page.locator(f"#key-{digit}").tap()
    page.locator("[data-write=only]").tap()
    page.locator(".pad-home").wait_for()


def remove(host: Page, address: str, secret: str) -> None:
    """The host's list of devices, and away with one."""
    host.goto(f"{address}/table?remove={name_of(secret)}")
    with host.expect_navigation():
        host.get_by_role("button", name="Remove it").tap()


def replayed(exported: dict[str, Any]) -> dict[str, Any]:
    """The position that the log makes when it is played again."""
    title, document = match_file.read(msgspec.json.encode(exported), TITLES)
    position: dict[str, Any] = title.export_position(match_file.play(title, document).position)
    return position
