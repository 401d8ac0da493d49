"""The rules card: the whole game on two pages, with this table's house rules worked in."""

from typing import Any, Final

from tracker.engine.house_rule import changed
from tracker.engine.ledger import Amount
from tracker.engine.message import Message
from tracker.games.civil_war import battle_table
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.rulebook import HOUSE_RULES
from tracker.games.civil_war.words import SUMMARIES
from tracker.printing.civil_war.line_text import Words
from tracker.printing.civil_war.sheet_tables import margin, starting_bonus

CHAPTERS: Final[tuple[tuple[Message, tuple[str, ...]], ...]] = (
    (Message("The month"), ("CW-3.1", "CW-3.2", "CW-3.3", "CW-3.5", "CW-3.6", "CW-3.8")),
    (Message("Matching"), ("CW-4.2", "CW-4.3", "CW-4.4", "CW-4.5", "CW-4.6")),
    (
        Message("Friends and enemies"),
        ("CW-5.1", "CW-5.2", "CW-6.1", "CW-6.2", "CW-6.3", "CW-6.4", "CW-6.5"),
    ),
    (Message("Trade"), ("CW-7.1", "CW-7.2", "CW-7.3", "CW-7.4", "CW-7.5")),
    (Message("The month's end"), ("CW-8", "CW-8.1", "CW-8.2", "CW-8.3")),
    (
        Message("Bonuses"),
        ("CW-9.1", "CW-9.2", "CW-9.3", "CW-9.5", "CW-9.6", "CW-9.7", "CW-9.8", "CW-9.9"),
    ),
    (
        Message("Luring and events"),
        ("CW-10.1", "CW-10.2", "CW-11.2", "CW-11.3", "CW-11.4", "CW-11.5"),
    ),
    (
        Message("Battles"),
        ("CW-13.1", "CW-13.2", "CW-13.3", "CW-13.5", "CW-13.7", "CW-13.8", "CW-13.9"),
    ),
    (Message("Winning"), ("CW-12.1", "CW-12.2", "CW-12.3", "CW-12.5")),
)


def card(words: Words, switches: Switches, months: int | None) -> dict[str, Any]:
    """Return the rules card, with the house rules of the table worked in."""
    sentences: dict[str, str | Message] = {**SUMMARIES, **as_decided(switches), **_months(months)}
    house_rules = list(changed(switches))
    changed_rules = {number for name in house_rules for number in HOUSE_RULES[name].rules}

    def row(number: str) -> tuple[str, str, bool]:
        return number, words.translate(sentences[number]), number in changed_rules

    return {
        **words.columns(),
        **margin(words, switches),
        "bonus": starting_bonus(words, switches),
        "start": BOX.start.each_resource,
        "has_own_bonus": "starting_bonus" in house_rules,
        "chapters": [
            (words.translate(heading), list(map(row, numbers))) for heading, numbers in CHAPTERS
        ],
    }


def as_decided(switches: Switches) -> dict[str, Message]:
    """Return the sentences of the rules that a switch decides, as this table plays them."""
    decided: dict[str, Message] = {}
    for name, house_rule in HOUSE_RULES.items():
        variant = house_rule.variant(getattr(switches, name))
        decided |= variant.card if variant else {}
    return {**decided, "CW-9.6": _brigade(switches), "CW-13.5": _defence(switches)}


def _brigade(switches: Switches) -> Message:
    given = switches.fire_brigade_cost
    cost = tuple(Amount(number, resource) for resource, number in given if number)
    if not cost:
        return Message(
            "A fire brigade saves wood from fires. It needs a person in the camp and costs "
            "nothing; it stays if the camp empties and cannot be handed over."
        )
    return Message(
        "A fire brigade saves wood from fires. It needs a person in the camp and costs {cost}, "
        "once, on your turn or at the month's end; it stays if the camp empties and cannot be "
        "handed over.",
        {"cost": cost},
    )


def _defence(switches: Switches) -> Message:
    dynamite, fort = BOX.battle.defence.dynamite, switches.fort_multiplier
    both = battle_table.factor(switches, dynamite=True, fort=True)
    return Message(
        "A defender's dynamite multiplies what the attacker spends by {dynamite}, a fort by "
        "{fort}, both together by {both}.",
        {"dynamite": dynamite, "fort": fort, "both": both},
    )


def _months(months: int | None) -> dict[str, Message]:
    if months is None:
        return {}
    text = Message("This game lasts {months} months; a month is one deal of tiles.").text
    return {"CW-3.1": Message(text, {"months": months})}
