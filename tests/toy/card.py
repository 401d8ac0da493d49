"""The card of the toy."""

from typing import Final

from tracker.engine.card import TitleCard, Victory
from tracker.engine.message import Message

CARD: Final = TitleCard(
    name="toy-race",
    label=Message("Race"),
    summary=Message("The first at the goal wins."),
    least=2,
    most=4,
    victory=Victory.EACH,
)
