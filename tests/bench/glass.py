"""The time that a finger waits, in a browser at full speed and in one slowed down 6 times.

The floor is measured in the same run: a bare page whose one button asks a bare server.
"""

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, CDPSession, Page

from tests.bench.device import started
from tests.bench.figure import Aim, Figure
from tests.browser.arrange import table
from tests.browser.conftest import TABLET
from tests.browser.serving import SECRET, Server, browsing, served
from tests.processes import HOST, free_port
from tests.recorded import EVERY

SPEEDS: Final = ((1, 0), (6, 0), (6, 150))
"""The factor by which the processor is slower, and the delay of the network in ms."""
UNDOING: Final = {"paths-of-glory": "campaign-peace", "grizzled": "four-orders-bunker"}
"""The recorded matches of other titles, in which an entry is undone."""

SEEN: Final = """() => {
  const [since, condition] = [%s, () => %s];
  window.seen = new Promise((done) => {
    let start;
    addEventListener(since, (event) => { start ??= event.timeStamp; }, { capture: true });
    const look = () => {
      if (start === undefined || !condition()) return requestAnimationFrame(look);
      const painted = new MessageChannel();
      painted.port1.onmessage = () => done(performance.now() - start);
      requestAnimationFrame(() => painted.port2.postMessage(""));
    };
    look();
  });
}"""
"""Promises the time from an event to the first picture in which the condition holds."""


class Finger:
    """A finger on the page, and a clock that it starts."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self._page, self._session = page, session

    def presses(self, selector: str, condition: str) -> float:
        """Return the ms from the touch until the condition is seen, while the finger is down."""
        self._page.evaluate(SEEN % (json.dumps("pointerdown"), condition))
        self._touch(selector)
        took = float(self._page.evaluate("() => window.seen"))
        self._lift()
        return took

    def taps(self, selector: str, *conditions: str) -> list[float]:
        """Return the ms from the tap until each condition is seen."""
        promises = [SEEN % (json.dumps("click"), condition) for condition in conditions]
        for number, promise in enumerate(promises):
            self._page.evaluate(promise.replace("window.seen", f"window.seen{number}"))
        self._touch(selector)
        self._page.wait_for_timeout(50)
        self._lift()
        return [float(self._page.evaluate(f"() => window.seen{n}")) for n in range(len(promises))]

    def _touch(self, selector: str) -> None:
        box = self._page.locator(selector).bounding_box()
        assert box, selector
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self._session.send(
            "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]}
        )

    def _lift(self) -> None:
        self._session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def measure(rounds: int = 15) -> Iterator[Figure]:
    with (
        tempfile.TemporaryDirectory() as folder,
        tempfile.TemporaryDirectory() as empty,
        served(Path(folder)) as server,
        browsing() as browser,
    ):
        port = free_port()
        with started(("-m", "tests.bench.empty", str(port)), empty, port):
            for slower, delay in SPEEDS:
                floor = measure_floor(browser, port, slower, delay, rounds)
                yield from measure_taps(browser, server, slower, delay, rounds, floor)
        yield from measure_first_visit(browser, server)


@contextmanager
def tablet(
    browser: Browser, address: str, slower: int = 1, delay: int = 0
) -> Iterator[tuple[Page, CDPSession]]:
    context = browser.new_context(**TABLET, locale="en", service_workers="block")
    context.add_cookies([{"name": "device", "value": SECRET, "url": address}])
    page = context.new_page()
    session = context.new_cdp_session(page)
    page.goto(address, wait_until="networkidle")
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": delay, "downloadThroughput": -1, "uploadThroughput": -1},
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield page, session
    context.close()


def measure_floor(
    browser: Browser, port: int, slower: int, delay: int, rounds: int
) -> dict[str, float]:
    pressed, asked = [], []
    with tablet(browser, f"http://{HOST}:{port}/page", slower, delay) as (page, session):
        finger = Finger(page, session)
        for number in range(rounds):
            pressed.append(finger.presses("#key", "key.classList.contains('pressed')"))
            page.wait_for_function(f"() => answers.textContent === '{2 * number + 1}'")
            told = f"answers.textContent === '{2 * number + 2}'"
            asked += finger.taps("#key", told)
    return {"pressed": median(pressed), "asked": median(asked)}


KEY: Final = '#pad a.key[href*="do=find"][href*="resource=wood"]'
STYLE: Final = f"getComputedStyle(document.querySelector({json.dumps(KEY)}))"
WOOD: Final = "#seat-0 a[href$='/seats/0/wood'] .fig"


def measure_taps(
    browser: Browser, server: Server, slower: int, delay: int, rounds: int, floor: dict[str, float]
) -> Iterator[Figure]:
    where = f"{slower} x slower, {delay} ms"
    yield Figure(f"ms, the floor: pressed; {where}", floor["pressed"])
    yield Figure(f"ms, the floor: asked; {where}", floor["asked"])
    times: dict[str, list[float]] = {}
    with tablet(browser, server.arrange(table(3, 3)), slower, delay) as (page, session):
        finger = Finger(page, session)
        for number in range(rounds):
            for what, took in enter(page, finger, 10 + 4 * (number + 1)).items():
                times.setdefault(what, []).append(took)
    for what, taken in times.items():
        of = floor["pressed" if what in ("pressed", "digit shown") else "asked"]
        yield Figure(f"ms, {what}; {where}", median(taken))
        yield Figure(f"x the floor, {what}; {where}", median(taken) / of, aim(what, slower, delay))
    for title, stem in UNDOING.items():
        taken = undo(browser, server, title, stem, slower, delay, rounds)
        yield Figure(f"ms, undo of {title}; {where}", median(taken))
        yield Figure(f"x the floor, undo of {title}; {where}", median(taken) / floor["asked"])


def aim(what: str, slower: int, delay: int) -> Aim | None:
    aims = {"pressed": 1.2, "saved": 2 if slower == 1 else 2.8}
    if what == "number seen" and delay:
        return Aim(0.7)
    return Aim(aims[what]) if what in aims and not delay else None


def enter(page: Page, finger: Finger, wood: int) -> dict[str, float]:
    """Find four wood, tap by tap."""
    look = f"(({{ borderBottomWidth: b, backgroundColor: c }}) => b + c)({STYLE})"
    before = json.dumps(page.evaluate(f"() => {look}"))
    pressed = finger.presses(KEY, f"{look} !== {before}")
    page.locator("#key-4").wait_for()
    page.locator(".step-head .btn").tap()
    page.locator(KEY).wait_for()
    [opened] = finger.taps(KEY, "document.querySelector('#pad .keypad #key-4')")
    page.wait_for_load_state("networkidle")
    shown, previewed = finger.taps(
        "#key-4",
        "document.querySelector('#pad #sum').value === '4'",
        f"/{wood}/.test(document.querySelector('#pad .preview .lines')?.textContent)",
    )
    seen, saved = finger.taps(
        ".confirm form:not(:has([name=then_end_turn])) button",
        f"document.querySelector(\"{WOOD}\").textContent === '{wood}'",
        f"document.querySelector(\"{WOOD}\").textContent === '{wood}'"
        " && document.getElementById('live').dataset.state === 'saved'"
        " && document.querySelector('#pad.pad-home') && !document.querySelector('.is-saving')",
    )
    page.wait_for_load_state("networkidle")
    return {
        "pressed": pressed,
        "key to keypad": opened,
        "digit shown": shown,
        "digit to preview": previewed,
        "number seen": seen,
        "saved": saved,
    }


def undo(
    browser: Browser, server: Server, title: str, stem: str, slower: int, delay: int, rounds: int
) -> list[float]:
    file = next(file for file in EVERY if file.stem == stem and file.parent.name == title)
    match = json.loads(file.read_bytes())
    entries = [
        {name: value for name, value in entry.items() if name not in ("n", "by", "lines")}
        for entry in match["entries"]
    ]
    address = server.arrange(match["setup"], entries[: len(entries) * 2 // 5], title_name=title)
    taken = []
    with tablet(browser, address, slower, delay) as (page, session):
        finger = Finger(page, session)
        button = "#corner form[action$='/{}'] button:not(:disabled)"
        for _ in range(rounds):
            there = f'document.querySelector("{button.format("redo")}")'
            taken += finger.taps(button.format("undo"), there)
            page.wait_for_load_state("networkidle")
            page.locator(button.format("redo")).tap()
            page.locator(button.format("redo")).wait_for(state="detached")
            page.wait_for_load_state("networkidle")
    return taken


def measure_first_visit(browser: Browser, server: Server) -> Iterator[Figure]:
    """Measure what the browser fetches for the match page, as its own protocol counts it."""
    context = browser.new_context(**TABLET, locale="en", service_workers="block")
    context.add_cookies([{"name": "device", "value": SECRET, "url": server.address}])
    page = context.new_page()
    session = context.new_cdp_session(page)
    sent: dict[str, dict[str, Any]] = {}
    weights: list[float] = []
    session.on("Network.requestWillBeSent", lambda event: sent.update({event["requestId"]: event}))
    session.on("Network.loadingFinished", lambda event: weights.append(event["encodedDataLength"]))
    session.send("Network.enable")
    page.goto(server.arrange(table(3, 3)), wait_until="networkidle")
    page.wait_for_timeout(500)
    asked = [event for event in sent.values() if event.get("type") != "EventSource"]
    yield Figure(
        "kB for the first visit, as the browser counts them", sum(weights) / 1000, Aim(100)
    )
    yield Figure("requests for the first visit", len(asked), unit="requests")
    yield Figure("waves of the first visit", waves(asked), Aim(3))
    context.close()


def waves(asked: list[dict[str, Any]]) -> int:
    """Return how often something is asked for that only an answer has named."""
    led_by = {event["request"]["url"]: event["initiator"].get("url", "") for event in asked}

    def depth(address: str) -> int:
        leader = led_by.get(address, "")
        return 1 + (depth(leader) if leader in led_by and leader != address else 0)

    return max(map(depth, led_by))
