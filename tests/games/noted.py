"""Entries as the sheet check reads them: each with its number, its time and what it did."""

from collections.abc import Sequence
from typing import Any

from tracker.engine.ledger import lines_of
from tracker.engine.sheet_check import Noted
from tracker.engine.title import AnyTitle


def asked(
    title: AnyTitle, position: Any, entries: Sequence[Any], *, every: float = 60
) -> list[tuple[int | None, str]]:
    """Return the questions after these entries, one every so many seconds: entry and sentence."""
    entered = []
    for n, entry in enumerate(entries):
        decision = title.decide(position, entry)
        entered.append(Noted(n, n * every, entry, lines_of(decision.facts)))
        position = decision.position
    return [(question.n, str(question.says)) for question in title.questions(position, entered)]
