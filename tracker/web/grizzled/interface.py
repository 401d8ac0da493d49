"""The types that the interface for programs reads of this title."""

from typing import Final, Literal

from msgspec import Struct

from tracker.games.grizzled.columns import CardId, Threat, ThreatCardId
from tracker.games.grizzled.mission_cards import AnyEffect, Level
from tracker.games.grizzled.setup import SoldierId
from tracker.web.api.operation_types import TitleInterface

TokenId = Literal["left", "right", "double_left", "double_right"]


class Exported(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the position."""


class Threats(Exported, frozen=True):
    """The active threats."""

    night: int
    snow: int
    rain: int
    gas: int
    shell: int
    whistle: int


class Tokens(Exported, frozen=True):
    """The support tokens of a soldier."""

    left: int
    right: int
    double_left: int
    double_right: int
    unknown: int


class SoldierStanding(Exported, frozen=True):
    name: str
    soldier: SoldierId
    charm: bool
    hand: int
    speeches: int
    tokens: Tokens
    hard_knocks: tuple[str, ...]
    """In order of arrival, the recruit's own first."""
    weight: int
    withdrawn: bool
    laid: Literal["hidden", "left", "right", "double_left", "double_right"] | None
    received: int


class TakenCards(Exported, frozen=True):
    """The mission cards that were taken, by level."""

    easy: int
    normal: int
    hard: int


class MissionInForce(Exported, frozen=True):
    name: str
    level: Level
    danger: int
    effects: tuple[AnyEffect, ...]
    under: tuple[ThreatCardId, ...]


class OrdersStanding(Exported, frozen=True):
    deck: int
    taken: TakenCards
    in_force: tuple[MissionInForce, ...]


class SoloStanding(Exported, frozen=True):
    hand: int
    refilling: bool
    tokens: tuple[Literal["left", "middle", "right", "none"], ...]


class Result(Exported, frozen=True):
    won: bool
    reason: Literal["peace", "posthumous", "hard_knocks", "monument", "final_mission"]
    rule: str
    mission: int
    soldiers: tuple[int, ...]
    """The seats with hard knocks of weight 4 or more, where they lost the game."""


class ExportedPosition(Exported, frozen=True):
    """The position, as a match file writes it."""

    mission: int
    phase: Literal["preparation", "mission", "support", "morale", "over"]
    leader: int
    turn: int | None
    danger: int | None
    final: Literal["decisive_assault", "last_stand"] | None
    limit: int
    trials: int
    morale: int
    pool: int
    no_mans_land: tuple[ThreatCardId, ...]
    threats: Threats
    out: dict[CardId, int]
    tokens_out: dict[TokenId, int]
    outcome: Literal["success", "failure"] | None
    failed_by: tuple[Threat, ...]
    helped: int | None
    strategic: bool
    orders: OrdersStanding | None
    solo: SoloStanding | None
    seats: tuple[SoldierStanding, ...]
    result: Result | None


INTERFACE: Final = TitleInterface(ExportedPosition)
