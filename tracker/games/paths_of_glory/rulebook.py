"""The rules for reading, from `data/rules.toml` and `data/summaries.toml`."""

from collections.abc import Mapping
from typing import Final

from msgspec import UNSET

from tracker.engine import rulebook
from tracker.engine.message import Message, Term
from tracker.engine.rulebook import Chapter, Mark, Rule, Rulebook
from tracker.games.paths_of_glory.box import CARDS, DATA, Card
from tracker.games.paths_of_glory.columns import SIDE_NAMES
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.setup import Setup, Switches

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


_READ: Final = rulebook.read(
    (DATA / "rules.toml").read_text("utf-8"), (DATA / "summaries.toml").read_text("utf-8")
)
RULEBOOK: Final = Rulebook((*_READ.chapters, _cards()))
SWITCHES: Final[Mapping[str, Message]] = {
    "hand_size": Message("Hand size"),
    "optional_cards": Message("Optional cards"),
    "entrench_retry": Message("Second try at entrenching"),
    "event_and_ops": Message("Events that also give their operations points"),
    "belgian_targets": Message("Belgian units in the German mandate"),
    "combat_card_use": Message("How often a combat card is used"),
    "late_italy": Message("Italy and the Allied Total War"),
}
CHOSEN: Final[Mapping[str, Mapping[object, Message]]] = {
    "hand_size": {
        7: Message("The hand has 7 cards (PG-9.1.4)."),
        8: Message("The hand has 8 cards (PG-9.1.4)."),
    },
    "optional_cards": {
        "all": Message("All optional cards are in the decks (PG-2.3)."),
        "exchanged": Message("Optional cards were exchanged in secret (PG-2.3)."),
    },
    "entrench_retry": {
        True: Message("A second try at entrenching is easier (PG-11.2.10)."),
        False: Message("A second try at entrenching is no easier (PG-11.2.10)."),
    },
    "event_and_ops": {
        True: Message("Some events also give their operations points (PG-5.7.4)."),
        False: Message("No event also gives its operations points (PG-5.7.4)."),
    },
    "belgian_targets": {
        False: Message("Belgian units do not count for the German mandate (PG-7.1.5).")
    },
    "combat_card_use": {"action": Message("A combat card is used once per action (PG-9.5.4.4).")},
    "late_italy": {False: Message("A late Italy costs the Allies no VP (PG-9.5.2.5).")},
}


def house_rules(setup: Setup) -> Mapping[str, Message]:
    """Return the switches that the table has set, each with what is played there."""
    switches, default = setup.switches, Switches()
    chosen = {name: getattr(switches, name) for name in SWITCHES}
    return {
        name: CHOSEN[name][value]
        for name, value in chosen.items()
        if value is not UNSET and value != getattr(default, name)
    }
