"""The services that titles bring besides their matches, by the name that their pages use."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tracker.service.civil_war.decks import Decks
from tracker.store.database import Database

TITLE_SERVICES: Final[Mapping[str, Callable[[Database], Any]]] = {"decks": Decks}
