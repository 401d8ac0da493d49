"""The titles that can be tracked, one folder each. No title imports another."""

from collections.abc import Mapping
from typing import Any, Final

from tracker.engine.title import Title
from tracker.games.civil_war import title as civil_war_title

TITLES: Final[Mapping[str, Title[Any, Any, Any]]] = {civil_war_title.NAME: civil_war_title}
