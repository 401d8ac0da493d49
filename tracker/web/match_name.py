"""The name of a match: the one it was given, or its players'."""

from collections.abc import Sequence

from tracker.engine.clean_text import clean
from tracker.service.matches import NAME_LENGTH


def match_name(given: str, players: Sequence[str]) -> str:
    """Return the name that was given, else the players'; without what cannot be shown."""
    return (clean(given) or clean(" · ".join(players)))[:NAME_LENGTH].rstrip()
