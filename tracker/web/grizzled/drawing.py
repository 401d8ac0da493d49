"""The words and signs of this title that its pages ask for: cards, soldiers, tokens, effects."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from markupsafe import Markup, escape

from tracker.engine.ledger import Column
from tracker.engine.message import Message, Term
from tracker.games.grizzled.box import BOX, CARDS
from tracker.games.grizzled.cards import CARDS as TRIAL_CARDS
from tracker.games.grizzled.columns import HARD_KNOCK, THREATS, TOKENS, Threat
from tracker.games.grizzled.entry_text import LAST_MISSIONS
from tracker.games.grizzled.names import BY_HAND, EFFECTS, FEAR, FLAGS, LEVELS, PHASES, SOLDIERS
from tracker.web.language import counted, language, translate, translated_as, word

CHRISTMAS: Final = "christmas"
CITED: Final = re.compile(r"\([A-Z]{2}-[^()]*\)\.?")
"""A rule number in parentheses at the end of a sentence."""


@dataclass(frozen=True)
class DrawnCard:
    """A trial card as it is drawn: by the icons of its threats and its trap, or by a name."""

    id: str
    name: str
    icons: tuple[str, ...]
    is_trap: bool


def drawn_card(card_id: str) -> DrawnCard:
    return _drawn_card(card_id, language())


@cache
def _drawn_card(card_id: str, language: str) -> DrawnCard:
    """A page shows every card that can be played, so each is put into words once a language."""
    card = TRIAL_CARDS[card_id]
    if card_id == CHRISTMAS:
        return DrawnCard(card_id, card_name(card_id), (CHRISTMAS,), False)
    icons = tuple(threat.value for threat in card.threats) or ("hard_knock",)
    return DrawnCard(card_id, card_name(card_id), icons, card.is_trap)


def card_name(card_id: str) -> str:
    """Return a card's threats and its trap, or its name: "night, gas, trap"."""
    return _card_name(card_id, language())


@cache
def _card_name(card_id: str, language: str) -> str:
    return ", ".join(map(word_of, TRIAL_CARDS[card_id].label))


def word_of(part: object) -> str:
    """Return a word of a sentence where it stands alone."""
    if isinstance(part, Term):
        return translated_as(part.context, part.text)
    if isinstance(part, Message):
        return translate(part)
    return word(part) if isinstance(part, Column) else str(part)


def threat_name(threat: str) -> str:
    return word_of(Threat(threat).term)


def threat_names(threats: Iterable[str]) -> str:
    return ", ".join(map(threat_name, threats))


def knock_name(knock: str) -> str:
    return word(HARD_KNOCK[knock])


def knock_effect(knock: str, by_hand: Iterable[str] = ()) -> str:
    """Return what a hard knock does, in a sentence."""
    says = translate(EFFECTS.get(knock, FEAR))
    return f"{says} {translate(BY_HAND)}" if knock in by_hand else says


def knock_icon(knock: str) -> str:
    """Return the icon of a hard knock: that of its threat, where it counts as one."""
    fear = CARDS.hard_knocks[HARD_KNOCK[knock]].threat
    return fear.value if fear else "hard_knock"


def effect_words(effect: Mapping[str, Any]) -> str:
    """Return an effect of a mission card in a few words (GR-11.5)."""
    match effect["kind"]:
        case "threat":
            return f"+1 {threat_name(effect['threat'])}"
        case "bunker":
            return translate(Message("Bunker: {number}", {"number": effect["cards"]}))
        case "collect":
            facts = {"threats": threat_names(effect["threats"]), "number": effect["cards"]}
            return translate(Message("Collects {number}: {threats}", facts))
        case "note":
            return str(effect["text"])
        case kind:
            return translate(FLAGS[kind])


def mission_name(final: str) -> str:
    """Return the name of a last mission (GR-12)."""
    return word_of(LAST_MISSIONS[final])


def soldier_name(soldier: str) -> str:
    return translate(SOLDIERS[soldier])


def charm_of(soldier: str) -> str:
    """Return the threat of a soldier's charm (GR-1.5)."""
    return BOX.soldiers[soldier].value


def token_name(token: str) -> str:
    """Return the name of one token of the kind."""
    column = next(column for column in TOKENS if column.value == token)
    says = counted(column.singular, column.plural, 1)
    return says[:1].upper() + says[1:]


def cited(text: str) -> Markup:
    """Return a sentence whose rule number is not broken at its hyphen."""
    found = CITED.search(text)
    if found is None:
        return escape(text)
    before, after = text[: found.start()], text[found.end() :]
    return Markup("{}<cite>{}</cite>{}").format(before, found[0], after)


GLOBALS: Final[dict[str, Any]] = {
    "drawn_card": drawn_card,
    "threat_name": threat_name,
    "threat_names": threat_names,
    "knock_name": knock_name,
    "knock_effect": knock_effect,
    "knock_icon": knock_icon,
    "effect_words": effect_words,
    "mission_name": mission_name,
    "soldier_name": soldier_name,
    "charm_of": charm_of,
    "token_name": token_name,
    "cited": cited,
    "THREATS": [threat.value for threat in THREATS],
    "SOLDIERS": SOLDIERS,
    "GRIZZLED_PHASES": PHASES,
    "MISSION_LEVELS": LEVELS,
    "KNOCKS_BY_HAND": [knock for knock in EFFECTS if knock not in ("recruit", "panicked")],
}
