"""The position as a match file writes it."""

from typing import Any

import msgspec

from tracker.engine.ledger import TABLE
from tracker.games.grizzled import ending, hard_knocks, last_missions, mission_end, orders
from tracker.games.grizzled.columns import (
    CARD_IDS,
    LOST,
    LYING,
    OUT,
    THREAT_CARD_IDS,
    THREATS,
    TOKENS,
    Count,
    Course,
    Ended,
    Phase,
    SetAside,
    Taken,
)
from tracker.games.grizzled.position import Position, Table
from tracker.games.grizzled.two_people import FIRST_OPEN


def export_position(position: Position) -> dict[str, Any]:
    table = Table(position)
    ended = table[TABLE, Course.OUTCOME]
    return {
        "mission": table.mission,
        "phase": table.phase.word,
        "leader": table.leader,
        "turn": table.turn,
        "danger": table[TABLE, Course.DANGER] or None,
        "final": table.final.word if table.final else None,
        "limit": last_missions.limit(table),
        "trials": table.trials,
        "morale": table.morale,
        "pool": table[TABLE, Course.POOL],
        "no_mans_land": no_mans_land(table),
        "threats": threats(table),
        "out": _counted(table, CARD_IDS, OUT),
        "tokens_out": _counted(table, tuple(token.value for token in TOKENS), LOST),
        "outcome": Ended(ended).word if ended else None,
        "failed_by": [
            threat.value for threat in mission_end.failed_by(table[TABLE, Course.FAILED_BY])
        ],
        "helped": table[TABLE, Course.HELPED] - 1 if table[TABLE, Course.HELPED] else None,
        "strategic": orders.is_strategic_open(table),
        "orders": _orders(table) if table.game.has_orders else None,
        "solo": _solo(table) if table.game.is_solo else None,
        "seats": [_seat(table, seat) for seat in table.seats],
        "result": _result(table),
    }


def no_mans_land(table: Table) -> list[str]:
    """Return the cards in no man's land, in the order of GR-2.2."""
    cards = zip(THREAT_CARD_IDS, LYING, strict=True)
    return [card for card, column in cards for _ in range(table[TABLE, column])]


def threats(table: Table) -> dict[str, int]:
    """Return the active threats; there are none outside a mission."""
    is_mission = table.phase is Phase.MISSION
    active = mission_end.active_threats(table) if is_mission else {}
    return {threat.value: active.get(threat, 0) for threat in THREATS}


def _counted(table: Table, names: tuple[str, ...], columns: tuple[Any, ...]) -> dict[str, int]:
    both = zip(names, columns, strict=True)
    return {name: table[TABLE, column] for name, column in both if table[TABLE, column]}


def _orders(table: Table) -> dict[str, Any]:
    return {
        "deck": orders.deck(table).total - orders.taken(table),
        "taken": {level.word: table[TABLE, level] for level in Taken},
        "in_force": msgspec.json.decode(msgspec.json.encode(table.in_force)),
    }


def _solo(table: Table) -> dict[str, Any]:
    return {
        "hand": table[TABLE, Course.COMMON_HAND],
        "refilling": bool(table[TABLE, Course.REFILLING]),
        "tokens": [token.word for token in SetAside if not table[TABLE, token]],
    }


def _seat(table: Table, seat: int) -> dict[str, Any]:
    return {
        "name": table.name(seat),
        "soldier": table.game.setup.seats[seat].soldier,
        "charm": bool(table[seat, Count.CHARM]),
        "hand": table[seat, Count.HAND],
        "speeches": table[seat, Count.SPEECHES],
        "tokens": {column.value: table[seat, column] for column in (*TOKENS, Count.UNKNOWN)},
        "hard_knocks": [knock.value for knock in hard_knocks.of(table, seat)],
        "weight": hard_knocks.weight(table, seat),
        "withdrawn": table.is_withdrawn(seat),
        "laid": laid(table, seat),
        "received": table[seat, Count.RECEIVED],
    }


def laid(table: Table, seat: int) -> str | None:
    """Return the soldier's laid token: hidden, or the recruit's open one."""
    written = table[seat, Count.LAID]
    if written >= FIRST_OPEN:
        return str(TOKENS[written - FIRST_OPEN].value)
    return "hidden" if written else None


def _result(table: Table) -> dict[str, Any] | None:
    why = ending.reason(table)
    if why is None:
        return None
    return {
        "won": why.is_won,
        "reason": why.word,
        "rule": ending.rule_of(table, why),
        "mission": table.mission,
        "soldiers": ending.broken(table) if why is ending.Reason.HARD_KNOCKS else [],
    }
