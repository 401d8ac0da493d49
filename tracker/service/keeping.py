"""Between rules and store: entries, lines and histories as the store keeps them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from tracker.engine import codec
from tracker.engine.history import History, Step
from tracker.engine.ledger import TABLE, Line
from tracker.engine.match_file import bare, document_decoder
from tracker.engine.message import Message
from tracker.engine.title import Title
from tracker.games.titles import TITLES
from tracker.store.heads import Head
from tracker.store.log import Seen, State
from tracker.store.models import Record

# msgspec takes a type apart when it is first used, and two threads that do so at once crash the
# program: so every type that is read is taken apart here, before there are threads.
_entries: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    name: msgspec.json.Decoder(title.ENTRY) for name, title in TITLES.items()
}
_setups: Final[dict[str, msgspec.json.Decoder[Any]]] = {
    name: msgspec.json.Decoder(title.SETUP) for name, title in TITLES.items()
}
for _title in TITLES.values():
    document_decoder(_title)

_texts = msgspec.json.Decoder(list[msgspec.Raw])
# What the store knows of an entry, whatever the entry says of itself.
KNOWN_OF_IT: Final = frozenset({"n", "by", "lines", "undone", "amended_by"})

# An undo adds up at most so many entries' lines, on a sheet of any length.
EVERY: Final = 50

_lines = msgspec.json.Decoder(tuple[tuple[int, str, int, str], ...])


def pack_lines(lines: Sequence[Line]) -> bytes:
    return msgspec.json.encode([(line.seat, line.what, line.by, line.rule) for line in lines])


def unpack_lines(title: Title[Any, Any, Any], data: bytes) -> tuple[Line, ...]:
    rows = _lines.decode(data)
    return tuple(Line(seat, title.COLUMNS[what], by, rule) for seat, what, by, rule in rows)


@lru_cache(maxsize=1024)
def unpack_setup(title: str, data: bytes) -> Any:
    """The same text is the same set-up, so what was read once need not be read again."""
    return _setups[title].decode(data)


@lru_cache(maxsize=1024)
def unpack_position(title: str, setup: bytes, data: bytes) -> Any:
    return TITLES[title].unpack(unpack_setup(title, setup), data)


def unpack_entry(title: Title[Any, Any, Any], data: bytes) -> Any:
    return _entries[title.NAME].decode(data)


def read_entries(title: Title[Any, Any, Any], setup: Any, data: bytes) -> list[Any]:
    """A list of entries that somebody sent; raises `Invalid`."""
    texts = codec.decode(data, _texts)
    return [read_entry(title, setup, bytes(text)) for text in texts]


def read_entry(title: Title[Any, Any, Any], setup: Any, data: bytes) -> Any:
    """An entry that somebody sent, checked as one in a match file is; raises `Invalid`.

    What an export would say of it, such as when it was written, is for us to know.
    """
    entry = bare(codec.decode(data, _entries[title.NAME]))
    title.check(setup, [entry])
    return entry


class Written(Struct, frozen=True):
    """One entry on the sheet, whether it counts or not."""

    n: int
    at: str
    by: str
    round: int
    state: State
    amended_by: int | None
    entry: Any
    lines: tuple[Line, ...]
    says: Message


def record_of(
    match: Head, title: Title[Any, Any, Any], before: Any, step: Step, by: str, place: int
) -> dict[str, Any]:
    """The row of a new entry."""
    return {
        "match_id": match.id,
        "n": step.n,
        "place": place,
        "state": State.LIVE.value,
        "amended_by": None,
        "at": match.changed,
        "by": by,
        "entry": msgspec.json.encode(step.entry),
        **decided(title, before, step),
    }


def decided(title: Title[Any, Any, Any], before: Any, step: Step) -> dict[str, Any]:
    """What the entry did. It belongs to the round in which it was written."""
    return {
        "lines": pack_lines(step.lines),
        "round": title.round_of(before),
        "scores": msgspec.json.encode(title.scores(step.position)).decode(),
        "position": title.pack(step.position) if step.n % EVERY == EVERY - 1 else None,
    }


def decide_again(title: Title[Any, Any, Any], record: Record, before: Any, step: Step) -> None:
    for name, value in decided(title, before, step).items():
        setattr(record, name, value)


def replayed(
    title: Title[Any, Any, Any], setup: Any, live: Sequence[Record], written: int = 0
) -> History:
    """The history that these entries make, by the lines that were decided when they were.

    It begins with the match, or with an entry that keeps its position.
    """
    start, later = title.start(setup).position, live
    if live and live[0].position is not None:
        start, later = title.unpack(setup, live[0].position), live[1:]
    position, last = start, None
    for one in later:
        entry, lines = unpack_entry(title, one.entry), unpack_lines(title, one.lines)
        position = title.apply(position, entry, lines)
        last = Step(one.n, entry, lines, position, last)
    return History(title, start, last, written=written)


def seen(title: Title[Any, Any, Any], position: Any, one: Record | Seen) -> Any:
    """The entry as anybody may see it: while the match runs, without what is hidden."""
    entry = unpack_entry(title, one.entry)
    if title.is_over(position):
        return entry
    return title.veiled(position, entry, counts=one.state == State.LIVE)


def written(title: Title[Any, Any, Any], setup: Any, position: Any, one: Record | Seen) -> Written:
    entry = seen(title, position, one)
    return Written(
        one.n,
        one.at,
        one.by,
        one.round,
        State(one.state),
        one.amended_by,
        entry,
        unpack_lines(title, one.lines),
        title.say(setup, entry),
    )


def exported(title: Title[Any, Any, Any], position: Any, one: Record) -> dict[str, Any]:
    """An entry with what is known of it. Where `at` is a field of its own, the time is left out."""
    known: dict[str, Any] = {"n": one.n, "at": one.at, "by": one.by}
    said = msgspec.json.decode(msgspec.json.encode(seen(title, position, one)))
    known |= {name: value for name, value in said.items() if name not in KNOWN_OF_IT}
    known["lines"] = [
        {"seat": line.seat, "what": line.what.value, "by": line.by, "rule": line.rule}
        for line in unpack_lines(title, one.lines)
        if line.seat != TABLE
    ]
    if one.amended_by is not None:
        known["amended_by"] = one.amended_by
    elif one.state != State.LIVE:
        known["undone"] = True
    return known
