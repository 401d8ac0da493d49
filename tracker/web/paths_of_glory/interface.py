"""The types that the interface for programs reads of this title."""

from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType, field

from tracker.games.paths_of_glory.entries import FortState, SideWord
from tracker.web.api.operation_types import TitleInterface


class Exported(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the position."""


class Action(Exported, frozen=True):
    """An action of this turn."""

    use: Literal["event", "ops", "sr", "rp", "one_op", "peace"] = field(name="as")
    card: int | UnsetType = UNSET


class KeptCard(Exported, frozen=True):
    card: int
    used: bool


class SideStanding(Exported, frozen=True):
    name: str
    side: SideWord
    war_status: int
    commitment: Literal["mobilization", "limited_war", "total_war"]
    commitment_turn: int
    mandate: str
    missed: tuple[int, ...]
    actions: tuple[Action, ...]
    reinforced: tuple[str, ...]
    events: dict[str, int]
    """Every card that was an event, and the turn in which it last was."""
    hand: int
    deck: int
    discard: tuple[int, ...]
    kept: tuple[KeptCard, ...]
    removed: tuple[int, ...]
    rp: dict[str, float]


class Inflicted(Exported, frozen=True):
    attacker: int
    defender: int


class LastBattle(Exported, frozen=True):
    at: str
    attacker: int
    loss_numbers: Inflicted
    winner: Literal["attacker", "defender", "none"]
    retreat: int | None
    mandate_made: bool


class Result(Exported, frozen=True):
    winners: tuple[int, ...]
    reason: Literal["automatic", "armistice", "commitment", "last_turn", "peace"]
    rule: str
    vp: int


class ExportedPosition(Exported, frozen=True):
    """The position, as a match file writes it."""

    turn: int
    season: Literal["fall", "winter", "spring", "summer"] | None
    phase: Literal[
        "mandates",
        "actions",
        "sieges",
        "war_status",
        "ap_replacements",
        "cp_replacements",
        "draw",
        "over",
    ]
    round: int
    to_act: int | None
    """The seat whose action is next."""
    acting: int | None
    """The seat whose action runs."""
    operation: bool
    vp: int
    vp_events: int
    vp_spaces: int
    combined: int
    us_entry: int
    russian_capitulation: int
    russian_vp: int
    tsar_fell_at: int | None
    at_war: tuple[str, ...]
    neutral_entry: bool
    entrenching: bool
    fleet_pending: bool
    near_east: tuple[str, ...]
    spaces: dict[str, SideWord]
    forts: dict[str, FortState]
    seats: tuple[SideStanding, ...]
    last_battle: LastBattle | None
    result: Result | None


INTERFACE: Final = TitleInterface(ExportedPosition)
