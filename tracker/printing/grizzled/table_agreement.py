"""The house rules of a table: mode, difficulty, orders, and the readings that it has chosen."""

from typing import Final

from tracker.engine.house_rule import played
from tracker.engine.message import Message
from tracker.games.grizzled.card import CARD
from tracker.games.grizzled.columns import HARD_KNOCK
from tracker.games.grizzled.setup import Setup
from tracker.printing.grizzled.line_text import Words

MODES: Final = {mode.name: mode.label for mode in CARD.modes}
DIFFICULTIES: Final = {
    "novice": Message("Novice: without traps"),
    "normal": Message("Normal: with traps"),
    "veteran": Message("Veteran: with traps and 30 trials"),
}
ORDERS: Final = {
    "greenhorn": Message("Orders: greenhorn"),
    "soldier": Message("Orders: soldier"),
    "veteran": Message("Orders: veteran"),
}


def game_played(words: Words, setup: Setup) -> list[str]:
    """Return the mode, the difficulty and the orders."""
    said = [words.translate(MODES[setup.mode]), words.translate(DIFFICULTIES[setup.difficulty])]
    return [*said, words.translate(ORDERS[setup.orders])] if setup.orders else said


def house_rules(words: Words, setup: Setup) -> list[str]:
    """Return how the table plays, and its house rules."""
    sentences = dict(played(setup.switches))
    if setup.switches.by_hand:
        names = ", ".join(words.knock(HARD_KNOCK[name]) for name in setup.switches.by_hand)
        sentences["by_hand"] = Message(
            "Hard knocks that the players carry out: {names} (GR-2.3)", {"names": names}
        )
    return [*game_played(words, setup), *map(words.translate, sentences.values())]
