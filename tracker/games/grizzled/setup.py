"""Setting the game up: soldiers, difficulty, orders, and house rules."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tracker.games.grizzled.columns import Token
from tracker.games.grizzled.house_rules import Switches

Name = Annotated[str, Meta(min_length=1, max_length=40)]
SeatNumber = Annotated[int, Meta(ge=0)]
Mode = Literal["standard", "chaplain", "recruit", "solo"]
Difficulty = Literal["novice", "normal", "veteran"]
Orders = Literal["greenhorn", "soldier", "veteran"]
SoldierId = Literal["felix", "gustave", "charles", "anselme", "gaston", "lazare"]


class Seat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A soldier (GR-1.3), and the third token where it is known (GR-1.6)."""

    name: Name
    soldier: SoldierId
    token: Token | UnsetType = UNSET


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up: everything that is agreed before the first mission."""

    mode: Mode
    seats: Annotated[tuple[Seat, ...], Meta(min_length=3, max_length=5)]
    difficulty: Difficulty = "normal"
    orders: Orders | None = None
    leader: SeatNumber = 0
    trials: Literal[20, 22, 24, 26, 28, 30] | UnsetType = UNSET
    switches: Switches = Switches()
