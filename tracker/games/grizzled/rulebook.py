"""The rules for reading, from `data/rules.toml` and `data/summaries.toml`."""

from collections.abc import Mapping
from typing import Final

from tracker.engine import rulebook
from tracker.engine.message import Message
from tracker.games.grizzled.box import DATA
from tracker.games.grizzled.setup import Setup, Switches

RULEBOOK: Final = rulebook.read(
    (DATA / "rules.toml").read_text("utf-8"), (DATA / "summaries.toml").read_text("utf-8")
)
SWITCHES: Final[Mapping[str, Message]] = {
    "last_stand_limit": Message("Equal threats that fail the Last Stand"),
    "by_hand": Message("Hard knocks that the players carry out"),
    "odds": Message("Odds of the hidden cards"),
}


def house_rules(setup: Setup) -> Mapping[str, Message]:
    """Return the switches that the table has set, each with what is played there."""
    switches, default = setup.switches, Switches()
    says = {
        "last_stand_limit": Message(
            "The Last Stand fails at {number} equal threats (GR-12.5).",
            {"number": switches.last_stand_limit},
        ),
        "by_hand": Message("The players carry out some hard knocks (GR-2.3)."),
        "odds": Message("The odds of the hidden cards are not shown (GR-1.8)."),
    }
    return {
        name: text
        for name, text in says.items()
        if getattr(switches, name) != getattr(default, name)
    }
