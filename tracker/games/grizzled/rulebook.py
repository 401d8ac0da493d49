"""The rules for reading, from `data/rules.toml` and `data/summaries.toml`."""

from collections.abc import Mapping
from typing import Final

from tracker.engine import house_rule, rulebook
from tracker.engine.message import Message
from tracker.games.grizzled.box import DATA
from tracker.games.grizzled.house_rules import Switches
from tracker.games.grizzled.setup import Setup

HOUSE_RULES: Final = house_rule.house_rules_of(Switches)
RULEBOOK: Final = rulebook.read(
    (DATA / "rules.toml").read_text("utf-8"),
    (DATA / "summaries.toml").read_text("utf-8"),
    HOUSE_RULES,
)


def house_rules(setup: Setup) -> Mapping[str, Message]:
    """Return a sentence for every house rule of the table."""
    return house_rule.played(setup.switches)
