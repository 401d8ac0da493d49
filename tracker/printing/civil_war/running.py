"""The running sheet: how the table stands, and room for the months to come."""

from typing import Any

from tracker.engine.house_rule import played
from tracker.games.civil_war import title
from tracker.printing.civil_war.line_text import Words
from tracker.printing.civil_war.seats import seats
from tracker.printing.civil_war.sheet_tables import margin
from tracker.printing.match import Match
from tracker.printing.qr_code import way_back


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
