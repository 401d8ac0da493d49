"""The cards of a side, as the pages list and search them."""

from collections.abc import Iterator

from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory.box import CARDS, Card
from tracker.games.paths_of_glory.hands import must_be_at_hand
from tracker.games.paths_of_glory.pieces import UNSEEN
from tracker.games.paths_of_glory.position import Table


def found(seat: int, text: str) -> list[Card]:
    """Return the cards that a number or some letters of a name mean."""
    wanted = text.casefold().strip()
    if wanted.isascii() and wanted.isdecimal():
        return [card for card in CARDS[seat] if card.n == int(wanted)]
    if not wanted:
        return []
    return [card for card in CARDS[seat] if wanted in card.name.casefold()]


def can_be_in_hand(table: Table, seat: int) -> Iterator[Card]:
    """Return the cards that can be in a hand, by the cards that were shown (PG-0.4)."""
    for card in CARDS[seat]:
        try:
            must_be_at_hand(table, seat, card.n)
        except Refused:
            continue
        yield card


def unseen_war_status(table: Table, seat: int) -> int:
    """Return the war status of the cards that were not shown yet."""
    return sum(
        card.ws
        for card in can_be_in_hand(table, seat)
        if table.lies(seat, card.n) == UNSEEN and not table.was_played(seat, card.n)
    )
