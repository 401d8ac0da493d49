"""The form of an entry: from what was filled in so far to the entry, its preview, or the reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from tracker.engine.choice import Verdict
from tracker.engine.ledger import Fact
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import why_not
from tracker.games.paths_of_glory import title
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.questions import BattleResult
from tracker.games.titles import TITLES
from tracker.service.serialization import read_entry
from tracker.web.fields import Field
from tracker.web.paths_of_glory import changes
from tracker.web.paths_of_glory.changes import Change
from tracker.web.paths_of_glory.entry_forms import BUILDERS, HEADINGS, Document
from tracker.web.paths_of_glory.pad_fields import FilledForm

RULES: Final = TITLES[title.NAME]


@dataclass(frozen=True)
class TriedEntries:
    """Entries that were tried: what they would do, or why they cannot be written."""

    entries: Sequence[Any] = ()
    changes: list[Change] = field(default_factory=list)
    verdicts: tuple[Verdict, ...] = ()
    refused: Refused | None = None
    problem: Message | None = None
    position: Position | None = None
    """The position after them."""


@dataclass(frozen=True)
class Pad:
    """A form as it stands: its fields, and the entries that they make once they are filled in."""

    do: str
    seat: int
    heading: Message
    fields: list[Field]
    arguments: Mapping[str, str]
    documents: Sequence[Document]
    tried: TriedEntries
    missing: Message | None = None
    calculated: BattleResult | None = None

    @property
    def entry(self) -> str | None:
        """The entry, as a match file writes it."""
        return self._encoded(self.documents[0]) if self.documents and not self.problem else None

    @property
    def entries(self) -> str:
        """Return what the form writes: the entry, and what passes together with it."""
        return self._encoded(self.documents)

    @staticmethod
    def _encoded(value: Any) -> str:
        return msgspec.json.encode(value).decode()

    @property
    def changes(self) -> list[Change]:
        return self.tried.changes

    @property
    def refused(self) -> Refused | None:
        return self.tried.refused

    @property
    def problem(self) -> Message | None:
        return self.tried.problem

    @property
    def verdicts(self) -> list[Message]:
        """The headlines of what the entries would do."""
        return [verdict.says for verdict in self.tried.verdicts]

    @property
    def battle(self) -> dict[str, Any] | None:
        """The battle as it would stand on the sheet: who won, the retreat, the mandate."""
        if self.do != "battle" or self.tried.position is None:
            return None
        battle: dict[str, Any] | None = title.export_position(self.tried.position)["last_battle"]
        return battle

    @property
    def verdict(self) -> None:
        """The shared pages show no headline of this title: its own preview has them all."""

    @property
    def shown(self) -> tuple[()]:
        """The shared pages show no line of this title: its own preview has the changes."""
        return ()

    @property
    def can_be_written(self) -> bool:
        return bool(self.documents) and self.refused is None and self.problem is None


def pad(position: Position, arguments: Mapping[str, str]) -> Pad:
    """Return the form of the entry that the address asks for."""
    do = arguments["do"]
    seat = seat_asked(position, arguments)
    filled = FilledForm(arguments)
    documents = [{"do": do, **document} for document in _built(do, filled, position, seat)]
    if do == "attrition" and documents:
        documents += _passing(position, documents[0])
    tried = attempt(position, documents)
    heading = HEADINGS[do]
    if tried.entries and do != "replacements":
        heading = title.entry_text(position.game.setup, tried.entries[0])
    return Pad(
        do,
        seat,
        heading,
        filled.fields,
        arguments,
        documents,
        tried,
        filled.missing,
        filled.calculated,
    )


def _built(do: str, filled: FilledForm, position: Position, seat: int) -> list[Document]:
    built = BUILDERS[do](filled, Table(position), seat)
    if built is None:
        return []
    return built if isinstance(built, list) else [built]


def _passing(position: Position, attrition: Document) -> list[Document]:
    """C and D pass together where no space changes hands and no fort is besieged."""
    sieges: Document = {"do": "sieges"}
    is_quiet = not attrition.get("to_cp") and not attrition.get("to_ap")
    if is_quiet and attempt(position, [attrition, sieges]).refused is None:
        return [sieges]
    return []


def seat_asked(position: Position, arguments: Mapping[str, str]) -> int:
    """Return the seat that an address is about: the one it names, else the one that acts."""
    asked = arguments.get("seat", "")
    if asked in ("0", "1"):
        return int(asked)
    table = Table(position)
    acting = table.acting if arguments.get("do") not in ("play", "one_op", "peace") else None
    return acting if acting is not None else table.to_act or 0


def attempt(position: Position, documents: Sequence[Document]) -> TriedEntries:
    """Try entries one after the other."""
    entries: list[Any] = []
    facts: list[Fact] = []
    verdicts: list[Verdict] = []
    before = position
    for document in documents:
        try:
            entry = read_entry(RULES, position.game.setup, msgspec.json.encode(document))
        except Invalid as invalid:
            return TriedEntries(problem=invalid.says)
        entries.append(entry)
        try:
            decision = title.decide(position, entry)
        except Refused as refused:
            return TriedEntries(entries, refused=refused)
        facts += decision.facts
        verdicts += decision.verdicts
        position = decision.position
    if not entries:
        return TriedEntries()
    return TriedEntries(
        entries,
        changes.changes(before, facts, position),
        tuple(verdicts),
        position=position,
    )


def refusal(position: Position, document: Document) -> Refused | None:
    """Return why an entry is not allowed now, or None."""
    entry = msgspec.convert(document, title.ENTRY)
    return why_not(RULES, position, entry)
