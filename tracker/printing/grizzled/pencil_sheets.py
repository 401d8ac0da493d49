"""The sheets for a pencil: a blank one, and one on which a match is played on."""

from typing import Any, Final

from tracker.engine.message import Message
from tracker.games.grizzled import morale, title
from tracker.games.grizzled.names import LEVELS, PHASES
from tracker.games.grizzled.position import Table
from tracker.games.grizzled.season import piles, season
from tracker.printing.grizzled.line_text import Words
from tracker.printing.grizzled.sheet_tables import knock_rows, mission_row, starts
from tracker.printing.printed_match import Match
from tracker.printing.qr_code import way_back

LEAST_SOLDIERS, MOST_SOLDIERS = 3, 5
ROWS: Final = 12


def blank(words: Words, soldiers: int) -> dict[str, Any]:
    """Return a page for one season, with room for so many soldiers."""
    return {
        **margin(words),
        "soldiers": [None] * soldiers,
        "missions": [],
        "start": None,
        "empty": ROWS,
    }


def margin(words: Words) -> dict[str, Any]:
    """Return what every sheet for a pencil has in its margin, and the six threats."""
    return {"THREATS": words.threats(), "starts": starts(words), "knocks": knock_rows(words)}


LEAST_EMPTY: Final = 4


def running(words: Words, match: Match) -> dict[str, Any]:
    """Return how the table stands now, and the missions that were played."""
    table = title.export_position(match.position)
    played = season(match.setup, ((step.entry, step.lines) for step in match.steps))
    names = match.players
    missions = [mission_row(words, names, mission) for mission in played.missions]
    return {
        **margin(words),
        **way_back(match, words.translator),
        "house_rules": [],
        "table": table,
        "phase": words.translate(PHASES[table["phase"]]),
        "next_drop": morale.drop(Table(match.position)),
        "land": [words.card(card) for card in table["no_mans_land"]],
        "seats": [_seat(words, seat) for seat in table["seats"]],
        "in_force": [_mission(words, mission) for mission in _in_force(table)],
        "soldiers": [_soldier(words, seat) for seat in table["seats"]],
        "missions": missions,
        "start": piles(match.setup, played)[0],
        "empty": 0 if match.is_over else max(LEAST_EMPTY, ROWS - len(missions)),
    }


def _in_force(table: dict[str, Any]) -> list[dict[str, Any]]:
    return table["orders"]["in_force"] if table["orders"] else []


def _soldier(words: Words, seat: dict[str, Any]) -> dict[str, Any]:
    return {"name": seat["name"], **words.soldier(seat["soldier"])}


def _seat(words: Words, seat: dict[str, Any]) -> dict[str, Any]:
    return {
        **seat,
        **words.soldier(seat["soldier"]),
        "token_words": words.tokens(seat["tokens"]),
        "knock_words": words.knocks(seat["hard_knocks"]),
    }


def _mission(words: Words, mission: dict[str, Any]) -> str:
    """Return a mission in force in a line: its name, level and danger."""
    facts = {
        "name": mission["name"],
        "level": words.translate(LEVELS[mission["level"]]),
        "danger": mission["danger"],
    }
    return words.translate(Message("{name}: {level}, danger {danger}", facts))
