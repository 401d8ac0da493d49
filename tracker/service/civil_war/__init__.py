"""The services of the Civil War: decks of tiles, and games that are simulated."""

from typing import Final

from tracker.service.civil_war.decks import Decks
from tracker.service.civil_war.laboratory import Laboratory
from tracker.service.civil_war.match_chances import MatchChances

SERVICES: Final = {"decks": Decks, "laboratory": Laboratory, "match_chances": MatchChances}
"""The services that the pages ask, by name."""
BACKGROUND: Final = ("match_chances",)
"""Those that work by themselves while a server runs."""
