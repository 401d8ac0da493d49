"""The house rules of Paths of Glory, each described once."""

from typing import Annotated, Final, Literal

from msgspec import UNSET, Struct, UnsetType

from tracker.engine.house_rule import HouseRule, Variant
from tracker.engine.message import Message

AS_SCENARIO: Final = Variant(UNSET, Message("as in the scenario"))
YES: Final = Message("yes")
NO: Final = Message("no")


class Switches(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The house rules. A switch that is left out stands at the scenario's default."""

    hand_size: Annotated[
        Literal[7, 8] | UnsetType,
        HouseRule(
            rules=("PG-9.1.4",),
            heading=Message("Hand size"),
            variants=(
                AS_SCENARIO,
                Variant(7, "7", Message("The hand has 7 cards (PG-9.1.4).")),
                Variant(8, "8", Message("The hand has 8 cards (PG-9.1.4).")),
            ),
        ),
    ] = UNSET
    optional_cards: Annotated[
        Literal["none", "all", "exchanged"],
        HouseRule(
            rules=("PG-2.3",),
            heading=Message("Optional cards"),
            variants=(
                Variant("none", Message("none")),
                Variant(
                    "all",
                    Message("all shuffled in"),
                    Message("All optional cards are in the decks (PG-2.3)."),
                ),
                Variant(
                    "exchanged",
                    Message("exchanged in secret"),
                    Message("Optional cards were exchanged in secret (PG-2.3)."),
                ),
            ),
        ),
    ] = "none"
    entrench_retry: Annotated[
        bool | UnsetType,
        HouseRule(
            rules=("PG-11.2.10",),
            heading=Message("−1 on a new try to entrench"),
            variants=(
                AS_SCENARIO,
                Variant(True, YES, Message("A second try at entrenching is easier (PG-11.2.10).")),
                Variant(
                    False, NO, Message("A second try at entrenching is no easier (PG-11.2.10).")
                ),
            ),
        ),
    ] = UNSET
    event_and_ops: Annotated[
        bool | UnsetType,
        HouseRule(
            rules=("PG-5.7.4", "PG-9.1.3"),
            heading=Message("Six events give their OPS too"),
            variants=(
                AS_SCENARIO,
                Variant(
                    True,
                    YES,
                    Message("Some events also give their operations points (PG-5.7.4)."),
                ),
                Variant(
                    False,
                    NO,
                    Message("No event also gives its operations points (PG-5.7.4)."),
                ),
            ),
        ),
    ] = UNSET
    belgian_targets: Annotated[
        bool,
        HouseRule(
            rules=("PG-7.1.5",),
            heading=Message("An attack on BE makes a GE mandate"),
            variants=(
                Variant(True, YES),
                Variant(
                    False,
                    NO,
                    Message("Belgian units do not count for the German mandate (PG-7.1.5)."),
                ),
            ),
        ),
    ] = True
    combat_card_use: Annotated[
        Literal["round", "action"],
        HouseRule(
            rules=("PG-9.5.4.4",),
            heading=Message("How often a combat card is used"),
            variants=(
                Variant("round", Message("once a round")),
                Variant(
                    "action",
                    Message("once an action"),
                    Message("A combat card is used once per action (PG-9.5.4.4)."),
                ),
            ),
        ),
    ] = "round"
    late_italy: Annotated[
        bool,
        HouseRule(
            rules=("PG-9.5.2.5",),
            heading=Message("A late Italy costs AP VP"),
            variants=(
                Variant(True, YES),
                Variant(False, NO, Message("A late Italy costs the Allies no VP (PG-9.5.2.5).")),
            ),
        ),
    ] = True
