"""Writing on a match: one write is one transaction, which is published once it is on disk."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
from sqlalchemy.orm import Session

from tracker.engine import history
from tracker.engine.history import Step
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import AnyTitle, Reader
from tracker.service import requests, results, rights
from tracker.service.match import (
    LoadedMatch,
    SheetEntry,
    clean_entry,
    decided,
    moment,
    must_be_writable,
    unpack_entry,
    written_by,
)
from tracker.service.rights import Standing
from tracker.store import amendments, devices, match_log
from tracker.store.database import Database
from tracker.store.database_errors import Unreachable as Unreachable  # for the rooms above
from tracker.store.match_log import ChangeKind, State, WriteContext, context_of
from tracker.store.models import RequestRow

Publish = Callable[[str, int], None]


def publish_to_nobody(match_id: str, version: int) -> None:
    """Publish to nobody: no other device follows the match."""


class NoSuchDocument(Exception):
    """There is nothing at that address, such as a deck or a note; `says` tells it."""

    says: Message


class NoSuchNote(NoSuchDocument):
    """No note of that id was ever written on the match."""

    says = Message("There is no such note in this match.")


class NoSuchRequest(NoSuchDocument):
    """Nobody at the match ever asked for that."""

    says = Message("There is no such request in this match.")


class MovedOn(Exception):
    """Somebody wrote on the sheet since the page was made; what was asked for may mislead now."""


class AlreadyWritten(Exception):
    """Something else was sent before with this id, and is written; this is not."""

    def __init__(self, made: Sequence[SheetEntry]) -> None:
        super().__init__()
        self.made = made

    @property
    def says(self) -> Message:
        return Message(
            "This has already been entered: {entries}. Later changes were not saved.",
            {"entries": tuple(entry.says for entry in self.made)},
        )


class AlreadyAsked(Exception):
    """Something else was sent before with this id, and waits for a yes; this does not."""

    says = Message("This is already waiting for approval. Later changes were not saved.")


class AlreadyAnswered(Exception):
    """The request waits no longer: somebody else answered it, or it was taken back."""

    says = Message("This request has already been answered.")


class UsedAlready(Exception):
    """The id of this write belongs to something else that was done; this was not done."""

    says = Message("This form has already been used for something else. Nothing was saved.")


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
    match: LoadedMatch
    id: str
    by: str
    context: WriteContext
    changes: int = 0
    """The number of changes that it has made so far."""
    entries: int = 0
    waits: bool = False
    """Both as the receipt says them."""

    @property
    def standing(self) -> Standing:
        return rights.standing_of(self.by, self.context.standing)

    @property
    def receipt(self) -> Receipt:
        return Receipt(self.match.row.version, self.entries, self.waits)

    def as_device(self, by: str) -> "Write":
        """Return the same write as another device makes it."""
        return replace(self, by=by, context=context_of(self.session, self.match.id, self.id, by))

    # What must be so before anything is done

    def is_repeated(self, *kinds: ChangeKind, n: int | None = None) -> bool:
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

    def must_be_the_same(self, entries: Sequence[Any]) -> None:
        """Raise an error where other entries were sent with this id: they would be lost."""
        title, match_id = self.match.title, self.match.id
        made = match_log.written_by(self.session, match_id, self.id)
        before = [unpack_entry(title, record.entry) for record in made]
        if made and before[: len(entries)] != list(entries):
            raise AlreadyWritten(written_by(self.session, self.match, self.id))
        request = None if made else devices.request_of(self.session, match_id, self.id)
        if request is not None and requests.entries_of(title, request) != list(entries):
            raise AlreadyAsked

    def must_be_current(self, version: int) -> None:
        if self.match.row.version != version:
            raise MovedOn

    def must_be_allowed(self, entries: Sequence[Any], then: Any = None) -> frozenset[int]:
        """Return the seats that have to agree first; raise an error where the entries may not be.

        They are not judged as long as that would tell of something hidden.
        """
        wanted = entries if then is None else [*entries, then]
        asked = rights.must_write(self.standing, self.match, wanted)
        must_not_tell(self.match, entries)
        return asked

    # What is done

    def add_change(self, kind: ChangeKind, n: int, part: str = "") -> None:
        """Write down a change, which makes a new version."""
        row = self.match.row
        row.changed = self._now()
        row.version += 1
        part = part or str(self.changes)
        match_log.add_change(self.session, row, kind, n, f"{self.id}.{part}", self.by)
        self.changes += 1

    def append(self, entries: Sequence[Any], then: Any = None) -> None:
        """Decide the entries and write them down; `then` too, where it is allowed after them."""
        steps = self._decided(entries, then)
        self.forget_undone()
        for number, step in enumerate(steps):
            part = match_log.LAST_PART if number == len(entries) else ""
            self.add_change(ChangeKind.WRITE, step.n, part)
            self.add_entry(step, place=step.n)
        self.entries += len(steps)
        self.match.move_to(steps[-1].after)

    def _decided(self, entries: Sequence[Any], then: Any) -> list[Step]:
        """Return the steps of the entries; raise `Refused` where a rule forbids one."""
        title, position, n = self.match.title, self.match.position, self.match.row.written
        steps: list[Step] = []
        for entry in entries:
            steps.append(history.decide(title, position, n + len(steps), entry))
            position = steps[-1].after
        if then is not None:
            with suppress(Refused):
                steps.append(history.decide(title, position, n + len(steps), then))
        return steps

    def add_entry(self, step: Step, place: int) -> dict[str, Any]:
        """Write an entry down that was decided; return its row."""
        row = {
            "match_id": self.match.id,
            "n": step.n,
            "place": place,
            "state": State.LIVE.value,
            "amended_by": None,
            "at": self.match.row.changed,
            "by": self.by,
            "entry": msgspec.json.encode(step.entry),
            **decided(self.match.title, step),
        }
        match_log.append(self.session, self.match.row, row)
        self.match.row.written += 1
        return row

    def forget_undone(self) -> None:
        """Cross out what was undone, now that something new is written."""
        session, match_id = self.session, self.match.id
        if self.context.has_amendments:
            undone = match_log.first_undone(session, match_id)
            amendments.forget_undone(session, match_id, undone.place if undone else None)
        if self.context.has_undone:
            match_log.forget_undone(session, match_id)

    def turn_up(self, entry: Any) -> None:
        """Show what the entry uncovers; it is still to be written."""
        self.match.turned, self.match.row.uncovered = entry, msgspec.json.encode(entry)
        self.add_change(ChangeKind.TURN_UP, self.match.row.written)

    def ask(self, entries: Sequence[Any], then: Any, asked: Iterable[int]) -> None:
        """Let the entries wait until those who are asked agree, if the rules allow them now."""
        self._decided(entries, then)
        self.wait(requests.ask_to_write(self, entries, then, asked))

    def wait(self, new: RequestRow) -> None:
        """Write nothing until those who are asked have agreed."""
        new.at = self._now()
        devices.ask(self.session, new)
        self.add_change(ChangeKind.ASK, self.match.row.written)
        self.waits = True

    def _now(self) -> str:
        """Return the time; that of the last change if the clock was put back since."""
        return max(moment(), self.match.row.changed)


class MatchWriter:
    """Writes on the matches of a database, and publishes what was written once it is on disk."""

    def __init__(self, database: Database, publish: Publish = publish_to_nobody) -> None:
        """`publish` is called with the match and its new version."""
        self._database = database
        self._publish = publish

    @contextmanager
    def writing(self, match_id: str, write_id: str, by: str) -> Iterator[Write]:
        """Lock and load the match; when the block ends save it, commit and publish."""
        with self._database.writing() as session:
            match = must_be_writable(session, match_id)
            row = match.row
            before, was_over, was_listed = row.version, row.is_over, devices.listing_of(row)
            context = context_of(session, match_id, write_id, by)
            yield Write(session, match, write_id, by, context)
            is_changed = row.version != before
            if is_changed:
                match_log.save(session, row)
                if devices.listing_of(row) != was_listed:
                    devices.relist(session, match_id, devices.listing_of(row))
                if row.is_over or was_over:
                    results.settle(session, match)
                self._database.notify(session, match_id, row.version)
        if is_changed:
            self._publish(match_id, row.version)

    def write(
        self, match_id: str, entries: Sequence[Any], write_id: str, by: str, then: Any = None
    ) -> Receipt:
        """Decide the entries and write them down, all or none.

        Sent again with the same id it changes nothing; with other entries it is `AlreadyWritten`.
        `then` is written too if it is allowed: the end of a turn that the entries may have ended
        themselves.
        """
        entries = [clean_entry(entry) for entry in entries]
        with self.writing(match_id, write_id, by) as write:
            if write.is_repeated(ChangeKind.WRITE):
                write.must_be_the_same(entries)
            elif asked := write.must_be_allowed(entries, then):
                write.ask(entries, then, asked)
            else:
                write.append(entries, then)
        return write.receipt

    def deal(self, match_id: str, entry: Any, write_id: str, by: str) -> Receipt:
        """Write an entry whose hidden part the program itself has drawn.

        An entry that comes from outside goes to `write`, where it may hide nothing.
        """
        with self.writing(match_id, write_id, by) as write:
            if write.is_repeated(ChangeKind.WRITE):
                write.must_be_the_same([entry])
            else:
                rights.must_write(write.standing, write.match, [entry])
                write.append([entry])
        return write.receipt

    def turn_up(self, match_id: str, entry: Any, write_id: str, by: str) -> Receipt:
        """Show what the entry uncovers before it is written, so that its choices can be made.

        It stays shown until it is written: nobody looks at one thing and then takes another.
        """
        with self.writing(match_id, write_id, by) as write:
            if not write.is_repeated(ChangeKind.TURN_UP):
                title, position = write.match.title, write.match.position
                write.must_be_allowed([entry])
                title.decide(position, entry)
                if not title.see(position, entry, Reader.TABLE).uncovers:
                    raise Invalid("entry", "shows nothing that is hidden")
                write.turn_up(entry)
        return write.receipt


# --- What is hidden: an entry is not judged while its judgement would tell of it ------------------


def must_not_tell(match: LoadedMatch, entries: Sequence[Any]) -> None:
    """Raise `Refused` where judging these would tell of what is hidden, even by a refusal."""
    refused = why_not_yet(match.title, match.position, entries, match.turned)
    if refused is not None:
        raise refused


def why_not_yet(
    title: AnyTitle,
    position: Any,
    entries: Sequence[Any],
    turned: Any,
    *,
    only_tried: bool = False,
) -> Refused | None:
    """Return why these may not be judged yet: even a refusal would tell of what is hidden.

    `turned` is the entry that has shown something already, while its choices are made. What is
    only tried would be seen by one reader and stay hidden from the others.
    """
    for entry in entries:
        sight = title.see(position, entry, Reader.TABLE)
        if sight.forbidden is not None:
            return sight.forbidden
        if not sight.uncovers:
            continue
        if turned is None:
            if only_tried or sight.is_guess or len(entries) > 1:
                return Refused(sight.rule, "This tile is face down. Turn it over first.")
        elif title.see(position, turned, Reader.TABLE).uncovers != sight.uncovers:
            return Refused(sight.rule, "Another tile has been turned over; finish that one first.")
    return None
