"""An entry that is being filled in: the next question, or what the entry would do."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import msgspec

from tracker.engine.choice import Verdict
from tracker.engine.ledger import TABLE, Column, Ledger, Line, lines_of
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.games.grizzled import title
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import IN_ROW, TOKENS, Count, Course
from tracker.games.grizzled.position import Position, Table
from tracker.service.serialization import read_entry
from tracker.web.fields import Field, Filled, Option, Options
from tracker.web.grizzled.entry_forms import BUILDERS, HEADINGS, Asked
from tracker.web.grizzled.offline import without_seat
from tracker.web.language import tell

COUNTED: Final = frozenset(
    {
        *(Count.HAND, Count.CHARM, Count.SPEECHES, Count.WITHDRAWN, Count.UNKNOWN, *TOKENS),
        *(Course.TRIALS, Course.MORALE, Course.POOL, Course.COMMON_HAND),
    }
)
"""The columns that are numbers to a reader; the others are drawn as what they are."""
THE_TABLE = Message("The table")
MORE_THAN_ROOM: Final = frozenset({"correct", "order"})


@dataclass(frozen=True)
class Shown:
    """A line of a preview: what the number was, and what it becomes."""

    seat: int
    name: str
    line: Line
    before: int
    after: int


@dataclass(frozen=True)
class Pad:
    """An entry as far as it is filled in."""

    do: str
    seat: int
    heading: Message
    fields: list[Field]
    arguments: Mapping[str, str]
    entry: str | None
    shown: tuple[Shown, ...] = ()
    refused: Refused | None = None
    problem: Message | None = None
    missing: Message | None = None
    verdicts: tuple[Verdict, ...] = ()

    @property
    def verdict(self) -> Verdict | None:
        return self.verdicts[0] if self.verdicts else None

    @property
    def entries(self) -> str:
        """The entry as a form sends it: alone in a list."""
        return f"[{self.entry}]"

    @property
    def can_be_written(self) -> bool:
        return self.entry is not None and self.refused is None and self.problem is None


@dataclass(frozen=True)
class Tap:
    """An answer to a question: it writes the entry, or leads to the next question."""

    option: Option
    arguments: dict[str, str]
    entries: str
    """The entry that the answer completes; empty where more is asked."""
    shown: tuple[Shown, ...] = ()

    @property
    def offline(self) -> str:
        return without_seat(self.entries)


@dataclass(frozen=True)
class Question:
    """The next question, with every answer that the rules allow."""

    name: str
    label: Message
    taps: list[Tap]

    @property
    def is_about_cards(self) -> bool:
        """Return whether a card is picked; help is not, though it is named by hard knocks."""
        return self.name != "help" and any(tap.option.value in CARDS for tap in self.taps)


def pad(position: Position, seat: int, arguments: Mapping[str, str]) -> Pad:
    """Return the entry that the address asks for, as far as it is filled in."""
    found = _filled_in(Asked(position, seat), arguments)
    if found.entry is not None or found.problem:
        return found
    refused = never(position, seat, found.do)
    return replace(found, refused=refused, fields=[] if refused else found.fields)


def _filled_in(asked: Asked, arguments: Mapping[str, str]) -> Pad:
    do = arguments["do"]
    filled = Filled(arguments)
    document = BUILDERS[do](filled, asked)
    blank = Pad(
        do, asked.seat, HEADINGS[do], filled.fields, arguments, None, missing=filled.missing
    )
    return blank if document is None else _tried(asked.position, blank, {"do": do, **document})


def never(position: Position, seat: int, do: str) -> Refused | None:
    """Return why nothing of this kind is allowed now, or None."""
    if do in MORE_THAN_ROOM:
        return None
    return next(offer.refusal for offer in title.offers(position, seat) if offer.do == do)


def _tried(position: Position, blank: Pad, document: dict[str, Any]) -> Pad:
    setup = position.game.setup
    data = msgspec.json.encode(document)
    try:
        entry = read_entry(title, setup, data)
    except Invalid as invalid:
        return replace(blank, problem=invalid.says)
    whole = replace(blank, heading=title.entry_text(setup, entry), entry=data.decode())
    try:
        decision = title.decide(position, entry)
    except Refused as refused:
        return replace(whole, refused=refused)
    shown = shown_lines(position, lines_of(decision.facts))
    return replace(whole, shown=shown, verdicts=decision.verdicts)


def shown_lines(position: Position, lines: tuple[Line, ...]) -> tuple[Shown, ...]:
    """Return the lines that a reader counts, each with its number before and after."""
    ledger, names = Ledger(position.rows), Table(position)
    shown = []
    for line in lines:
        before = ledger[line.seat, line.what]
        ledger.add(line.seat, line.what, line.by, line.rule, alone=False)
        if is_counted(line.what):
            name = tell(THE_TABLE) if line.seat == TABLE else names.name(line.seat)
            shown.append(Shown(line.seat, name, line, before, before + line.by))
    return tuple(shown)


def is_counted(column: Column) -> bool:
    return column in COUNTED


def is_hard_knock(column: Column) -> bool:
    return column in IN_ROW


def question(position: Position, asked: Pad) -> Question | None:
    """Return what is asked next; None where everything is filled in or nothing is allowed."""
    if asked.refused or asked.entry is not None:
        return None
    field = next((field for field in asked.fields if _is_open(field)), None)
    if not isinstance(field, Options):
        return None
    seat = Asked(position, asked.seat)
    taps = [_tap(seat, asked, field.name, option) for option in field.options]
    return Question(field.name, field.label, taps)


def _is_open(field: Field) -> bool:
    return isinstance(field, Options) and not any(option.is_chosen for option in field.options)


def _tap(seat: Asked, asked: Pad, name: str, option: Option) -> Tap:
    arguments = {**asked.arguments, "do": asked.do, "seat": str(asked.seat), name: option.value}
    then = _filled_in(seat, arguments)
    entries = then.entries if then.can_be_written else ""
    return Tap(replace(option, refused=then.refused), arguments, entries, then.shown)
