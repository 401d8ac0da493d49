"""The position as a match file writes it."""

from typing import Any

from tracker.engine.ledger import TABLE
from tracker.games.paths_of_glory import actions, nations, pieces, russia, us_entry, winning
from tracker.games.paths_of_glory.box import FORTS, SPACES, VP_SPACES
from tracker.games.paths_of_glory.calculator import winner_of
from tracker.games.paths_of_glory.columns import (
    AP,
    CP,
    NEAR_EAST,
    POINTS,
    SIDES,
    Course,
    Reason,
    SideColumn,
)
from tracker.games.paths_of_glory.events import has_neutral_entered, is_entrenching_open
from tracker.games.paths_of_glory.pieces import DISCARD, INTACT, KEPT, REMOVED, TURNS, USED
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.reinforcements import reinforced
from tracker.games.paths_of_glory.replacements import points


def export_position(position: Position) -> dict[str, Any]:
    table = Table(position)
    return {
        "turn": table.turn,
        "season": table.season,
        "phase": table.phase.word,
        "round": table.actions(CP),
        "to_act": table.to_act,
        "acting": table.acting,
        "operation": table.is_operation,
        "vp": table.vp,
        "vp_events": table[TABLE, Course.VP_EVENTS],
        "vp_spaces": table[TABLE, Course.VP_SPACES],
        "combined": table.combined,
        "us_entry": us_entry.box(table),
        "russian_capitulation": russia.box(table),
        "russian_vp": russia.russian_vp(table),
        "tsar_fell_at": russia.tsar_fell_at(table),
        "at_war": nations.at_war(table),
        "neutral_entry": has_neutral_entered(table),
        "entrenching": is_entrenching_open(table),
        "fleet_pending": bool(table[TABLE, Course.FLEET_PENDING]),
        "near_east": sorted(name for name, column in NEAR_EAST.items() if table[TABLE, column]),
        "spaces": _spaces(table),
        "forts": _forts(table),
        "seats": [_seat(table, seat) for seat in (CP, AP)],
        "last_battle": _last_battle(table),
        "result": _result(table),
    }


def _spaces(table: Table) -> dict[str, str]:
    """The VP spaces that the printed owner does not hold."""
    return {
        space: SIDES[table.holder(space)]
        for space in VP_SPACES[table.game.historical]
        if table.holder(space) != SPACES[space].owner
    }


def _forts(table: Table) -> dict[str, str]:
    """The forts that are not intact."""
    states = ((space, table.fort_state(space)) for space in FORTS)
    return {space: state for space, state in states if state != INTACT}


def _seat(table: Table, seat: int) -> dict[str, Any]:
    return {
        "name": table.name(seat),
        "side": SIDES[seat],
        "war_status": table.war_status(seat),
        "commitment": table.level(seat).word,
        "commitment_turn": table.level_turn(seat),
        "mandate": table.mandate(seat),
        "missed": missed(table, seat),
        "actions": actions.written(table, seat),
        "reinforced": reinforced(table, seat),
        "events": {str(card.n): turn for card, turn in table.events(seat)},
        "hand": table.hand(seat),
        "deck": table[seat, SideColumn.DECK],
        "discard": table.cards_that_lie(seat, DISCARD),
        "kept": [
            {"card": n, "used": table.lies(seat, n) == USED}
            for n in table.cards_that_lie(seat, KEPT, USED)
        ],
        "removed": table.cards_that_lie(seat, REMOVED),
        "rp": {column.name: points(table[seat, column]) for column in POINTS[seat]},
    }


def missed(table: Table, seat: int) -> list[int]:
    """The turns whose mandate was missed."""
    first = pieces.MISSED[seat]
    return [turn for turn in range(1, TURNS + 1) if table.places[first + turn - 1]]


def _last_battle(table: Table) -> dict[str, Any] | None:
    by = table[TABLE, Course.BATTLE_BY]
    if not by:
        return None
    attacker = table[TABLE, Course.ATTACKER_INFLICTED]
    defender = table[TABLE, Course.DEFENDER_INFLICTED]
    retreat = table[TABLE, Course.RETREAT]
    return {
        "at": table.places[pieces.BATTLE],
        "attacker": by - 1,
        "loss_numbers": {"attacker": attacker, "defender": defender},
        "winner": winner_of(attacker, defender),
        "retreat": retreat - 1 if retreat else None,
        "mandate_made": bool(table[TABLE, Course.MANDATE_MADE]),
    }


def _result(table: Table) -> dict[str, Any] | None:
    if not winning.is_over(table):
        return None
    return {
        "winners": list(winning.winners_of(table)),
        "reason": Reason(table[TABLE, Course.REASON]).word,
        "rule": table.places[pieces.RESULT],
        "vp": table[TABLE, Course.FINAL_VP],
    }
