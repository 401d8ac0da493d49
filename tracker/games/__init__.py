"""The titles that can be tracked, one folder each in every room. No title imports another.

This is the only registry: a title is listed here by its card, and each room finds its folder by
the card's name.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from tracker.engine.card import TitleCard
from tracker.games.civil_war.card import CARD as CIVIL_WAR
from tracker.games.grizzled.card import CARD as GRIZZLED
from tracker.games.paths_of_glory.card import CARD as PATHS_OF_GLORY

CARDS: Final[Mapping[str, TitleCard]] = {
    card.name: card for card in (CIVIL_WAR, GRIZZLED, PATHS_OF_GLORY)
}


def modules_of_titles(room: str, module: str) -> dict[str, Any]:
    """Import a module of every title's folder in a room; return them by the titles' names."""
    return {name: import_module(f"{room}.{card.folder}.{module}") for name, card in CARDS.items()}


def packages_of_titles(room: str) -> list[Any]:
    """Import the folder of every title that has one in a room; return them in order."""
    folders = [f"{room}.{card.folder}" for card in CARDS.values()]
    return [import_module(folder) for folder in folders if find_spec(folder)]
