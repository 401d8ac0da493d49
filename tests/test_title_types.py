"""Every module of a title keeps the types of its contract: mypy compares them here.

The program finds the modules by their names, so their types are not known there.
"""

from typing import Final

from tracker.engine.rulebook import TitleRules
from tracker.engine.title import AnyTitle, Vocabulary
from tracker.games.civil_war import rulebook as civil_war_rulebook
from tracker.games.civil_war import title as civil_war
from tracker.games.civil_war import words as civil_war_words
from tracker.games.grizzled import rulebook as grizzled_rulebook
from tracker.games.grizzled import title as grizzled
from tracker.games.grizzled import words as grizzled_words
from tracker.games.paths_of_glory import rulebook as paths_of_glory_rulebook
from tracker.games.paths_of_glory import title as paths_of_glory
from tracker.games.paths_of_glory import words as paths_of_glory_words
from tracker.games.titles import RULEBOOKS, TITLES, VOCABULARIES
from tracker.printing.civil_war import sheets as civil_war_sheets
from tracker.printing.grizzled import sheets as grizzled_sheets
from tracker.printing.order import TitleSheets
from tracker.printing.paths_of_glory import sheets as paths_of_glory_sheets
from tracker.printing.titles import TITLE_SHEETS
from tracker.web.civil_war import pages as civil_war_pages
from tracker.web.grizzled import pages as grizzled_pages
from tracker.web.paths_of_glory import pages as paths_of_glory_pages
from tracker.web.titles import TITLE_PAGES, TitlePages

CIVIL_WAR: Final[AnyTitle] = civil_war
GRIZZLED: Final[AnyTitle] = grizzled
PATHS_OF_GLORY: Final[AnyTitle] = paths_of_glory

CIVIL_WAR_RULEBOOK: Final[TitleRules] = civil_war_rulebook
GRIZZLED_RULEBOOK: Final[TitleRules] = grizzled_rulebook
PATHS_OF_GLORY_RULEBOOK: Final[TitleRules] = paths_of_glory_rulebook

CIVIL_WAR_WORDS: Final[Vocabulary] = civil_war_words
GRIZZLED_WORDS: Final[Vocabulary] = grizzled_words
PATHS_OF_GLORY_WORDS: Final[Vocabulary] = paths_of_glory_words

CIVIL_WAR_PAGES: Final[TitlePages] = civil_war_pages
GRIZZLED_PAGES: Final[TitlePages] = grizzled_pages
PATHS_OF_GLORY_PAGES: Final[TitlePages] = paths_of_glory_pages

CIVIL_WAR_SHEETS: Final[TitleSheets] = civil_war_sheets
GRIZZLED_SHEETS: Final[TitleSheets] = grizzled_sheets
PATHS_OF_GLORY_SHEETS: Final[TitleSheets] = paths_of_glory_sheets


def test_each_room_finds_the_modules_whose_types_are_compared() -> None:
    assert list(TITLES.values()) == [CIVIL_WAR, GRIZZLED, PATHS_OF_GLORY]
    assert list(RULEBOOKS.values()) == [
        CIVIL_WAR_RULEBOOK,
        GRIZZLED_RULEBOOK,
        PATHS_OF_GLORY_RULEBOOK,
    ]
    assert list(VOCABULARIES.values()) == [CIVIL_WAR_WORDS, GRIZZLED_WORDS, PATHS_OF_GLORY_WORDS]
    assert list(TITLE_PAGES.values()) == [CIVIL_WAR_PAGES, GRIZZLED_PAGES, PATHS_OF_GLORY_PAGES]
    assert list(TITLE_SHEETS.values()) == [
        CIVIL_WAR_SHEETS,
        GRIZZLED_SHEETS,
        PATHS_OF_GLORY_SHEETS,
    ]
