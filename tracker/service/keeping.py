"""Between rules and store: entries, lines and histories as the store keeps them."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Struct

from tracker.engine import codec
from tracker.engine.history import History, Step
from tracker.engine.ledger import TABLE, Line
from tracker.engine.match_file import bare
from tracker.engine.message import Message
from tracker.engine.title import Title
from tracker.store.log import State
from tracker.store.models import Match, Record

_texts = msgspec.json.Decoder(list[msgspec.Raw])
# What the store knows of an entry, whatever the entry says of itself.
KNOWN_OF_IT: Final = frozenset({"n", "by", "lines", "undone", "amended_by"})

_lines = msgspec.json.Decoder(tuple[tuple[int, str, int, str], ...])


def pack_lines(lines: Sequence[Line]) -> bytes:
    return msgspec.json.encode([(line.seat, line.what, line.by, line.rule) for line in lines])


def unpack_lines(title: Title[Any, Any, Any], data: bytes) -> tuple[Line, ...]:
    rows = _lines.decode(data)
    return tuple(Line(seat, title.COLUMNS[what], by, rule) for seat, what, by, rule in rows)


def unpack_entry(title: Title[Any, Any, Any], data: bytes) -> Any:
    return msgspec.json.decode(data, type=title.ENTRY)


def read_entries(title: Title[Any, Any, Any], setup: Any, data: bytes) -> list[Any]:
    """A list of entries that somebody sent; raises `Invalid`."""
    texts = codec.decode(data, _texts)
    return [read_entry(title, setup, bytes(text)) for text in texts]


def read_entry(title: Title[Any, Any, Any], setup: Any, data: bytes) -> Any:
    """An entry that somebody sent, checked as one in a match file is; raises `Invalid`.

    What an export would say of it, such as when it was written, is for us to know.
    """
    entry = bare(codec.decode(data, msgspec.json.Decoder(title.ENTRY)))
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
    match: Match, title: Title[Any, Any, Any], before: Any, step: Step, by: str, place: int
) -> Record:
    new = Record(match_id=match.id, n=step.n, place=place, state=State.LIVE)
    new.at, new.by, new.amended_by = match.changed, by, None
    new.entry = msgspec.json.encode(step.entry)
    decide_again(title, new, before, step)
    return new


def decide_again(title: Title[Any, Any, Any], record: Record, before: Any, step: Step) -> None:
    """Note what the entry does. It belongs to the round in which it was written."""
    record.lines = pack_lines(step.lines)
    record.round = title.round_of(before)
    record.scores = msgspec.json.encode(title.scores(step.position)).decode()


def replayed(
    title: Title[Any, Any, Any], setup: Any, live: Sequence[Record], written: int = 0
) -> History:
    """The history that these entries make, by the lines that were decided when they were."""
    start = title.start(setup).position
    position, last = start, None
    for one in live:
        entry, lines = unpack_entry(title, one.entry), unpack_lines(title, one.lines)
        position = title.apply(position, entry, lines)
        last = Step(one.n, entry, lines, position, last)
    return History(title, start, last, written=written)


def seen(title: Title[Any, Any, Any], position: Any, one: Record) -> Any:
    """The entry as anybody may see it: while the match runs, without what is hidden."""
    entry = unpack_entry(title, one.entry)
    if title.is_over(position):
        return entry
    return title.veiled(position, entry, counts=one.state == State.LIVE)


def written(title: Title[Any, Any, Any], setup: Any, position: Any, one: Record) -> Written:
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
