"""Setting the game up: scenario, seats, the bid, and house rules."""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from tracker.games.paths_of_glory.box import DECKS, TABLES, VP_SPACES
from tracker.games.paths_of_glory.house_rules import Switches

Name = Annotated[str, Meta(min_length=1, max_length=40)]
ScenarioName = Literal["introductory", "limited", "campaign", "historical"]


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's place: seat 0 is the Central Powers, seat 1 the Allied Powers (PG-0.4)."""

    name: Name


class Bid(Struct, frozen=True, forbid_unknown_fields=True):
    """PG-5.6.1: the seat that won the bidding, and the points that it gave away."""

    seat: Annotated[int, Meta(ge=0, le=1)]
    points: Annotated[int, Meta(ge=0, le=20)]


class Setup(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The set-up: everything that is agreed before the first turn."""

    scenario: ScenarioName
    seats: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=2)]
    guns_of_august: bool = True
    bid: Bid | UnsetType = UNSET
    switches: Switches = Switches()


class Game(Struct, frozen=True, eq=False):
    """The part of a match that stays as it is: the set-up and what follows from it."""

    setup: Setup
    historical: bool
    introductory: bool
    hand_size: int
    deck_sizes: tuple[int, int, int]
    event_and_ops: bool
    entrench_retry: bool
    vp_spaces: frozenset[str]
    last_turn: int
    names: tuple[str, ...] = ()
    """The players by seat, once a seat was handed over; then the set-up has them too."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.setup == other.setup

    def __hash__(self) -> int:
        return hash(self.setup.scenario)


def game(setup: Setup) -> Game:
    """PG-2.3, PG-5.7.4, PG-9.1.4: the switches at their defaults for the scenario."""
    switches = setup.switches
    historical = setup.scenario == "historical"
    with_all = switches.optional_cards == "all"
    sizes = [TABLES.decks[deck] for deck in DECKS]
    mobilization, limited, total = (
        size.cards + size.optional if with_all else size.cards for size in sizes
    )
    usual = 8 if historical or with_all else 7
    return Game(
        setup=setup,
        historical=historical,
        introductory=setup.scenario == "introductory",
        hand_size=usual if switches.hand_size is UNSET else switches.hand_size,
        deck_sizes=(mobilization, limited, total),
        event_and_ops=_or(switches.event_and_ops, historical),
        entrench_retry=_or(switches.entrench_retry, historical),
        vp_spaces=frozenset(VP_SPACES[historical]),
        last_turn=TABLES.scenarios[setup.scenario].last_turn,
    )


def _or(switch: bool | UnsetType, default: bool) -> bool:
    return default if switch is UNSET else switch
