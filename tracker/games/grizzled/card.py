"""The card of The Grizzled: what is known of it without its rules."""

from typing import Final

from tracker.engine.card import Card, Mode, Victory
from tracker.engine.message import Message

CARD: Final = Card(
    name="grizzled",
    label=Message("The Grizzled"),
    summary=Message(
        "Soldiers who bring each other home from the Great War, together or not at all."
    ),
    least=1,
    most=5,
    victory=Victory.TOGETHER,
    languages=("en", "ru", "pl"),
    modes=(
        Mode("standard", Message("Standard"), 3, 5),
        Mode("chaplain", Message("Two with the chaplain"), 2, 2),
        Mode("recruit", Message("Two with the recruit"), 2, 2),
        Mode("solo", Message("Solo"), 1, 1),
    ),
)
