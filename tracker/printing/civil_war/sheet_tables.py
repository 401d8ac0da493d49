"""The tables of the box that stand in a margin: rewards, starting bonus, the battle table."""

from typing import Any

from msgspec import UNSET

from tracker.engine.ledger import Amount
from tracker.engine.message import Message
from tracker.games.civil_war import battle_table
from tracker.games.civil_war.box import BOX, SIDE_OF, BattleRow, Toll
from tracker.games.civil_war.columns import KINDS, RESOURCES, Kind, Resource
from tracker.games.civil_war.house_rules import Switches
from tracker.printing.civil_war.line_text import Words


def margin(words: Words, switches: Switches) -> dict[str, Any]:
    """Return what every sheet for a pencil has in its margin."""
    return {
        "rewards": [
            {
                "icon": kind.value,
                "side": SIDE_OF[kind].word,
                "kind": words.word(kind),
                "brings": words.translate(Message("{goods}", {"goods": _brings(kind)})),
            }
            for kind in KINDS
        ],
        "reward_points": BOX.reward.points,
        "reward_each": switches.reward == "each",
        "battles": [_battle_row(words, says, row) for says, row in battle_table.ROWS],
        "fort_times": switches.fort_multiplier,
        "dynamite_times": BOX.battle.defence.dynamite,
        "both_times": battle_table.factor(switches, dynamite=True, fort=True),
        "price": BOX.headquarters.price,
    }


def _brings(kind: Kind) -> Amount:
    return Amount(BOX.reward.goods, BOX.roles[kind].brings)


def _battle_row(words: Words, says: Message, row: BattleRow) -> dict[str, Any]:
    return {
        "has": words.translate(says),
        "defender": _toll(words, row.defender),
        "without": _toll(words, row.without_dynamite),
        "with": _toll(words, row.with_dynamite),
    }


def _toll(words: Words, toll: Toll) -> list[tuple[int, str, str]]:
    """Return what is spent: how many, the symbol, and the word for it."""
    people = (toll.people, "people", words.translator.counted("person", "people", toll.people))
    weapons = (toll.weapons, "weapons", words.counted(Resource.WEAPONS, toll.weapons))
    return [part for part in (people, weapons) if part[0]]


def starting_bonus(words: Words, switches: Switches) -> list[dict[str, Any]]:
    """CW-2.4, as this table plays it."""
    rows = []
    for kind in KINDS:
        changed = getattr(switches.starting_bonus, kind.value)
        given = dict(BOX.roles[kind].bonus if changed is UNSET else changed)
        cells = [given.get(resource, 0) for resource in RESOURCES]
        goods = [pair for pair in zip(cells, RESOURCES, strict=True) if pair[0]]
        rows.append(
            {
                "role": words.role(kind),
                "side": SIDE_OF[kind].word,
                "icon": kind.value,
                "cells": cells,
                "says": ", ".join(
                    f"{number} {words.counted(resource, number)}" for number, resource in goods
                ),
            }
        )
    return rows
