"""A position in the store: its rows and its figure; the rest follows from the set-up."""

import msgspec
from msgspec import Struct

from tracker.engine.hand_seat import seated
from tracker.engine.ledger import Row
from tracker.games.civil_war import resources
from tracker.games.civil_war.figure import Figure
from tracker.games.civil_war.position import Position
from tracker.games.civil_war.setup import Setup


class PackedPosition(Struct, frozen=True, omit_defaults=True):
    """The rows and the figure of a position."""

    rows: tuple[Row, ...]
    figure: Figure | None
    names: tuple[str, ...] = ()


_decoder = msgspec.json.Decoder(PackedPosition)


def pack(position: Position) -> bytes:
    return msgspec.json.encode(PackedPosition(position.rows, position.figure, position.game.names))


def unpack(setup: Setup, data: bytes) -> Position:
    packed = _decoder.decode(data)
    played = resources.game(setup)
    if packed.names:
        played = seated(played, packed.names)
    return Position(played, packed.rows, packed.figure)
