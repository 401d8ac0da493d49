"""The numbers that are printed in the box, from `data/cards.toml` and `data/box.toml`."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from tracker.games.grizzled.columns import HardKnock, Threat, Token

DATA: Final = Path(__file__).parent / "data"


class Knock(Struct, frozen=True):
    """A hard knock: its weight, and the threat that it counts as."""

    weight: int
    threat: Threat | None = None


class LeftOut(Struct, frozen=True):
    left_out: frozenset[HardKnock]


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in `cards.toml`, under its own names."""

    threats: Mapping[str, int]
    hard_knocks: Mapping[HardKnock, Knock]
    solo: LeftOut


class Start(Struct, frozen=True):
    trials: int
    veteran_trials: int
    chaplain_trials: int
    speeches: int
    speeches_without_orders: Mapping[int, int]
    tokens_each: int


class MissionNumbers(Struct, frozen=True):
    first_danger: int
    frenzied: int
    limit: int
    too_heavy: int


class HelpLimits(Struct, frozen=True):
    """The most hard knocks that support removes."""

    after_success: int
    after_failure: int


class Drop(Struct, frozen=True):
    """The numbers behind the drop of morale."""

    least: int
    most_with_orders: int
    demoralized: int
    least_demoralized: int
    solo: int


class Solo(Struct, frozen=True):
    hand: int


class Deck(Struct, frozen=True):
    """The mission cards of an order, by level."""

    easy: int
    normal: int
    hard: int

    @property
    def total(self) -> int:
        return self.easy + self.normal + self.hard


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in `box.toml`, under its own names."""

    soldiers: Mapping[str, Threat]
    tokens: Mapping[Token, int]
    start: Start
    mission: MissionNumbers
    help: HelpLimits
    drop: Drop
    solo: Solo
    decks: Mapping[str, Deck]


def _read(name: str, kind: Any) -> Any:
    document = tomllib.loads((DATA / name).read_text("utf-8"))
    return msgspec.convert(document, kind, strict=False)


CARDS: Final[Cards] = _read("cards.toml", Cards)
BOX: Final[Box] = _read("box.toml", Box)
