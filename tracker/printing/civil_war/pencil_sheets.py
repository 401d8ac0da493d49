"""The sheets for a pencil: a blank one, and one on which a match is played on."""

from typing import Any

from tracker.engine.house_rule import played
from tracker.games.civil_war import title
from tracker.games.civil_war.house_rules import Switches
from tracker.printing.civil_war.line_text import Words
from tracker.printing.civil_war.seats import seats
from tracker.printing.civil_war.sheet_tables import margin, starting_bonus
from tracker.printing.printed_match import Match
from tracker.printing.qr_code import way_back

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


def running(words: Words, match: Match) -> dict[str, Any]:
    table = title.export_position(match.position)
    months = [] if match.is_over else list(range(match.round, match.setup.months + 1))
    return {
        **words.columns(),
        **margin(words, match.setup.switches),
        "table": table,
        "seats": seats(words, match.position),
        "months": months,
        "of_months": match.setup.months,
        **way_back(match, words.translator),
        "house_rules": [words.translate(says) for says in played(match.setup.switches).values()],
    }
