"""GR-5 Traps, and every trial that is drawn and played at once."""

from msgspec import UNSET, UnsetType

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.grizzled import cards, hard_knocks, mission_end
from tracker.games.grizzled.cards import CARDS, Card
from tracker.games.grizzled.columns import CardId, Course
from tracker.games.grizzled.position import Table


def is_drawn_for(table: Table, card: Card) -> bool:
    """GR-5.1, GR-5.2, GR-5.3: whether playing the card from the hand makes its player draw."""
    return card.is_trap and table.game.has_traps and table.trials > 0


def spring(table: Table, seat: int, card: Card, drawn: CardId | UnsetType) -> bool:
    """GR-5.1, GR-5.4: draw and play a trial for a trap; whether that was Christmas.

    Whether the trap itself has failed the mission is noted before the drawn card works.
    """
    if not is_drawn_for(table, card):
        if drawn is not UNSET:
            raise _nothing_is_drawn(table, card)
        return False
    if drawn is UNSET:
        raise Refused(
            "GR-5.1",
            "{card} is a trap, and {trials} trials are left: choose the card that was drawn.",
            card=card.label,
            trials=table.trials,
        )
    mission_end.note_failing(table)
    return draw_and_play(table, seat, drawn, "GR-5.1")


def _nothing_is_drawn(table: Table, card: Card) -> Refused:
    if not card.is_trap:
        return Refused("GR-5.1", "{card} is not a trap: nothing is drawn.", card=card.label)
    if not table.game.has_traps:
        return Refused("GR-5.1", "Traps do nothing in this game: nothing is drawn.")
    return Refused("GR-5.1", "0 trials are left: nothing is drawn.")


def draw_and_play(table: Table, seat: int, name: CardId, rule: str) -> bool:
    """GR-5.1, GR-6.9: a drawn trial is played at once, its trap does nothing."""
    card = CARDS[name]
    cards.must_be_hidden(table, card)
    table.add(TABLE, Course.TRIALS, -1, rule)
    return put_down(table, seat, card, rule)


def put_down(table: Table, seat: int, card: Card, rule: str) -> bool:
    """GR-4.2: put a card where it belongs; whether it is Christmas, which comes last."""
    if card.lying is not None:
        table.add(TABLE, card.lying, 1, rule)
    elif card.knock is not None:
        hard_knocks.receive(table, seat, card.knock, rule)
    return card is cards.CHRISTMAS
