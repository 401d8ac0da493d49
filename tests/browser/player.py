"""A player at the tablet: writes what a match file says by tapping, and counts the taps."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from playwright.sync_api import Locator, Page

Entry = Mapping[str, Any]
# A stepper is quicker up to here; beyond, the number is typed.
STEPS: Final = 3
OF_A_TURN: Final = frozenset(
    {"find", "lose", "meet", "gain", "fire", "sickness", "sabotage", "raise_brigade"}
)
"""Entries whose pad offers to end the turn with them."""


SPOT: Final = """async target => {
  const isHit = () => {
    const box = target.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const hit = document.elementFromPoint(x, y);
    return hit && target.contains(hit) ? [x, y] : null;
  };
  const isInSight = Boolean(isHit());
  target.scrollIntoView({block: "nearest", inline: "nearest"});
  const spot = isHit();
  if (!spot || target.disabled) return null;
  const [x, y] = spot;
  const loaded = performance.getEntriesByType("resource")
    .filter(resource => resource.decodedBodySize)
    .map(resource => resource.name);
  const outbox = loaded.find(name => name.includes("/match/outbox.js"));
  return {x, y, isInSight, hears: !outbox || (await import(outbox)).hears({x, y})};
}"""
"""The point where a finger hits this and nothing that lies over it, whether it was there at once,
and whether the page would hear it."""


@contextmanager
def written(page: Page) -> Iterator[None]:
    """A tap in here writes: the page shows the new version, in its place or as another page."""
    before = page.locator("body").get_attribute("data-version")
    yield
    fresh = page.locator(f'body[data-version]:not([data-version="{before}"])')
    fresh.wait_for(state="attached")


class Player:
    """Somebody with one finger. A tap is a tap on the page or on the keyboard on the screen."""

    def __init__(self, page: Page, *, scripts: bool = True) -> None:
        self.page = page
        self.scripts = scripts
        self.taps: Counter[str] = Counter()
        self.written: Counter[str] = Counter()
        self.scrolled: Counter[str] = Counter()
        """The taps for an entry that needed scrolling first."""
        self._doing = "set up"

    # --- Fingers ---------------------------------------------------------------------------------

    def tap(self, what: Locator) -> None:
        self.taps[self._doing] += 1
        spot = what.evaluate(SPOT)
        self._note_scrolling(spot)
        if spot is None:
            what.tap()  # waits until it can be hit, and says why it cannot
        else:
            self.page.touchscreen.tap(spot["x"], spot["y"])

    def _note_scrolling(self, spot: Mapping[str, Any] | None) -> None:
        self.scrolled[self._doing] += spot is not None and not spot["isInSight"]

    def tap_and_go(self, what: Locator) -> None:
        """A tap that leads to another page."""
        with self._going():
            self.tap(what)

    def tap_to_write(self, what: Locator) -> None:
        """A tap that writes: the page shows the new version, in its place or as another page."""
        if not self.scripts:
            self.tap_and_go(what)
            return
        # The place of a tap that has just written does not hear another for a moment.
        spot = what.evaluate(SPOT)
        self._note_scrolling(spot)
        while spot is not None and not spot["hears"]:
            self.page.wait_for_timeout(20)
            spot = what.evaluate(SPOT)
        with written(self.page):
            self.tap(what)

    def type(self, what: Locator, text: str) -> None:
        """Tap a field and type on the keyboard of the screen: a tap for each letter."""
        self.tap(what)
        self.taps[self._doing] += len(text)
        what.fill(text)

    def choose(self, name: str, value: object) -> None:
        """One of several; with scripts the page follows, without it is asked to."""
        self.tap(self.page.locator("label.pick", has=self.page.locator(f'[id="{name}-{value}"]')))
        self._followed(f'[id="{name}-{value}"][checked]')

    def fill(self, name: str, value: object) -> None:
        """A field of a form; the page follows when the keyboard is put away."""
        field = self.page.locator(f'[name="{name}"]:not([type="hidden"])')
        self.type(field, str(value))
        if self.scripts:
            self.taps[self._doing] += 1
            field.press("Enter")
        self._followed(f'[name="{name}"][value="{value}"]:not([type="hidden"])')

    def switch(self, name: str, *, is_on: bool) -> None:
        switch = self.page.locator(f'[id="switch-{name}"]')
        if switch.is_checked() == is_on:
            return
        self.tap(switch)
        self._followed(f'[id="switch-{name}"]{"[checked]" if is_on else ":not([checked])"}')

    def _followed(self, sign: str) -> None:
        if self.scripts:
            self.page.locator(sign).wait_for(state="attached")

    def show(self) -> None:
        """Press the button that stands where no script follows what is filled in."""
        if not self.scripts:
            self.tap_and_go(self.page.locator("#pad form button.btn:not(.stepper button)"))

    @contextmanager
    def _going(self) -> Iterator[None]:
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            yield

    def _tap_on_pad(self, what: Locator) -> None:
        """A tap that the pad answers: in its place where scripts run, as a page where not."""
        if self.scripts:
            self.tap(what)
        else:
            self.tap_and_go(what)

    # --- Set-up ----------------------------------------------------------------------------------

    def set_up(self, address: str, setup: Mapping[str, Any]) -> str:
        """From the start page to the sheet of a new match; its address."""
        self._doing = "set up"
        page = self.page
        page.goto(address)
        self.tap_and_go(page.locator('main a.btn-main[href$="title=civil-war"]'))
        for n, seat in enumerate(setup["seats"], start=1):
            self.type(page.locator(f"#p{n}"), seat["name"])
            # The browser's own list: one tap opens it, one chooses.
            self.taps[self._doing] += 2
            page.locator(f"#r{n}").select_option(seat["role"])
        for name in ("months", "tiles_per_player"):
            picked = page.locator(f'[name="{name}"][value="{setup[name]}"]')
            if not picked.is_checked():
                self.tap(page.locator("label.pick", has=picked))
        self.tap_and_go(page.locator("main button.btn-main"))
        return page.url

    # --- Entries ---------------------------------------------------------------------------------

    def play(self, entries: Iterable[Entry]) -> None:
        """Write the entries; where a turn ends, with the tap that writes and ends it."""
        waiting: Entry | None = None
        for entry in entries:
            if waiting is not None:
                ends = entry["do"] == "end_turn" and waiting["do"] in OF_A_TURN
                self.write(waiting, and_end_turn=ends)
                if ends:
                    waiting = None
                    continue
            waiting = entry
        if waiting is not None:
            self.write(waiting)

    def write(self, entry: Entry, *, and_end_turn: bool = False) -> int:
        """Write one entry; how many taps it took."""
        self._doing = entry["do"]
        before = self.taps[self._doing]
        self.fill_in(entry)
        if entry["do"] not in AT_ONCE:
            self.confirm(and_end_turn=and_end_turn)
        self.written[self._doing] += 1
        if and_end_turn:
            self.written["end_turn"] += 1
        return self.taps[self._doing] - before

    def fill_in(self, entry: Entry) -> None:
        """Everything up to the last tap, which writes."""
        self._doing = entry["do"]
        WAYS[entry["do"]](self, entry)

    def confirm(self, *, and_end_turn: bool = False) -> None:
        self.tap_to_write(self.confirming(and_end_turn=and_end_turn))

    def confirming(self, *, and_end_turn: bool = False) -> Locator:
        """The button that writes what is shown, or writes it and ends the turn."""
        has = ":has" if and_end_turn else ":not(:has"
        end = ")" if and_end_turn else "))"
        form = f'form:has([name="entries"]){has}([name="then_end_turn"]{end}'
        return self.page.locator(f":is(.confirm, .next-step) {form} button")

    # --- The pad ---------------------------------------------------------------------------------

    def key(self, do: str, **arguments: object) -> Locator:
        asked = "".join(f'[href*="{name}={value}"]' for name, value in arguments.items())
        return self.page.locator(f'#pad a.key[href*="do={do}"]{asked}')

    def press_key(self, do: str, **arguments: object) -> None:
        key = self.key(do, **arguments)
        events = self.page.locator(".events-key")
        if events.is_visible() and not key.is_visible():
            self.tap(events)
        self._tap_on_pad(key)

    def press_digits(self, number: int, name: str = "amount") -> None:
        shown = ""
        for digit in str(number):
            shown += digit
            self._tap_on_pad(self.page.locator(f"#key-{digit}"))
            self.page.locator(f'#sum[name="{name}"][value="{shown}"]').wait_for()

    def press_more(self) -> None:
        self._tap_on_pad(self.page.locator("#pad-more"))
        self.page.locator('#pad-more:has(use[href$="#back"])').wait_for()

    def set_number(self, name: str, number: int) -> None:
        """A number beside its − and +: stepped to if it is near, else typed on the keypad."""
        now = int(self.page.locator(f'input.num[name="{name}"]').input_value())
        has_keypad = self.scripts and self.page.locator(".number-pad").count()
        has_steps = self.page.locator(f'[id="more-{name}"]').is_visible()
        if has_keypad and (abs(number - now) > STEPS or not has_steps):
            self._type_number(name, number)
            return
        if abs(number - now) > STEPS:
            self.fill(name, number)
            return
        step = 1 if number > now else -1
        button = self.page.locator(f'[id="{"more" if step > 0 else "less"}-{name}"]')
        while now != number:
            now += step
            self._tap_on_pad(button)
            self.page.locator(f'input.num[name="{name}"][value="{now}"]').wait_for()

    def _type_number(self, name: str, number: int) -> None:
        self.tap(self.page.locator(f'input.num[name="{name}"]'))
        typed = ""
        for digit in str(abs(number)):
            typed += digit
            self.tap(self.page.locator(f'.number-pad button[value="{digit}"]'))
            self.page.locator(f'input.num[name="{name}"][value="{typed}"]').wait_for()
        if number < 0:
            self.tap(self.page.locator('.number-pad button[value="sign"]'))
            self.page.locator(f'input.num[name="{name}"][value="{number}"]').wait_for()

    # --- One way for each kind of entry ----------------------------------------------------------

    def _find(self, entry: Entry) -> None:
        self.press_key(entry["do"], resource=entry["resource"])
        self.press_digits(entry["amount"])
        if "where" in entry:
            self.press_more()
            self._pick("where", entry["where"])

    def _meet(self, entry: Entry) -> None:
        self.press_key("meet", kind=entry["kind"])
        self.press_digits(entry["count"], "count")
        if {"help", "taken"} & entry.keys() or self._may_choose(entry):
            self.press_more()
            for gift in entry.get("help", ()):
                self.set_number(f"help.{gift['seat']}", gift["weapons"])
            self._people("casualties", entry.get("casualties"))
            if "taken" in entry:
                self._pick("taken", entry["taken"])

    def _may_choose(self, entry: Entry) -> bool:
        """Return whether somebody else could fall: where all do, the pad does not ask."""
        self.confirming().wait_for()
        return "casualties" in entry and self.page.locator("#pad-more").count() > 0

    def _people(self, prefix: str, people: Mapping[str, int] | None) -> None:
        if people is None:
            return
        names = self.page.locator(f'input.num[name^="{prefix}."]')
        for name in [str(field.get_attribute("name")) for field in names.all()]:
            self.set_number(name, people.get(name.removeprefix(f"{prefix}."), 0))

    def _number(self, entry: Entry) -> None:
        self.press_key(entry["do"])
        self.press_digits(entry["amount"])
        if self._may_choose(entry):
            self.press_more()
            self._people("casualties", entry["casualties"])

    def _gain(self, entry: Entry) -> None:
        self.press_key("gain", bonus=entry["bonus"])

    def _only_key(self, entry: Entry) -> None:
        self.press_key(entry["do"])

    def _raise_brigade(self, entry: Entry) -> None:
        if self.page.locator(".pad-home").count():
            self.press_key("raise_brigade")
        else:
            self._ask("raise_brigade", entry["seat"])

    def _hand_over(self, entry: Entry) -> None:
        self.press_key("hand_over")
        self.choose("bonus", entry["bonus"])
        self.choose("to", entry["to"])
        self.show()

    def _hand_turn(self, entry: Entry) -> None:
        self.press_key("hand_turn")
        self.choose("to", entry["to"])
        self.show()

    def _end_turn(self, _: Entry) -> None:
        self.tap_to_write(self.page.locator(".ends button.key-main"))

    # --- Pages with more fields ------------------------------------------------------------------

    def _ask(self, do: str, seat: object, **arguments: object) -> None:
        asked = "".join(f'[href*="{name}={value}"]' for name, value in arguments.items())
        link = self.page.locator(f'main a[href*="do={do}"][href*="seat={seat}"]{asked}')
        # A proposal above the camps may lead there too.
        self.tap_and_go(link.last)

    def _lure(self, entry: Entry) -> None:
        self.tap_and_go(self.key("lure"))
        for camp in entry["from"]:
            for kind, number in camp["people"].items():
                self.set_number(f"from.{camp['seat']}.{kind}", number)
        self.show()

    def _spend_reserve(self, entry: Entry) -> None:
        self.tap_and_go(self.key("spend_reserve"))
        self._pick("way", "turncoat" if "turncoat" in entry else "lure")
        if "turncoat" in entry:
            self._pick("turncoat", entry["turncoat"])
            return
        camp = entry["lure"]["seat"]
        self._pick("lure.seat", camp)
        for kind, number in entry["lure"]["people"].items():
            self.set_number(f"lure.people.{kind}", number)
        self.show()

    def _correct(self, entry: Entry) -> None:
        seat, numbers = entry["seat"], entry["set"]
        if self.page.locator(".pad-home").count():
            self.tap_and_go(self.key("correct"))
        if not self.page.locator(f'.page-form [name="seat"][value="{seat}"]').count():
            self._ask("correct", seat)
        for name in ("points", "lost_turns"):
            if name in numbers:
                self.set_number(f"set.{name}", numbers[name])
        for group in ("resources", "people"):
            for name, number in numbers.get(group, {}).items():
                self.set_number(f"set.{group}.{name}", number)
        for name, is_held in numbers.get("bonuses", {}).items():
            self.switch(f"set.bonuses.{name}", is_on=is_held)
        self.fill("reason", entry["reason"])
        self.show()

    def _trade(self, entry: Entry) -> None:
        self._ask("trade", entry["seat"])
        self._pick("with", entry["with"])
        for way in ("give", "get"):
            for resource, number in entry[way].items():
                self.set_number(f"{way}.{resource}", number)
        self.show()

    def _hq_trade(self, entry: Entry) -> None:
        self._ask("hq_trade", entry["seat"])
        self.choose("give", entry["give"])
        self.choose("get", entry["get"])
        self.show()  # how many depends on what is given
        self.set_number("times", entry["times"])
        self.show()

    def _upkeep(self, entry: Entry) -> None:
        if not entry.get("casualties"):
            self._at_once("upkeep")
            return
        self._ask("upkeep", 0)
        for seat, people in entry["casualties"].items():
            self._people(f"casualties.{seat}", people)
        self.show()
        self.confirm()

    def _attack(self, entry: Entry) -> None:
        self._ask("attack", entry["seat"], target=entry["target"])
        if "take" in entry:
            self._pick("take", entry["take"])
        for field in ("casualties", "target_casualties"):
            self._people(field, entry.get(field))
        if "casualties" in entry or "target_casualties" in entry:
            self.show()

    def _buy_off(self, entry: Entry) -> None:
        self._ask("buy_off", entry["seat"], target=entry["target"])
        for resource, number in entry["pay"].items():
            self.set_number(f"pay.{resource}", number)
        self.show()

    def _next_month(self, _: Entry) -> None:
        self._at_once("next_month")

    def _at_once(self, do: str) -> None:
        form = f'form:has([name="entries"][value*="{do}"])'
        self.tap_to_write(self.page.locator(f".next-step {form} button"))

    def _pick(self, name: str, value: object) -> None:
        """A choice on which further fields depend."""
        self.choose(name, value)
        self.show()


AT_ONCE: Final = frozenset({"end_turn", "upkeep", "next_month"})
"""Entries that one button writes, without a preview on the pad."""

WAYS: Final[Mapping[str, Callable[[Player, Entry], None]]] = {
    "find": Player._find,
    "lose": Player._find,
    "meet": Player._meet,
    "gain": Player._gain,
    "fire": Player._number,
    "sickness": Player._number,
    "sabotage": Player._only_key,
    "raise_brigade": Player._raise_brigade,
    "lure": Player._lure,
    "spend_reserve": Player._spend_reserve,
    "hand_over": Player._hand_over,
    "end_turn": Player._end_turn,
    "hand_turn": Player._hand_turn,
    "end_month": Player._only_key,
    "trade": Player._trade,
    "hq_trade": Player._hq_trade,
    "upkeep": Player._upkeep,
    "attack": Player._attack,
    "buy_off": Player._buy_off,
    "next_month": Player._next_month,
    "correct": Player._correct,
}
