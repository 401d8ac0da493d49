"""One write on a match, inside its transaction: the changes that it makes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
from msgspec import structs
from sqlalchemy.orm import Session

from tracker.engine import history
from tracker.engine.history import Amendment
from tracker.engine.title import AnyTitle, Reader, why_not
from tracker.service import access, hidden, requests, undoing
from tracker.service.access import Standing
from tracker.service.clock import moment
from tracker.service.loading import (
    LARGEST,
    position_of,
    title_and_setup,
    turned_entry,
    written_by,
)
from tracker.service.position_cache import positions
from tracker.service.serialization import (
    decide_again,
    position_after,
    record_of,
    unpack_entry,
    unpack_facts,
)
from tracker.service.write_errors import (
    AlreadyAsked,
    AlreadyWritten,
    MovedOn,
    UsedAlready,
)
from tracker.store import amendments, devices, match_log
from tracker.store.amendments import Amended, RowChange, RowState
from tracker.store.match_log import (
    ChangeKind,
    MatchState,
    State,
    StoredEntry,
    WriteContext,
    context_of,
)
from tracker.store.models import EntryRow, RequestRow


class Receipt(NamedTuple):
    """The answer to a write."""

    version: int
    entries: int = 0
    """The number of entries that it has added to those that count."""
    waits: bool = False
    """True where it waits for approval, or did."""


@dataclass(slots=True)
class Write:
    """One write on a match, which a device made and named by an id of its own."""

    session: Session
    match: MatchState
    id: str
    by: str
    context: WriteContext
    changes: int = 0
    """The number of changes that it has made so far."""
    entries: int = 0
    waits: bool = False
    """Both as the receipt says them."""

    @property
    def title(self) -> AnyTitle:
        return title_and_setup(self.match)[0]

    @property
    def position(self) -> Any:
        return position_of(self.match)

    @property
    def standing(self) -> Standing:
        return access.standing_of(self.by, self.context.standing)

    @property
    def receipt(self) -> Receipt:
        return Receipt(self.match.version, self.entries, self.waits)

    def as_device(self, by: str) -> "Write":
        """Return the same write as another device makes it."""
        return replace(self, by=by, context=context_of(self.session, self.match.id, self.id, by))

    # What must be so before anything is done

    def was_sent(self, *kinds: ChangeKind, n: int | None = None) -> bool:
        """Return whether this was done, or asked for, when it was sent before.

        Raises `UsedAlready` where something else was.
        """
        done = self.context.sent
        if done is None:
            return False
        if (
            done.by != self.by
            or done.kind not in (*kinds, ChangeKind.ASK)
            or n not in (None, done.n)
        ):
            raise UsedAlready
        self.waits = done.kind is ChangeKind.ASK
        return True

    def must_be_what_was_written(self, entries: Sequence[Any]) -> None:
        """Raise an error where other entries were sent with this id: they would be lost."""
        made = match_log.written_by(self.session, self.match.id, self.id)
        before = [unpack_entry(self.title, record.entry) for record in made]
        if made and before[: len(entries)] != list(entries):
            raise AlreadyWritten(written_by(self.session, self.match, self.id))
        request = None if made else devices.request_of(self.session, self.match.id, self.id)
        if request is not None and requests.entries_of(self.title, request) != list(entries):
            raise AlreadyAsked

    def must_be_current(self, version: int) -> None:
        if self.match.version != version:
            raise MovedOn

    def must_be_allowed(self, entries: Sequence[Any]) -> None:
        """Raise `Refused` before anything is written, where the rules refuse one of these."""
        hidden.must_not_tell(self.title, self.match, entries)
        position = self.position
        for entry in entries:
            position = self.title.decide(position, entry).position

    # What is done

    def add_change(self, kind: ChangeKind, n: int) -> None:
        """Write down a change, which makes a new version."""
        self.match.changed = later(self.match)
        self.match.version += 1
        match_log.add_change(
            self.session, self.match, kind, n, f"{self.id}.{self.changes}", self.by
        )
        self.changes += 1

    def append(self, entries: Sequence[Any], then: Any = None) -> None:
        """Decide the entries and write them down; `then` too, where it is allowed after them."""
        self._forget_undone()
        position = self.position
        for entry in entries:
            position = self._append(position, entry)
        if then is not None and why_not(self.title, position, then) is None:
            position = self._append(position, then)
        self._set_position(position)

    def _append(self, position: Any, entry: Any) -> Any:
        n = self.match.written
        step = history.decide(self.title, position, n, entry)
        self.add_change(ChangeKind.WRITE, n)
        match_log.append(self.session, record_of(self.match, self.title, step, self.by, place=n))
        self.match.written += 1
        self.entries += 1
        return step.after

    def _forget_undone(self) -> None:
        """Cross out what was undone, now that something new is written."""
        session, match_id = self.session, self.match.id
        if self.context.has_amendments:
            undone = match_log.first_undone(session, match_id)
            amendments.forget_undone(session, match_id, undone.place if undone else None)
        if self.context.has_undone:
            match_log.forget_undone(session, match_id)

    def take_back(self, taken: Sequence[EntryRow]) -> None:
        """Undo these entries, the last one first."""
        title, setup = title_and_setup(self.match)
        for record in reversed(taken):
            record.state = State.UNDONE
            self.add_change(ChangeKind.UNDO, record.n)
        earlier = match_log.since_position(self.session, self.match.id, taken[0].place)
        self._set_position(position_after(title, setup, earlier))

    def bring_back(self, undone: StoredEntry) -> None:
        """Let an undone entry count again, by the facts that it had."""
        match_log.count_again(self.session, self.match.id, undone.n)
        self.add_change(ChangeKind.REDO, undone.n)
        self.entries += 1
        facts = unpack_facts(self.title, undone.facts)
        self._set_position(self.title.apply(self.position, facts))

    def amend(self, old: EntryRow, later: Sequence[EntryRow], amendment: Amendment) -> None:
        """Write the amended entry in place of the old one, and the later ones as decided again."""
        live = {record.n: record for record in later}
        before = {record.n: amendments.row_state(record) for record in (old, *later)}
        added = [step for step in amendment.steps if step.n not in live]
        new = added[0].n if added else None
        self._forget_undone()
        match_log.cross_out([live[step.n] for step, _ in amendment.refused])
        match_log.cross_out([old], amended_by=new)
        self.add_change(ChangeKind.AMEND, old.n)
        for step in amendment.steps:
            if step.n in live:
                decide_again(self.title, live[step.n], step)
        changes = [
            RowChange(record.n, before[record.n], after)
            for record in (old, *later)
            if (after := amendments.row_state(record)) != before[record.n]
        ]
        for step in added:
            row = record_of(self.match, self.title, step, self.by, place=old.place)
            match_log.append(self.session, row)
            changes.append(_added(row))
        version = self.match.version
        made = Amended(version, old.n, old.place, None, new, self.by, State.LIVE, version)
        amendments.add(self.session, self.match.id, made, changes)
        self.match.written += len(added)
        self._set_position(amendment.position)

    def take_back_amendment(self, amended: Amended) -> None:
        """Undo an amendment: what it changed and what it dropped come back."""
        self._replace_line(amended, ChangeKind.UNDO_AMEND, State.UNDONE)

    def bring_back_amendment(self, amended: Amended) -> None:
        """Let an amendment that was undone count again."""
        self._replace_line(amended, ChangeKind.REDO_AMEND, State.LIVE)

    def _replace_line(self, amended: Amended, kind: ChangeKind, state: State) -> None:
        match_id = self.match.id
        undoing.replace_line(self.session, match_id, amended)
        self.add_change(kind, amended.n)
        amendments.set_state(self.session, match_id, amended.version, state, self.match.version)
        title, setup = title_and_setup(self.match)
        live = match_log.since_position(self.session, match_id, LARGEST)
        self._set_position(position_after(title, setup, live))

    def turn_up(self, entry: Any) -> None:
        """Show what the entry uncovers; it is still to be written."""
        self.match.uncovered = msgspec.json.encode(entry)
        self.add_change(ChangeKind.TURN_UP, self.match.written)

    def wait(self, new: RequestRow) -> None:
        """Write nothing until those who are asked have agreed."""
        new.at = later(self.match)
        devices.ask(self.session, new)
        self.add_change(ChangeKind.ASK, self.match.written)
        self.waits = True

    def _set_position(self, position: Any) -> None:
        match, title = self.match, self.title
        positions.pack_into(match, position)
        match.is_over = title.outcome(position) is not None
        turned = turned_entry(title, match)
        if turned is not None and not title.see(position, turned, Reader.TABLE).uncovers:
            match.uncovered = None


def _added(row: dict[str, Any]) -> RowChange:
    """Return the change that an amendment's own entry is: crossed out before, and live after."""
    after = RowState(*(row[name] for name in RowState.__struct_fields__))
    return RowChange(row["n"], structs.replace(after, state=State.CROSSED.value), after)


def later(match: MatchState) -> str:
    """Return the time now; or when the match was last changed, if the clock was put back since."""
    return max(moment(), match.changed)
