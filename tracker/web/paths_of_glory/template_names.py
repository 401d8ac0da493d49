"""The names that the templates use, in the reader's language."""

from typing import Any, Final

from tracker.engine.message import Term
from tracker.games.paths_of_glory import names
from tracker.games.paths_of_glory.box import Card
from tracker.games.paths_of_glory.columns import SIDE_TERMS
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.progress import turn_label
from tracker.web.language import tell


def card_title(card: Card) -> str:
    """Return the name of a card in the reader's language."""
    return tell(Term(card.name, "card"))


GLOBALS: Final[dict[str, Any]] = {
    "glory_phase": lambda name: tell(names.PHASES[name]),
    "glory_level": lambda name: tell(names.LEVELS[name]),
    "glory_side": lambda name: tell(names.SIDES[name]),
    "glory_use": lambda name: tell(names.USES[name]),
    "glory_mandate": lambda name: tell(names.MANDATES[name]),
    "glory_state": lambda name: tell(names.STATES[name]),
    "glory_nation": lambda name: tell(names.NATIONS[name]) if name in names.NATIONS else name,
    "glory_scenario": lambda name: tell(names.SCENARIOS[name]),
    "glory_terrain": lambda name: tell(names.TERRAINS[name]),
    "glory_turn": lambda turn: tell(turn_label(turn)),
    "glory_card_name": card_title,
    "glory_card": lambda seat, n: tell(card_name(seat, n)),
    "glory_seat": lambda seat: tell(SIDE_TERMS[seat]),
    "glory_code": lambda code: tell(names.nation_term(code)),
}
