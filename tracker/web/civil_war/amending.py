"""Reading a match: its history, one number's lines, what an amendment would change."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

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
from tracker.web.civil_war import offline
from tracker.web.civil_war.entry_forms import BUILDERS
from tracker.web.civil_war.entry_pad import HIDDEN, pad
from tracker.web.civil_war.tile_turn import Turning, turning
from tracker.web.language import change, word
from tracker.web.pad.fields import TextField
from tracker.web.pad.pad import Pad, TriedEntries
from tracker.web.pad.paths import arguments_of
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
    arguments = arguments_of(entry)
    return {"do": do, "fresh": arguments.get(offline.NUMBERS.get(do, ""), ""), **arguments}


def _amended_turn(
    position: Position, entry: TurnOver, arguments: Mapping[str, str]
) -> Turning | None:
    """The same cell with other choices, and another tile where the players turned it over."""
    chosen = arguments if "do" in arguments else arguments_of(entry)
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
