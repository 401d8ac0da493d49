"""The name of a match: the one it was given, or its players'."""

from collections.abc import Sequence

from tracker.engine.clean_text import clean
from tracker.service.cleaning import MATCH_NAME_LETTERS


def match_name(given: str, players: Sequence[str]) -> str:
    """Return the name that was given, else the players'; without what cannot be shown."""
    return (clean(given) or clean(" · ".join(players)))[:MATCH_NAME_LETTERS].rstrip()
