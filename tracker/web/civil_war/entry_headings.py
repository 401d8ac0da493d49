"""The headings of the forms: what an entry is called while it is not filled in."""

from typing import Final

from tracker.engine.message import Message, to_translate
from tracker.games.civil_war.columns import KINDS, RESOURCES
from tracker.web.civil_war.correction_form import CORRECTED
from tracker.web.civil_war.pad_fields import FilledPad

HEADINGS: Final = {
    "find": Message("A find"),
    "lose": Message("A loss"),
    "meet": Message("An encounter"),
    "gain": Message("A wagon or dynamite is found"),
    "fire": Message("Fire"),
    "sickness": Message("Sickness"),
    "sabotage": Message("Sabotage"),
    "raise_brigade": Message("A fire brigade"),
    "lure": Message("Luring volunteers"),
    "spend_reserve": Message("Spending the gold reserve"),
    "hand_over": Message("Handing over a bonus"),
    "end_turn": Message("The end of the turn"),
    "hand_turn": Message("Handing the turn to somebody"),
    "end_month": Message("The end of the month's turns"),
    "trade": Message("A trade between players"),
    "hq_trade": Message("A 5 : 1 trade at headquarters"),
    "upkeep": Message("Upkeep"),
    "attack": Message("An attack"),
    "buy_off": Message("Buying an attacker off"),
    "next_month": Message("The next month"),
}
BEGUN: Final = {
    "find": ("resource", RESOURCES, "amount", to_translate("{name} finds {amount}")),
    "lose": ("resource", RESOURCES, "amount", to_translate("{name} loses {amount}")),
    "meet": ("kind", KINDS, "people", to_translate("{name} meets {people}")),
}


def heading(do: str, filled: FilledPad) -> Message:
    """Return what the form is called: as much as is known of the entry."""
    named: dict[str, object] = {"name": filled.table.name(filled.seat)}
    if do == "correct":
        only = CORRECTED.get(filled.arguments.get("only", ""))
        if only is None:
            return Message("A correction: {name}", named)
        return Message("A correction: {name}, {what}", {**named, "what": only})
    if do not in BEGUN:
        return HEADINGS[do]
    argument, columns, fact, text = BEGUN[do]
    asked = filled.arguments.get(argument)
    what = next((column for column in columns if column.value == asked), None)
    return HEADINGS[do] if what is None else Message(text, {**named, fact: what})
