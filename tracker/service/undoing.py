"""Undo and redo: what was done last, and what was taken back last, an entry or an amendment.

The entries that count are a line in the order of play. Undo moves its end back by an entry, or
replaces the line by the one before the amendment; redo does the opposite.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import structs
from sqlalchemy.orm import Session

from tracker.engine.history import NotThere
from tracker.engine.message import Message
from tracker.engine.title import AnyTitle
from tracker.service.loading import must_count
from tracker.service.serialization import SheetEntry, sheet_entry, unpack_entry
from tracker.service.write_errors import UsedAlready
from tracker.store import amendments, match_log
from tracker.store.amendments import Amended, RowState
from tracker.store.match_log import ChangeKind, State, StoredEntry
from tracker.store.models import EntryRow

AMENDED = Message("the change to “{entry}”")
TAKEN_OUT = Message("removing “{entry}”")

Undoable = StoredEntry | Amended


def to_undo(session: Session, match_id: str) -> Undoable | None:
    """Return what was done last: an entry that was written, or an amendment."""
    last = match_log.last_live(session, match_id)
    amended = amendments.newest(session, match_id, State.LIVE)
    return _later(session, match_id, last, amended, (ChangeKind.WRITE, ChangeKind.REDO))


def to_redo(session: Session, match_id: str) -> Undoable | None:
    """Return what was undone last."""
    undone = match_log.first_undone(session, match_id)
    amended = amendments.newest(session, match_id, State.UNDONE)
    return _later(session, match_id, undone, amended, (ChangeKind.UNDO,))


def _later(
    session: Session,
    match_id: str,
    entry: StoredEntry | None,
    amended: Amended | None,
    kinds: Sequence[ChangeKind],
) -> Undoable | None:
    if entry is None or amended is None:
        return amended or entry
    is_entry = match_log.latest_change(session, match_id, entry.n, kinds) > amended.latest
    return entry if is_entry else amended


def to_take_back(session: Session, match_id: str, down_to: int | None) -> Sequence[EntryRow]:
    """Return the entries that undo takes back, in the order of play.

    They are the last one, or with `down_to` all from that one on; amendments of what came before
    stay.
    """
    last = match_log.last_live(session, match_id)
    if last is None:
        raise NotThere("There is no entry to undo.")
    first = last if down_to is None else must_count(session, match_id, down_to)
    return match_log.live_from(session, match_id, first.place)


def shown(
    session: Session, title: AnyTitle, setup: Any, position: Any, found: Undoable | None, of: str
) -> SheetEntry | None:
    """Return what the page says undo or redo will do."""
    if found is None:
        return None
    if isinstance(found, StoredEntry):
        return sheet_entry(title, setup, position, found)
    entry = sheet_entry(title, setup, position, entry_of(session, of, found))
    text = TAKEN_OUT if found.replaced_by is None else AMENDED
    says = Message(text.text, {"entry": entry.says})
    return structs.replace(entry, by=found.by, amends=found.n, says=says)


def entry_of(session: Session, match_id: str, amended: Amended) -> EntryRow:
    """Return the entry that the amendment wrote, or else the one that it took out."""
    n = amended.n if amended.replaced_by is None else amended.replaced_by
    found = match_log.record(session, match_id, n)
    if found is None:
        raise NotThere(f"There is no entry {n}.")
    return found


def must_be_what_was_amended(
    session: Session, title: AnyTitle, match_id: str, write_id: str, entry: Any | None
) -> None:
    """Raise `UsedAlready` where another entry was sent with this id: this one would be lost."""
    done = match_log.change_of(session, match_id, write_id)
    made = done and amendments.made_in(session, match_id, done.version)
    if not made:
        return
    new = (
        None if made.replaced_by is None else match_log.record(session, match_id, made.replaced_by)
    )
    if entry != (None if new is None else unpack_entry(title, new.entry)):
        raise UsedAlready


def replace_line(session: Session, match_id: str, amended: Amended) -> None:
    """Put the rows as they were before the amendment; where it was undone, as after it."""
    undone = match_log.first_undone(session, match_id)
    is_undo = amended.state == State.LIVE
    for change in amendments.changes_of(session, match_id, amended.version):
        record = session.get_one(EntryRow, (match_id, change.n))
        if amended.kept_below is not None and record.place >= amended.kept_below:
            continue
        old, new = (change.after, change.before) if is_undo else (change.before, change.after)
        _put(record, new)
        if old.state != new.state:
            record.state = _state(new, record.place, undone)


def _put(record: EntryRow, new: RowState) -> None:
    record.amended_by, record.facts, record.round = new.amended_by, new.facts, new.round
    record.track_values, record.position = new.track_values, new.position


def _state(new: RowState, place: int, undone: StoredEntry | None) -> State:
    """Return the state of an entry that comes into the line or leaves it."""
    if new.state != State.LIVE:
        return State.CROSSED
    return State.LIVE if undone is None or place < undone.place else State.UNDONE
