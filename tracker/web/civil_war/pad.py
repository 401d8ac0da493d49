"""The entry pad: from what was tapped so far to an entry, its preview, or what is still asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from tracker.engine.choice import Verdict
from tracker.engine.ledger import TABLE, Line, lines_of
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import why_none
from tracker.games.civil_war import title
from tracker.games.civil_war.columns import Count
from tracker.games.civil_war.offers import CANDIDATES
from tracker.games.civil_war.position import Position, Table
from tracker.games.titles import TITLES
from tracker.service.serialization import read_entry
from tracker.web.civil_war import ending, offline
from tracker.web.civil_war.choice_fields import Document
from tracker.web.civil_war.entry_forms import BUILDERS
from tracker.web.civil_war.entry_headings import heading
from tracker.web.civil_war.pad_fields import FilledPad
from tracker.web.fields import Field, Heading, NumberFields

RULES: Final = TITLES[title.NAME]

HELP: Final = Message("Help from allies")
HELP_AND_MORE: Final = Message("Help from allies, and who dies")

SETTLED: Final = frozenset({"resource", "kind", "bonus"})
ENDS_NO_TURN: Final = frozenset({"end_turn", "hand_turn", "hand_over", "end_month"})


@dataclass(frozen=True)
class Shown:
    """A line of a preview, as a player reads it: what the number was, and what it becomes."""

    seat: int
    name: str
    line: Line
    before: int
    after: int


@dataclass(frozen=True)
class Pad:
    """The pad as it stands: its fields, and the entry that they make once they are filled in."""

    do: str
    seat: int
    heading: Message
    fields: list[Field]
    arguments: Mapping[str, str]
    """The values of the fields, from the address or from the entry to be amended."""
    entry: str | None
    shown: list[Shown]
    refused: Refused | None
    problem: Message | None
    missing: Message | None = None
    verdicts: tuple[Verdict, ...] = ()
    notes: tuple[Message, ...] = ()
    """Notes on what ends with it: the turn or the game."""

    @property
    def verdict(self) -> Verdict | None:
        """The headline of what the entry would do."""
        return self.verdicts[0] if self.verdicts else None

    @property
    def more(self) -> Heading | None:
        """Return what can be chosen besides: behind a button, so that the pad stays as it is."""
        extra = [field for field in self.fields if field.is_extra]
        if not extra:
            return None
        if self.may_get_help:
            return HELP if len(extra) == 1 else HELP_AND_MORE
        return extra[0].label

    @property
    def may_get_help(self) -> bool:
        """Return whether allies could give weapons."""
        return any(
            isinstance(field, NumberFields) and field.inputs[0].name.startswith("help_")
            for field in self.fields
        )

    @property
    def needs_help(self) -> bool:
        """Return whether it goes badly while allies could still help."""
        return self.may_get_help and self.verdict is not None and not self.verdict.is_good

    @property
    def more_icon(self) -> str:
        return "tiles" if self.do == "find" else "people"

    @property
    def offline(self) -> str:
        """Return what goes on without a server, where the entry can."""
        return offline.entry(self.do, self.arguments)

    @property
    def number(self) -> str:
        """The field of the entry that the keypad's number goes into."""
        return offline.NUMBERS.get(self.do, "")

    @property
    def entries(self) -> str:
        """The entry as a form sends it: alone in a list."""
        return f"[{self.entry}]"

    @property
    def settled(self) -> frozenset[str]:
        """The fields that the key has settled which was tapped."""
        return SETTLED - {"bonus"} if self.do == "hand_over" else SETTLED

    @property
    def may_end_turn(self) -> bool:
        """Return whether a button offers to end the turn with it."""
        return self.do not in ENDS_NO_TURN and not self.notes

    @property
    def can_be_written(self) -> bool:
        return self.entry is not None and self.refused is None and self.problem is None


def pad(position: Position, seat: int, arguments: Mapping[str, str]) -> Pad:
    """The pad for what the address asks for."""
    do = arguments["do"]
    table = Table(position)
    filled = FilledPad(table, seat, arguments)
    document = BUILDERS[do](filled, position)
    whole = None if document is None else {"do": do, **document}
    tried = _try(position, whole)
    entry, refused, problem = tried.entry, tried.refused, tried.problem
    if entry is None and refused is None:
        # Nothing to fill in where it is not allowed at all: say why at once.
        refused = _never(position, seat, do)
    fields = [] if entry is None and refused else filled.fields
    says = (
        title.entry_text(position.game.setup, entry) if entry is not None else heading(do, filled)
    )
    written = None if whole is None or problem else msgspec.json.encode(whole).decode()
    return Pad(
        do,
        seat,
        says,
        fields,
        arguments,
        written,
        tried.shown,
        refused,
        problem,
        filled.missing,
        tried.verdicts,
        tried.notes,
    )


def _never(position: Position, seat: int, do: str) -> Refused | None:
    return why_none(RULES, position, CANDIDATES[do](Table(position), seat))


@dataclass(frozen=True)
class _Tried:
    """An entry that was tried: what it would do, or why it cannot be written."""

    entry: Any = None
    shown: list[Shown] = field(default_factory=list)
    verdicts: tuple[Verdict, ...] = ()
    notes: tuple[Message, ...] = ()
    refused: Refused | None = None
    problem: Message | None = None


def _try(position: Position, document: Document | None) -> _Tried:
    if document is None:
        return _Tried()
    try:
        entry = read_entry(title, position.game.setup, msgspec.json.encode(document))
    except Invalid as invalid:
        return _Tried(problem=invalid.says)
    try:
        decision = title.decide(position, entry)
    except Refused as refused:
        return _Tried(entry, refused=refused)
    shown = shown_lines(position, lines_of(decision.facts))
    notes = ending.notes(document["do"], position, decision.position)
    return _Tried(entry, shown, decision.verdicts, notes)


def shown_lines(position: Position, lines: tuple[Line, ...]) -> list[Shown]:
    """The lines of the seats, each with its number before and after."""
    table = Table(position)
    shown = []
    for line in lines:
        before = table[line.seat, line.what]
        table.add(line.seat, line.what, line.by, line.rule, alone=False)
        if line.seat != TABLE and line.what not in HIDDEN:
            name = table.name(line.seat)
            shown.append(Shown(line.seat, name, line, before, before + line.by))
    return shown


HIDDEN: Final = frozenset({Count.PLACE, Count.ATTACKED, Count.RESERVE_SPENT, Count.SIDE})
