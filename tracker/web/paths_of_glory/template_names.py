"""The names that the templates use, in the reader's language."""

from typing import Any, Final

from tracker.engine.message import Term
from tracker.games.paths_of_glory import names
from tracker.games.paths_of_glory.box import Card
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
