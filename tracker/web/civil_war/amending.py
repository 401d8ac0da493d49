"""Reading a match: its history, one number's lines, what an amendment would change."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec
from msgspec import UNSET

from tracker.engine.history import Amendment
from tracker.engine.ledger import TABLE, Column
from tracker.engine.message import Message
from tracker.games.civil_war import superlatives as remarkable
from tracker.games.civil_war.columns import BONUSES, KINDS, RESOURCES, Count
from tracker.games.civil_war.entries import TurnOver
from tracker.games.civil_war.position import Position, Table
from tracker.service.match import SheetEntry
from tracker.service.reading import Sheet
from tracker.web.civil_war.entry_forms import BUILDERS
from tracker.web.civil_war.entry_pad import HIDDEN, pad
from tracker.web.civil_war.tile_turn import Turning, as_arguments, turning
from tracker.web.language import change, word
from tracker.web.pad.fields import TextField
from tracker.web.pad.pad import Pad, TriedEntries
from tracker.web.rounds import Difference

PEOPLE: Final = "people"
SHOWN: Final = {
    PEOPLE,
    *(column.value for column in (*RESOURCES, *KINDS, *BONUSES, Count.POINTS, Count.LOST_TURNS)),
}


def changes(sheet: Sheet, entry: SheetEntry) -> list[tuple[str, list[str]]]:
    """Return what an entry did, seat by seat, as a player reads it: +6 food, +2 points."""
    changed: Counter[tuple[int, Column]] = Counter()
    for line in entry.lines:
        if line.seat != TABLE and line.what not in HIDDEN:
            changed[line.seat, line.what] += line.by
    told: dict[str, list[str]] = {}
    for (seat, column), by in changed.items():
        told.setdefault(sheet.players[seat], []).append(change(column, by))
    return list(told.items())


def amend_pad(position: Position, old: SheetEntry, arguments: Mapping[str, str]) -> Pad | None:
    """The pad filled in as the entry was, or as the address asks for instead."""
    if isinstance(old.entry, TurnOver):
        return _amended_turn(position, old.entry, arguments)
    do = type(old.entry).__struct_config__.tag
    if do not in BUILDERS:
        return None
    chosen = arguments if "do" in arguments else _opened(do, old.entry)
    seat = getattr(old.entry, "seat", 0)
    return pad(position, seat, {**chosen, "do": do})


def _opened(do: str, entry: Any) -> dict[str, str]:
    """The fields as the entry has them; the keypad's number is replaced by the first digit."""
    arguments = _as_arguments(entry)
    number = arguments.get("amount") or arguments.get("times") or ""
    return {"do": do, "fresh": number, **arguments}


def _amended_turn(
    position: Position, entry: TurnOver, arguments: Mapping[str, str]
) -> Turning | None:
    """The same cell with other choices, and another tile where the players turned it over."""
    chosen = arguments if "do" in arguments else as_arguments(entry)
    if entry.tile is UNSET:
        return turning(position, entry.seat, entry.at, None, chosen)
    number = chosen.get("tile", "").strip()
    found = turning(position, entry.seat, entry.at, number, chosen)
    if found is None:
        before = turning(position, entry.seat, entry.at, entry.tile, chosen)
        says = Message("Tile {tile} cannot have come up here.", {"tile": number})
        found = before and replace(before, tried=TriedEntries(problem=says))
    asked = TextField("tile", Message("The number of the tile that came up"), number, 40)
    return found and replace(found, fields=[asked, *found.fields])


def _as_arguments(entry: Any) -> dict[str, str]:
    """An entry as the pad's fields name it."""
    document = msgspec.to_builtins(entry)
    arguments: dict[str, str] = {}
    for name, value in document.items():
        arguments |= _fields(name, value, document)
    if "count" in arguments:
        arguments["amount"] = arguments.pop("count")
    if "turncoat" in arguments:
        arguments["way"] = "turncoat"
    return arguments


def _fields(name: str, value: Any, document: Mapping[str, Any]) -> dict[str, str]:
    """Return what the pad has for one field of an entry."""
    match name, value:
        case _, str() | int():
            return {name: str(value)}
        case "give" | "get" | "pay", dict():
            return {f"{name}_{key}": str(number) for key, number in value.items()}
        case "casualties" | "target_casualties", dict():
            return _casualties(name, value, document)
        case "lure", dict():
            return {"way": "lure", "camp": str(value["seat"]), **_lured(value)}
        case "from", _ if value:
            return _joined(map(_lured, value))
        case "help", _ if value:
            return {f"help_{gift['seat']}": str(gift["weapons"]) for gift in value}
        case "set", dict():
            return _set_arguments(value)
    return {}


def _casualties(name: str, value: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, str]:
    """Return who falls: of the seat or its target, or at the month's end seat by seat."""
    whose = "target" if name == "target_casualties" else "seat"
    if whose in document:
        return _fallen(document[whose], value)
    return _joined(_fallen(seat, people) for seat, people in value.items())


def _joined(several: Iterable[Mapping[str, str]]) -> dict[str, str]:
    return {name: value for part in several for name, value in part.items()}


def _lured(camp: Mapping[str, Any]) -> dict[str, str]:
    return {f"lure_{camp['seat']}_{kind}": str(number) for kind, number in camp["people"].items()}


def _fallen(seat: object, people: Mapping[str, int]) -> dict[str, str]:
    """Return who was chosen to fall; whoever was not named was chosen to live."""
    return {f"fall_{seat}_{kind.value}": str(people.get(kind.value, 0)) for kind in KINDS}


def _set_arguments(numbers: Mapping[str, Any]) -> dict[str, str]:
    arguments: dict[str, str] = {}
    for name, value in numbers.items():
        if isinstance(value, dict):
            arguments |= {f"set_{key}": str(int(number)) for key, number in value.items()}
        else:
            arguments[f"set_{name}"] = str(value)
    return arguments


def differences(sheet: Sheet, amendment: Amendment) -> list[Difference]:
    """Return the numbers of the sheet that an amendment would change."""
    before, after = Table(sheet.position), Table(amendment.position)
    columns = (Count.POINTS, *RESOURCES, *KINDS, *BONUSES, Count.LOST_TURNS, Count.OUT)
    return [
        Difference(before.name(seat), word(column), before[seat, column], after[seat, column])
        for seat in before.seats
        for column in columns
        if before[seat, column] != after[seat, column]
    ]


def superlatives(sheet: Sheet, entries: Iterable[SheetEntry]) -> list[Message]:
    return remarkable.superlatives(
        sheet.setup, [entry for entry in entries if entry.state == "live"]
    )
