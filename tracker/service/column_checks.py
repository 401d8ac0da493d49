"""Decoding every column of a match: each value must be one that the program could have written."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

import msgspec

from tracker.engine.title import AnyTitle
from tracker.games.titles import TITLES
from tracker.service.match import unpack_entry, unpack_facts
from tracker.store.amendments import RowChange
from tracker.store.devices import RequestState, Right, Undo
from tracker.store.match_log import ChangeKind, State
from tracker.store.sealing import Row, StoredMatch

_integers: Final = msgspec.json.Decoder(list[int])
_texts: Final = msgspec.json.Decoder(list[msgspec.Raw])
_changes: Final = msgspec.json.Decoder(list[RowChange])


def must_be_readable(match: StoredMatch) -> None:
    """Decode every column of the match; raise one of `UNREADABLE` where one cannot be."""
    title = TITLES[match.row["title"]]
    _read_match(title, match.row)
    for table, read in READERS.items():
        for row in match.rows[table]:
            read(title, row)


def _read_match(title: AnyTitle, row: Row) -> None:
    _read_times(row, "created", "changed", "put_away")
    _integers.decode(row["setup_notes"])
    Undo(row["undo"])
    if row["uncovered"] is not None:
        unpack_entry(title, row["uncovered"])


def _read_entry(title: AnyTitle, row: Row) -> None:
    State(row["state"])
    _read_times(row, "at")
    unpack_entry(title, row["entry"])
    if row["state"] != State.LIVE:  # those that count were decoded for the position
        unpack_facts(title, row["facts"])
    _integers.decode(row["track_values"])


def _read_change(_: AnyTitle, row: Row) -> None:
    ChangeKind(row["kind"])
    _read_times(row, "at")


def _read_amendment(_: AnyTitle, row: Row) -> None:
    State(row["state"])
    _changes.decode(row["changes"])


def _read_note(_: AnyTitle, row: Row) -> None:
    _read_times(row, "at", "removed")


def _read_request(title: AnyTitle, row: Row) -> None:
    RequestState(row["state"])
    ChangeKind(row["kind"])
    _read_times(row, "at")
    _integers.decode(row["asked"])
    for entry in _texts.decode(row["entries"]):
        unpack_entry(title, bytes(entry))
    if row["then"] is not None:
        unpack_entry(title, row["then"])


def _read_device(_: AnyTitle, row: Row) -> None:
    Right(row["right"])
    _read_times(row, "joined", "seen")


def _read_times(row: Row, *names: str) -> None:
    for name in names:
        if row[name] is not None:
            datetime.fromisoformat(row[name])


READERS: Final[Mapping[str, Callable[[AnyTitle, Row], None]]] = {
    "entry": _read_entry,
    "act": _read_change,
    "amendment": _read_amendment,
    "note": _read_note,
    "request": _read_request,
    "device": _read_device,
}
