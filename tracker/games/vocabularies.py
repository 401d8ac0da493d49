"""The words of every title that stand in no sentence of the program, to be translated."""

from typing import Final

from tracker.games.civil_war import words as civil_war
from tracker.games.grizzled import words as grizzled
from tracker.games.paths_of_glory import words as paths_of_glory

VOCABULARIES: Final = (civil_war, grizzled, paths_of_glory)
