"""The card of Paths of Glory: what is known of it without its rules."""

from typing import Final

from tracker.engine.card import Mode, TitleCard, Victory
from tracker.engine.message import Message

CARD: Final = TitleCard(
    name="paths-of-glory",
    label=Message("Paths of Glory"),
    summary=Message("The First World War for two: cards, tracks and tables beside the map."),
    least=2,
    most=2,
    victory=Victory.TRACK,
    modes=(
        Mode("introductory", Message("Introductory scenario"), 2, 2),
        Mode("limited", Message("Limited War scenario"), 2, 2),
        Mode("campaign", Message("Campaign"), 2, 2),
        Mode("historical", Message("Historical scenario"), 2, 2),
    ),
    bgg_id=91,
)
