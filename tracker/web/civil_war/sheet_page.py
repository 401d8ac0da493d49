"""The match page of this title: seats, pad, month's end, graph."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import msgspec

from tracker.engine.ledger import TABLE, Column
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.engine.title import why_none
from tracker.games.civil_war import months, title
from tracker.games.civil_war.box import SIDE_OF
from tracker.games.civil_war.claims import claim_of_kind
from tracker.games.civil_war.columns import KINDS, RESOURCES, Count, Kind, Phase, Side
from tracker.games.civil_war.offers import CANDIDATES
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.result_text import victory
from tracker.games.titles import TITLES
from tracker.service.match import SheetEntry
from tracker.service.reading import Sheet
from tracker.service.rights import Standing
from tracker.translations.translator import signed
from tracker.web.civil_war import offline
from tracker.web.civil_war.correction_form import CORRECTED
from tracker.web.civil_war.drawing import column_name, one_word
from tracker.web.civil_war.entry_forms import BUILDERS
from tracker.web.civil_war.entry_pad import HIDDEN, pad
from tracker.web.civil_war.month_end import MonthEnd, month_end
from tracker.web.civil_war.pad_fields import HOW_MANY
from tracker.web.frame import Player, shared_frame
from tracker.web.language import translate, word
from tracker.web.pad.fields import Keypad
from tracker.web.pad.pad import Pad

ALSO_BY_HAND = Message(
    "The tiles already count what is found, lost and met. Enter this by hand as well?"
)


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
    offline: str = ""
    """The entry that it writes without a server, but for its seat and its number."""
    number: str = ""
    """The field of that entry which the number goes into; none where it has no number."""

    @property
    def words(self) -> str:
        if not isinstance(self.label, Column):
            return translate(self.label)
        return one_word(self.label) if self.extra else word(self.label)


FOLDER: Final = "civil_war"
RULES: Final = TITLES[title.NAME]
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

BY_TILES: Final = frozenset({"find", "lose", "meet"})
"""Entries that a tile makes by itself when it is turned over."""
KEY_NAMES: Final = ("do", "seat", "resource", "kind", "form_id")
"""The names in the address of such a key; the first step of the entry adds its number."""


@dataclass(frozen=True)
class Home:
    """The pad before anything was tapped."""

    found: list[Key]
    lost: list[Key]
    met: list[Key]
    events: list[Key]
    end_turn: Key
    end_month: Key | None
    seat: int
    order: list[tuple[int, bool]]
    """The seats after the one whose turn it is, in the order of play; True for a lost turn."""


def home(position: Position, seat: int, standing: Standing) -> Home:
    """Return the pad for a seat, with what this device may write."""
    table = Table(position)

    def is_mine(do: str) -> bool:
        return standing.why_not(claim_of_kind(do, seat), names_of(table)) is None

    @cache
    def refusal(do: str) -> Refused | None:
        return why_none(RULES, position, CANDIDATES[do](table, seat))

    def key(do: str, arguments: Mapping[str, str], label: Any, icon: str) -> Key:
        at_once = msgspec.json.encode([{"do": do, "seat": seat}]).decode()
        return Key(
            {"do": do, "seat": str(seat), **arguments},
            label,
            icon,
            refusal(do),
            _feeling(table, seat, label),
            do not in WIDE,
            at_once,
            offline.entry(do, arguments),
            offline.NUMBERS.get(do, ""),
        )

    return Home(
        [
            key("find", {"resource": resource.value}, resource, resource.value)
            for resource in RESOURCES
        ],
        [
            key("lose", {"resource": resource.value}, resource, resource.value)
            for resource in RESOURCES
        ],
        [key("meet", {"kind": kind.value}, kind, kind.value) for kind in KINDS],
        [key(*event) for event in EVENTS if is_mine(event[0])],
        key("end_turn", {}, Message("End turn"), "end_turn"),
        key("end_month", {}, Message("Month's end"), "month") if is_mine("end_month") else None,
        seat,
        _order_of_play(table),
    )


def _order_of_play(table: Table) -> list[tuple[int, bool]]:
    """CW-3.5, CW-3.6: return who comes after the present turn, and who will be passed over."""
    if table.turn is None:
        return []
    others = (seat for seat in months.round_from(table, table.turn) if seat != table.turn)
    return [(seat, table[seat, Count.LOST_TURNS] > 0) for seat in others]


def _feeling(table: Table, seat: int, label: object) -> str:
    """Return whether a key is for meeting friends or enemies."""
    if not isinstance(label, Kind):
        return ""
    return "friend" if SIDE_OF[label] is table.side(seat) else "enemy"


def seat_asked_for(table: Table, arguments: Mapping[str, str]) -> int:
    """The seat that an address is about: the one it names, else the one whose turn it is."""
    asked = arguments.get("seat", "")
    if asked in map(str, table.seats):
        return int(asked)
    return table.turn or 0


def is_entry_asked(arguments: Mapping[str, str]) -> bool:
    """Return whether an address asks for an entry."""
    return arguments.get("do") in BUILDERS


def asked_pad(position: Position, arguments: Mapping[str, str]) -> Pad | None:
    """The pad for the entry that the address asks for; None where it asks for none."""
    if not is_entry_asked(arguments):
        return None
    return pad(position, seat_asked_for(Table(position), arguments), arguments)


def question_by_hand(position: Position, arguments: Mapping[str, str]) -> dict[str, str] | None:
    """Return how the pad goes on after its question, where the tiles count such an entry already.

    It is asked once, when the key is tapped; None where there is nothing to ask.
    """
    is_begun = {"amount", "count", "by_hand"} & arguments.keys()
    if position.figure is None or is_begun or arguments.get("do") not in BY_TILES:
        return None
    return {"by_hand": "1", **{name: arguments[name] for name in KEY_NAMES if name in arguments}}


def frame(sheet: Sheet) -> dict[str, Any]:
    """Return what every page of a match of this title shows."""
    table = title.export_position(sheet.position)
    players = [
        Player(seat["name"], seat["side"], seat.get("out", False)) for seat in table["seats"]
    ]
    return {**shared_frame(sheet, FOLDER, players, table["turn"]), "table": table}


def is_offered(standing: Standing, table: Table, arguments: Mapping[str, str]) -> bool:
    """Return whether what the address asks for is for this device to write."""
    if not is_entry_asked(arguments):
        return False
    target = arguments.get("target", "")
    other = int(target) if target in map(str, table.seats) else None
    claim = claim_of_kind(arguments["do"], seat_asked_for(table, arguments), other)
    return standing.why_not(claim, names_of(table)) is None


def correction(
    position: Position, standing: Standing, seat: int, column: str
) -> dict[str, str] | None:
    """Return what the address of a number's correction asks for; None where it is not offered."""
    asked = {"do": "correct", "seat": str(seat)}
    table = Table(position)
    is_there = not table.is_out(seat) or column == Count.POINTS.value
    if not is_there or not is_offered(standing, table, asked):
        return None
    if why_none(RULES, position, CANDIDATES["correct"](table, seat)):
        return None
    return {**asked, "only": column} if column in CORRECTED else asked


def names_of(table: Table) -> list[str]:
    return [table.name(seat) for seat in table.seats]


def seat_at_pad(standing: Standing, table: Table) -> int | None:
    """The seat that this device writes for now: the one whose turn it is, if it may."""
    if table.phase is not Phase.TURNS:
        return None
    if standing.writes_for(table.turn):
        return table.turn or 0
    return None if table.switches.keep_order else standing.seat


def context(sheet: Sheet, standing: Standing, arguments: Mapping[str, str]) -> dict[str, Any]:
    """Everything that the match page shows to this device."""
    position: Position = sheet.position
    table = Table(position)
    asked = asked_pad(position, arguments) if is_offered(standing, table, arguments) else None
    at_pad = seat_at_pad(standing, table) if asked is None else None
    is_turns = table.phase is Phase.TURNS
    only_sheet = arguments.get("view") == "sheet"
    return {
        **frame(sheet),
        "by_side": {
            side.word: [seat for seat in table.seats if table.side(seat) is side] for side in Side
        },
        "is_wide": asked is not None and (asked.do in WIDE or not is_turns),
        "own_seat": None if standing.writes_for_all else standing.seat,
        "won": victory(position),
        "pad": asked,
        "by_hand": question_by_hand(position, arguments) if asked and not asked.refused else None,
        "others": _others(table, asked),
        "offline_keypad": Keypad("amount", "", None, HOW_MANY),
        "hand_question": None if position.figure is None else ALSO_BY_HAND,
        "home": None if at_pad is None else home(position, at_pad, standing),
        "month_end": _month_end(position, table) if asked is None and not only_sheet else None,
    }


def _others(table: Table, asked: Pad | None) -> list[int]:
    """Return the seats whose numbers can be corrected instead of those that are."""
    if asked is None or asked.do != "correct":
        return []
    return [seat for seat in table.seats_in_game() if seat != asked.seat]


def _month_end(position: Position, table: Table) -> MonthEnd | None:
    return month_end(position) if table.phase in (Phase.TRADES, Phase.BATTLES) else None


def said(players: list[Player], changed: Mapping[tuple[int, str], int]) -> str:
    """Return what is read aloud after an entry: each number that it changed, and by how much."""
    return " ".join(
        f"{players[seat].name}: {column_name(column)} {signed(by)}."
        for (seat, column), by in changed.items()
    )


def changed_numbers(entries: Iterable[SheetEntry]) -> dict[tuple[int, str], int]:
    """Return what these entries changed, by seat and column: shown for a moment afterwards."""
    changed: Counter[tuple[int, str]] = Counter()
    for entry in entries:
        for line in entry.lines:
            if line.seat != TABLE and line.what not in HIDDEN:
                changed[line.seat, str(line.what.value)] += line.by
    return dict(changed)


def columns_changed(changed: Iterable[tuple[int, str]], seats: int) -> list[list[str]]:
    """Return the columns that were changed, by seat."""
    return [[column for at, column in changed if at == seat] for seat in range(seats)]
