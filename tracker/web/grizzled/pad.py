"""An entry that is being filled in: the next question, or what the entry would do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import msgspec

from tracker.engine.choice import Verdict
from tracker.engine.ledger import TABLE, Column, Fact, Ledger, Line, lines_of
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import why_none
from tracker.games.grizzled import title
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import IN_ROW, TOKENS, Count, Course
from tracker.games.grizzled.offers import CANDIDATES
from tracker.games.grizzled.position import Position, Table
from tracker.games.titles import TITLES
from tracker.web.fields import Answers, Field, Filled, Heading, Label, Option, Options
from tracker.web.grizzled.choice_fields import read_bytes
from tracker.web.grizzled.entry_forms import BUILDERS, HEADINGS, Asked
from tracker.web.grizzled.offline import without_seat
from tracker.web.language import translate

RULES: Final = TITLES[title.NAME]
COUNTED: Final = frozenset(
    {
        *(Count.HAND, Count.CHARM, Count.SPEECHES, Count.WITHDRAWN, Count.UNKNOWN, *TOKENS),
        *(Course.TRIALS, Course.MORALE, Course.POOL, Course.COMMON_HAND),
    }
)
"""The columns that are numbers to a reader; the others are drawn as what they are."""
THE_TABLE = Message("The table")
PLAYS: Final = Message("{name} plays {card}")
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
    facts: tuple[Fact, ...] = ()
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


class JudgedEntry(NamedTuple):
    """An entry as the rules judge it; without an entry where something is still asked."""

    entry: str | None = None
    refused: Refused | None = None
    facts: tuple[Fact, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    problem: Message | None = None


UNFINISHED: Final = JudgedEntry()


@dataclass(frozen=True)
class Tap:
    """An answer to a question: it writes the entry, or leads to the next question."""

    option: Option
    arguments: dict[str, str]
    entries: str
    """The entry that the answer completes; empty where more is asked."""

    @property
    def offline(self) -> str:
        return without_seat(self.entries)


Look = tuple[str, Label, str, dict[str, str], bool]


def looks_of(taps: Sequence[Tap]) -> list[Look]:
    """Return everything that the buttons of a match are drawn from."""
    return [
        (tap.option.value, tap.option.label, tap.entries, tap.arguments, bool(tap.option.refused))
        for tap in taps
    ]


@dataclass(frozen=True)
class PadQuestion:
    """The next question, with every answer that the rules allow."""

    name: str
    label: Heading
    taps: list[Tap]

    @property
    def is_about_cards(self) -> bool:
        """Return whether a card is picked; help is not, though it is named by hard knocks."""
        return self.name != "help" and any(tap.option.value in CARDS for tap in self.taps)


def pad(position: Position, seat: int, arguments: Mapping[str, str]) -> Pad:
    """Return the entry that the address asks for, as far as it is filled in."""
    found = _filled_in(Asked(position, seat), Filled(arguments))
    if found.entry is not None:
        return _told(position, found, found.entry)
    if found.problem:
        return found
    refused = never(position, seat, found.do)
    heading = _heading(position, found)
    return replace(found, heading=heading, refused=refused, fields=[] if refused else found.fields)


def _heading(position: Position, found: Pad) -> Message:
    """Return the heading while something is still asked: the card, where it is known already."""
    card = found.arguments.get("card", "")
    if found.do != "play" or card not in CARDS:
        return found.heading
    facts = {"name": Table(position).name(found.seat), "card": CARDS[card].label}
    return Message(PLAYS.text, facts)


def _filled_in(asked: Asked, filled: Filled) -> Pad:
    do = filled.arguments["do"]
    tried = _tried(asked, filled)
    return Pad(
        do,
        asked.seat,
        HEADINGS[do],
        filled.fields,
        filled.arguments,
        tried.entry,
        tried.facts,
        refused=tried.refused,
        problem=tried.problem,
        missing=filled.missing,
        verdicts=tried.verdicts,
    )


def never(position: Position, seat: int, do: str) -> Refused | None:
    """Return why nothing of this kind is allowed now, or None."""
    if do in MORE_THAN_ROOM:
        return None
    return why_none(RULES, position, CANDIDATES[do](Table(position), seat))


def _tried(asked: Asked, filled: Filled) -> JudgedEntry:
    """Return the whole entry as the rules judge it: all that a tap has to know of it."""
    do = filled.arguments["do"]
    document = BUILDERS[do](filled, asked)
    if document is None:
        return UNFINISHED
    data = msgspec.json.encode({"do": do, **document})
    try:
        entry = read_bytes(asked.position.game.setup, data)
    except Invalid as invalid:
        return JudgedEntry(problem=invalid.says)
    text = data.decode()
    try:
        decision = title.decide(asked.position, entry)
    except Refused as refused:
        return JudgedEntry(text, refused)
    return JudgedEntry(text, None, decision.facts, decision.verdicts)


def _told(position: Position, found: Pad, text: str) -> Pad:
    """Return the whole entry with its sentence, and the lines that it would write."""
    setup = position.game.setup
    heading = title.entry_text(setup, read_bytes(setup, text.encode()))
    return replace(found, heading=heading, shown=shown_lines(position, lines_of(found.facts)))


def shown_lines(position: Position, lines: tuple[Line, ...]) -> tuple[Shown, ...]:
    """Return the lines that a reader counts, each with its number before and after."""
    ledger, names = Ledger(position.rows), Table(position)
    shown = []
    for line in lines:
        before = ledger[line.seat, line.what]
        ledger.add(line.seat, line.what, line.by, line.rule, alone=False)
        if is_counted(line.what):
            name = translate(THE_TABLE) if line.seat == TABLE else names.name(line.seat)
            shown.append(Shown(line.seat, name, line, before, before + line.by))
    return tuple(shown)


def is_counted(column: Column) -> bool:
    return column in COUNTED


def is_hard_knock(column: Column) -> bool:
    return column in IN_ROW


def question(position: Position, asked: Pad) -> PadQuestion | None:
    """Return what is asked next; None where everything is filled in or nothing is allowed."""
    if asked.refused or asked.entry is not None:
        return None
    field = next((field for field in asked.fields if _is_open(field)), None)
    if not isinstance(field, Options):
        return None
    seat = Asked(position, asked.seat)
    taps = [_tap(seat, asked, field.name, option) for option in field.options]
    return PadQuestion(field.name, field.label, taps)


def _is_open(field: Field) -> bool:
    return isinstance(field, Options) and not any(option.is_chosen for option in field.options)


def _tap(seat: Asked, asked: Pad, name: str, option: Option) -> Tap:
    arguments = {**asked.arguments, "do": asked.do, "seat": str(asked.seat), name: option.value}
    then = _tried(seat, Answers(arguments))
    if then.refused is not None:
        return Tap(replace(option, refused=then.refused), arguments, "")
    return Tap(option, arguments, "" if then.entry is None else f"[{then.entry}]")
