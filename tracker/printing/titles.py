"""The sheets of every title, by its name in match files."""

from collections.abc import Mapping
from typing import Final, cast

from tracker.games.civil_war.card import CARD as CIVIL_WAR
from tracker.games.grizzled.card import CARD as GRIZZLED
from tracker.printing.civil_war import sheets as civil_war
from tracker.printing.grizzled import sheets as grizzled
from tracker.printing.order import TitleSheets

TITLE_SHEETS: Final[Mapping[str, TitleSheets]] = {
    CIVIL_WAR.name: cast(TitleSheets, civil_war),
    GRIZZLED.name: cast(TitleSheets, grizzled),
}
