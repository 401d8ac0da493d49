"""The sheet check: what looks forgotten on a sheet, asked as questions and never as refusals."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec import Struct

from tracker.engine.ledger import Line
from tracker.engine.message import Message

MOMENT: Final = 10.0
"""Whoever taps twice does it within so many seconds."""


class Noted(Struct, frozen=True):
    """An entry that counts, with what it did."""

    n: int
    seconds: float
    """The time when it was written, counted from a moment that is the same for all."""
    entry: Any
    lines: tuple[Line, ...]


class Question(Struct, frozen=True):
    """Something that looks forgotten: the entry that it is about, or the one to be written."""

    says: Message
    n: int | None = None
    do: str = ""
    """The kind of entry that would answer it, where it can be written now."""
    seat: int | None = None


def repeated(
    entries: Sequence[Noted], text: Callable[[Any], Message], but: tuple[type, ...] = ()
) -> Iterator[Question]:
    """Return a question for every entry that was written twice in a row within a moment.

    `but` are the kinds of entry that often come twice in a row.
    """
    for first, second in pairwise(entries):
        if isinstance(second.entry, but) or first.entry != second.entry:
            continue
        if second.seconds - first.seconds <= MOMENT:
            yield Question(
                Message(
                    "The same was entered twice within ten seconds: {entry}.",
                    {"entry": text(second.entry)},
                ),
                second.n,
            )
