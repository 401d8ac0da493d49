"""PG-9.1 Hands, PG-9.5.1.2: which cards can be in a hand, and where a card goes."""

from collections.abc import Iterator
from functools import cache, lru_cache

from tracker.engine.message import Message, Term
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory.box import CARDS, DECKS, Card, card
from tracker.games.paths_of_glory.columns import SIDE_TERMS, SideColumn
from tracker.games.paths_of_glory.pieces import DISCARD, KEPT, REMOVED, UNSEEN, USED
from tracker.games.paths_of_glory.position import Position, Table

LAST_BASIC_CARD = 55


def decks_in(table: Table, seat: int) -> int:
    """PG-16.1: how many decks are in; a level reached this turn brings its cards in G."""
    level = table.level(seat).value
    return level + 1 - (level > 0 and table.level_turn(seat) == table.turn)


@cache
def card_name(seat: int, n: int) -> Message:
    """The card as a refusal names it: "CP 28 Tsar Takes Command"."""
    facts = {"side": SIDE_TERMS[seat], "n": n, "name": Term(card(seat, n).name, "card")}
    return Message("{side} {n} {name}", facts)


def must_be_at_hand(table: Table, seat: int, n: int) -> None:
    """PG-2.3, PG-9.5.1.2, PG-9.1.2, PG-9.5.4.2, PG-9.1.1: the card can be in the hand."""
    name = card_name(seat, n)
    if n > LAST_BASIC_CARD and table.game.setup.switches.optional_cards == "none":
        raise Refused("PG-2.3", "{card} is an optional card, and this game has none.", card=name)
    lies = table.lies(seat, n)
    if lies == REMOVED:
        raise Refused("PG-9.5.1.2", "{card} has left the game.", card=name)
    deck = card(seat, n).deck
    if DECKS.index(deck) >= decks_in(table, seat):
        raise Refused(
            "PG-9.1.2",
            "{card} is in deck {deck}; {side} has {decks} of {all} decks in play.",
            card=name,
            deck=deck,
            side=SIDE_TERMS[seat],
            decks=decks_in(table, seat),
            all=len(DECKS),
        )
    if lies == DISCARD:
        raise Refused("PG-9.1.2", "{card} lies in the discard pile.", card=name)
    if lies in (KEPT, USED):
        raise Refused("PG-9.5.4.2", "{card} lies face up on the table.", card=name)
    must_have_cards(table, seat, 1)


def must_have_cards(table: Table, seat: int, number: int) -> None:
    """PG-9.1.1: no more cards are played than are in the hand."""
    hand = table.hand(seat)
    if hand < number:
        raise Refused(
            "PG-9.1.1",
            "{side} has {hand} cards in hand and needs {number}.",
            side=SIDE_TERMS[seat],
            hand=hand,
            number=number,
        )


def leave_hand(table: Table, seat: int, rule: str) -> None:
    table.add(seat, SideColumn.HAND, -1, rule)


def lay_down(table: Table, seat: int, printed: Card, *, as_event: bool) -> None:
    """PG-9.5.1.2: an asterisk card that was an event leaves the game; others are discarded."""
    to = REMOVED if as_event and printed.star else DISCARD
    table.put_card(seat, printed.n, to, "PG-9.5.1.2")


def can_be_in_hand(table: Table, seat: int) -> tuple[Card, ...]:
    """Return the cards that can be in a hand, by the cards that were shown (PG-0.4)."""
    return _in_hand_at(table.position(), seat)


@lru_cache(60)
def _in_hand_at(position: Position, seat: int) -> tuple[Card, ...]:
    """They are kept for a position, because a page asks for those of a side three times."""
    table = Table(position)
    return tuple(printed for printed in CARDS[seat] if _is_at_hand(table, seat, printed))


def _is_at_hand(table: Table, seat: int, printed: Card) -> bool:
    try:
        must_be_at_hand(table, seat, printed.n)
    except Refused:
        return False
    return True


def not_seen(table: Table, seat: int) -> Iterator[Card]:
    """Return the cards of a side's decks that were not shown yet: in hand, or in the draw pile."""
    for printed in can_be_in_hand(table, seat):
        if table.lies(seat, printed.n) == UNSEEN and not table.was_played(seat, printed.n):
            yield printed


def unseen_war_status(table: Table, seat: int) -> int:
    """Return the war status of the cards that were not shown yet."""
    return sum(printed.ws for printed in not_seen(table, seat))
