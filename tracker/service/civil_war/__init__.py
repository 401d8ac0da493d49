"""The services of the Civil War: decks of tiles."""

from typing import Final

from tracker.service.civil_war.decks import Decks

SERVICES: Final = {"decks": Decks}
"""The services that the pages ask, by name."""
