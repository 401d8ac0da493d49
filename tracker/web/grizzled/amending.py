"""Reading a match: what an entry did, amending it, and what an amendment would change."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from msgspec import UNSET

from tracker.engine.history import Amendment
from tracker.engine.ledger import TABLE, Column
from tracker.engine.message import Message
from tracker.games.grizzled import entries
from tracker.games.grizzled.columns import COLUMNS, Count, Course, HardKnock, Token
from tracker.games.grizzled.position import Position, Table
from tracker.service.match import SheetEntry
from tracker.service.reading import Sheet
from tracker.translations.translator import signed
from tracker.web.grizzled.choice_fields import NOTHING
from tracker.web.grizzled.entry_pad import COUNTED, THE_TABLE, is_counted, is_hard_knock, pad
from tracker.web.grizzled.mission_form import card_arguments, dangers
from tracker.web.language import translate, word
from tracker.web.pad.pad import Pad
from tracker.web.pad.paths import arguments_of
from tracker.web.page_types import Number
from tracker.web.rounds import Difference
from tracker.web.wording import column_word

OF_A_SOLDIER: Final = (Count.HAND, Count.CHARM, Count.SPEECHES, Count.RECEIVED)
OF_THE_TABLE: Final = (Course.TRIALS, Course.MORALE, Course.POOL, Course.COMMON_HAND)
TOKENS: Final = "tokens"
SUPPORT_TOKENS = Message("Support tokens")
UNSAID: Final = {
    **dict.fromkeys(("loses", "takes", "drawn", "relieves", "token", "help"), NOTHING),
    "returns": "false",
    "refill": "true",
}
"""The answers of an entry that says nothing else."""
HELD: Final[tuple[Column, ...]] = (Count.UNKNOWN, *Token)


def number(sheet: Sheet, column: str, seat: int) -> Number | None:
    """Return a number of the sheet by its written name; None where there is none."""
    if seat != TABLE and column == TOKENS:
        return Number(HELD, translate(SUPPORT_TOKENS))
    found = COLUMNS.get(column)
    if found is None or found not in (OF_THE_TABLE if seat == TABLE else OF_A_SOLDIER):
        return None
    return Number((found,), word(found))


def changes(sheet: Sheet, entry: SheetEntry) -> list[tuple[str, list[str]]]:
    """Return what an entry did, by whom it concerns: Anna, −1 card in hand, Mute."""
    changed: Counter[tuple[int, Column]] = Counter()
    for line in entry.lines:
        if is_counted(line.what) or is_hard_knock(line.what):
            changed[line.seat, line.what] += line.by
    told: dict[str, list[str]] = {}
    for (seat, column), by in changed.items():
        if by:
            whose = translate(THE_TABLE) if seat == TABLE else sheet.players[seat]
            told.setdefault(whose, []).append(_says(column, by))
    return list(told.items())


def _says(column: Column, by: int) -> str:
    if isinstance(column, HardKnock):
        return f"{'+' if by > 0 else '−'}{word(column)}"
    return f"{signed(by)} {column_word(column, by)}"


def differences(sheet: Sheet, amendment: Amendment) -> list[Difference]:
    """Return the numbers of the sheet that an amendment would change."""
    before, after = Table(sheet.position), Table(amendment.position)
    places = [
        (seat, column)
        for seat in (*before.seats, TABLE)
        for column in COLUMNS.values()
        if (column in COUNTED or is_hard_knock(column)) and _is_of(seat, column)
    ]
    return [
        Difference(
            translate(THE_TABLE) if seat == TABLE else before.name(seat),
            word(column),
            _shown(before, seat, column),
            _shown(after, seat, column),
        )
        for seat, column in places
        if _shown(before, seat, column) != _shown(after, seat, column)
    ]


def _is_of(seat: int, column: Column) -> bool:
    return isinstance(column, Course) == (seat == TABLE)


def _shown(table: Table, seat: int, column: Column) -> int:
    """Return the number; a hard knock is there or is not, whatever its place."""
    number_ = table[seat, column]
    return int(number_ > 0) if is_hard_knock(column) else number_


def amend_pad(position: Position, old: SheetEntry, arguments: Mapping[str, str]) -> Pad | None:
    """Return the form of an entry, filled in as it was or as the address asks."""
    do = type(old.entry).__struct_config__.tag
    chosen = arguments if "do" in arguments else as_arguments(position, old.entry)
    return pad(position, _seat(position, old.entry, arguments), {**chosen, "do": do})


def _seat(position: Position, entry: Any, arguments: Mapping[str, str]) -> int:
    """Return the soldier whom the form of an entry is about."""
    table = Table(position)
    corrected = getattr(getattr(entry, "set", None), "seats", {})
    named = (arguments.get("seat", ""), *corrected, str(getattr(entry, "seat", "")))
    return next((int(seat) for seat in named if seat in map(str, table.seats)), table.leader)


def as_arguments(position: Position, entry: Any) -> dict[str, str]:
    """Return the fields of an entry's form, as the entry has them.

    What the entry leaves out is answered too, so that it is not asked again.
    """
    table = Table(position)
    arguments = UNSAID | {f"discards.{seat}": NOTHING for seat in table.seats}
    arguments |= arguments_of(entry)
    match entry:
        case entries.Mission(card=card) if card is not UNSET:
            arguments |= card_arguments(card)
        case entries.Mission() if dangers_ := dangers(position):
            arguments.setdefault("danger", str(dangers_[0]))
        case entries.GiveOrder():
            what = next((do for do in ("discard", "fails") if do in arguments), "move")
            arguments |= {"what": what, "whose": arguments.pop("seat", "")}
        case entries.Support(help=help_) if help_ not in (UNSET, entries.Help()):
            del arguments["help"]
        case entries.Support():
            arguments["help"] = NOTHING
    return arguments
