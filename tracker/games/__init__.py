"""The titles that can be tracked, one folder each. No title imports another.

Here are their cards, which can be read without their rules; the rules are in `titles`.
"""

from collections.abc import Mapping
from typing import Final

from tracker.engine.card import TitleCard
from tracker.games.civil_war.card import CARD as CIVIL_WAR
from tracker.games.grizzled.card import CARD as GRIZZLED
from tracker.games.paths_of_glory.card import CARD as PATHS_OF_GLORY

CARDS: Final[Mapping[str, TitleCard]] = {
    card.name: card for card in (CIVIL_WAR, GRIZZLED, PATHS_OF_GLORY)
}
