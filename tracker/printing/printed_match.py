"""A match as paper needs it: every entry, and how the table stood after each of them."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from tracker.engine.clean_text import clean
from tracker.engine.hand_seat import SetupsByPlace
from tracker.engine.ledger import Fact, Line, lines_of
from tracker.engine.match_file import known
from tracker.engine.message import Message
from tracker.engine.title import AnyTitle, Outcome
from tracker.games.titles import TITLES

MOST_OF_A_NOTE: Final = 2000
MOST_OF_A_NAME: Final = 40


class PrintedNote(Struct, frozen=True):
    """A note: what it says, when it was written and by whom, as far as that is known."""

    text: str
    at: str = ""
    who: str = ""


class PrintedEntry(Struct, frozen=True):
    """One entry on the sheet, whether it counts or not."""

    n: int
    at: str
    round: int
    counts: bool
    amended_by: int | None
    entry: Any
    facts: tuple[Fact, ...]
    notes: tuple[PrintedNote, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """The numbers that it changed."""
        return lines_of(self.facts)


class PrintedStep(Struct, frozen=True, eq=False):
    """An entry that counts, between the positions before and after it."""

    written: PrintedEntry
    before: Any
    after: Any

    @property
    def entry(self) -> Any:
        return self.written.entry

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.written.lines


class Match(Struct, frozen=True, eq=False, dict=True):
    """Everything that any sheet of a match is drawn from."""

    title: str
    name: str
    date: str
    """The time of the last change, as ISO 8601; empty where nobody knows."""
    address: str
    """Its address on the network; empty where it is a file."""
    setup: Any
    """The set-up with the players who began."""
    entries: tuple[PrintedEntry, ...]
    drawn: tuple[int, ...] = ()
    is_found_by_phones: bool = True
    """True where its address works on another device."""
    notes: tuple[PrintedNote, ...] = ()
    """The notes on the match; those on an entry are with it."""
    analysis: str | None = None
    """The title's analysis of a match that is over, as JSON; None where it is not known."""

    @property
    def rules(self) -> AnyTitle:
        return TITLES[self.title]

    @cached_property
    def steps(self) -> tuple[PrintedStep, ...]:
        """The entries that count, added up by the lines that were decided with them."""
        steps = []
        position = self.start
        for written in self.entries:
            if written.counts:
                after = self.rules.apply(position, written.facts)
                steps.append(PrintedStep(written, position, after))
                position = after
        return tuple(steps)

    @cached_property
    def start(self) -> Any:
        return self.rules.start(self.setup).position

    @cached_property
    def _setups(self) -> SetupsByPlace:
        written = enumerate(self.entries)
        return SetupsByPlace(self.setup, ((n, entry.facts) for n, entry in written if entry.counts))

    def says(self, written: PrintedEntry) -> Message:
        """Return an entry as a sentence, with the players who had the seats then."""
        place = self._places[id(written)]
        return self.rules.entry_text(self._setups.before(place), written.entry)

    @cached_property
    def _places(self) -> dict[int, int]:
        return {id(written): place for place, written in enumerate(self.entries)}

    @property
    def players(self) -> tuple[str, ...]:
        """The players who have the seats now."""
        return self.rules.seats(self.rules.setup_of(self.position))

    @property
    def position(self) -> Any:
        return self.steps[-1].after if self.steps else self.start

    @property
    def round(self) -> int:
        return self.rules.progress(self.position).round

    @property
    def outcome(self) -> Outcome | None:
        return self.rules.outcome(self.position)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def round_ends(self) -> list[tuple[int, Any]]:
        """Return each round played so far, with the position at its end or by now."""
        # The entry that closes a round still belongs to it; its position is the next one's.
        ends = {step.written.round: step.after for step in self.steps}
        return list(ends.items())

    def steps_of(self, number: int) -> list[PrintedStep]:
        """Return the steps of one round."""
        return [step for step in self.steps if step.written.round == number]


def played(title: AnyTitle, setup: Any, entries: Sequence[Any]) -> Iterator[PrintedEntry]:
    """Play a match file's entries through today's rules; raise `Refused` where one is."""
    position = title.start(setup).position
    for place, entry in enumerate(entries):
        number = title.progress(position).round
        facts: tuple[Fact, ...] = ()
        if entry.counts:
            decision = title.decide(position, entry)
            facts, position = decision.facts, decision.position
        amended_by = entry.amended_by if isinstance(entry.amended_by, int) else None
        n, at = known(entry.n, int), known(entry.at, str)
        yield PrintedEntry(
            place if n is None else n,
            at or "",
            number,
            entry.counts,
            amended_by,
            entry,
            facts,
            notes_of(entry.notes),
        )


def notes_of(value: Any) -> tuple[PrintedNote, ...]:
    """Return the notes that a file states, where it states any."""
    if not isinstance(value, Raw):
        return ()
    found = msgspec.json.decode(value)
    notes = found if isinstance(found, list) else []
    said = (note for note in notes if isinstance(note, dict) and isinstance(note.get("text"), str))
    return tuple(
        PrintedNote(
            clean(note["text"])[:MOST_OF_A_NOTE],
            str(note.get("at", "")),
            clean(str(note.get("who", "")))[:MOST_OF_A_NAME],
        )
        for note in said
    )
