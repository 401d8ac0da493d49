"""Lines and entries as the store keeps them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tracker.engine import codec
from tracker.engine.ledger import Line
from tracker.engine.title import Title

_lines = msgspec.json.Decoder(tuple[tuple[int, str, int, str], ...])


def pack_lines(lines: Sequence[Line]) -> bytes:
    return msgspec.json.encode([(line.seat, line.what, line.by, line.rule) for line in lines])


def unpack_lines(title: Title[Any, Any, Any], data: bytes) -> tuple[Line, ...]:
    rows = _lines.decode(data)
    return tuple(Line(seat, title.COLUMNS[what], by, rule) for seat, what, by, rule in rows)


def unpack_entry(title: Title[Any, Any, Any], data: bytes) -> Any:
    return msgspec.json.decode(data, type=title.ENTRY)


def read_entry(title: Title[Any, Any, Any], setup: Any, data: bytes) -> Any:
    """An entry that somebody sent, checked as one in a match file is; raises `Invalid`."""
    entry = codec.decode(data, msgspec.json.Decoder(title.ENTRY))
    title.check(setup, [entry])
    return entry
