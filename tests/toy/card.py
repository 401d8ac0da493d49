"""The card of the toy."""

from typing import Final

from tracker.engine.card import Card, Victory
from tracker.engine.message import Message

CARD: Final = Card(
    name="toy-race",
    label=Message("Race"),
    summary=Message("The first at the goal wins."),
    least=2,
    most=4,
    victory=Victory.EACH,
    languages=("en",),
)
