"""A position in the store: its rows and its figure; the rest follows from the set-up."""

import msgspec
from msgspec import Struct

from tracker.engine.ledger import Row
from tracker.games.civil_war import resources
from tracker.games.civil_war.position import Figure, Position
from tracker.games.civil_war.setup import Setup


class Kept(Struct, frozen=True):
    rows: tuple[Row, ...]
    figure: Figure | None


_decoder = msgspec.json.Decoder(Kept)


def pack(position: Position) -> bytes:
    return msgspec.json.encode(Kept(position.rows, position.figure))


def unpack(setup: Setup, data: bytes) -> Position:
    kept = _decoder.decode(data)
    return Position(resources.game(setup), kept.rows, kept.figure)
