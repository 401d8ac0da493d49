"""The blank score sheet: the form to fill in by pencil."""

from typing import Any

from tracker.games.civil_war.house_rules import Switches
from tracker.printing.civil_war.line_text import Words
from tracker.printing.civil_war.sheet_tables import margin, starting_bonus

MOST_PLAYERS, MOST_MONTHS = 9, 12


def blank(words: Words, players: int, months: int, *, for_table: bool) -> dict[str, Any]:
    """A page for each player, or one for the table; by the rules as they are printed."""
    switches = Switches()
    return {
        **words.columns(),
        **margin(words, switches),
        "bonus": starting_bonus(words, switches),
        "players": players,
        "months": list(range(1, months + 1)),
        "for_table": for_table,
    }
