"""A position in the store: its rows, and the pieces that are not where they were at the start."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from tracker.engine.hand_seat import seated
from tracker.engine.ledger import Row
from tracker.games.paths_of_glory.pieces import INDEX, PIECES, START
from tracker.games.paths_of_glory.position import Position
from tracker.games.paths_of_glory.setup import Setup, game


class Packed(Struct, frozen=True, omit_defaults=True):
    rows: tuple[Row, ...]
    places: Mapping[str, str]
    names: tuple[str, ...] = ()


_decoder = msgspec.json.Decoder(Packed)


def pack(position: Position) -> bytes:
    both = zip(PIECES, position.places, START, strict=True)
    moved = {piece: place for piece, place, start in both if place != start}
    return msgspec.json.encode(Packed(position.rows, moved, position.game.names))


def unpack(setup: Setup, data: bytes) -> Position:
    packed = _decoder.decode(data)
    places = list(START)
    for piece, place in packed.places.items():
        places[INDEX[piece]] = place
    played = game(setup)
    if packed.names:
        played = seated(played, packed.names)
    return Position(played, packed.rows, tuple(places))
