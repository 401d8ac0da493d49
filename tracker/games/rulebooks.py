"""The rules of every title for reading, by its name in match files."""

from collections.abc import Mapping
from typing import Final, cast

from tracker.engine.rulebook import TitleRules
from tracker.games.civil_war import rulebook as civil_war
from tracker.games.civil_war.card import CARD as CIVIL_WAR
from tracker.games.grizzled import rulebook as grizzled
from tracker.games.grizzled.card import CARD as GRIZZLED
from tracker.games.paths_of_glory import rulebook as paths_of_glory
from tracker.games.paths_of_glory.card import CARD as PATHS_OF_GLORY

RULEBOOKS: Final[Mapping[str, TitleRules]] = {
    CIVIL_WAR.name: cast(TitleRules, civil_war),
    GRIZZLED.name: cast(TitleRules, grizzled),
    PATHS_OF_GLORY.name: cast(TitleRules, paths_of_glory),
}
