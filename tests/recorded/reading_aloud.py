"""The texts that players read while a recorded match is played; they stand beside the match.

For every entry: the entry as a sentence, its headlines as good (+) or bad (-) news, what may be
chosen for it, and what each of its lines changed, by which rule. For every position: what the
sheet check asks, and each refusal that was not told before.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec

from tracker.engine import match_file
from tracker.engine.choice import Choice
from tracker.engine.ledger import Fact, Handed, Line, lines_of
from tracker.engine.message import english
from tracker.engine.refusal import Refused
from tracker.engine.sheet_check import Noted
from tracker.engine.title import AnyTitle, why_not
from tracker.games.titles import TITLES

SECONDS_BETWEEN_ENTRIES: Final = 60.0


def text_file(file: Path) -> Path:
    """Return the file with what players read of a recorded match."""
    return file.with_suffix(".txt")


def read_aloud(file: Path) -> str:
    """Return what players read of a recorded match, from the first entry to the last."""
    title, document = match_file.read(file.read_bytes(), TITLES)
    return "\n".join(_told(title, document.setup, document.entries)) + "\n"


def _told(title: AnyTitle, setup: Any, entries: Iterable[Any]) -> Iterator[str]:
    start = title.start(setup)
    position = start.position
    names = _names(title, position)
    yield from _changes(start.facts, names)
    refusals = _Refusals(title)
    round_number, noted, choices = 0, list[Noted](), set[str]()
    for n, entry in enumerate(entry for entry in entries if entry.counts):
        if title.progress(position).round != round_number:
            round_number, noted = title.progress(position).round, []
        decision = title.decide(position, entry)
        names = _names(title, position)
        yield f"{n}. {title.entry_text(title.setup_of(position), entry)}"
        for verdict in decision.verdicts:
            yield f"  {'+' if verdict.is_good else '-'} {verdict.says}"
        for choice in map(_choice, title.choices(position, entry)):
            yield choice if choice not in choices else "  may choose as above"
            choices.add(choice)
        yield from _changes(decision.facts, names)
        yield from refusals.of_the_same_by_others(position, entry, len(names) - 1)
        noted.append(Noted(n, n * SECONDS_BETWEEN_ENTRIES, entry, lines_of(decision.facts)))
        position = decision.position
        # One seat after the other: what is offered to all of them takes seconds a match.
        yield from refusals.of_offers(position, n % (len(names) - 1))
        yield from refusals.of([(entry, why_not(title, position, entry))])
        if title.is_closing(position):
            for question in title.questions(position, noted):
                yield f"  ? {question.says} [{question.n} {question.do} {question.seat}]"
    outcome = title.outcome(position)
    if outcome:
        yield f"{outcome.label} [{outcome.rule}]"


def _names(title: AnyTitle, position: Any) -> tuple[str, ...]:
    return (*title.seats(title.setup_of(position)), "the table")


def _changes(facts: Iterable[Fact], names: tuple[str, ...]) -> Iterator[str]:
    """Yield a line for each seat and rule in a row: "Anna: gold +3, points +2 (CW-5.2)"."""
    for (seat, rule), together in groupby(facts, key=lambda fact: (_seat_of(fact), fact.rule)):
        changes = ", ".join(map(_change, together))
        yield f"  {names[seat]}: {changes} ({rule})"


def _seat_of(fact: Fact) -> int:
    return fact.seat if isinstance(fact, Line) else -1


def _change(fact: Fact) -> str:
    if isinstance(fact, Line):
        return f"{fact.what.value} {fact.written:+g}"
    if isinstance(fact, Handed):
        return f"seat {fact.seat} from {fact.origin} to {fact.to}"
    return f"{fact.piece} from {fact.origin or 'nowhere'} to {fact.to or 'nowhere'}"


def _choice(choice: Choice) -> str:
    options = ", ".join(f"{english(option.label)} ≤ {option.most}" for option in choice.options)
    default = ", ".join(f"{value} {number}" for value, number in choice.default.items())
    kind = "must" if choice.required else "may"
    return f"  {kind} choose {choice.field}: {choice.label} {options} = {choice.total}; {default}"


class _Refusals:
    """The refusals of a match, each kind of sentence once."""

    def __init__(self, title: AnyTitle) -> None:
        self._title = title
        self._told: set[tuple[str, str, str]] = set()

    def of_offers(self, position: Any, seat: int) -> Iterator[str]:
        """Yield why the kinds of entry that the seat may not write now are not allowed."""
        for offer in self._title.offers(position, seat):
            if offer.refusal:
                yield from self._once(offer.do, offer.refusal)

    def of_the_same_by_others(self, position: Any, entry: Any, seats: int) -> Iterator[str]:
        """Yield why the same entry could not be another seat's."""
        if hasattr(entry, "seat"):
            others = (seat for seat in range(seats) if seat != entry.seat)
            changed = [msgspec.structs.replace(entry, seat=seat) for seat in others]
            yield from self.of((other, why_not(self._title, position, other)) for other in changed)

    def of(self, tried: Iterable[tuple[Any, Refused | None]]) -> Iterator[str]:
        for entry, refused in tried:
            if refused:
                yield from self._once(type(entry).__struct_config__.tag, refused)

    def _once(self, do: object, refused: Refused) -> Iterator[str]:
        kind = (str(do), refused.rule, refused.says.text)
        if kind not in self._told:
            self._told.add(kind)
            yield f"  refused {do}: {refused}"
