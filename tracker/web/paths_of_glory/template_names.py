"""The names that the templates use, in the reader's language."""

from typing import Any, Final

from tracker.engine.message import Term
from tracker.games.paths_of_glory import names
from tracker.games.paths_of_glory.box import CARDS, Card
from tracker.games.paths_of_glory.columns import SIDE_TERMS
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.progress import turn_label
from tracker.web.language import translate


def card_title(card: Card) -> str:
    """Return the name of a card in the reader's language."""
    return translate(Term(card.name, "card"))


GLOBALS: Final[dict[str, Any]] = {
    "glory_phase": lambda name: translate(names.PHASES[name]),
    "glory_level": lambda name: translate(names.LEVELS[name]),
    "glory_side": lambda name: translate(names.SIDES[name]),
    "glory_use": lambda name: translate(names.USES[name]),
    "glory_mandate": lambda name: translate(names.MANDATES[name]),
    "glory_state": lambda name: translate(names.STATES[name]),
    "glory_nation": lambda name: translate(names.NATIONS[name]) if name in names.NATIONS else name,
    "glory_scenario": lambda name: translate(names.SCENARIOS[name]),
    "glory_terrain": lambda name: translate(names.TERRAINS[name]),
    "glory_turn": lambda turn: translate(turn_label(turn)),
    "glory_card_name": card_title,
    "glory_card": lambda seat, n: translate(card_name(seat, n)),
    "glory_seat": lambda seat: translate(SIDE_TERMS[seat]),
    "glory_code": lambda code: translate(names.nation_term(code)),
}


def cards_called(seat: int, text: str) -> list[Card]:
    """Return the cards that a number or some letters of a name mean."""
    wanted = text.casefold().strip()
    if wanted.isascii() and wanted.isdecimal():
        return [card for card in CARDS[seat] if card.n == int(wanted)]
    if not wanted:
        return []
    return [card for card in CARDS[seat] if _is_called(card, wanted)]


def _is_called(card: Card, wanted: str) -> bool:
    """In English or in the reader's language: a table may have either edition."""
    return wanted in card.name.casefold() or wanted in card_title(card).casefold()
