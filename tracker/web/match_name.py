"""The name of a match: the one it was given, or its players'."""

from collections.abc import Sequence

from tracker.service.matches import NAME_LENGTH


def match_name(given: str, players: Sequence[str]) -> str:
    """Return the name that was given, else the players'; without what cannot be shown."""
    return (_printable(given) or _printable(" · ".join(players)))[:NAME_LENGTH]


def _printable(text: str) -> str:
    return "".join(letter for letter in text if letter.isprintable()).strip()
