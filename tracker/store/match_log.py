"""A match in the database: its row, and its log of entries and changes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import Exists, Integer, Table, bindparam, exists, func, insert, select, update
from sqlalchemy.orm import Session

from tracker.store.models import Base, ChangeRow, EntryRow, MatchRow
from tracker.store.row_hashes import HASHED, changed, digest, hash_of, link_of
from tracker.store.statements import Statement

_tables: Final = Base.metadata.tables
_matches, _entries, _changes = _tables["match"], _tables["entry"], _tables["act"]
_devices, _amendments = _tables["device"], _tables["amendment"]


@dataclass(slots=True)
class MatchState:
    """A match without its entries; `MatchRow` says what each field means."""

    id: str
    title: str
    name: str
    made_by: str
    created: str
    changed: str
    setup: bytes
    setup_notes: str
    version: int
    written: int
    position: bytes
    is_over: bool
    uncovered: bytes | None
    trouble: str | None
    short: str
    undo: str
    asks: bool
    put_away: str | None
    code: str
    recovery: str | None
    key: str
    source: str | None
    sealed: int | None
    last_change: bytes | None
    last_entry: bytes | None
    hash: bytes | None


SAVED: Final = (
    *("changed", "version", "written", "position", "is_over", "uncovered"),
    *("sealed", "last_change", "last_entry", "hash"),
)
"""The columns that a write may change."""

_hashed_values = attrgetter(*HASHED["match"])
_columns: Final = [_matches.c[name] for name in MatchState.__slots__]
_one = select(*_columns).where(_matches.c.id == bindparam("match_id"))
_row = Statement(_one)
_row_to_write = Statement(_one.with_for_update())
_saving = Statement(
    update(_matches)
    .where(_matches.c.id == bindparam("match_id"))
    .values({name: bindparam(f"new_{name}") for name in SAVED})
)


def state_of(session: Session, match_id: str) -> MatchState | None:
    found = _row.row(session, match_id=match_id)
    return None if found is None else MatchState(*found)


def state_to_write(session: Session, match_id: str) -> MatchState | None:
    """The row, and the right to be the only one who writes on the match until the commit."""
    found = _row_to_write.row(session, match_id=match_id)
    return None if found is None else MatchState(*found)


def is_whole(match: MatchState) -> bool:
    return match.hash == digest(None, _hashed_values(match))


def save(session: Session, match: MatchState) -> None:
    match.sealed = match.version
    match.hash = digest(None, _hashed_values(match))
    new = {f"new_{name}": getattr(match, name) for name in SAVED}
    _saving.run(session, match_id=match.id, **new)


# --- The log: entries and changes -----------------------------------------------------------------


class State(StrEnum):
    """The state of an entry: does it count?"""

    LIVE = "live"
    UNDONE = "undone"
    """Taken back, and can be brought back until something new is written."""
    CROSSED = "crossed"
    """Struck through for good: amended, taken out, or written over after an undo."""


class ChangeKind(StrEnum):
    """The kind of a change."""

    WRITE = "write"
    UNDO = "undo"
    REDO = "redo"
    AMEND = "amend"
    UNDO_AMEND = "undo_amend"
    REDO_AMEND = "redo_amend"
    TURN_UP = "turn_up"
    """Something hidden was shown, and its entry is still to be written."""
    ASK = "ask"
    """Something waits for a yes."""
    ANSWER = "answer"
    NOTE = "note"
    """A note was written or taken off."""
    TABLE = "table"
    """Somebody's rights, or the table's settings, were changed."""


class MatchChange(NamedTuple):
    """A change of a match: the version that it made, its kind, its entry, and the device."""

    version: int
    kind: ChangeKind
    n: int
    by: str


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry to be read and not changed; see `EntryRow` for what each field means."""

    n: int
    place: int
    state: str
    amended_by: int | None
    at: str
    by: str
    entry: bytes
    facts: bytes
    round: int
    track_values: str
    position: bytes | None


_seen = select(*(_entries.c[name] for name in StoredEntry.__slots__)).where(
    _entries.c.match_id == bindparam("of")
)
_newest = Statement(
    _seen.where(_entries.c.state == State.LIVE.value)
    .order_by(_entries.c.place.desc())
    .limit(bindparam("most", type_=Integer))
)
_first_undone = Statement(
    _seen.where(_entries.c.state == State.UNDONE.value).order_by(_entries.c.place).limit(1)
)
_adding = Statement(insert(_changes))
_appending = Statement(insert(_entries))
_undone_rows = Statement(
    select(_entries).where(
        _entries.c.match_id == bindparam("of"), _entries.c.state == State.UNDONE.value
    )
)
_crossing = Statement(
    update(_entries)
    .where(_entries.c.match_id == bindparam("of"), _entries.c.n == bindparam("number"))
    .values(state=State.CROSSED.value, hash=bindparam("new_hash"))
)
_sent = Statement(
    select(_changes.c.version, _changes.c.kind, _changes.c.n, _changes.c.by).where(
        _changes.c.match_id == bindparam("of"), _changes.c.write_id == bindparam("sent")
    )
)
_part_of = Statement(
    select(_changes.c.write_id).where(
        _changes.c.match_id == bindparam("of"),
        _changes.c.n == bindparam("entry"),
        _changes.c.kind == ChangeKind.WRITE.value,
    )
)
_of_round = Statement(
    _seen.where(
        _entries.c.state == State.LIVE.value, _entries.c.round == bindparam("number")
    ).order_by(_entries.c.place)
)
_round_end = Statement(
    select(_entries.c.track_values)
    .where(
        _entries.c.match_id == bindparam("of"),
        _entries.c.state == State.LIVE.value,
        _entries.c.round == bindparam("number"),
    )
    .order_by(_entries.c.place.desc())
    .limit(1)
)


def records(session: Session, match_id: str, *states: State) -> Sequence[EntryRow]:
    """The entries in the order of play; of these states, or all."""
    chosen = select(EntryRow).where(EntryRow.match_id == match_id)
    if states:
        chosen = chosen.where(EntryRow.state.in_(states))
    return session.scalars(chosen.order_by(EntryRow.place, EntryRow.n)).all()


def records_from(session: Session, match_id: str, start: int, most: int) -> Sequence[EntryRow]:
    """Of all entries in the order of play, at most so many from a place on."""
    chosen = select(EntryRow).where(EntryRow.match_id == match_id)
    chosen = chosen.order_by(EntryRow.place, EntryRow.n)
    return session.scalars(chosen.offset(start).limit(most)).all()


def record(session: Session, match_id: str, n: int) -> EntryRow | None:
    return session.get(EntryRow, (match_id, n))


def newest(session: Session, match_id: str, number: int) -> Sequence[StoredEntry]:
    """The last so many entries that count, the newest first."""
    return [StoredEntry(*row) for row in _newest.rows(session, of=match_id, most=number)]


def last_live(session: Session, match_id: str) -> StoredEntry | None:
    """The entry that undo takes back."""
    return next(iter(newest(session, match_id, 1)), None)


def first_undone(session: Session, match_id: str) -> StoredEntry | None:
    """The entry that redo brings back."""
    found = _first_undone.row(session, of=match_id)
    return None if found is None else StoredEntry(*found)


def since_position(session: Session, match_id: str, before: int) -> Sequence[EntryRow]:
    """The entries that count before this place, from the last that keeps its position on."""
    live = select(EntryRow).where(*_live(match_id), EntryRow.place < before)
    kept = live.where(EntryRow.position.is_not(None)).order_by(EntryRow.place.desc()).limit(1)
    start = session.scalars(kept).first()
    if start is not None:
        live = live.where(EntryRow.place >= start.place)
    return session.scalars(live.order_by(EntryRow.place)).all()


def live_from(session: Session, match_id: str, place: int) -> Sequence[EntryRow]:
    """The entries that count from this place on, in the order of play."""
    chosen = select(EntryRow).where(*_live(match_id), EntryRow.place >= place)
    return session.scalars(chosen.order_by(EntryRow.place)).all()


def number_from(session: Session, match_id: str, place: int) -> int:
    """Return how many entries count from this place on."""
    chosen = select(func.count()).where(*_live(match_id), EntryRow.place >= place)
    return session.scalar(chosen) or 0


def _live(match_id: str) -> tuple[Any, Any]:
    return EntryRow.match_id == match_id, EntryRow.state == State.LIVE


def live_of_round(session: Session, match_id: str, number: int) -> Sequence[StoredEntry]:
    """The entries of a round that count, in the order of play."""
    return [StoredEntry(*row) for row in _of_round.rows(session, of=match_id, number=number)]


def round_end(session: Session, match_id: str, number: int) -> str | None:
    """The numbers of the tracks after the round's last live entry."""
    found = _round_end.row(session, of=match_id, number=number)
    return None if found is None else str(found[0])


def change_of(session: Session, match_id: str, write_id: str) -> MatchChange | None:
    """Return what this write did first, when it was sent before."""
    found = _sent.row(session, of=match_id, sent=first_part(write_id))
    return (
        None if found is None else MatchChange(found[0], ChangeKind(found[1]), found[2], found[3])
    )


def first_part(write_id: str) -> str:
    """Return the id under which the first change of a write is stored; it may make several."""
    return f"{write_id}.0"


LAST_PART: Final = "then"
"""The part of a write that makes the entry which follows the others, if a rule allows it."""


def first_of_tap(session: Session, match_id: str, n: int) -> int | None:
    """Return the first entry of the write in which this one followed others; else None."""
    write_id, part = _part(session, match_id, n)
    first = change_of(session, match_id, write_id) if part == LAST_PART else None
    return None if first is None else first.n


def last_of_tap(session: Session, match_id: str, n: int) -> int | None:
    """Return the entry that followed this one in the same write; None where none did."""
    write_id, _ = _part(session, match_id, n)
    last = _sent.row(session, of=match_id, sent=f"{write_id}.{LAST_PART}")
    return None if last is None else int(last[2])


def _part(session: Session, match_id: str, n: int) -> tuple[str, str]:
    """Return the id of the write that made an entry, and which part of it the entry was."""
    made = _part_of.row(session, of=match_id, entry=n)
    write_id, _, part = ("" if made is None else str(made[0])).rpartition(".")
    return write_id, part


def latest_change(session: Session, match_id: str, n: int, kinds: Sequence[ChangeKind]) -> int:
    """Return the newest version in which one of these was done to the entry; 0 for none."""
    chosen = select(_changes.c.version).where(
        _changes.c.match_id == match_id, _changes.c.n == n, _changes.c.kind.in_(kinds)
    )
    return session.scalar(chosen.order_by(_changes.c.version.desc()).limit(1)) or 0


def written_by(session: Session, match_id: str, write_id: str) -> Sequence[EntryRow]:
    """The entries that this write has already made, in their order."""
    first = change_of(session, match_id, write_id)
    if first is None:
        return ()
    chosen = select(EntryRow, ChangeRow.write_id).join(
        ChangeRow, (ChangeRow.match_id == EntryRow.match_id) & (ChangeRow.n == EntryRow.n)
    )
    since = ChangeRow.version >= first.version
    chosen = chosen.where(ChangeRow.match_id == match_id, since, ChangeRow.kind == ChangeKind.WRITE)
    return [
        made
        for made, part in session.execute(chosen.order_by(ChangeRow.version))
        if part.rpartition(".")[0] == write_id
    ]


def number_of_changes(session: Session, match_id: str) -> int:
    """Return the number of changes; -1 if their numbers have a gap."""
    counted = select(func.count(), func.max(_changes.c.version)).where(
        _changes.c.match_id == match_id
    )
    number, newest = session.execute(counted).one()
    return number if newest in (number, None) else -1


def append(session: Session, match: MatchState, new: dict[str, Any]) -> None:
    """Write an entry at the end."""
    new_hash = hash_of("entry", new, match.last_entry)
    match.last_entry = link_of(new_hash)
    _appending.run(session, **new, hash=new_hash)


def append_all(
    session: Session,
    match: MatchRow,
    entries: Sequence[dict[str, Any]],
    changes: Sequence[dict[str, Any]],
) -> None:
    """Write all entries and changes of a new match at once."""
    for entry, change in zip(entries, changes, strict=True):
        entry["hash"] = hash_of("entry", entry, match.last_entry)
        match.last_entry = link_of(entry["hash"])
        match.last_change = change["hash"] = hash_of("act", change, match.last_change)
    if entries:
        session.execute(insert(EntryRow), entries)
        session.execute(insert(ChangeRow), changes)


def forget_undone(session: Session, match_id: str) -> None:
    """Cross out what was undone: after something new is written it cannot be brought back."""
    for row in _undone_rows.rows(session, of=match_id):
        old = dict(zip(_entries.c.keys(), row, strict=True))
        new = changed("entry", old, state=State.CROSSED.value)
        _crossing.run(session, of=match_id, number=old["n"], new_hash=new["hash"])


def count_again(session: Session, match_id: str, n: int) -> None:
    session.get_one(EntryRow, (match_id, n)).state = State.LIVE


def cross_out(entries: Iterable[EntryRow], amended_by: int | None = None) -> None:
    for old in entries:
        old.state = State.CROSSED
        old.amended_by = amended_by


def add_change(
    session: Session, match: MatchState | MatchRow, kind: ChangeKind, n: int, write_id: str, by: str
) -> None:
    """Write down the change that made this version of the match."""
    new: dict[str, Any] = {"match_id": match.id, "version": match.version, "at": match.changed}
    new |= {"write_id": write_id, "kind": kind.value, "n": n, "by": by}
    match.last_change = hash_of("act", new, match.last_change)
    _adding.run(session, **new, hash=match.last_change)


# --- The context of a write -----------------------------------------------------------------------


class DeviceStanding(NamedTuple):
    """A device at a match: its right, its seat and its name."""

    right: str
    seat: int | None
    name: str


class WriteContext(NamedTuple):
    """The context of a write as it was when it began; nobody else writes on the match meanwhile."""

    sent: MatchChange | None
    """The first change that this write made, when it was sent before."""
    standing: DeviceStanding | None
    """None for a device that was never at the match."""
    has_undone: bool
    """True where undone entries can still be brought back."""
    has_amendments: bool


def _any_of(table: Table) -> Exists:
    return exists().where(table.c.match_id == bindparam("of"))


_of_this_write = (_changes.c.match_id == _matches.c.id) & (_changes.c.write_id == bindparam("sent"))
_device = (_devices.c.match_id == _matches.c.id) & (_devices.c.id == bindparam("device"))
_undone = _any_of(_entries).where(_entries.c.state == State.UNDONE.value)
_context = Statement(
    select(
        *(_changes.c.version, _changes.c.kind, _changes.c.n, _changes.c.by),
        *(_devices.c.right, _devices.c.seat, _devices.c.name),
        *(_undone, _any_of(_amendments)),
    )
    .select_from(_matches.outerjoin(_changes, _of_this_write).outerjoin(_devices, _device))
    .where(_matches.c.id == bindparam("of"))
)


def context_of(session: Session, match_id: str, write_id: str, device: str) -> WriteContext:
    """Return the context; the match's row is locked by now, so that none of it can change."""
    [found] = _context.rows(session, of=match_id, sent=first_part(write_id), device=device)
    version, kind, n, by, right, seat, name, has_undone, has_amendments = found
    return WriteContext(
        None if version is None else MatchChange(version, ChangeKind(kind), n, by),
        None if right is None else DeviceStanding(right, seat, name),
        bool(has_undone),
        bool(has_amendments),
    )
