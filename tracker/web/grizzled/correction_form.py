"""The form of a correction, and ready ones for the usual slips at the table (GR-15)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from tracker.engine.ledger import TABLE, Column
from tracker.engine.message import Message
from tracker.games.grizzled import hard_knocks
from tracker.games.grizzled.cards import THREAT_CARDS
from tracker.games.grizzled.columns import HARD_KNOCKS, TOKEN_COLUMNS, Count, Course, HardKnock
from tracker.games.grizzled.position import Position, Table
from tracker.web.grizzled.drawing import card_name, knock_icon
from tracker.web.language import translate
from tracker.web.pad.fields import LONGEST_LIST, Filled, NumberInput, Option, listed
from tracker.web.pad.open_choices import Answers

YES_OR_NO: Final = (".charm", ".withdrawn")
PILES: Final = {"trials": Course.TRIALS, "morale": Course.MORALE, "pool": Course.POOL}
MOST_CARDS: Final = 59
MOST_SPEECHES: Final = 5
MOST_TOKENS: Final = 15
MOST_OF: Final = {"pool": MOST_SPEECHES}


def correct(filled: Filled, position: Position, seat: int) -> Answers | None:
    """GR-15.1: only what differs from the sheet is set."""
    table = Table(position)
    set_to = _of_table(filled, table)
    others = (other for other in table.seats if filled.has_answers(f"set.seats.{other}"))
    for soldier in dict.fromkeys((seat, *others)):
        set_to |= _of_soldier(filled, table, soldier)
    if table.phase.word == "mission" or filled.has_answers("set.no_mans_land"):
        set_to |= _land(filled, table)
    reason = filled.text("reason", Message("Why?"), 200)
    if set_to and not reason:
        filled.missing = Message("Enter a reason for the correction.")
    return {**set_to, "reason": reason} if set_to and reason else None


def _of_table(filled: Filled, table: Table) -> dict[str, Any]:
    columns: dict[str, Column] = dict(PILES)
    if table.game.is_solo:
        del columns["pool"]
        columns["hand"] = Course.COMMON_HAND
    now = {f"set.{name}": table[TABLE, column] for name, column in columns.items()}
    inputs = [
        NumberInput(f"set.{name}", column, "", now[f"set.{name}"], MOST_OF.get(name, MOST_CARDS))
        for name, column in columns.items()
    ]
    if filled.has_answers("set.mission"):
        now["set.mission"] = table[TABLE, Course.MISSION]
        label = Message("Number of the mission")
        inputs.append(NumberInput("set.mission", label, "", now["set.mission"], 99, 1))
    set_to: dict[str, Any] = _changed(filled, Message("The table"), inputs, now)
    set_to |= _chosen_seat(filled, "set.leader", Message("Leader"), table.game.leaders, table)
    if filled.has_answers("set.turn"):
        set_to |= _chosen_seat(filled, "set.turn", Message("Whose turn is it?"), table.seats, table)
    if filled.has_answers("set.out"):
        out = filled.text("set.out", Message("Cards out of the game"), LONGEST_LIST)
        set_to["set.out"] = listed(out)
    return set_to


def _chosen_seat(
    filled: Filled, path: str, label: Message, seats: Iterable[int], table: Table
) -> dict[str, Any]:
    now = str(table.leader if path == "set.leader" else table.turn)
    options = [Option(str(seat), table.name(seat)) for seat in seats]
    chosen = filled.choose(path, label, options, default=now)
    return {} if chosen in (None, now) else {path: chosen}


def _of_soldier(filled: Filled, table: Table, seat: int) -> dict[str, Any]:
    path = f"set.seats.{seat}"
    if seat == table.game.chaplain:
        return _tokens(filled, table, seat, path)
    now = {f"{path}.charm": table[seat, Count.CHARM]}
    inputs = [NumberInput(f"{path}.charm", Message("Charm (1 = up, 0 = used)"), "", 0, 1)]
    if table.phase.word == "mission" or filled.has_answers(f"{path}.withdrawn"):
        now[f"{path}.withdrawn"] = table[seat, Count.WITHDRAWN]
        label = Message("Withdrawn (1 = yes, 0 = no)")
        inputs.append(NumberInput(f"{path}.withdrawn", label, "", 0, 1))
    if not table.game.is_solo:
        now[f"{path}.hand"] = table[seat, Count.HAND]
        now[f"{path}.speeches"] = table[seat, Count.SPEECHES]
        inputs += [
            NumberInput(f"{path}.hand", Count.HAND, "", 0, MOST_CARDS),
            NumberInput(f"{path}.speeches", Count.SPEECHES, "", 0, MOST_SPEECHES),
        ]
    inputs = [replace(blank, value=now[blank.name]) for blank in inputs]
    changed = _changed(filled, Message("{name}", {"name": table.name(seat)}), inputs, now)
    set_to: dict[str, Any] = {
        name: str(number) if name.endswith(YES_OR_NO) else number
        for name, number in changed.items()
    }
    if not table.game.is_solo:
        set_to |= _tokens(filled, table, seat, path)
    return set_to | _knocks(filled, table, seat, f"{path}.hard_knocks")


def _tokens(filled: Filled, table: Table, seat: int, path: str) -> dict[str, int]:
    now = {f"{path}.tokens.{column.value}": table[seat, column] for column in TOKEN_COLUMNS}
    inputs = [
        NumberInput(name, column, "", number, MOST_TOKENS)
        for column, (name, number) in zip(TOKEN_COLUMNS, now.items(), strict=True)
    ]
    return _changed(filled, Message("Support tokens"), inputs, now)


def _knocks(filled: Filled, table: Table, seat: int, path: str) -> dict[str, list[str]]:
    """GR-15.1: the whole list in order of arrival; what is new comes last."""
    there = [knock.value for knock in hard_knocks.of(table, seat) if knock is not HardKnock.RECRUIT]
    named = filled.listed(path) or there
    knocks = [knock for knock in HARD_KNOCKS if knock not in table.game.left_out]
    knocks.sort(key=lambda knock: _place(knock.value, named))
    options = [Option(knock.value, knock, knock_icon(knock.value)) for knock in knocks]
    ticked = filled.checks(path, Message("Hard knocks"), options, there)
    return {} if ticked == there else {path: ticked}


def _place(name: str, names: list[str]) -> int:
    return names.index(name) if name in names else len(names)


def _land(filled: Filled, table: Table) -> dict[str, list[str]]:
    path = "set.no_mans_land"
    there: dict[str, int] = {
        card.id: table[TABLE, card.lying] for card in THREAT_CARDS if card.lying
    }
    asked = filled.arguments.get(path)
    shown = there if asked is None else Counter(asked.split(","))
    inputs = [NumberInput(f"{path}.{name}", card_name(name), "", shown[name], 3) for name in there]
    given = filled.numbers(Message("No man's land"), inputs)
    numbers = {name: given.get(f"{path}.{name}", 0) for name in there}
    cards = [name for name, number in numbers.items() for _ in range(number)]
    return {} if numbers == there else {path: cards}


def _changed(
    filled: Filled, label: Message, inputs: list[NumberInput], now: Mapping[str, int]
) -> dict[str, int]:
    """Return the numbers that differ from those on the sheet, by path."""
    given = filled.numbers(label, inputs)
    return {path: given.get(path, 0) for path in now if given.get(path, 0) != now[path]}


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
            numbers = {f"set.seats.{seat}.{name}": str(held), f"set.{pile}": str(left)}
            yield _ready(seat, label, numbers)
    up = table[seat, Count.CHARM]
    label = Message("The charm was not used") if not up else Message("The charm was used")
    yield _ready(seat, label, {f"set.seats.{seat}.charm": str(1 - up)})


def _ready(seat: int, label: Message, numbers: dict[str, str]) -> Ready:
    return Ready(label, {"do": "correct", "seat": str(seat), **numbers, "reason": translate(label)})
