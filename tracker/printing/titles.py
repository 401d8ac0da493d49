"""The sheets of every title, by its name in match files."""

from collections.abc import Mapping
from typing import Final, cast

from tracker.games.civil_war.card import CARD as CIVIL_WAR
from tracker.games.grizzled.card import CARD as GRIZZLED
from tracker.games.paths_of_glory.card import CARD as PATHS_OF_GLORY
from tracker.printing.civil_war import sheets as civil_war
from tracker.printing.grizzled import sheets as grizzled
from tracker.printing.order import TitleSheets
from tracker.printing.paths_of_glory import sheets as paths_of_glory

TITLE_SHEETS: Final[Mapping[str, TitleSheets]] = {
    CIVIL_WAR.name: cast(TitleSheets, civil_war),
    GRIZZLED.name: cast(TitleSheets, grizzled),
    PATHS_OF_GLORY.name: cast(TitleSheets, paths_of_glory),
}
