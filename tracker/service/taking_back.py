"""Taking back: undo, redo and amending.

The entries that count are a line in the order of play. Undo moves its end back by an entry, or
replaces the line by the one before the amendment; redo does the opposite.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import structs
from sqlalchemy.orm import Session

from tracker.engine import history
from tracker.engine.history import Amendment, NotThere
from tracker.engine.message import Message
from tracker.service import requests, rights
from tracker.service.match import (
    LARGEST,
    LoadedMatch,
    SheetEntry,
    clean_entry,
    decide_again,
    live_from,
    must_count,
    position_after,
    steps_from,
    unpack_entry,
    unpack_facts,
)
from tracker.service.writing import MatchWriter, Receipt, UsedAlready, Write, must_not_tell
from tracker.store import amendments, match_log
from tracker.store.amendments import CHANGEABLE, Amended, RowChange
from tracker.store.match_log import ChangeKind, State, StoredEntry
from tracker.store.models import EntryRow

AMENDED = Message("the change to “{entry}”")
TAKEN_OUT = Message("removing “{entry}”")

Entries = Sequence[EntryRow | StoredEntry]
Undoable = Entries | Amended
"""The entries of one tap in the order of play, or an amendment: undo or redo is about them."""


class TakingBack(MatchWriter):
    """Undoes, redoes and amends in the matches of a database."""

    def undo(
        self, match_id: str, version: int, write_id: str, by: str, down_to: int | None = None
    ) -> Receipt:
        """Take back what was done last, an entry or an amendment.

        With `down_to` the last entry and all before it down to that one are taken back.
        """
        with self.writing(match_id, write_id, by) as write:
            if not write.is_repeated(ChangeKind.UNDO, ChangeKind.UNDO_AMEND):
                write.must_be_current(version)
                last = to_undo(write.session, match_id) if down_to is None else None
                if isinstance(last, Amended):
                    take_back_amendment(write, last)
                else:
                    _undo(write, last[0].n if last and len(last) > 1 else down_to)
        return write.receipt

    def redo(self, match_id: str, version: int, write_id: str, by: str) -> Receipt:
        """Bring back what was undone last, an entry or an amendment."""
        with self.writing(match_id, write_id, by) as write:
            if not write.is_repeated(ChangeKind.REDO, ChangeKind.REDO_AMEND):
                write.must_be_current(version)
                undone = to_redo(write.session, match_id)
                if undone is None:
                    raise NotThere("There is no undone entry to bring back.")
                if isinstance(undone, Amended):
                    take_back_amendment(write, undone)
                else:
                    _redo(write, undone)
        return write.receipt

    def amend(
        self, match_id: str, n: int, entry: Any | None, version: int, write_id: str, by: str
    ) -> Receipt:
        """Write the entry in place of the nth, or take that out; later ones are decided again."""
        entry = None if entry is None else clean_entry(entry)
        with self.writing(match_id, write_id, by) as write:
            if write.is_repeated(ChangeKind.AMEND, n=n):
                _must_be_what_was_amended(write, entry)
            else:
                write.must_be_current(version)
                _amend(write, n, entry)
        return write.receipt


# --- Entries -------------------------------------------------------------------------------------


def _undo(write: Write, down_to: int | None) -> None:
    taken = to_take_back(write.session, write.match.id, down_to)
    if asked := rights.must_take_back(write.standing, write.match, taken):
        kind = ChangeKind.UNDO
        write.wait(requests.ask_to_take_back(write, kind, taken[::-1], down_to, asked))
    else:
        take_back(write, taken)


def _redo(write: Write, undone: Entries) -> None:
    if asked := rights.must_take_back(write.standing, write.match, undone):
        write.wait(requests.ask_to_take_back(write, ChangeKind.REDO, undone, None, asked))
    else:
        bring_back(write, undone)


def take_back(write: Write, taken: Sequence[EntryRow]) -> None:
    """Undo these entries, the last one first."""
    match = write.match
    for record in reversed(taken):
        record.state = State.UNDONE
        write.add_change(ChangeKind.UNDO, record.n)
    earlier = match_log.since_position(write.session, match.id, taken[0].place)
    match.move_to(position_after(match.title, match.setup, earlier))


def bring_back(write: Write, undone: Entries) -> None:
    """Let undone entries count again, by the facts that they had."""
    match = write.match
    for entry in undone:
        match_log.count_again(write.session, match.id, entry.n)
        write.add_change(ChangeKind.REDO, entry.n)
        write.entries += 1
        match.move_to(match.title.apply(match.position, unpack_facts(match.title, entry.facts)))


def to_undo(session: Session, match_id: str) -> Undoable | None:
    """Return what was done last: the entries of one tap, or an amendment."""
    last = match_log.last_live(session, match_id)
    amended = amendments.newest(session, match_id, State.LIVE)
    newest = _later(session, match_id, last, amended, (ChangeKind.WRITE, ChangeKind.REDO))
    return _written_by_tap(session, match_id, newest) if isinstance(newest, StoredEntry) else newest


def to_redo(session: Session, match_id: str) -> Undoable | None:
    """Return what was undone last."""
    undone = match_log.first_undone(session, match_id)
    amended = amendments.newest(session, match_id, State.UNDONE)
    newest = _later(session, match_id, undone, amended, (ChangeKind.UNDO,))
    return undone_by_tap(session, match_id) if isinstance(newest, StoredEntry) else newest


def _written_by_tap(session: Session, match_id: str, last: StoredEntry) -> Entries:
    """Return the entries that count of the tap that ended with this one: "Save and end turn"."""
    n = match_log.first_of_tap(session, match_id, last.n)
    first = None if n is None else match_log.record(session, match_id, n)
    return [last] if first is None else match_log.live_from(session, match_id, first.place)


def undone_by_tap(session: Session, match_id: str) -> Entries:
    """Return the entries that one tap brings back: all that one tap had written."""
    undone = match_log.first_undone(session, match_id)
    if undone is None:
        return []
    last = match_log.last_of_tap(session, match_id, undone.n)
    if last is None or last == undone.n:
        return [undone]
    records = match_log.records(session, match_id, State.UNDONE)
    return [record for record in records if undone.n <= record.n <= last]


def _later(
    session: Session,
    match_id: str,
    entry: StoredEntry | None,
    amended: Amended | None,
    kinds: Sequence[ChangeKind],
) -> StoredEntry | Amended | None:
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


def shown(session: Session, match: LoadedMatch, found: Undoable | None) -> SheetEntry | None:
    """Return what the page says undo or redo will do."""
    if found is None:
        return None
    if not isinstance(found, Amended):
        first, *others = map(match.shown, found)
        if not others:
            return first
        says = Message("{first}; {then}", {"first": first.says, "then": others[-1].says})
        return structs.replace(first, says=says)
    entry = match.shown(entry_of(session, match.id, found))
    text = TAKEN_OUT if found.replaced_by is None else AMENDED
    says = Message(text.text, {"entry": entry.says})
    return structs.replace(entry, by=found.by, amends=found.n, says=says)


# --- Amendments ----------------------------------------------------------------------------------


def _must_be_what_was_amended(write: Write, entry: Any | None) -> None:
    """Raise `UsedAlready` where another entry was sent with this id: this one would be lost."""
    session, match = write.session, write.match
    done = match_log.change_of(session, match.id, write.id)
    made = done and amendments.made_in(session, match.id, done.version)
    if not made:
        return
    n = made.replaced_by
    new = None if n is None else match_log.record(session, match.id, n)
    if entry != (None if new is None else unpack_entry(match.title, new.entry)):
        raise UsedAlready


def _amend(write: Write, n: int, entry: Any | None) -> None:
    session, match = write.session, write.match
    old, *later = live_from(session, match.id, n)
    rights.must_amend(write.standing, match, old, entry)
    if entry is not None:
        must_not_tell(match, [entry])
    steps = steps_from(session, match, n)
    amendment = history.amend(match.title, steps, entry, match.row.written)
    dropped = {step.n for step, _ in amendment.refused}
    rights.must_drop(write.standing, [record for record in later if record.n in dropped])
    _replace(write, old, later, amendment)


def _replace(write: Write, old: EntryRow, later: Sequence[EntryRow], amendment: Amendment) -> None:
    """Write the amended entry in place of the old one, and the later ones as decided again."""
    match = write.match
    live = {record.n: record for record in later}
    before = {record.n: amendments.values_of(record) for record in (old, *later)}
    added = [step for step in amendment.steps if step.n not in live]
    new = added[0].n if added else None
    write.forget_undone()
    match_log.cross_out([live[step.n] for step, _ in amendment.refused])
    match_log.cross_out([old], amended_by=new)
    write.add_change(ChangeKind.AMEND, old.n)
    for step in amendment.steps:
        if step.n in live:
            decide_again(match.title, live[step.n], step)
    changes = [
        RowChange(record.n, before[record.n], after)
        for record in (old, *later)
        if (after := amendments.values_of(record)) != before[record.n]
    ]
    changes += [_added(write.add_entry(step, place=old.place)) for step in added]
    version = match.row.version
    made = Amended(version, old.n, old.place, None, new, write.by, State.LIVE, version)
    amendments.add(write.session, match.id, made, changes)
    match.move_to(amendment.position)


def _added(row: dict[str, Any]) -> RowChange:
    """Return the change that an amendment's own entry is: crossed out before, and live after."""
    after: Any = tuple(row[name] for name in CHANGEABLE)
    return RowChange(row["n"], (State.CROSSED.value, *after[1:]), after)


def take_back_amendment(write: Write, amended: Amended) -> None:
    """Undo an amendment: what it changed and dropped comes back. If it was undone, redo it."""
    session, match = write.session, write.match
    entry = unpack_entry(match.title, entry_of(session, match.id, amended).entry)
    claim = match.title.claim(match.position, entry)
    rights.must_take_back_amendment(write.standing, claim, amended.by)
    replace_line(session, match.id, amended)
    is_undo = amended.state == State.LIVE
    write.add_change(ChangeKind.UNDO_AMEND if is_undo else ChangeKind.REDO_AMEND, amended.n)
    state = State.UNDONE if is_undo else State.LIVE
    amendments.set_state(session, match.id, amended.version, state, match.row.version)
    live = match_log.since_position(session, match.id, LARGEST)
    match.move_to(position_after(match.title, match.setup, live))


def entry_of(session: Session, match_id: str, amended: Amended) -> EntryRow:
    """Return the entry that the amendment wrote, or else the one that it took out."""
    n = amended.n if amended.replaced_by is None else amended.replaced_by
    found = match_log.record(session, match_id, n)
    if found is None:
        raise NotThere(f"There is no entry {n}.")
    return found


def replace_line(session: Session, match_id: str, amended: Amended) -> None:
    """Put the rows as they were before the amendment; where it was undone, as after it."""
    undone = match_log.first_undone(session, match_id)
    is_undo = amended.state == State.LIVE
    for change in amendments.changes_of(session, match_id, amended.version):
        record = session.get_one(EntryRow, (match_id, change.n))
        if amended.kept_below is not None and record.place >= amended.kept_below:
            continue
        old, new = (change.after, change.before) if is_undo else (change.before, change.after)
        state = record.state if old[0] == new[0] else _state(new[0], record.place, undone)
        for name, value in zip(CHANGEABLE, (state, *new[1:]), strict=True):
            setattr(record, name, value)


def _state(new: str, place: int, undone: StoredEntry | None) -> State:
    """Return the state of an entry that comes into the line or leaves it."""
    if new != State.LIVE:
        return State.CROSSED
    return State.LIVE if undone is None or place < undone.place else State.UNDONE
