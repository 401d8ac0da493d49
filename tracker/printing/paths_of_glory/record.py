"""The record sheet: tracks, turns with six actions a side, spaces and forts."""

from typing import Any

from tracker.games.paths_of_glory import names
from tracker.games.paths_of_glory.box import FORTS, NATIONS, SEASON_OF, TABLES, VP_SPACES
from tracker.games.paths_of_glory.outlook import MARKS
from tracker.games.paths_of_glory.pieces import ACTIONS_A_TURN
from tracker.printing.paths_of_glory.line_text import Words

BOXES_A_ROW = 21
US_BOXES, RUSSIAN_BOXES = 4, 8


def tracks(words: Words, scenario: str) -> dict[str, Any]:
    """VP with the scenario's thresholds, war status with its marks, and the two small tracks."""
    general = [(number, MARKS.get(number)) for number in range(TABLES.marks.armistice + 1)]
    boxes = [(number, words.translate(mark) if mark else "") for number, mark in general]
    return {
        "vp_track": [(vp, _winner(scenario, vp)) for vp in range(TABLES.victory.cp + 1)],
        "general_track": [boxes[:BOXES_A_ROW], boxes[BOXES_A_ROW:]],
        "marks": [(number, says) for number, says in boxes if says],
        "us_boxes": list(range(US_BOXES)),
        "russian_boxes": list(range(RUSSIAN_BOXES)),
        "ACTIONS": list(range(1, ACTIONS_A_TURN + 1)),
    }


def _winner(scenario: str, vp: int) -> str:
    line = TABLES.scenarios[scenario]
    if vp >= line.cp:
        return "cp"
    return "ap" if vp <= line.ap or scenario == "historical" else "draw"


def turns(words: Words, first: int, last: int) -> list[dict[str, Any]]:
    """A block for each turn, with what its season means on the sheet."""
    return [
        {
            "number": turn,
            "label": words.turn(turn),
            "is_winter": SEASON_OF.get(turn) == "winter",
        }
        for turn in range(first, last + 1)
    ]


def spaces(words: Words, *, historical: bool) -> list[dict[str, Any]]:
    """The VP spaces by nation, each with the number of its fort."""
    counted = set(VP_SPACES[historical])
    rows = []
    for code, nation in NATIONS.items():
        found = [name for name in nation.spaces if name in counted]
        if found:
            rows.append(
                {
                    "nation": words.translate(names.NATIONS[code]),
                    "side": nation.side,
                    "spaces": [(name, nation.forts.get(name, 0)) for name in found],
                }
            )
    return rows


def other_forts(*, historical: bool) -> list[tuple[str, int]]:
    """The forts in spaces that count no VP."""
    counted = set(VP_SPACES[historical])
    return [(fort.name, fort.fort) for fort in FORTS.values() if fort.name not in counted]
