"""The rules of the race, for reading."""

from collections.abc import Mapping
from typing import Final

from tests.toy.entries import Setup
from tracker.engine.house_rule import HouseRule
from tracker.engine.message import Message
from tracker.engine.rulebook import Chapter, Mark, Rule, Rulebook

TEXTS: Final = {
    "TR-1": "The players take turns; whoever is on may do anything.",
    "TR-2": "A player walks as many steps as they like.",
    "TR-3": "Shoes double every step.",
    "TR-4": "The cards of the pile lie face down.",
    "TR-5": "The host begins the next day.",
    "TR-6": "The first at the goal wins.",
}
_rules = [
    Rule(number, Mark.READING if number == "TR-1" else Mark.PRINTED, text, switches)
    for number, text in TEXTS.items()
    for switches in [("keep_order",) if number == "TR-1" else ()]
]
RULEBOOK: Final = Rulebook((Chapter("The race", _rules[0], tuple(_rules[1:])),))
HOUSE_RULES: Final = {"keep_order": HouseRule(("TR-1",), Message("The order of turns"))}


def house_rules(setup: Setup) -> Mapping[str, Message]:
    return {} if setup.keep_order else {"keep_order": Message("Everybody goes at any time")}
