"""The pad: an entry that is being filled in, and what it would do once it is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

import msgspec

from tracker.engine.choice import Verdict
from tracker.engine.ledger import Fact, Ledger, Line, Row, lines_of
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import AnyTitle
from tracker.games.titles import TITLES
from tracker.service.match import read_entry
from tracker.translations.translator import plain, signed
from tracker.web.language import change
from tracker.web.pad.fields import Field, Heading
from tracker.web.pad.paths import document_of
from tracker.web.wording import column_word

Document = dict[str, Any]
"""An entry as a match file writes it."""


@dataclass(frozen=True)
class Shown:
    """A change of a preview: a number, a space, a mandate; what it was, and what it becomes."""

    who: str
    before: str
    after: str
    rule: str = ""
    by: str = ""
    what: str = ""
    """By how much a number changes, and what it counts; empty where `who` names the number."""
    is_score: bool = False
    """True for the number that decides who wins."""


@dataclass(frozen=True)
class TriedEntries:
    """Entries that were tried: what they would do, or why they cannot be written."""

    documents: Sequence[Document] = ()
    entries: Sequence[Any] = ()
    facts: tuple[Fact, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    position: Any = None
    """The position after them; None where they are not allowed."""
    refused: Refused | None = None
    problem: Message | None = None

    @property
    def entry(self) -> str | None:
        """The first entry, as a match file writes it; None while something is still asked."""
        if not self.documents or self.problem:
            return None
        return msgspec.json.encode(self.documents[0]).decode()

    @property
    def can_be_written(self) -> bool:
        return self.position is not None


def document_in(rules: AnyTitle, answers: Mapping[str, Any]) -> Document:
    """Return an entry as a match file writes it, from what was filled in, by path."""
    kind = _kinds(rules.NAME)[answers["do"]]
    return {"do": answers["do"], **document_of(answers, kind)}


@cache
def _kinds(title: str) -> dict[str, type[msgspec.Struct]]:
    """Return the kinds of entries of a title, by the word that names them in a match file."""
    kinds = get_args(TITLES[title].ENTRY)
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


def entry_in(rules: AnyTitle, setup: Any, answers: Mapping[str, Any]) -> Any:
    """Return the entry that was filled in; None where it is none."""
    try:
        return read_entry(rules, setup, msgspec.json.encode(document_in(rules, answers)))
    except Invalid:
        return None


def attempt(
    rules: AnyTitle, setup: Any, position: Any, filled_in: Iterable[Mapping[str, Any]]
) -> TriedEntries:
    """Try entries one after the other, without writing them, as they were filled in by path."""
    documents = [document_in(rules, answers) for answers in filled_in]
    entries: list[Any] = []
    facts: list[Fact] = []
    verdicts: list[Verdict] = []
    for document in documents:
        try:
            entry = read_entry(rules, setup, msgspec.json.encode(document))
        except Invalid as invalid:
            return TriedEntries(documents, problem=invalid.says)
        entries.append(entry)
        try:
            decision = rules.decide(position, entry)
        except Refused as refused:
            return TriedEntries(documents, entries, refused=refused.with_traceback(None))
        facts += decision.facts
        verdicts += decision.verdicts
        position = decision.position
    if not entries:
        return TriedEntries()
    return TriedEntries(documents, entries, tuple(facts), tuple(verdicts), position)


def shown_lines(
    rows: tuple[Row, ...], facts: Sequence[Fact], whose: Callable[[Line], str]
) -> list[Shown]:
    """Return the lines, each with its number before and after; not those that are nobody's."""
    ledger = Ledger(rows)
    shown = []
    for line in lines_of(facts):
        before = ledger[line.seat, line.what]
        ledger.add(line.seat, line.what, line.by, line.rule, alone=False)
        if name := whose(line):
            shown.append(_shown(name, line, before))
    return shown


def _shown(name: str, line: Line, before: int) -> Shown:
    column, by = line.what, line.by
    if column.is_held or column.is_event:
        return Shown(name, "", "", line.rule, change(column, by))
    what = column_word(column, by)
    numbers = plain(before), plain(before + by)
    return Shown(name, *numbers, line.rule, signed(by), what, is_score=column.is_score)


@dataclass(frozen=True)
class More:
    """A button for further choices, so that the pad stays as it is."""

    label: Heading
    icon: str
    is_urgent: bool = False
    """True where it goes badly without it."""


@dataclass(frozen=True, kw_only=True)
class Pad:
    """The form of an entry: all that the shared templates ask of it, for every title."""

    do: str
    seat: int
    heading: Message
    fields: Sequence[Field] = ()
    arguments: Mapping[str, str]
    """The values of the fields, from the address or from the entry to be amended."""
    tried: TriedEntries = TriedEntries()
    shown: Sequence[Shown] = ()
    verdicts: Sequence[Verdict] = ()
    """The headlines of what it would do."""
    notes: Sequence[Message] = ()
    """Notes on what ends with it: the turn or the game."""
    missing: Message | None = None
    """The only thing that is still to be filled in, where that is known."""
    more: More | None = None
    settled: frozenset[str] = frozenset()
    """The fields that the key has settled which was tapped."""
    offline: str = ""
    """The entry that goes on without a server, as JSON, but for its seat and its number."""
    number: str = ""
    """The field of that entry which the keypad's number goes into."""
    may_end_turn: bool = False
    """True where a button offers to end the turn with it."""

    @property
    def entry(self) -> str | None:
        """The entry, as a match file writes it; None while something is still asked."""
        return self.tried.entry

    @property
    def entries(self) -> str:
        """All that the form writes, as it sends it: the entry, and what passes with it."""
        return msgspec.json.encode(self.tried.documents).decode()

    @property
    def refused(self) -> Refused | None:
        return self.tried.refused

    @property
    def problem(self) -> Message | None:
        return self.tried.problem

    @property
    def can_be_written(self) -> bool:
        return self.tried.can_be_written
