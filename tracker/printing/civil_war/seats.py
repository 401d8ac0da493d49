"""The seats as they stand, for a row or a page each."""

from typing import Any

from tracker.games.civil_war import title
from tracker.games.civil_war.columns import KINDS, RESOURCES, Count
from tracker.games.civil_war.position import Position, Table
from tracker.printing.civil_war.line_text import Words


def seats(words: Words, position: Position) -> list[dict[str, Any]]:
    """Every seat's numbers, as the match file writes them, with the words for role and side."""
    table = Table(position)
    return [
        {
            **one,
            "number": seat + 1,
            "role_name": words.role(table.role(seat)),
            "side_name": words.side(table.side(seat)),
            "goods": [one["resources"][resource.value] for resource in RESOURCES],
            "kinds": [one["people"].get(kind.value, 0) for kind in KINDS],
            "total": table.people(seat),
            "is_turn": table.turn == seat,
        }
        for seat, one in enumerate(title.export_position(position)["seats"])
    ]


def ranking(position: Position) -> list[int]:
    """The seats from the most points to the fewest, the eliminated last."""
    table = Table(position)
    return sorted(
        table.seats, key=lambda seat: (table.is_out(seat), -table[seat, Count.POINTS], seat)
    )


def places(position: Position) -> dict[int, int]:
    """Each seat's place; equals share one."""
    table = Table(position)
    order = ranking(position)
    points = [(table.is_out(seat), -table[seat, Count.POINTS]) for seat in order]
    return {seat: points.index(points[at]) + 1 for at, seat in enumerate(order)}


def names(position: Position) -> list[str]:
    table = Table(position)
    return [table.name(seat) for seat in table.seats]
