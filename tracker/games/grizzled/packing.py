"""A position in the store: its rows and the missions in force; the rest follows from the set-up."""

import msgspec
from msgspec import Struct

from tracker.engine.hand_seat import seated
from tracker.engine.ledger import Row
from tracker.games.grizzled import modes
from tracker.games.grizzled.mission_cards import InForce
from tracker.games.grizzled.position import Position
from tracker.games.grizzled.setup import Setup


class PackedPosition(Struct, frozen=True, omit_defaults=True):
    """The rows and the missions of a position."""

    rows: tuple[Row, ...]
    in_force: tuple[InForce, ...]
    names: tuple[str, ...] = ()


_decoder = msgspec.json.Decoder(PackedPosition)


def pack(position: Position) -> bytes:
    return msgspec.json.encode(
        PackedPosition(position.rows, position.in_force, position.game.names)
    )


def unpack(setup: Setup, data: bytes) -> Position:
    packed = _decoder.decode(data)
    played = modes.game(setup)
    if packed.names:
        played = seated(played, packed.names)
    return Position(played, packed.rows, packed.in_force)
