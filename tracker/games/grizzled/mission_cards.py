"""GR-11.5 Mission cards as the table types them: name, level, danger and effects."""

from collections.abc import Iterator
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from tracker.games.grizzled.columns import CARD_IDS, Threat

Level = Literal["easy", "normal", "hard"]


class Effect(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """One thing that a mission card does."""


class ThreatEffect(Effect, frozen=True, tag="threat"):
    """One more active threat, in every mission while the card is in force."""

    threat: Threat


class HardKnockMorale(Effect, frozen=True, tag="hard_knock_morale"):
    """Every hard knock played moves a card from morale to the trials."""


class Bunker(Effect, frozen=True, tag="bunker"):
    """The card stays until a soldier takes so many trials (GR-11.9)."""

    cards: Annotated[int, Meta(ge=1, le=9)]


class Collect(Effect, frozen=True, tag="collect"):
    """The card stays until so many cards lie under it (GR-11.10)."""

    threats: Annotated[tuple[Threat, ...], Meta(min_length=1, max_length=6)]
    cards: Annotated[int, Meta(ge=1, le=20)] = 5


class Stays(Effect, frozen=True, tag="stays"):
    """The card stays until the table discards it (GR-11.11)."""


class JudgedByHand(Effect, frozen=True, tag="judged_by_hand"):
    """No mission fails by itself while the card is in force."""


class Reminder(Effect, frozen=True, tag="note"):
    """A reminder; done by hand."""

    text: Annotated[str, Meta(min_length=1, max_length=200)]


AnyEffect = ThreatEffect | HardKnockMorale | Bunker | Collect | Stays | JudgedByHand | Reminder
STAYING: Final = (Bunker, Collect, Stays)


class MissionCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A mission card as it is typed."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    level: Level
    danger: Annotated[int, Meta(ge=1, le=20)]
    effects: Annotated[tuple[AnyEffect, ...], Meta(max_length=6)]


class InForce(Struct, frozen=True):
    """A mission card in force, and the threat cards under it, in the order of GR-2.2."""

    name: str
    level: Level
    danger: int
    effects: tuple[AnyEffect, ...]
    under: tuple[str, ...] = ()

    @property
    def stays(self) -> bool:
        """Return whether the card outlasts the support after its mission (GR-11.7)."""
        return any(isinstance(effect, STAYING) for effect in self.effects)

    @property
    def bunker(self) -> Bunker | None:
        return next((effect for effect in self.effects if isinstance(effect, Bunker)), None)

    @property
    def collect(self) -> Collect | None:
        return next((effect for effect in self.effects if isinstance(effect, Collect)), None)

    def threats(self) -> Iterator[Threat]:
        """The threats that the card makes active (GR-7.1)."""
        return (effect.threat for effect in self.effects if isinstance(effect, ThreatEffect))

    def with_under(self, card: str) -> "InForce":
        under = tuple(sorted((*self.under, card), key=CARD_IDS.index))
        return msgspec.structs.replace(self, under=under)


def put_in_force(card: MissionCard) -> InForce:
    return InForce(card.name, card.level, card.danger, card.effects)
