"""One of every kind of page: where it is, and how to come to it."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from playwright.sync_api import Page

from tests.browser.arrange import END_MONTH, UPKEEP, found, set_to, table, turn_ends
from tests.browser.player import written
from tests.browser.serving import OTHER_SECRET, SECRET, Server
from tests.recorded import FILES

LAY: Final = {"do": "lay_tiles", "tiles": [{"at": [n % 6, n // 6]} for n in range(24)]}
TURNED: Final = {"do": "turn_over", "seat": 0, "at": [0, 0], "tile": "3"}
TRADE: Final = {"do": "trade", "seat": 0, "with": 1, "give": {"wood": 2}, "get": {"gold": 5}}
LOOKING: Final = "looks-on-at-will"
FINISHED: Final = next(file for file in FILES if file.stem == "four-seats-elimination")


@dataclass(frozen=True)
class Gallery:
    """The matches whose pages are shown."""

    start: str
    turns: str
    trades: str
    battles: str
    over: str
    crossed_out: str
    tiles: str
    """Tiles on the table, one of them up."""
    asked: str
    """Trades, of which one waits for a yes."""
    away: str
    """Put away by its host."""

    def show(self, page: Page, kind: str) -> None:
        """Open the page of this kind."""
        page.evaluate(FORGET)
        page.context.set_offline(False)
        self.become(page, SECRET)
        if kind in BY_HAND:
            BY_HAND[kind](self, page)
            return
        match, query = KINDS[kind]
        page.goto(f"{getattr(self, match)}{query}")

    def become(self, page: Page, secret: str) -> None:
        page.context.add_cookies([{"name": "device", "value": secret, "url": self.start}])


KINDS: Final[Mapping[str, tuple[str, str]]] = {
    "start": ("start", "/"),
    "new": ("start", "/new?title=civil-war"),
    "sheet": ("turns", ""),
    "sheet at the month's end": ("trades", "?view=sheet"),
    "sheet at the end of the game": ("over", ""),
    "pad number": ("turns", "?do=find&seat=0&resource=gold&amount=12"),
    "pad empty": ("turns", "?do=lose&seat=0&resource=gold"),
    "pad fight": ("turns", "?do=meet&seat=0&kind=northern_soldier&count=4"),
    "pad fight with choices": ("turns", "?do=meet&seat=0&kind=northern_soldier&count=4&choose=1"),
    "pad where on the tile": ("turns", "?do=find&seat=0&resource=gold&amount=5&choose=1"),
    "pad hand over": ("turns", "?do=hand_over&seat=0"),
    "pad refused": ("turns", "?do=sabotage&seat=0"),
    "pad not enough": ("turns", "?do=raise_brigade&seat=1"),
    "written already": ("turns", "?do=find&seat=0&resource=gold&amount=12&form_id=arranged"),
    "written already, on a page": ("trades", "?do=trade&seat=0&with=1&form_id=arranged"),
    "correct": ("turns", "?do=correct&seat=1&set.resources.gold=4&reason=seen"),
    "lure": ("turns", "?do=lure&seat=0&from.1.volunteer=2"),
    "reserve": ("turns", "?do=spend_reserve&seat=0&way=turncoat"),
    "trades": ("trades", ""),
    "trade": ("trades", "?do=trade&seat=0&with=1&give.wood=2"),
    "headquarters": ("trades", "?do=hq_trade&seat=0&give=wood&get=food&times=1"),
    "who dies": ("trades", "?do=upkeep&seat=0"),
    "battles": ("battles", ""),
    "attack": ("battles", "?do=attack&seat=0&target=1&press=1"),
    "buy off": ("battles", "?do=buy_off&seat=0&target=1&pay.wood=1"),
    "history": ("crossed_out", "/history"),
    "entry": ("turns", "/entries/3"),
    "entry with consequences": (
        "crossed_out",
        "/entries/0?do=correct&set.resources.gold=1&reason=seen",
    ),
    "entry taken out": ("crossed_out", "/entries/0?take_out=1"),
    "number": ("turns", "/seats/0/points"),
    "number without lines": ("turns", "/seats/0/lost_turns"),
    "points": ("turns", "/points"),
    "end of the game": ("over", "/points"),
    "laying tiles": ("turns", "/tiles"),
    "laying tiles apart": ("turns", "/tiles?cells=0,0;1,1"),
    "tiles": ("tiles", "/tiles"),
    "which tile came up": ("tiles", "/tiles?at=1,0"),
    "a tile with a fight": ("tiles", "/tiles?at=1,0&tile=30"),
    "pad asks because of the tiles": ("tiles", "?do=find&seat=0&resource=gold"),
    "table of the host": ("asked", "/table"),
    "trades with a question": ("asked", ""),
    "recovery": ("start", "/recover/wherever-it-leads"),
    "put away": ("away", ""),
    "decks": ("start", "/decks"),
    "deck": ("start", "/decks/standard"),
    "rule": ("start", "/rules/CW-8.2"),
    "plain http": ("start", "/trust"),
    "no such page": ("start", "/nowhere"),
}


def _house_rules(gallery: Gallery, page: Page) -> None:
    page.goto(f"{gallery.start}/new?title=civil-war")
    for summary in page.locator("details.leaf > summary").all():
        summary.click()


def _new_with_errors(gallery: Gallery, page: Page) -> None:
    page.goto(f"{gallery.start}/new?title=civil-war")
    page.locator("#p1").fill("Anna")
    with page.expect_navigation():
        page.locator("main button.btn-main").click()


def _just_written(gallery: Gallery, page: Page) -> None:
    page.goto(gallery.turns)
    with written(page):
        page.locator("#corner form[action$='/undo'] button").click()
    with written(page):
        page.locator("#corner form[action$='/redo'] button").click()


def _menu(gallery: Gallery, page: Page) -> None:
    page.goto(gallery.turns)
    page.locator(".menu:not(#live) summary").click()


def _looking_at(match: str, query: str = "") -> Callable[[Gallery, Page], None]:
    """A page as a device without the table's code sees it."""

    def show(gallery: Gallery, page: Page) -> None:
        gallery.become(page, LOOKING)
        page.goto(f"{getattr(gallery, match)}{query}")

    return show


def _hosts_link(gallery: Gallery, page: Page) -> None:
    page.goto(f"{gallery.asked}/table")
    with page.expect_navigation():
        page.locator("#recovery button").click()


def _somebody_elses(gallery: Gallery, page: Page) -> None:
    gallery.become(page, OTHER_SECRET)
    page.goto(gallery.turns)
    with page.expect_navigation():
        page.locator("#corner form[action$='/undo'] button").click()


def _moved_on(gallery: Gallery, page: Page) -> None:
    page.goto(gallery.turns)
    page.locator("#corner form[action$='/undo'] [name='version']").evaluate(
        "element => element.value = 1"
    )
    page.locator("#corner form[action$='/undo'] button").click()
    page.get_by_role("alert").wait_for()


def _made_already(gallery: Gallery, page: Page) -> None:
    page.goto(f"{gallery.start}/new?title=civil-war&form_id=gallery")
    if page.locator("#p1").count():
        page.locator("#p1").fill("Anna")
        page.locator("#p2").fill("Boris")
        with page.expect_navigation():
            page.locator("main button.btn-main").click()
        page.goto(f"{gallery.start}/new?title=civil-war&form_id=gallery")


def _tile(gallery: Gallery, page: Page) -> None:
    page.goto(f"{gallery.start}/decks")
    page.locator("#name").fill("From the attic")
    page.locator("#copy_of").select_option("standard")
    with page.expect_navigation():
        page.locator("main .btn-main").click()
    with page.expect_navigation():
        page.locator(".deck a").first.click()


def _may_sleep(gallery: Gallery, page: Page) -> None:
    page.goto(gallery.turns)
    page.evaluate("() => document.documentElement.classList.add('is-sleepy')")


def _kept(gallery: Gallery, page: Page) -> None:
    page.goto(gallery.turns)
    page.evaluate("() => { document.documentElement.dataset.asOf = '2026-11-16T18:42:00Z'; }")


def _offline_pad(gallery: Gallery, page: Page) -> None:
    page.goto(gallery.turns)
    page.context.set_offline(True)
    page.locator("#live[data-state='offline']").wait_for()
    page.locator('#pad a.key[href*="do=find"][href*="resource=wood"]').tap()
    page.locator("#pad[data-offline] #key-4").tap()


def _waiting(gallery: Gallery, page: Page) -> None:
    """Entries that wait to be sent, and one that was refused."""
    _offline_pad(gallery, page)
    page.locator("[data-write=only]").tap()
    page.locator("#live summary").tap()
    page.evaluate(REFUSE_A_COPY)


FORGET: Final = "() => { try { localStorage.clear(); } catch { /* a blank page has none */ } }"
"""Nothing of the page before is sent when the server is there again."""
REFUSE_A_COPY: Final = """async () => {
  const main = document.querySelector("script[src*='match/main.js']").src;
  const { keep, unsent } = await import(main.replace("main.js", "unsent.js"));
  const { showState } = await import(main.replace("main.js", "status.js"));
  const [first] = unsent();
  const refused = {says: "It is Boris's turn.", rule: "CW-4.5"};
  keep({...first, key: undefined, refused});
  showState();
}"""


BY_HAND: Final[Mapping[str, Callable[[Gallery, Page], None]]] = {
    "new with house rules": _house_rules,
    "new with errors": _new_with_errors,
    "sheet just written": _just_written,
    "menu": _menu,
    "undo of somebody else's": _somebody_elses,
    "sheet of a looker": _looking_at("turns"),
    "trades of a looker": _looking_at("trades"),
    "table of a looker": _looking_at("turns", "/table"),
    "the host's link": _hosts_link,
    "sheet that moved on": _moved_on,
    "tile": _tile,
    "made already": _made_already,
    "sheet on a screen that may sleep": _may_sleep,
    "sheet as it was kept": _kept,
    "pad without a server": _offline_pad,
    "what waits to be sent": _waiting,
}
EVERY_KIND: Final = (*KINDS, *BY_HAND)
OWN_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys((kind for kind in KINDS if kind.startswith("pad ")), ("#pad",)),
    "written already": ("#pad",),
    "menu": (".bar",),
    "sheet of a looker": (".bar", ".desk"),
    "sheet that moved on": ("[role=alert]", ".desk"),
    "sheet on a screen that may sleep": (".may-sleep",),
    "sheet as it was kept": ("#as-of", ".bar"),
    "pad without a server": (".bar", "#pad"),
    "what waits to be sent": (".bar", "#pad"),
}
"""The parts of a page that are not as on the sheet, which is a kind of its own."""


def hung(server: Server) -> Gallery:
    """The gallery over a server: its matches are written, none of its pages writes more."""
    setup = table(3, 3)
    setup["seats"][0]["role"], setup["seats"][1]["role"] = "southern_officer", "northern_officer"
    needy = [
        set_to(
            0,
            resources={"gold": 120, "weapons": 1, "food": 2, "water": 2, "wood": 20},
            people={"southern_soldier": 4, "cherokee": 3},
        ),
        set_to(1, people={"volunteer": 5, "northern_soldier": 2}, resources={"food": 1}),
        set_to(2, resources={"weapons": 9}, people={"volunteer": 2}),
        set_to(3, points=-7, lost_turns=1, bonuses={"wagon": True}),
    ]
    lure = {"do": "lure", "seat": 0, "from": [{"seat": 1, "people": {"volunteer": 3}}]}
    amended = [set_to(0, resources={"gold": 30}), *needy[1:], lure, found(0, "wood", 3)]
    crossed_out = server.arrange(setup, amended)
    server.amend(crossed_out, 3, setup, set_to(3, points=-9))
    server.undo(crossed_out)
    finished = json.loads(FINISHED.read_bytes())
    turns = server.arrange(setup, [*needy, found(0, "food", 2)])
    server.join(turns, OTHER_SECRET)
    asked, away = server.arrange(setup, [*needy, END_MONTH]), server.arrange(setup)
    server.settle(asked, asks=True)
    server.join(asked, OTHER_SECRET, 0, "Anna's phone")
    server.write(asked, setup, TRADE, OTHER_SECRET)
    server.put_away(away)
    return Gallery(
        server.address,
        turns,
        server.arrange(setup, [*needy, END_MONTH]),
        server.arrange(setup, [*needy, END_MONTH, UPKEEP]),
        server.arrange(finished["setup"], finished["entries"]),
        crossed_out,
        server.arrange(setup, [*needy, LAY, TURNED, turn_ends(0)]),
        asked,
        away,
    )
