"""The card of The Grizzled: what is known of it without its rules."""

from typing import Final

from tracker.engine.card import Mode, TitleCard, Victory
from tracker.engine.message import Message

CARD: Final = TitleCard(
    name="grizzled",
    label=Message("The Grizzled"),
    summary=Message("Soldiers of the Great War who come home together or not at all."),
    least=1,
    most=5,
    victory=Victory.TOGETHER,
    minutes=(30, 30),
    modes=(
        Mode("standard", Message("Standard"), 3, 5),
        Mode("chaplain", Message("Two with the chaplain"), 2, 2),
        Mode("recruit", Message("Two with the recruit"), 2, 2),
        Mode("solo", Message("Solo"), 1, 1),
    ),
)
