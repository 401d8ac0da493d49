"""A deck: the tiles of the box, or of another one, as a data file (CW-4.1)."""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from tracker.engine.codec import decode
from tracker.engine.refusal import Invalid
from tracker.games.civil_war.box import DATA
from tracker.games.civil_war.columns import Kind, Resource
from tracker.games.civil_war.goods import Some

FORMAT: Final = "quartermaster-deck/1"
FEWEST_TILES: Final = 12
MOST_TILES: Final = 200

TileId = Annotated[str, Meta(min_length=1, max_length=40)]


class Top(Struct, frozen=True, forbid_unknown_fields=True):
    """Half a resource with its amount, to be found or, crossed out, lost (CW-4.3, CW-4.4)."""

    resource: Resource
    amount: Some
    crossed: bool = False


class Left(Struct, frozen=True, forbid_unknown_fields=True):
    """Half a person with the number that is met (CW-4.2)."""

    kind: Kind
    count: Some


class Right(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Kind


class Bottom(Struct, frozen=True, forbid_unknown_fields=True):
    resource: Resource


class Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """What the middle of a tile may carry (CW-11)."""


class FindEvent(Event, frozen=True, tag="find"):
    resource: Resource
    amount: Some
    doubled: bool = False


class LoseEvent(Event, frozen=True, tag="lose"):
    resource: Resource
    amount: Some


class GainEvent(Event, frozen=True, tag="gain"):
    bonus: Literal["wagon", "dynamite"]


class FireEvent(Event, frozen=True, tag="fire"):
    amount: Some


class SicknessEvent(Event, frozen=True, tag="sickness"):
    amount: Some


class SabotageEvent(Event, frozen=True, tag="sabotage"):
    pass


Middle = FindEvent | LoseEvent | GainEvent | FireEvent | SicknessEvent | SabotageEvent


class Tile(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tile, upright: four sides, and perhaps something in the middle."""

    id: TileId
    top: Top
    left: Left
    right: Right
    bottom: Bottom
    middle: Middle | None = None


class Deck(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole deck. Its tiles have different ids."""

    format: Literal["quartermaster-deck/1"]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    tiles: Annotated[tuple[Tile, ...], Meta(min_length=FEWEST_TILES, max_length=MOST_TILES)]


_decoder = msgspec.json.Decoder(Deck)


def refuse_repeated_ids(deck: Deck, where: str) -> None:
    seen: set[str] = set()
    for place, tile in enumerate(deck.tiles):
        if tile.id in seen:
            raise Invalid(f"{where}tiles[{place}].id", "tile {id} is there already", id=tile.id)
        seen.add(tile.id)


def read(data: bytes) -> Deck:
    """A deck from its file."""
    deck = decode(data, _decoder)
    refuse_repeated_ids(deck, "")
    return deck


def shipped_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in (DATA / "decks").glob("*.json")))


@cache
def shipped(name: str) -> Deck:
    """A deck that comes with the title."""
    return read((DATA / "decks" / f"{name}.json").read_bytes())


def by_id(deck: Deck) -> Mapping[str, Tile]:
    return {tile.id: tile for tile in deck.tiles}
