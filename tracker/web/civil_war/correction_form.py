"""The form of a correction: every number of a seat, and the reason (CW-11.6)."""

import re
from typing import Final

from tracker.engine.ledger import Column
from tracker.engine.message import Message
from tracker.games.civil_war.columns import KINDS, RESOURCES, Bonus, Count
from tracker.games.civil_war.position import Position
from tracker.web.civil_war.choice_fields import Document
from tracker.web.civil_war.pad_fields import Filled
from tracker.web.fields import NumberInput

POINTS: Final = re.compile(r"-?[0-9]{1,4}")
HOLDABLE: Final = (Bonus.WAGON, Bonus.DYNAMITE, Bonus.FIRE_BRIGADE)
CORRECTED: Final = {
    "resources": Message("Resources"),
    "people": Message("People"),
    "bonuses": Message("Bonuses (1 = yes, 0 = no)"),
    "": Message("Turns"),
}


def correct(filled: Filled, _: Position) -> Document | None:
    """CW-11.6: only what differs from the sheet is set."""
    table, seat = filled.table, filled.seat
    set_to: Document = {}
    points = filled.arguments.get("points", "").strip()
    now = table[seat, Count.POINTS]
    filled.text("points", Message("Points, now {points}", {"points": now}), 5)
    if POINTS.fullmatch(points) and int(points) != now:
        set_to["points"] = int(points)
    groups = (("resources", RESOURCES), ("people", KINDS), ("bonuses", HOLDABLE))
    for group, columns in (*groups, ("", (Count.LOST_TURNS,))):
        most = 1 if group == "bonuses" else 9_999
        before = {column: table[seat, column] for column in columns}
        inputs = [NumberInput(f"set_{c.value}", c, _icon(c), before[c], most) for c in columns]
        filled.numbers(CORRECTED[group], inputs)
        shown = {one.name: one.value for one in filled.fields[-1].inputs}  # type: ignore[union-attr]
        changed = {
            column.value: shown[f"set_{column.value}"]
            for column in columns
            if shown[f"set_{column.value}"] != before[column]
        }
        if group == "bonuses":
            changed = {name: bool(number) for name, number in changed.items()}
        if changed:
            set_to |= {group: changed} if group else changed
    reason = filled.text("reason", Message("Why?"), 200)
    if set_to and not reason:
        filled.missing = Message("Enter a reason for the correction.")
    if not set_to or not reason:
        return None
    return {"seat": seat, "set": set_to, "reason": reason}


def _icon(column: Column) -> str:
    return "lost_turn" if column is Count.LOST_TURNS else str(column.value)
