"""The rules card: the whole game on two pages, with this table's house rules worked in."""

from typing import Any, Final

from tracker.engine.ledger import Amount
from tracker.engine.message import Message
from tracker.games.civil_war import battle_table
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.result_text import house_rules
from tracker.games.civil_war.setup import Switches
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
    """The rules in force: where a switch decides, the sentence says what was decided."""
    decided = {**as_decided(switches), **_months(months)}
    changed = {RULE_OF[name] for name in house_rules(switches) if name in RULE_OF}
    return {
        **words.columns(),
        **margin(words, switches),
        "bonus": starting_bonus(words, switches),
        "start": BOX.start.each_resource,
        "has_own_bonus": "starting_bonus" in house_rules(switches),
        "chapters": [
            (
                words.translate(heading),
                [
                    (rule, words.translate(decided.get(rule, SUMMARIES[rule])), rule in changed)
                    for rule in rules
                ],
            )
            for heading, rules in CHAPTERS
        ],
    }


RULE_OF: Final = {
    "reward": "CW-5.2",
    "fire_brigade_cost": "CW-9.6",
    "lure_anyone": "CW-10.2",
    "fifty_points": "CW-12.1",
    "one_sided_fifty": "CW-12.5",
    "reserve_spends": "CW-9.8",
    "attack_anyone": "CW-13.1",
    "fort_multiplier": "CW-13.5",
    "fort_and_dynamite": "CW-13.5",
    "battle_deaths_cost_points": "CW-13.9",
    "keep_order": "CW-3.8",
}
"""The rule whose sentence says what a switch decided."""


DECIDED: Final[dict[str, tuple[str, dict[object, Message]]]] = {
    "CW-5.2": (
        "reward",
        {
            "each": Message(
                "For each person saved: 1 point, and 3 water (Cherokee, volunteer), "
                "3 food (soldier) or 3 gold (officer)."
            ),
            "meeting": Message(
                "For each meeting, however many are saved: 1 point, and 3 water (Cherokee, "
                "volunteer), 3 food (soldier) or 3 gold (officer)."
            ),
        },
    ),
    "CW-6.2": (
        "reward",
        {
            "each": Message(
                "If you can pay for all the enemies, they are destroyed: the same reward for "
                "each of them, and nobody joins."
            ),
            "meeting": Message(
                "If you can pay for all the enemies, they are destroyed: the same reward once "
                "for the meeting, and nobody joins."
            ),
        },
    ),
    "CW-10.2": (
        "lure_anyone",
        {
            True: Message("Anyone in an enemy camp can be lured."),
            False: Message(
                "African-American volunteers and Cherokee in any enemy camp can be lured."
            ),
        },
    ),
    "CW-12.1": (
        "fifty_points",
        {
            "at_once": Message(
                "The first player to have 50 points wins at once; if several pass 50 in one step "
                "the highest total wins, and equal totals share the win."
            ),
            "month_end": Message(
                "Whoever has 50 points when the month is closed wins; of several, the highest "
                "total wins, and equal totals share the win."
            ),
        },
    ),
    "CW-12.5": (
        "one_sided_fifty",
        {
            True: Message(
                "If everyone is on one side, the winner is Marshal of the Armies, by 50 points "
                "or by the most points after the last month. Elimination does not win the game."
            ),
            False: Message(
                "If everyone is on one side, the most points after the last month win, and the "
                "winner is Marshal of the Armies; neither 50 points nor elimination ends the game."
            ),
        },
    ),
    "CW-9.8": (
        "reserve_spends",
        {
            "all": Message(
                "Once a game, before your turn's first tile, spend your reserve (all your gold, "
                "−10 points): lure 1 to 10 volunteers from one enemy, or make an enemy volunteer "
                "or Cherokee player change sides."
            ),
            "sixty": Message(
                "Once a game, before your turn's first tile, spend your reserve (60 gold, −10 "
                "points): lure 1 to 10 volunteers from one enemy, or make an enemy volunteer or "
                "Cherokee player change sides. Gold that is left makes a new reserve only when "
                "it next changes."
            ),
        },
    ),
    "CW-13.1": (
        "attack_anyone",
        {
            True: Message(
                "After upkeep you may attack once a month if you have people and weapons: "
                "anyone, your own side too. A defender may be attacked by several."
            ),
            False: Message(
                "After upkeep you may attack once a month if you have people and weapons: only "
                "players of the other side. A defender may be attacked by several."
            ),
        },
    ),
    "CW-13.9": (
        "battle_deaths_cost_points",
        {
            True: Message(
                "Every person who dies in a battle costs their own player 3 points; the "
                "scattered do not count."
            ),
            False: Message("People who die in a battle cost no points."),
        },
    ),
    "CW-3.8": (
        "keep_order",
        {
            True: Message(
                "Turns go in seating order; the host can hand the turn to anyone still in the game."
            ),
            False: Message("The table keeps its own order of turns."),
        },
    ),
}
"""For every rule that a switch decides: the switch, and the sentence for each decision."""


def as_decided(switches: Switches) -> dict[str, Message]:
    """The sentence for every rule that a switch decides, for this table."""
    chosen = {rule: says[getattr(switches, name)] for rule, (name, says) in DECIDED.items()}
    return {**chosen, "CW-9.6": _brigade(switches), "CW-13.5": _defence(switches)}


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
