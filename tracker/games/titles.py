"""The rules of every title, to play by, to read and to translate, by its name in match files."""

from collections.abc import Mapping
from typing import Final

from tracker.engine.rulebook import TitleRules
from tracker.engine.title import AnyTitle, Vocabulary
from tracker.games import modules_of_titles

TITLES: Final[Mapping[str, AnyTitle]] = modules_of_titles("tracker.games", "title")
RULEBOOKS: Final[Mapping[str, TitleRules]] = modules_of_titles("tracker.games", "rulebook")
VOCABULARIES: Final[Mapping[str, Vocabulary]] = modules_of_titles("tracker.games", "words")
