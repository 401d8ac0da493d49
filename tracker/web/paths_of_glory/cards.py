"""The cards of a side, as the pages search them."""

from tracker.games.paths_of_glory.box import CARDS, Card
from tracker.web.paths_of_glory.template_names import card_title


def found(seat: int, text: str) -> list[Card]:
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
