"""The set-up of the table before the first mission, step by step (GR-1.2)."""

from collections.abc import Iterator
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.engine.message import Message
from tracker.games.grizzled.box import BOX
from tracker.games.grizzled.columns import HARD_KNOCKS, Course, Token
from tracker.games.grizzled.position import Table
from tracker.games.grizzled.tokens import there_are

TAKE_OUT: Final = Message("Take these hard knocks out of the cards: {knocks}.")
PILES: Final = Message(
    "Set up: shuffle the cards. Put {trials} on the dove as trials and {morale} on the monument "
    "as morale."
)
EVERYONE: Final = Message(
    "Put {pool} speech tokens in the pool. Everyone gets a soldier, charm side up, and three "
    "support tokens: a left one, a right one and a random one."
)
NO_DOUBLES: Final = Message("The double tokens stay in the box.")
MISSION_CARDS: Final = Message("Mission cards: easy {easy}, normal {normal}, hard {hard}.")
ALONE: Final = Message(
    "Lay out three soldiers, charm side up, and the four support tokens of the solo game, face "
    "down. There are no speech tokens."
)


def steps(table: Table) -> Iterator[Message]:
    """Return what to lay out, a sentence for each step."""
    game = table.game
    piles = {"trials": table.trials, "morale": table.morale}
    if game.is_solo:
        left_out = tuple(knock for knock in HARD_KNOCKS if knock in game.left_out)
        yield Message(TAKE_OUT.text, {"knocks": left_out})
        yield Message(PILES.text, piles)
        yield ALONE
        return
    yield Message(PILES.text, piles)
    yield Message(EVERYONE.text, {"pool": table[TABLE, Course.POOL]})
    if not there_are(table, Token.DOUBLE_LEFT):
        yield NO_DOUBLES
    if game.setup.orders is not None:
        deck = BOX.decks[game.setup.orders]
        numbers = {"easy": deck.easy, "normal": deck.normal, "hard": deck.hard}
        yield Message(MISSION_CARDS.text, numbers)
