"""The entries: everything that somebody can write on the sheet, as a match file writes it."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from tracker.engine import match_file
from tracker.engine.hand_seat import HandSeat
from tracker.games.grizzled.columns import CardId, HardKnockId, Threat, ThreatCardId, Token
from tracker.games.grizzled.mission_cards import MissionCard
from tracker.games.grizzled.setup import SeatNumber

Cards = Annotated[int, Meta(ge=0, le=59)]
Speeches = Annotated[int, Meta(ge=0, le=5)]
Tokens = Annotated[int, Meta(ge=0, le=15)]
Place = Annotated[int, Meta(ge=0)]
InFront = Literal[HardKnockId, "recruit"]
Pile = Literal["trials", "morale", "hand"]


class Entry(match_file.Entry, frozen=True, tag_field="do"):
    """Something written on the sheet of this title."""


class Action(Entry, frozen=True):
    """Something that a soldier does when it is their turn (GR-4.1)."""

    seat: SeatNumber


class Relief(Struct, frozen=True, forbid_unknown_fields=True):
    """The hard knock that Christmas takes away (GR-4.7)."""

    seat: SeatNumber
    hard_knock: InFront


class Mission(Entry, frozen=True, tag="mission"):
    danger: Annotated[int, Meta(ge=1, le=59)] | UnsetType = UNSET
    card: MissionCard | UnsetType = UNSET
    final: Literal["decisive_assault", "last_stand"] | UnsetType = UNSET


class Play(Action, frozen=True, tag="play"):
    card: CardId
    drawn: CardId | UnsetType = UNSET
    relieves: Relief | UnsetType = UNSET
    refill: bool | UnsetType = UNSET


class Charm(Action, frozen=True, tag="charm"):
    card: ThreatCardId


class Speech(Action, frozen=True, tag="speech"):
    threat: Threat
    discards: Mapping[str, CardId] = {}


class Withdraw(Action, frozen=True, tag="withdraw"):
    returns: bool = False
    loses: Token | UnsetType = UNSET
    takes: Place | UnsetType = UNSET
    drawn: CardId | UnsetType = UNSET
    relieves: Relief | UnsetType = UNSET
    token: Token | UnsetType = UNSET


class Help(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The help that a soldier gets (GR-8.5)."""

    remove: Annotated[tuple[InFront, ...], Meta(max_length=2)] = ()
    charm: bool = False


class Support(Entry, frozen=True, tag="support"):
    tokens: Mapping[str, Token] = {}
    drawn: Literal["left", "middle", "right", "none"] | UnsetType = UNSET
    help: Help | UnsetType = UNSET


class NextMission(Entry, frozen=True, tag="next_mission"):
    pass


class GiveOrder(Entry, frozen=True, tag="order"):
    """An order of a mission card; `check` sees to it that the fields go together."""

    mission: Place
    origin: Pile | UnsetType = field(default=UNSET, name="from")
    to: Pile | UnsetType = UNSET
    cards: Annotated[int, Meta(ge=1, le=59)] | UnsetType = UNSET
    seat: SeatNumber | UnsetType = UNSET
    discard: bool = False
    fails: bool = False


class TokenCounts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    left: Tokens | UnsetType = UNSET
    right: Tokens | UnsetType = UNSET
    double_left: Tokens | UnsetType = UNSET
    double_right: Tokens | UnsetType = UNSET
    unknown: Tokens | UnsetType = UNSET


class SeatNumbers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The numbers of a soldier that a correction sets. Those not named stay as they are."""

    hand: Cards | UnsetType = UNSET
    hard_knocks: tuple[HardKnockId, ...] | UnsetType = UNSET
    charm: bool | UnsetType = UNSET
    speeches: Speeches | UnsetType = UNSET
    withdrawn: bool | UnsetType = UNSET
    tokens: TokenCounts | UnsetType = UNSET


class Numbers(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The numbers that a correction sets (GR-15.1). Those not named stay as they are."""

    trials: Cards | UnsetType = UNSET
    morale: Cards | UnsetType = UNSET
    hand: Cards | UnsetType = UNSET
    pool: Speeches | UnsetType = UNSET
    leader: SeatNumber | UnsetType = UNSET
    turn: SeatNumber | UnsetType = UNSET
    mission: Annotated[int, Meta(ge=1, le=99)] | UnsetType = UNSET
    no_mans_land: tuple[ThreatCardId, ...] | UnsetType = UNSET
    out: tuple[CardId, ...] | UnsetType = UNSET
    seats: Mapping[str, SeatNumbers] = {}


class Correct(Entry, frozen=True, tag="correct"):
    set: Numbers
    reason: Annotated[str, Meta(min_length=1, max_length=400)]


AnyEntry = Mission | Play | Charm | Speech | Withdraw | Support | NextMission | GiveOrder | Correct

Written = AnyEntry | HandSeat
"""Everything that is written on the sheet: an entry of this title, or one that every title has."""
