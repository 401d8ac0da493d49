"""The rules for reading, from `data/rules.toml` and `data/summaries.toml`."""

from collections.abc import Mapping
from typing import Final

from tracker.engine import rulebook
from tracker.engine.message import Message
from tracker.games.civil_war import result_text
from tracker.games.civil_war.box import DATA
from tracker.games.civil_war.setup import Setup

RULEBOOK: Final = rulebook.read(
    (DATA / "rules.toml").read_text("utf-8"), (DATA / "summaries.toml").read_text("utf-8")
)
SWITCHES: Final[Mapping[str, Message]] = {
    "starting_bonus": Message("Starting bonus, as printed in your copy"),
    "reward": Message("Reward for a meeting"),
    "fire_brigade_cost": Message("What a fire brigade costs"),
    "lure_anyone": Message("Who can be lured"),
    "fifty_points": Message("Fifty points"),
    "one_sided_fifty": Message("Fifty points with everyone on one side"),
    "reserve_spends": Message("Spending the gold reserve"),
    "attack_anyone": Message("Who can be attacked"),
    "fort_multiplier": Message("A fort multiplies the attacker's price"),
    "fort_and_dynamite": Message("Fort and dynamite together"),
    "battle_deaths_cost_points": Message("Deaths in battle"),
    "keep_order": Message("Order of turns"),
}


def house_rules(setup: Setup) -> Mapping[str, Message]:
    """Return the switches that the table has set, each with what is played there."""
    return {
        name: result_text.SWITCH_NAMES[name] for name in result_text.house_rules(setup.switches)
    }
