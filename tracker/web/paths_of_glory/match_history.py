"""Reading a match: what an entry did, one number's story, what an amendment would change."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tracker.engine.history import Amendment
from tracker.engine.ledger import TABLE, Column
from tracker.engine.message import Message
from tracker.games.paths_of_glory.columns import (
    AP,
    COLUMNS,
    CP,
    POINTS,
    SIDE_TERMS,
    Replacement,
    SideColumn,
)
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.names import nation_term
from tracker.games.paths_of_glory.position import Position, Table
from tracker.service.match import SheetEntry
from tracker.service.reading import Sheet
from tracker.translations.translator import signed
from tracker.web.language import translate
from tracker.web.pad.pad import Pad
from tracker.web.pad.paths import arguments_of
from tracker.web.page_types import Number
from tracker.web.paths_of_glory.changes import VP, column_label
from tracker.web.paths_of_glory.entry_forms import BUILDERS
from tracker.web.paths_of_glory.entry_pad import pad
from tracker.web.rounds import Difference

SHOWN: Final = (SideColumn.WAR_STATUS, SideColumn.HAND)
OF_A_SEAT: Final = (SideColumn.WAR_STATUS, SideColumn.COMMITMENT, SideColumn.HAND, SideColumn.DECK)


def changes(sheet: Sheet, entry: SheetEntry) -> list[tuple[str, list[str]]]:
    """Return what an entry did: VP, and what each side gained and lost."""
    vp = sum(line.by for line in entry.lines if line.seat == TABLE and line.what in VP)
    told: dict[str, list[str]] = {translate(Message("Table")): [f"{signed(vp)} VP"]} if vp else {}
    by_column: dict[tuple[int, Column], int] = {}
    for line in entry.lines:
        if line.seat != TABLE and (line.what in SHOWN or isinstance(line.what, Replacement)):
            key = (line.seat, line.what)
            by_column[key] = by_column.get(key, 0) + line.by
    for (seat, column), by in by_column.items():
        if by:
            says = f"{_signed(column, by)} {column_label(seat, column)}"
            told.setdefault(sheet.players[seat], []).append(says)
    return list(told.items())


def _signed(column: Column, by: int) -> str:
    if isinstance(column, Replacement) and by % 2:
        return f"{by / 2:+g}"
    return signed(by // 2 if isinstance(column, Replacement) else by)


def number(sheet: Sheet, column: str, seat: int) -> Number | None:
    """Return a number of the sheet by its written name: VP of the table, the rest of a side."""
    if seat == TABLE:
        return _of_table(column)
    found: Any = COLUMNS.get(column)
    if found in POINTS[seat] or found in OF_A_SEAT:
        return Number((found,), _label(seat, found))
    return None


def _of_table(column: str) -> Number | None:
    """Return VP, or the war status of both sides together."""
    if column == "combined":
        label = translate(Message("Combined war status"))
        return Number((SideColumn.WAR_STATUS,), label, (CP, AP))
    return Number(VP, translate(Message("VP, counted from 10"))) if column == "vp" else None


def amend_pad(position: Position, old: SheetEntry, arguments: Mapping[str, str]) -> Pad | None:
    """Return the form of an entry, filled in as it was or as the address asks."""
    do = type(old.entry).__struct_config__.tag
    if do not in BUILDERS:
        return None
    chosen = arguments if "do" in arguments else arguments_of(old.entry)
    seat = getattr(old.entry, "seat", None)
    named = {} if seat is None else {"seat": str(seat)}
    return pad(position, {**chosen, **named, "do": str(do)})


def differences(sheet: Sheet, amendment: Amendment) -> list[Difference]:
    """Return the numbers of the sheet that an amendment would change."""
    return list(_differences(Table(sheet.position), Table(amendment.position)))


def _differences(before: Table, after: Table) -> Iterator[Difference]:
    if before.vp != after.vp:
        yield Difference("", translate(Message("VP")), before.vp, after.vp)
    if before.turn != after.turn:
        yield Difference("", translate(Message("Turn")), before.turn, after.turn)
    for seat in (CP, AP):
        for column in (*OF_A_SEAT, *POINTS[seat]):
            old, new = before[seat, column], after[seat, column]
            if old != new:
                yield Difference(translate(SIDE_TERMS[seat]), _label(seat, column), old, new)


def _label(seat: int, column: Column) -> str:
    if isinstance(column, Replacement):
        return translate(
            Message("RP of {nation}, in half points", {"nation": nation_term(column.name)})
        )
    return column_label(seat, column)


def events_by_turn(table: Table) -> list[tuple[int, list[str]]]:
    """Return the cards that were events, by the turn in which each last was."""
    found: dict[int, list[str]] = {}
    for seat in (CP, AP):
        for card, turn in table.events(seat):
            found.setdefault(turn, []).append(translate(card_name(seat, card.n)))
    return sorted(found.items())


def uses(entries: Any) -> list[tuple[str, list[int]]]:
    """Return how often each side used a card so: (event, [3, 4]) is 3 of CP and 4 of AP."""
    counts: dict[str, list[int]] = {
        use: [0, 0] for use in ("event", "ops", "sr", "rp", "one_op", "peace")
    }
    for entry in entries:
        if entry.state != "live":
            continue
        do = type(entry.entry).__struct_config__.tag
        use = entry.entry.use if do == "play" else do
        if use in counts:
            counts[use][entry.entry.seat] += 1
    return list(counts.items())
