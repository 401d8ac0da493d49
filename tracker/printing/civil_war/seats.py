"""The seats as they stand, for a row or a page each."""

from typing import Any

from tracker.games.civil_war import title
from tracker.games.civil_war.columns import KINDS, RESOURCES
from tracker.games.civil_war.position import Position, Table
from tracker.printing.civil_war.line_text import Words


def seats(words: Words, position: Position) -> list[dict[str, Any]]:
    """Every seat's numbers, as the match file writes them, with the words for role and side."""
    table = Table(position)
    return [
        {
            **exported,
            "number": seat + 1,
            "role_name": words.role(table.role(seat)),
            "side_name": words.side(table.side(seat)),
            "goods": [exported["resources"][resource.value] for resource in RESOURCES],
            "kinds": [exported["people"].get(kind.value, 0) for kind in KINDS],
            "total": table.people(seat),
            "is_turn": table.turn == seat,
        }
        for seat, exported in enumerate(title.export_position(position)["seats"])
    ]


def names(position: Position) -> list[str]:
    table = Table(position)
    return [table.name(seat) for seat in table.seats]
