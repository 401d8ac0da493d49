"""A deck: the tiles of the box, or of another one, as a data file (CW-4.1)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from tracker.engine.codec import decode, explained
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.games.civil_war.box import DATA
from tracker.games.civil_war.columns import Kind, Resource
from tracker.games.civil_war.goods import Some

FORMAT: Final = "quartermaster-deck/1"
FIRST: Final = "standard"
"""The first sample deck. Match files that name no deck mean it."""
SAMPLE: Final = "sample-2"
"""The sample deck that new matches begin with. A shipped deck never changes: files name it."""
FEWEST_TILES: Final = 12
MOST_TILES: Final = 200

TileId = Annotated[str, Meta(min_length=1, max_length=40)]


Amounts = Literal["top", "bottom"]
"""The side on which a deck prints the number of a find (CW-4.3)."""


class Printed(Struct, frozen=True):
    """A resource with its amount, to be found or, crossed out, lost (CW-4.3, CW-4.4)."""

    resource: Resource
    amount: int
    crossed: bool


class Half(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Half a resource. Its amount and its cross stand on one of two sides, as the deck says."""

    resource: Resource
    amount: Some | UnsetType = UNSET
    crossed: bool | UnsetType = UNSET

    @property
    def printed(self) -> Printed | None:
        """Return what is printed beside the picture; None on the side that has none of it."""
        if self.amount is UNSET:
            return None
        return Printed(self.resource, self.amount, self.crossed is True)


class LeftHalf(Struct, frozen=True, forbid_unknown_fields=True):
    """Half a person with the number that is met (CW-4.2)."""

    kind: Kind
    count: Some


class RightHalf(Struct, frozen=True, forbid_unknown_fields=True):
    kind: Kind


class Event(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """An event that the middle of a tile may carry (CW-11)."""


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
    top: Half
    left: LeftHalf
    right: RightHalf
    bottom: Half
    middle: Middle | None = None


class Deck(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A whole deck. Its tiles have different ids."""

    format: Literal["quartermaster-deck/1"]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    tiles: Annotated[tuple[Tile, ...], Meta(min_length=FEWEST_TILES, max_length=MOST_TILES)]
    amounts: Amounts = "top"


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck that is still being made: its tiles may be few, and wrong."""

    format: Literal["quartermaster-deck/1"]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    tiles: Annotated[tuple[dict[str, Any], ...], Meta(max_length=MOST_TILES)]
    amounts: Amounts = "top"


class DeckProblem(Struct, frozen=True):
    """Something that is wrong with a deck: the tile's place in it, or None for all of it."""

    place: int | None
    where: str
    says: Message


_decoder = msgspec.json.Decoder(Deck)
_draft_decoder = msgspec.json.Decoder(Draft)


def check_deck(deck: Deck, where: str) -> None:
    """Raise `Invalid` for what types alone cannot see: an amount out of place, an id used twice."""
    seen: set[str] = set()
    for place, tile in enumerate(deck.tiles):
        check_amounts(tile, deck.amounts, f"{where}tiles[{place}].")
        if tile.id in seen:
            raise Invalid(f"{where}tiles[{place}].id", "there is already a tile {id}", id=tile.id)
        seen.add(tile.id)


def check_amounts(tile: Tile, amounts: Amounts, where: str = "") -> None:
    """CW-4.3: amount and cross stand on the side that the deck names, and on no other."""
    with_amount, without = ("top", "bottom") if amounts == "top" else ("bottom", "top")
    for field in _fields_written(getattr(tile, without)):
        raise Invalid(f"{where}{without}.{field}", "unknown field {field}", field=field)
    if getattr(tile, with_amount).amount is UNSET:
        raise Invalid(f"{where}{with_amount}.amount", "{field} is missing", field="amount")


def _fields_written(half: Half) -> Iterator[str]:
    return (field for field in ("amount", "crossed") if getattr(half, field) is not UNSET)


def read(data: bytes) -> Deck:
    """A deck from its file."""
    deck = decode(data, _decoder)
    check_deck(deck, "")
    return deck


def read_draft(data: bytes) -> Draft:
    """A deck from its file, whatever is wrong with its tiles."""
    return decode(data, _draft_decoder)


def tile_of(raw: Mapping[str, Any], amounts: Amounts) -> Tile:
    """A tile as it is written; raises `Invalid` for the first thing that is wrong with it."""
    try:
        tile = msgspec.convert(raw, Tile)
    except msgspec.ValidationError as error:
        raise explained(str(error)) from None
    check_amounts(tile, amounts)
    return tile


def check_tile(
    raw: Mapping[str, Any], amounts: Amounts, others: Sequence[Mapping[str, Any]]
) -> None:
    """Raise `Invalid` where the tile is not whole, or its number is another's."""
    tile = tile_of(raw, amounts)
    if any(other.get("id") == tile.id for other in others):
        raise Invalid("id", "there is already a tile {id}", id=tile.id)


def problems(tiles: Sequence[Mapping[str, Any]], amounts: Amounts) -> tuple[DeckProblem, ...]:
    """Everything that is wrong with a deck of these tiles."""
    found = []
    if len(tiles) < FEWEST_TILES:
        few = Message(
            "A deck needs {least} tiles or more; this one has {number}.",
            {"least": FEWEST_TILES, "number": len(tiles)},
        )
        found.append(DeckProblem(None, "tiles", few))
    for place, raw in enumerate(tiles):
        try:
            check_tile(raw, amounts, tiles[:place])
        except Invalid as invalid:
            found.append(DeckProblem(place, invalid.where, invalid.says))
    return tuple(found)


@cache
def shipped_names() -> tuple[str, ...]:
    """Return the decks that come with the title, the newest sample deck first."""
    return tuple(sorted(path.stem for path in (DATA / "decks").glob("*.json")))


@cache
def shipped(name: str) -> Deck:
    """A deck that comes with the title."""
    return read((DATA / "decks" / f"{name}.json").read_bytes())


@cache
def shipped_ids(name: str) -> frozenset[str]:
    """Return the ids of the tiles of a deck that comes with the title."""
    return frozenset(tile.id for tile in shipped(name).tiles)


@cache
def shipped_by_id(name: str) -> Mapping[str, Tile]:
    """Return the tiles of a deck that comes with the title, by their ids."""
    return by_id(shipped(name))


def by_id(deck: Deck) -> Mapping[str, Tile]:
    return {tile.id: tile for tile in deck.tiles}
