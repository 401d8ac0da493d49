"""The form of a correction, and ready ones for the usual slips at the table (GR-15)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tracker.engine.ledger import TABLE, Column
from tracker.engine.message import Message
from tracker.games.grizzled import hard_knocks
from tracker.games.grizzled.cards import THREAT_CARDS
from tracker.games.grizzled.columns import HARD_KNOCKS, TOKEN_COLUMNS, Count, Course, HardKnock
from tracker.games.grizzled.position import Position, Table
from tracker.web.grizzled.drawing import card_name, knock_icon
from tracker.web.language import translate
from tracker.web.pad.fields import Filled, NumberInput, Option

Document = dict[str, Any]

PILES: Final = {"trials": Course.TRIALS, "morale": Course.MORALE, "pool": Course.POOL}
MOST_CARDS: Final = 59
MOST_SPEECHES: Final = 5
MOST_TOKENS: Final = 15
MOST_OF: Final = {"pool": MOST_SPEECHES}


def correct(filled: Filled, position: Position, seat: int) -> Document | None:
    """GR-15.1: only what differs from the sheet is set."""
    table = Table(position)
    set_to = _of_table(filled, table)
    of_soldier = _of_soldier(filled, table, seat)
    if of_soldier:
        set_to["seats"] = {str(seat): of_soldier}
    if table.phase.word == "mission":
        set_to |= _land(filled, table)
    reason = filled.text("reason", Message("Why?"), 200)
    if set_to and not reason:
        filled.missing = Message("Enter a reason for the correction.")
    return {"set": set_to, "reason": reason} if set_to and reason else None


def _of_table(filled: Filled, table: Table) -> Document:
    columns: dict[str, Column] = dict(PILES)
    if table.game.is_solo:
        del columns["pool"]
        columns["hand"] = Course.COMMON_HAND
    now = {name: table[TABLE, column] for name, column in columns.items()}
    inputs = [
        NumberInput(f"set_{name}", column, "", now[name], MOST_OF.get(name, MOST_CARDS))
        for name, column in columns.items()
    ]
    document: Document = _changed(filled, Message("The table"), inputs, now)
    leaders = [Option(str(seat), table.name(seat)) for seat in table.game.leaders]
    leader = filled.choose("set_leader", Message("Leader"), leaders, default=str(table.leader))
    if leader is not None and int(leader) != table.leader:
        document["leader"] = int(leader)
    return document


def _of_soldier(filled: Filled, table: Table, seat: int) -> Document:
    if seat == table.game.chaplain:
        return _tokens(filled, table, seat)
    document: Document = {}
    now = {"charm": table[seat, Count.CHARM]}
    inputs = [
        NumberInput(f"of_{seat}_charm", Message("Charm (1 = up, 0 = used)"), "", now["charm"], 1)
    ]
    if table.phase.word == "mission":
        now["withdrawn"] = table[seat, Count.WITHDRAWN]
        label = Message("Withdrawn (1 = yes, 0 = no)")
        inputs.append(NumberInput(f"of_{seat}_withdrawn", label, "", now["withdrawn"], 1))
    if not table.game.is_solo:
        now |= {"hand": table[seat, Count.HAND], "speeches": table[seat, Count.SPEECHES]}
        inputs += [
            NumberInput(f"of_{seat}_hand", Count.HAND, "", now["hand"], MOST_CARDS),
            NumberInput(f"of_{seat}_speeches", Count.SPEECHES, "", now["speeches"], MOST_SPEECHES),
        ]
    changed = _changed(filled, Message("{name}", {"name": table.name(seat)}), inputs, now)
    for name, number in changed.items():
        document[name] = bool(number) if name in ("charm", "withdrawn") else number
    if not table.game.is_solo:
        document |= _tokens(filled, table, seat)
    return document | _knocks(filled, table, seat)


def _tokens(filled: Filled, table: Table, seat: int) -> Document:
    now = {column.value: table[seat, column] for column in TOKEN_COLUMNS}
    inputs = [
        NumberInput(f"of_{seat}_{column.value}", column, "", now[column.value], MOST_TOKENS)
        for column in TOKEN_COLUMNS
    ]
    changed = _changed(filled, Message("Support tokens"), inputs, now)
    return {"tokens": changed} if changed else {}


def _knocks(filled: Filled, table: Table, seat: int) -> Document:
    """GR-15.1: the whole list in order of arrival; what is new comes last."""
    there = [knock for knock in hard_knocks.of(table, seat) if knock is not HardKnock.RECRUIT]
    knocks = [knock for knock in HARD_KNOCKS if knock not in table.game.left_out]
    now = {knock.value: int(knock in there) for knock in knocks}
    inputs = [
        NumberInput(f"of_{seat}_{knock.value}", knock, knock_icon(knock.value), now[knock.value], 1)
        for knock in knocks
    ]
    changed = _changed(filled, Message("Hard knocks (1 = yes, 0 = no)"), inputs, now)
    kept = [knock.value for knock in there if changed.get(knock.value) != 0]
    new = [name for name, number in changed.items() if number]
    return {"hard_knocks": [*kept, *new]} if changed else {}


def _land(filled: Filled, table: Table) -> Document:
    now: dict[str, int] = {card.id: table[TABLE, card.lying] for card in THREAT_CARDS if card.lying}
    inputs = [
        NumberInput(f"land_{name}", card_name(name), "", number, 3) for name, number in now.items()
    ]
    changed = _changed(filled, Message("No man's land"), inputs, now)
    cards = [name for name, number in (now | changed).items() for _ in range(number)]
    return {"no_mans_land": cards} if changed else {}


def _changed(
    filled: Filled, label: Message, inputs: list[NumberInput], now: Mapping[str, int]
) -> dict[str, int]:
    """Return the numbers that differ from those on the sheet, by their names there."""
    given = filled.numbers(label, inputs)
    numbers = zip(now, (given.get(blank.name, 0) for blank in inputs), strict=True)
    return {name: number for name, number in numbers if number != now[name]}


@dataclass(frozen=True)
class Ready:
    """A correction that is filled in already: what it is for, and what its form is opened with."""

    label: Message
    arguments: dict[str, str]


SLIPS: Final = (
    (Message("One card too many was dealt"), "hand", -1, "trials", 1),
    (Message("One card too few was dealt"), "hand", 1, "trials", -1),
    (Message("A speech token was not taken"), "speeches", 1, "pool", -1),
    (Message("A speech token was taken by mistake"), "speeches", -1, "pool", 1),
)


def ready_corrections(position: Position, seat: int) -> Iterator[Ready]:
    """Return the corrections of the usual slips that are possible for a soldier."""
    table = Table(position)
    if table.game.is_solo or seat == table.game.chaplain:
        return
    for label, name, by, pile, change in SLIPS:
        held = table[seat, Count.HAND if name == "hand" else Count.SPEECHES] + by
        left = table[TABLE, PILES[pile]] + change
        if held >= 0 and left >= 0:
            numbers = {f"of_{seat}_{name}": str(held), f"set_{pile}": str(left)}
            yield _ready(seat, label, numbers)
    up = table[seat, Count.CHARM]
    label = Message("The charm was not used") if not up else Message("The charm was used")
    yield _ready(seat, label, {f"of_{seat}_charm": str(1 - up)})


def _ready(seat: int, label: Message, numbers: dict[str, str]) -> Ready:
    return Ready(label, {"do": "correct", "seat": str(seat), **numbers, "reason": translate(label)})
