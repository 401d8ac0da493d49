"""The history of a match on paper: every entry as a sentence, round by round."""

from collections.abc import Callable
from typing import Any

from tracker.printing.printed_match import Match, PrintedEntry
from tracker.translations.translator import Translator

History = list[tuple[int, list[dict[str, Any]]]]
Did = Callable[[PrintedEntry], tuple[object, ...]]
"""Returns the effects of an entry that counts, as the cells of its row."""


def history(translator: Translator, match: Match, did: Did) -> History:
    """Return the entries by round; `did` says what an entry that counts has done."""
    rounds: dict[int, list[dict[str, Any]]] = {}
    for noted in match.entries:
        rounds.setdefault(noted.round, []).append(_sentence(translator, match, noted, did))
    return list(rounds.items())


def _sentence(
    translator: Translator, match: Match, noted: PrintedEntry, did: Did
) -> dict[str, Any]:
    return {
        "n": noted.n + 1,
        "says": translator.translate(match.says(noted)),
        "did": did(noted) if noted.counts else (),
        "notes": noted.notes,
        "counts": noted.counts,
        "instead": None if noted.amended_by is None else noted.amended_by + 1,
        "is_correction": is_correction(noted.entry),
    }


def is_correction(entry: Any) -> bool:
    """Return whether the host has set numbers right by it, in any title."""
    return bool(type(entry).__struct_config__.tag == "correct")
