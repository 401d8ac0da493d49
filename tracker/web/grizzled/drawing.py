"""The words and signs of this title that its pages ask for: cards, soldiers, tokens, effects."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from tracker.engine.ledger import Column
from tracker.engine.message import Message, Term
from tracker.games.grizzled.box import BOX, CARDS
from tracker.games.grizzled.cards import CARDS as TRIAL_CARDS
from tracker.games.grizzled.columns import HARD_KNOCK, THREATS, TOKENS, Threat
from tracker.web.language import tell, translated_as, word

SOLDIERS: Final = {
    "felix": Message("Félix"),
    "gustave": Message("Gustave"),
    "charles": Message("Charles"),
    "anselme": Message("Anselme"),
    "gaston": Message("Gaston"),
    "lazare": Message("Lazare"),
}
CHRISTMAS: Final = "christmas"
FEAR = Message("Counts as this threat while its owner is in the mission (GR-2.3).")
EFFECTS: Final = {
    "wounded": Message("Weighs two (GR-2.3)."),
    "mute": Message("No talk, no signs and no speech (GR-4.6)."),
    "tyrannical": Message("Leads, and goes on leading (GR-9.5)."),
    "demoralized": Message("Morale drops by one more (GR-9.3)."),
    "fragile": Message("The others do not withdraw with cards in hand (GR-6.6)."),
    "fearful": Message("Must withdraw when two equal threats are active (GR-6.7)."),
    "panicked": Message("Draws the support token to lay at random (GR-2.3)."),
    "frenzied": Message("Two more cards at the start of a mission (GR-3.4)."),
    "selfish": Message("Keeps the own support token (GR-8.3)."),
    "hardheaded": Message("Does not withdraw with 2 or more cards (GR-6.4)."),
    "prideful": Message("Withdraws with no cards, or as the last one (GR-6.5)."),
    "clumsy": Message("Draws and plays a trial after withdrawing (GR-6.9)."),
    "absent_minded": Message("Loses a support token before withdrawing (GR-6.8)."),
    "recruit": Message("The recruit's own hard knock; nothing removes it (GR-13.5)."),
}
BY_HAND = Message("Carried out by hand.")
PHASES: Final = {
    "preparation": Message("Preparation"),
    "mission": Message("On the mission"),
    "support": Message("Support"),
    "morale": Message("Morale"),
    "over": Message("The game is over"),
}
LEVELS: Final = {
    "easy": Message("Easy"),
    "normal": Message("Normal"),
    "hard": Message("Hard"),
}


@dataclass(frozen=True)
class DrawnCard:
    """A trial card as it is drawn: by the icons of its threats and its trap, or by a name."""

    id: str
    name: str
    icons: tuple[str, ...]
    is_trap: bool


def drawn_card(card_id: str) -> DrawnCard:
    card = TRIAL_CARDS[card_id]
    if card_id == CHRISTMAS:
        return DrawnCard(card_id, card_name(card_id), (CHRISTMAS,), False)
    icons = tuple(threat.value for threat in card.threats) or ("hard_knock",)
    return DrawnCard(card_id, card_name(card_id), icons, card.is_trap)


def card_name(card_id: str) -> str:
    """Return a card's threats and its trap, or its name: "night, gas, trap"."""
    return ", ".join(map(word_of, TRIAL_CARDS[card_id].label))


def word_of(part: object) -> str:
    """Return a word of a sentence where it stands alone."""
    if isinstance(part, Term):
        return translated_as(part.context, part.text)
    if isinstance(part, Message):
        return tell(part)
    return word(part) if isinstance(part, Column) else str(part)


def threat_name(threat: str) -> str:
    return word_of(Threat(threat).term)


def threat_names(threats: Iterable[str]) -> str:
    return ", ".join(map(threat_name, threats))


def knock_name(knock: str) -> str:
    return word(HARD_KNOCK[knock])


def knock_effect(knock: str, by_hand: Iterable[str] = ()) -> str:
    """Return what a hard knock does, in a sentence."""
    says = tell(EFFECTS.get(knock, FEAR))
    return f"{says} {tell(BY_HAND)}" if knock in by_hand else says


def knock_icon(knock: str) -> str:
    """Return the icon of a hard knock: that of its threat, where it counts as one."""
    fear = CARDS.hard_knocks[HARD_KNOCK[knock]].threat
    return fear.value if fear else "hard_knock"


def soldier_name(soldier: str) -> str:
    return tell(SOLDIERS[soldier])


def charm_of(soldier: str) -> str:
    """Return the threat of a soldier's charm (GR-1.5)."""
    return BOX.soldiers[soldier].value


def token_name(token: str) -> str:
    return next(word(column) for column in TOKENS if column.value == token)


GLOBALS: Final[dict[str, Any]] = {
    "drawn_card": drawn_card,
    "threat_name": threat_name,
    "threat_names": threat_names,
    "knock_name": knock_name,
    "knock_effect": knock_effect,
    "knock_icon": knock_icon,
    "soldier_name": soldier_name,
    "charm_of": charm_of,
    "token_name": token_name,
    "THREATS": [threat.value for threat in THREATS],
    "SOLDIERS": SOLDIERS,
    "GRIZZLED_PHASES": PHASES,
    "MISSION_LEVELS": LEVELS,
    "KNOCKS_BY_HAND": [knock for knock in EFFECTS if knock not in ("recruit", "panicked")],
}
