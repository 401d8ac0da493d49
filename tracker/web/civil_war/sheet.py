"""The match page of this title: seats, pad, month's end, graph."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.games.civil_war import title
from tracker.games.civil_war.box import SIDE_OF
from tracker.games.civil_war.columns import KINDS, RESOURCES, Kind, Phase, Side
from tracker.games.civil_war.entries import EndTurn
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.telling import victory
from tracker.service.keeping import Written
from tracker.service.matches import Sheet
from tracker.web.civil_war.asking import BUILDERS
from tracker.web.civil_war.month_end import MonthEnd, month_end
from tracker.web.civil_war.pad import HIDDEN, Pad, pad


@dataclass(frozen=True)
class Key:
    """A key of the pad: what it asks for; off, with the reason behind it, where it is refused."""

    arguments: dict[str, str]
    label: Any
    icon: str
    refused: Refused | None
    extra: str = ""
    is_small: bool = True
    entry: str = ""


EVENTS: Final[tuple[tuple[str, dict[str, str], Message, str], ...]] = (
    ("gain", {"bonus": "wagon"}, Message("Wagon"), "wagon"),
    ("gain", {"bonus": "dynamite"}, Message("Dynamite"), "dynamite"),
    ("fire", {}, Message("Fire"), "fire"),
    ("sickness", {}, Message("Sickness"), "sickness"),
    ("sabotage", {}, Message("Sabotage"), "headquarters_destroyed"),
    ("raise_brigade", {}, Message("Raise brigade"), "fire_brigade"),
    ("lure", {}, Message("Lure"), "lure"),
    ("spend_reserve", {}, Message("Spend reserve"), "gold_reserve"),
    ("hand_over", {}, Message("Hand over"), "hand_over"),
    ("correct", {}, Message("Correct"), "correct"),
    ("hand_turn", {}, Message("Hand the turn"), "hand_turn"),
)
WIDE: Final = frozenset(
    {"lure", "spend_reserve", "correct", "trade", "hq_trade", "upkeep", "attack", "buy_off"}
)
"""Entries with more fields than the pad has room for: they get a page."""


@dataclass(frozen=True)
class Home:
    """The pad before anything was tapped."""

    found: list[Key]
    lost: list[Key]
    met: list[Key]
    events: list[Key]
    end_turn: Key
    end_month: Key


def home(position: Position, seat: int) -> Home:
    table = Table(position)
    refusals = {offer.do: offer.refusal for offer in title.offers(position, seat)}

    def key(do: str, arguments: Mapping[str, str], label: Any, icon: str) -> Key:
        at_once = msgspec.json.encode([{"do": do, "seat": seat}]).decode()
        return Key(
            {"do": do, "seat": str(seat), **arguments},
            label,
            icon,
            refusals[do],
            _feeling(table, seat, label),
            do not in WIDE,
            at_once,
        )

    return Home(
        [key("find", {"resource": one.value}, one, one.value) for one in RESOURCES],
        [key("lose", {"resource": one.value}, one, one.value) for one in RESOURCES],
        [key("meet", {"kind": one.value}, one, one.value) for one in KINDS],
        [key(*event) for event in EVENTS],
        key("end_turn", {}, Message("End turn"), "end_turn"),
        key("end_month", {}, Message("End the month's turns"), "month"),
    )


def _feeling(table: Table, seat: int, label: object) -> str:
    """Whether a key is for meeting friends or enemies."""
    if not isinstance(label, Kind):
        return ""
    return "friend" if SIDE_OF[label] is table.side(seat) else "enemy"


def seat_asked_for(table: Table, arguments: Mapping[str, str]) -> int:
    """The seat that an address is about: the one it names, else the one whose turn it is."""
    asked = arguments.get("seat", "")
    if asked in map(str, table.seats):
        return int(asked)
    return table.turn or 0


def asked_pad(position: Position, arguments: Mapping[str, str]) -> Pad | None:
    """The pad for the entry that the address asks for; None where it asks for none."""
    if arguments.get("do") not in BUILDERS:
        return None
    return pad(position, seat_asked_for(Table(position), arguments), arguments)


def frame(sheet: Sheet) -> dict[str, Any]:
    """What every page of a match shows."""
    return {"sheet": sheet, "table": title.written(sheet.position)}


def context(sheet: Sheet, arguments: Mapping[str, str]) -> dict[str, Any]:
    """Everything that the match page shows."""
    position: Position = sheet.position
    table = Table(position)
    asked = asked_pad(position, arguments)
    is_turns = table.phase is Phase.TURNS
    only_sheet = arguments.get("view") == "sheet"
    return {
        **frame(sheet),
        "by_side": {
            side.word: [seat for seat in table.seats if table.side(seat) is side] for side in Side
        },
        "is_wide": asked is not None and (asked.do in WIDE or not is_turns),
        "won": victory(position),
        "pad": asked,
        "home": home(position, table.turn or 0) if is_turns and asked is None else None,
        "month_end": _month_end(position, table) if asked is None and not only_sheet else None,
    }


def _month_end(position: Position, table: Table) -> MonthEnd | None:
    return month_end(position) if table.phase in (Phase.TRADES, Phase.BATTLES) else None


def end_of_turn(sheet: Sheet, whose: str) -> EndTurn | None:
    """The entry that ends a turn: of the seat that the page named, or of whoever has it.

    A page names the seat, so that what is sent late does not end the turn of the next one.
    """
    table = Table(sheet.position)
    if whose in map(str, table.seats):
        return EndTurn(int(whose))
    return EndTurn(table.turn) if whose and table.turn is not None else None


def changed_numbers(entries: Iterable[Written]) -> dict[tuple[int, str], int]:
    """What these entries changed, by seat and column: shown for a moment after they are written."""
    changed: Counter[tuple[int, str]] = Counter()
    for one in entries:
        for line in one.lines:
            if line.seat != TABLE and line.what not in HIDDEN:
                changed[line.seat, str(line.what.value)] += line.by
    return dict(changed)
