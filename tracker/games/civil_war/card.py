"""The card of the Civil War: what is known of it without its rules."""

from typing import Final

from tracker.engine.card import TitleCard, Victory
from tracker.engine.message import Message

CARD: Final = TitleCard(
    name="civil-war",
    label=Message("Confederates against Yankees"),
    summary=Message("Tile matching in the American Civil War: camps, trades and battles."),
    least=2,
    most=9,
    victory=Victory.SIDES,
    minutes=(30, 90),
    age=12,
)
