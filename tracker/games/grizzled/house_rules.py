"""The house rules of The Grizzled, each described once."""

from typing import Annotated, Final, Literal

from msgspec import Struct

from tracker.engine.house_rule import HouseRule, Variant
from tracker.engine.message import Message

ByHand = Literal[
    "wounded",
    "mute",
    "tyrannical",
    "demoralized",
    "fragile",
    "fearful",
    "frenzied",
    "selfish",
    "hardheaded",
    "prideful",
    "clumsy",
    "absent_minded",
]
LAST_STAND: Final = Message("The Last Stand fails at {number} equal threats (GR-12.5).")


def _limit(number: int) -> Variant:
    return Variant(number, str(number), Message(LAST_STAND.text, {"number": number}))


class Switches(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The house rules. Each stands at the default of the rules page unless the table said so."""

    last_stand_limit: Annotated[
        Literal[4, 5, 6],
        HouseRule(
            rules=("GR-12.5",),
            heading=Message("Equal threats that fail the Last Stand"),
            variants=(_limit(4), _limit(5), _limit(6)),
        ),
    ] = 4
    by_hand: Annotated[
        tuple[ByHand, ...],
        HouseRule(
            rules=("GR-2.3",),
            heading=Message("Hard knocks that the players carry out"),
            played=Message("The players carry out some hard knocks (GR-2.3)."),
        ),
    ] = ()
    odds: Annotated[
        bool,
        HouseRule(
            rules=("GR-1.8",),
            heading=Message("Show what is open and what is face down"),
            variants=(
                Variant(True, Message("Yes")),
                Variant(
                    False,
                    Message("No"),
                    Message("The odds of the hidden cards are not shown (GR-1.8)."),
                ),
            ),
        ),
    ] = True
