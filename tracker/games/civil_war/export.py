"""The position as a match file writes it: what may be seen, and nothing else."""

from typing import Any

from tracker.engine.ledger import TABLE
from tracker.games.civil_war.columns import (
    BONUSES,
    KINDS,
    RESOURCES,
    Count,
    Course,
    Phase,
    Side,
)
from tracker.games.civil_war.figure import Placed
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.winning import Reason


def export_position(position: Position) -> dict[str, Any]:
    table = Table(position)
    document: dict[str, Any] = {
        "month": table.month,
        "phase": table.phase.word,
        "turn": table.turn,
        "first": table.first,
        "headquarters": {side.word: table.is_standing(side) for side in (Side.NORTH, Side.SOUTH)},
        "seats": [_seat(table, seat) for seat in table.seats],
        "result": _result(table),
    }
    if position.figure is not None:
        document["tiles"] = [_tile(placed) for placed in position.figure]
    return document


def _seat(table: Table, seat: int) -> dict[str, Any]:
    return {
        "name": table.name(seat),
        "role": table.role(seat).value,
        "side": table.side(seat).word,
        "points": table[seat, Count.POINTS],
        "resources": {resource.value: table[seat, resource] for resource in RESOURCES},
        "people": {kind.value: table[seat, kind] for kind in KINDS if table[seat, kind]},
        "bonuses": [bonus.value for bonus in BONUSES if table.has(seat, bonus)],
        "lost_turns": table[seat, Count.LOST_TURNS],
        "attacked": bool(table[seat, Count.ATTACKED]),
        "reserve_spent": bool(table[seat, Count.RESERVE_SPENT]),
        "dominated": bool(table[seat, Count.DOMINATED]),
        "out": table.is_out(seat),
    }


def _result(table: Table) -> dict[str, Any] | None:
    if table.phase is not Phase.OVER:
        return None
    placed = [seat for seat in table.seats if table[seat, Count.PLACE]]
    winners = sorted(placed, key=lambda seat: (table[seat, Count.PLACE], seat))
    reason = Reason(table[TABLE, Course.REASON])
    return {
        "winners": winners,
        "reason": reason.word,
        "marshal": bool(table[TABLE, Course.MARSHAL]),
        "side": table.side(winners[0]).word if reason is Reason.ELIMINATION else None,
    }


def _tile(placed: Placed) -> dict[str, Any]:
    document: dict[str, Any] = {"at": list(placed.at), "face_up": placed.face_up}
    if placed.face_up:
        document["tile"] = placed.tile
    return document
