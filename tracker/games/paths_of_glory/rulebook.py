"""The rules for reading, from `data/rules.toml` and `data/summaries.toml`."""

from collections.abc import Mapping
from typing import Final

from tracker.engine import house_rule, rulebook
from tracker.engine.message import Message, Term
from tracker.engine.rulebook import Chapter, Mark, Rule, Rulebook
from tracker.games.paths_of_glory.box import CARDS, DATA, Card
from tracker.games.paths_of_glory.columns import SIDE_NAMES
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.house_rules import Switches
from tracker.games.paths_of_glory.setup import Setup

CARD_RULES: Final = "PG-CARDS"


def _of_card(seat: int, card: Card) -> Rule:
    """Return the rule that a card is: its number, its name and its effect."""
    number, name = f"PG-{SIDE_NAMES[seat]}{card.n}", card_name(seat, card.n)
    if not card.effect:
        return Rule(number, Mark.PRINTED, Message("{card}.", {"card": name}))
    facts = {"card": name, "effect": Term(card.effect, "effect")}
    return Rule(number, Mark.PRINTED, Message("{card}: {effect}.", facts))


def _cards() -> Chapter:
    """Return the cards as a chapter: a card's own condition is cited by the card."""
    rules = tuple(_of_card(seat, card) for seat, cards in enumerate(CARDS) for card in cards)
    return Chapter("Cards", Rule(CARD_RULES, Mark.PRINTED, "What each card does."), rules)


HOUSE_RULES: Final = house_rule.house_rules_of(Switches)
_READ: Final = rulebook.read(
    (DATA / "rules.toml").read_text("utf-8"),
    (DATA / "summaries.toml").read_text("utf-8"),
    HOUSE_RULES,
)
RULEBOOK: Final = Rulebook((*_READ.chapters, _cards()))


def house_rules(setup: Setup) -> Mapping[str, Message]:
    """Return a sentence for every house rule of the table."""
    return house_rule.played(setup.switches)
