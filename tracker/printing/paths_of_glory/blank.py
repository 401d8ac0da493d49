"""The blank record sheet: a whole game by pencil."""

from typing import Any, Final

from tracker.games.paths_of_glory import names
from tracker.games.paths_of_glory.box import TABLES
from tracker.printing.paths_of_glory import record
from tracker.printing.paths_of_glory.line_text import Words

SCENARIOS: Final = ("campaign", "limited", "introductory", "historical")
"""In the order in which the page offers them; an option is the place in this list."""


def blank(words: Words, scenario: str) -> dict[str, Any]:
    historical = scenario == "historical"
    return {
        **words.frame(),
        **record.tracks(words, scenario),
        "scenario": words.translate(names.SCENARIOS[scenario]),
        "turns": record.turns(words, 1, TABLES.scenarios[scenario].last_turn),
        "spaces": record.spaces(words, historical=historical),
        "forts": record.other_forts(historical=historical),
    }
