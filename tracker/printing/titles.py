"""The sheets of every title, by its name in match files."""

from collections.abc import Mapping
from typing import Final

from tracker.games import modules_of_titles
from tracker.printing.order import TitleSheets

TITLE_SHEETS: Final[Mapping[str, TitleSheets]] = modules_of_titles("tracker.printing", "sheets")
