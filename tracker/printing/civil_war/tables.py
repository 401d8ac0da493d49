"""The tables of the box that stand in a margin: rewards, starting bonus, the battle table."""

from typing import Any

from msgspec import UNSET

from tracker.engine.ledger import Amount
from tracker.engine.message import Message
from tracker.games.civil_war.box import BOX, SIDE_OF, BattleRow, Toll
from tracker.games.civil_war.columns import KINDS, RESOURCES, Kind, Resource
from tracker.games.civil_war.setup import Switches
from tracker.printing.civil_war.words import Words

HAS = (
    (Message("weapons only"), BOX.battle.weapons_only),
    (Message("people only"), BOX.battle.people_only),
    (Message("people and weapons"), BOX.battle.people_and_weapons),
)


def margin(words: Words, switches: Switches) -> dict[str, Any]:
    """What every sheet for a pencil has in its margin."""
    return {
        "rewards": [
            {
                "icon": kind.value,
                "side": SIDE_OF[kind].word,
                "kind": words.word(kind),
                "brings": words.tell(Message("{goods}", {"goods": _brings(kind)})),
            }
            for kind in KINDS
        ],
        "reward_points": BOX.reward.points,
        "reward_each": switches.reward == "each",
        "battles": [_battle_row(words, says, row) for says, row in HAS],
        "fort_times": switches.fort_multiplier,
        "dynamite_times": BOX.battle.defence.dynamite,
        "both_times": _both(switches),
        "price": BOX.headquarters.price,
    }


def _brings(kind: Kind) -> Amount:
    return Amount(BOX.reward.goods, BOX.roles[kind].brings)


def _both(switches: Switches) -> int:
    dynamite, fort = BOX.battle.defence.dynamite, switches.fort_multiplier
    return dynamite * fort if switches.fort_and_dynamite == "multiply" else max(dynamite, fort)


def _battle_row(words: Words, says: Message, row: BattleRow) -> dict[str, str]:
    return {
        "has": words.tell(says),
        "without": _toll(words, row.without_dynamite),
        "with": _toll(words, row.with_dynamite),
    }


def _toll(words: Words, toll: Toll) -> str:
    people = words.speaker.counted("person", "people", toll.people)
    weapons = words.counted(Resource.WEAPONS, toll.weapons)
    both = [(toll.people, people), (toll.weapons, weapons)]
    return " + ".join(f"{number} {what}" for number, what in both if number)


def starting_bonus(words: Words, switches: Switches) -> list[dict[str, Any]]:
    """CW-2.4, as this table plays it."""
    rows = []
    for kind in KINDS:
        changed = getattr(switches.starting_bonus, kind.value)
        given = dict(BOX.roles[kind].bonus if changed is UNSET else changed)
        cells = [given.get(resource, 0) for resource in RESOURCES]
        goods = [one for one in zip(cells, RESOURCES, strict=True) if one[0]]
        rows.append(
            {
                "role": words.role(kind),
                "side": SIDE_OF[kind].word,
                "icon": kind.value,
                "cells": cells,
                "says": ", ".join(
                    f"{number} {words.counted(one, number)}" for number, one in goods
                ),
            }
        )
    return rows
