"""Setting the game up: seats, months, house rules and the deck."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tracker.games.civil_war.columns import Kind
from tracker.games.civil_war.deck import FIRST, Deck
from tracker.games.civil_war.house_rules import Switches

Name = Annotated[str, Meta(min_length=1, max_length=40)]


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's place at the table: the leader of a detachment (CW-1.4)."""

    name: Name
    role: Kind


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up: everything that is agreed before the first tile."""

    months: Literal[5, 6]
    tiles_per_player: Literal[3, 4]
    seats: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=9)]
    switches: Switches = Switches()
    deck: str | Deck = FIRST
