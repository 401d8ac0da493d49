"""The match page of this title: the mission, the soldiers, and what is to be done now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.grizzled import entries, morale, title
from tracker.games.grizzled.columns import HardKnock, Phase
from tracker.games.grizzled.entries import AnyEntry
from tracker.games.grizzled.position import Position, Table
from tracker.service.match import SheetEntry
from tracker.service.reading import Sheet
from tracker.service.rights import Standing
from tracker.web.frame import Player, shared_frame
from tracker.web.grizzled import lay_out
from tracker.web.grizzled.choice_fields import read
from tracker.web.grizzled.correction_form import ready_corrections
from tracker.web.grizzled.counters import counters, odds
from tracker.web.grizzled.drawing import charm_of
from tracker.web.grizzled.entry_forms import BUILDERS
from tracker.web.grizzled.entry_pad import WITHDRAWS, PadQuestion, Tap, never, pad, question
from tracker.web.grizzled.mission_form import card_arguments, dangers
from tracker.web.pad.pad import Pad

FOLDER: Final = "grizzled"
AT_RANDOM: Final = Message("Panicked: draw the token at random")
ACTIONS: Final = (
    ("play", Message("Play a card"), "play_card"),
    ("charm", Message("Use the charm"), "charm"),
    ("speech", Message("Make a speech"), "speech"),
    ("withdraw", Message("Withdraw"), "withdraw"),
)
ASKED_IN: Final = {Phase.PREPARATION: "mission", Phase.SUPPORT: "support"}
"""The entry that comes next in a phase, without a button to ask for it."""


@dataclass(frozen=True)
class ActionButton:
    """A button of the soldier whose turn it is; off, with the reason, where it is refused."""

    do: str
    label: Message
    icon: str
    refused: Refused | None
    arguments: dict[str, str]
    entries: str = ""
    """The entries that it writes at once; empty where something is asked first."""
    note: Message | None = None
    """A reminder for the table."""

    @property
    def offline(self) -> str:
        return WITHDRAWS if self.do == "withdraw" else ""


@dataclass(frozen=True)
class Deal:
    """A danger: what everybody would hold, and what is left of the trials."""

    danger: int
    least: int
    most: int
    trials: int
    entries: str


def is_entry_asked(arguments: Mapping[str, str]) -> bool:
    """Return whether an address asks for an entry."""
    return arguments.get("do") in BUILDERS


def seat_asked_for(table: Table, arguments: Mapping[str, str]) -> int:
    """The seat that an address is about: the one it names, else the one whose turn it is."""
    asked = arguments.get("seat", "")
    if asked in map(str, table.seats):
        return int(asked)
    return table.leader if table.turn is None else table.turn


def frame(sheet: Sheet) -> dict[str, Any]:
    """Return what every page of a match of this title shows."""
    table = title.export_position(sheet.position)
    players = [Player(seat["name"], charm_of(seat["soldier"])) for seat in table["seats"]]
    return {**shared_frame(sheet, FOLDER, players, table["turn"]), "table": table}


def may_write(sheet: Sheet, standing: Standing, arguments: Mapping[str, str]) -> bool:
    """Return whether this device may write what the address asks for, or the next thing to do."""
    entry = _next_entry(sheet.position, arguments)
    return standing.why_not(sheet.claim(entry), sheet.players) is None


def _next_entry(position: Position, arguments: Mapping[str, str]) -> AnyEntry:
    """Return an entry of the kind that comes next, to see whose it is."""
    table = Table(position)
    if arguments.get("do") == "correct":
        return entries.Correct(entries.Numbers(), "")
    if table.phase is Phase.PREPARATION and arguments.get("do") != "order":
        return entries.Mission()
    if table.phase is Phase.MISSION and arguments.get("do") != "order":
        return entries.Withdraw(seat_asked_for(table, arguments))
    return entries.NextMission()


def context(sheet: Sheet, standing: Standing, arguments: Mapping[str, str]) -> dict[str, Any]:
    """Return everything that the match page shows to this device."""
    position: Position = sheet.position
    table = Table(position)
    may = may_write(sheet, standing, arguments)
    is_asked = may and is_entry_asked(arguments)
    asked = pad(position, seat_asked_for(table, arguments), arguments) if is_asked else None
    return {
        **frame(sheet),
        "pad": asked,
        "question": question(position, asked) if asked else None,
        "received": _received(position, asked or _of_phase(position, may)),
        "is_wide": asked is not None and _is_wide(table, asked.do),
        "home": home(position) if may and asked is None else None,
        "counters": counters(table),
        "odds": odds(table) if sheet.setup.switches.odds else [],
        "next_drop": morale.drop(table),
        "drop_sum": morale.drop_sum(table),
        "lay_out": lay_out.steps(table),
        "offline_keypad": None,
        "hand_question": None,
        "recruit": table.game.recruit,
        "chaplain": table.game.chaplain,
        "corrections": _corrections(table, position) if standing.is_host else [],
        "others": _others(table, asked),
    }


def _is_wide(table: Table, do: str) -> bool:
    return do in ("correct", "order") or (do == "mission" and table.game.has_orders)


def _others(table: Table, asked: Pad | None) -> list[int]:
    """Return the seats whose numbers can be corrected instead of those that are."""
    if asked is None or asked.do != "correct":
        return []
    return [seat for seat in table.seats if seat != asked.seat]


def _corrections(table: Table, position: Position) -> list[tuple[int, list[Any]]]:
    if table.phase is Phase.OVER:
        return []
    return [(seat, list(ready_corrections(position, seat))) for seat in table.seats]


@dataclass(frozen=True)
class Home:
    """The next thing to do: actions, the dangers to choose from, a question, the morale."""

    seat: int
    actions: list[ActionButton]
    cards: list[Tap]
    deals: list[Deal]
    question: PadQuestion | None
    now: Pad | None


def home(position: Position) -> Home:
    """Return what is to be done now, for the device that may write it."""
    table = Table(position)
    seat = table.leader if table.turn is None else table.turn
    if table.phase is Phase.MISSION:
        return Home(seat, _actions(position, seat), _cards(position, seat), [], None, None)
    if table.phase is Phase.MORALE:
        return Home(seat, [], [], [], None, pad(position, seat, {"do": "next_mission"}))
    now = _of_phase(position, True)
    asked = question(position, now) if now else None
    return Home(seat, [], [], _deals(position), asked, now)


def _of_phase(position: Position, may: bool) -> Pad | None:
    table = Table(position)
    do = ASKED_IN.get(table.phase)
    return pad(position, table.leader, {"do": do}) if do and may else None


def _actions(position: Position, seat: int) -> list[ActionButton]:
    found = []
    for do, label, icon in ACTIONS:
        arguments = {"do": do, "seat": str(seat)}
        then = pad(position, seat, arguments) if do == "withdraw" else None
        written = then.entries if then and then.can_be_written else ""
        note = AT_RANDOM if do == "withdraw" and _is_panicked(position, seat) else None
        refused = never(position, seat, do)
        found.append(ActionButton(do, label, icon, refused, arguments, written, note))
    return found


def _is_panicked(position: Position, seat: int) -> bool:
    """GR-2.3: whether the token to lay is drawn at random."""
    table = Table(position)
    return table.has(seat, HardKnock.PANICKED) and table.tokens(seat) > 0


def _cards(position: Position, seat: int) -> list[Tap]:
    """Return the cards that can be played; most of them are written with one tap."""
    asked = question(position, pad(position, seat, {"do": "play", "seat": str(seat)}))
    return asked.taps if asked else []


def _deals(position: Position) -> list[Deal]:
    table = Table(position)
    if table.phase is not Phase.PREPARATION or table.game.has_orders or table.game.is_solo:
        return []
    return [_deal(position, danger) for danger in dangers(position)]


def _deal(position: Position, danger: int) -> Deal:
    dealt = Table(title.decide(position, entries.Mission(danger=danger)).position)
    hands = [dealt.hand(seat) for seat in dealt.game.players]
    written = pad(position, dealt.leader, {"do": "mission", "danger": str(danger)}).entries
    return Deal(danger, min(hands), max(hands), dealt.trials, written)


def _received(position: Position, asked: Pad | None) -> list[tuple[str, int]]:
    """GR-8.4: return who would receive how many tokens, once all are named."""
    table = Table(position)
    if asked is None or asked.do != "support" or table.game.is_solo:
        return []
    tokens = {
        str(seat): asked.arguments[f"tokens.{seat}"]
        for seat in table.seats
        if f"tokens.{seat}" in asked.arguments
    }
    entry = read(position, {"do": "support", "tokens": tokens})
    try:
        after = Table(title.decide(position, entry).position) if entry else None
    except Refused:
        return []
    if after is None:
        return []
    seats = title.export_position(after.position())["seats"]
    return [(seat["name"], seat["received"]) for seat in seats]


def typed_cards(written: list[SheetEntry]) -> list[tuple[str, dict[str, str]]]:
    """Return the mission cards that were typed before, by name, newest last."""
    found = {}
    for line in written:
        card = getattr(line.entry, "card", None)
        if isinstance(line.entry, entries.Mission) and card:
            found[card.name] = card_arguments(card)
    return list(found.items())
