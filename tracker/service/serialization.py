"""Between rules and store: entries, lines and histories as the store keeps them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from tracker.engine import codec
from tracker.engine.history import Step
from tracker.engine.ledger import Fact, Handed, Line, Move, lines_of, written_lines
from tracker.engine.match_file import bare, document_decoder
from tracker.engine.message import Message
from tracker.engine.title import AnyTitle, Reader
from tracker.games.titles import TITLES
from tracker.store.match_log import MatchState, State, StoredEntry
from tracker.store.models import EntryRow

_entries: Final[dict[str, msgspec.json.Decoder[Any]]] = {}
_setups: Final[dict[str, msgspec.json.Decoder[Any]]] = {}


def prepare(title: AnyTitle) -> None:
    """Take the title's types apart.

    msgspec does so when a type is first used, and two threads that do it at once crash the
    program: so it is done for every title before there are threads.
    """
    _entries[title.NAME] = msgspec.json.Decoder(title.ENTRY)
    _setups[title.NAME] = msgspec.json.Decoder(title.SETUP)
    document_decoder(title)


for _title in TITLES.values():
    prepare(_title)

_texts = msgspec.json.Decoder(list[msgspec.Raw])
# What the store knows of an entry, whatever the entry says of itself.
KNOWN_OF_IT: Final = frozenset({"n", "by", "lines", "notes", "undone", "amended_by"})

# An undo adds up at most so many entries' lines, on a sheet of any length.
POSITION_EVERY: Final = 50

# A line begins with its seat and has a number; a seat that was handed over has two names, and a
# move begins with its piece.
_facts = msgspec.json.Decoder(tuple[tuple[int | str, str, int | str, str], ...])


def pack_facts(facts: Sequence[Fact]) -> bytes:
    """Return the facts as the store keeps them."""
    return msgspec.json.encode(
        [
            (fact.seat, fact.what, fact.by, fact.rule)
            if isinstance(fact, Line)
            else (_first(fact), fact.origin, fact.to, fact.rule)
            for fact in facts
        ]
    )


def _first(fact: Move | Handed) -> int | str:
    return fact.seat if isinstance(fact, Handed) else fact.piece


def unpack_facts(title: AnyTitle, data: bytes) -> tuple[Fact, ...]:
    """Return the facts that `pack_facts` made these bytes of."""
    columns = title.COLUMNS
    return tuple(
        Line(first, columns[second], third, rule)
        if isinstance(first, int) and isinstance(third, int)
        else _change(first, second, str(third), rule)
        for first, second, third, rule in _facts.decode(data)
    )


def _change(first: int | str, origin: str, to: str, rule: str) -> Move | Handed:
    if isinstance(first, int):
        return Handed(first, origin, to, rule)
    return Move(first, origin, to, rule)


@lru_cache(maxsize=1024)
def unpack_setup(title: str, data: bytes) -> Any:
    """The same text is the same set-up, so what was read once need not be read again."""
    return _setups[title].decode(data)


def unpack_entry(title: AnyTitle, data: bytes) -> Any:
    return _entries[title.NAME].decode(data)


def read_setup(title: AnyTitle, data: bytes) -> Any:
    """Return a set-up that somebody sent, checked as one in a match file is; raise `Invalid`."""
    setup = codec.decode(data, _setups[title.NAME])
    title.check_setup(setup)
    return setup


def read_entries(title: AnyTitle, setup: Any, data: bytes) -> list[Any]:
    """A list of entries that somebody sent; raises `Invalid`."""
    texts = codec.decode(data, _texts)
    return [read_entry(title, setup, bytes(text)) for text in texts]


def read_entry(title: AnyTitle, setup: Any, data: bytes) -> Any:
    """An entry that somebody sent, checked as one in a match file is; raises `Invalid`.

    What an export would say of it, such as when it was written, is for us to know.
    """
    entry = bare(codec.decode(data, _entries[title.NAME]))
    title.check_entries(setup, [entry])
    return entry


class SheetEntry(Struct, frozen=True):
    """One entry on the sheet, whether it counts or not."""

    n: int
    at: str
    by: str
    round: int
    state: State
    amended_by: int | None
    entry: Any
    facts: tuple[Fact, ...]
    """Its facts, without what is hidden."""
    says: Message
    amends: int | None = None
    """The entry that was amended, where undo or redo is about an amendment."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The numbers that it changed."""
        return lines_of(self.facts)


def record_of(
    match: MatchState, title: AnyTitle, step: Step, by: str, place: int
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
        **decided(title, step),
    }


def decided(title: AnyTitle, step: Step) -> dict[str, Any]:
    """Return what the entry did. It belongs to the round in which it was written."""
    return {
        "facts": pack_facts(step.facts),
        "round": title.progress(step.before).round,
        "track_values": msgspec.json.encode(title.progress(step.after).values).decode(),
        "position": title.pack(step.after)
        if step.n % POSITION_EVERY == POSITION_EVERY - 1
        else None,
    }


def decide_again(title: AnyTitle, record: EntryRow, step: Step) -> None:
    """Replace what the entry did by what it does now."""
    for name, value in decided(title, step).items():
        setattr(record, name, value)


def replayed(title: AnyTitle, setup: Any, live: Sequence[EntryRow]) -> list[Step]:
    """Return the steps of these entries, by the facts that were decided when they were written.

    They begin with the match, or behind an entry that keeps its position.
    """
    position, later = title.start(setup).position, live
    if live and live[0].position is not None:
        position, later = title.unpack(setup, live[0].position), live[1:]
    steps: list[Step] = []
    for record in later:
        before, facts = position, unpack_facts(title, record.facts)
        position = title.apply(before, facts)
        entry = unpack_entry(title, record.entry)
        steps.append(Step(record.n, entry, facts, before, position))
    return steps


def position_after(title: AnyTitle, setup: Any, live: Sequence[EntryRow]) -> Any:
    """Return the position after these entries, as `replayed` plays them."""
    steps = replayed(title, setup, live)
    if steps:
        return steps[-1].after
    if live and live[0].position is not None:
        return title.unpack(setup, live[0].position)
    return title.start(setup).position


def seen(title: AnyTitle, position: Any, record: EntryRow | StoredEntry) -> tuple[Any, bool]:
    """Return the entry as anybody may see it while the match runs, and whether that is all."""
    entry = unpack_entry(title, record.entry)
    if title.outcome(position) is not None:
        return entry, True
    shown = title.see(position, entry, Reader.TABLE, counts=record.state == State.LIVE).entry
    return shown, shown == entry


def sheet_entry(
    title: AnyTitle, setup: Any, position: Any, record: EntryRow | StoredEntry
) -> SheetEntry:
    """Return an entry of the sheet as anybody may see it."""
    entry, is_whole = seen(title, position, record)
    facts = unpack_facts(title, record.facts)
    return SheetEntry(
        record.n,
        record.at,
        record.by,
        record.round,
        State(record.state),
        record.amended_by,
        entry,
        facts if is_whole else lines_of(facts),
        title.entry_text(setup, entry),
    )


def exported(title: AnyTitle, position: Any, record: EntryRow) -> dict[str, Any]:
    """An entry with what is known of it. Where `at` is a field of its own, the time is left out."""
    known: dict[str, Any] = {"n": record.n, "at": record.at, "by": record.by}
    said = msgspec.json.decode(msgspec.json.encode(seen(title, position, record)[0]))
    known |= {name: value for name, value in said.items() if name not in KNOWN_OF_IT}
    known["lines"] = written_lines(unpack_facts(title, record.facts))
    if record.amended_by is not None:
        known["amended_by"] = record.amended_by
    elif record.state != State.LIVE:
        known["undone"] = True
    return known
