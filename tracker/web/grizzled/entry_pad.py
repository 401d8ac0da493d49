"""An entry that is being filled in: the next question, or what the entry would do."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from tracker.engine.ledger import TABLE, Column, Fact, Line
from tracker.engine.message import Message
from tracker.engine.refusal import Refused
from tracker.engine.title import why_none
from tracker.games.grizzled import title
from tracker.games.grizzled.cards import CARDS
from tracker.games.grizzled.columns import IN_ROW, TOKENS, Count, Course
from tracker.games.grizzled.offers import CANDIDATES
from tracker.games.grizzled.position import Position, Table
from tracker.games.titles import TITLES
from tracker.web.grizzled import old_names
from tracker.web.grizzled.entry_forms import BUILDERS, HEADINGS, Asked
from tracker.web.language import translate
from tracker.web.pad import pad as shared
from tracker.web.pad.fields import Answers, Field, Filled, Heading, Label, Option, Options
from tracker.web.pad.pad import Pad, Shown, TriedEntries, attempt

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
    do = arguments["do"]
    arguments = old_names.current(arguments)
    filled = Filled(arguments)
    tried = _tried(Asked(position, seat), filled)
    fields = filled.fields
    if not tried.documents and (refused := never(position, seat, do)):
        tried, fields = TriedEntries(refused=refused), []
    return Pad(
        do=do,
        seat=seat,
        heading=_heading(position, seat, arguments, tried),
        fields=fields,
        arguments=arguments,
        tried=tried,
        shown=shown_lines(position, tried.facts),
        verdicts=tried.verdicts[:1],
        missing=filled.missing,
    )


def _heading(
    position: Position, seat: int, arguments: Mapping[str, str], tried: TriedEntries
) -> Message:
    """Return the entry as a sentence; while something is still asked, the card if it is known."""
    if tried.entries:
        return title.entry_text(position.game.setup, tried.entries[0])
    do, card = arguments["do"], arguments.get("card", "")
    if do != "play" or card not in CARDS:
        return HEADINGS[do]
    return Message(PLAYS.text, {"name": Table(position).name(seat), "card": CARDS[card].label})


def never(position: Position, seat: int, do: str) -> Refused | None:
    """Return why nothing of this kind is allowed now, or None."""
    if do in MORE_THAN_ROOM:
        return None
    return why_none(RULES, position, CANDIDATES[do](Table(position), seat))


def _tried(asked: Asked, filled: Filled) -> TriedEntries:
    """Return the whole entry as the rules judge it: all that a tap has to know of it."""
    do = filled.arguments["do"]
    document = BUILDERS[do](filled, asked)
    documents = [] if document is None else [{"do": do, **document}]
    return attempt(RULES, asked.position.game.setup, asked.position, documents)


def shown_lines(position: Position, facts: Sequence[Fact]) -> list[Shown]:
    """Return the lines that a reader counts, each with its number before and after."""
    names = Table(position)

    def whose(line: Line) -> str:
        if not is_counted(line.what):
            return ""
        return translate(THE_TABLE) if line.seat == TABLE else names.name(line.seat)

    return shared.shown_lines(position.rows, facts, whose)


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


WITHDRAWS: Final = msgspec.json.encode({"do": "withdraw"}).decode()


def without_seat(entries: str) -> str:
    """Return a played card as an entry of nobody yet: whose turn it is, is asked; else nothing."""
    if not entries:
        return ""
    entry = msgspec.json.decode(entries)[0]
    if entry["do"] != "play":
        return ""
    return msgspec.json.encode({name: entry[name] for name in entry if name != "seat"}).decode()
