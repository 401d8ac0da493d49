"""What is done to a match inside one transaction: entries written, taken back, brought back."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from sqlalchemy.orm import Session

from tracker.engine import history
from tracker.engine.history import NotThere, Step
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid, Refused
from tracker.engine.title import AnyTitle, Reader, why_not
from tracker.games.titles import TITLES
from tracker.service import requests
from tracker.service.clock import moment
from tracker.service.quarantine import Quarantined, what_can_be_read
from tracker.service.serialization import (
    Written,
    position_after,
    record_of,
    replayed,
    unpack_entry,
    unpack_facts,
    unpack_position,
    unpack_setup,
    written,
)
from tracker.store import devices, log, match_rows
from tracker.store.database import Database
from tracker.store.log import Kind, Seen, State
from tracker.store.match_rows import Head
from tracker.store.models import Match, Record, Request

Tell = Callable[[str, int], None]
MOST_DECIDED_AGAIN: Final = 2000
"""An amendment decides at most so many entries again; no evening at a table has as many."""
LARGEST: Final = 2**31 - 1
"""No match has so many entries, and a database looks for no larger number."""


def nobody_to_tell(match_id: str, version: int) -> None:
    """Where no other device follows."""


class NoSuchMatch(Exception):
    """There is no match at that address."""


class MovedOn(Exception):
    """Somebody wrote on the sheet since the page was made; what was asked for may mislead now."""


class AlreadyWritten(Exception):
    """What was sent before with this id was something else, and is written; this is not."""

    def __init__(self, made: Sequence[Written]) -> None:
        super().__init__()
        self.made = made

    @property
    def says(self) -> Message:
        return Message(
            "This has already been entered: {entries}. Later changes were not saved.",
            {"entries": tuple(one.says for one in self.made)},
        )


class AlreadyAsked(Exception):
    """What was sent before with this id was something else, and waits for a yes; this does not."""

    says = Message("This is already waiting for approval. Later changes were not saved.")


class UsedAlready(Exception):
    """The id of this write belongs to something else that was done; this was not done."""

    says = Message("This form has already been used for something else. Nothing was saved.")


@contextmanager
def writing_on(database: Database, tell: Tell, match_id: str) -> Iterator[tuple[Session, Head]]:
    """The match, to be written on by nobody else until the block ends; then it is told of."""
    with database.writing() as session:
        match = match_rows.head_to_write(session, match_id)
        if match is None or match.put_away is not None:
            raise NoSuchMatch(match_id)
        if match.trouble is not None:
            raise Quarantined(match_id)
        before = match.version
        yield session, match
        if match.version != before:
            match_rows.keep(session, match)
            database.notify(session, match_id, match.version)
    if match.version != before:
        tell(match_id, match.version)


def append_all(
    session: Session,
    match: Head,
    title: AnyTitle,
    entries: Sequence[Any],
    then: Any,
    write_id: str,
    by: str,
    first: int = 0,
) -> None:
    """Decide the entries and write them down, in the acts of this write from the first on."""
    log.forget_undone(session, match.id)
    position, step = position_of(match), first
    for entry in entries:
        position = _append(session, match, title, position, entry, f"{write_id}.{step}", by)
        step += 1
    if then is not None and why_not(title, position, then) is None:
        position = _append(session, match, title, position, then, f"{write_id}.{step}", by)
    keep(match, title, position)


def to_take_back(session: Session, match_id: str, down_to: int | None) -> Sequence[Record]:
    """The entries that undo takes back, in the order of play: the last, or all down to that."""
    last = log.last_live(session, match_id)
    if last is None:
        raise NotThere("There is no entry to undo.")
    first = last if down_to is None else must_count(session, match_id, down_to)
    return log.live_from(session, match_id, first.place)


def take_back(
    session: Session,
    match: Head,
    taken: Sequence[Record],
    write_id: str,
    by: str,
    first: int = 0,
) -> None:
    """Undo these entries, the last one first."""
    title, setup = title_and_setup(match)
    match.changed = later(match)
    for step, one in enumerate(reversed(taken), first):
        one.state = State.UNDONE
        log.note(session, match, Kind.UNDO, one.n, f"{write_id}.{step}", by)
    earlier = log.since_position(session, match.id, taken[0].place)
    keep(match, title, position_after(title, setup, earlier))


def bring_back(session: Session, match: Head, undone: Seen, write_id: str, by: str) -> None:
    """Let an undone entry count again, by the lines that it had."""
    title, _ = title_and_setup(match)
    log.count_again(session, match.id, undone.n)
    match.changed = later(match)
    log.note(session, match, Kind.REDO, undone.n, write_id, by)
    facts = unpack_facts(title, undone.facts)
    keep(match, title, title.apply(position_of(match), facts))


def wait(session: Session, match: Head, new: Request) -> int:
    """Nothing is written until those who are asked have agreed."""
    match.changed = new.at = later(match)
    devices.ask(session, new)
    log.note(session, match, Kind.ASK, match.written, f"{new.id}.0", new.by)
    return match.version


def must_be_allowed(title: AnyTitle, match: Head, entries: Sequence[Any]) -> None:
    """What the rules refuse is refused before anything of it is written."""
    must_not_tell(title, match, entries)
    position = position_of(match)
    for entry in entries:
        position = title.decide(position, entry).position


def _append(
    session: Session,
    match: Head,
    title: AnyTitle,
    position: Any,
    entry: Any,
    write_id: str,
    by: str,
) -> Any:
    step = history.decide(title, position, match.written, entry)
    match.changed = later(match)
    log.append(session, record_of(match, title, step, by, place=match.written))
    log.note(session, match, Kind.WRITE, match.written, write_id, by)
    match.written += 1
    return step.after


def keep(match: Head, title: AnyTitle, position: Any) -> None:
    match.position = title.pack(position)
    match.is_over = title.outcome(position) is not None
    turned = turned_entry(title, match)
    if turned is not None and not title.see(position, turned, Reader.TABLE).uncovers:
        match.uncovered = None


def turned_entry(title: AnyTitle, match: Head) -> Any:
    return unpack_entry(title, match.uncovered) if match.uncovered else None


def must_not_tell(title: AnyTitle, match: Head, entries: Sequence[Any]) -> None:
    """Judging an entry must tell nothing of what is hidden, not even by a refusal."""
    refused = why_not_yet(title, position_of(match), entries, turned_entry(title, match))
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
                return Refused(sight.rule, "It lies face down: turn it over first.")
        elif title.see(position, turned, Reader.TABLE).uncovers != sight.uncovers:
            return Refused(sight.rule, "Another tile has been turned over; finish that one first.")
    return None


def must_find(session: Session, match_id: str) -> Head:
    match = match_rows.head_of(session, match_id)
    if match is None or match.put_away is not None:
        raise NoSuchMatch(match_id)
    if match.trouble is not None:
        match.position = what_can_be_read(session, match)
    return match


def was_sent(
    session: Session, match_id: str, write_id: str, by: str, kind: Kind, n: int | None = None
) -> bool:
    """Whether this was done, or asked for, when it was sent before; raises `UsedAlready`."""
    done = log.act_of(session, match_id, write_id)
    if done is None:
        return False
    if done.by != by or done.kind not in (kind, Kind.ASK) or n not in (None, done.n):
        raise UsedAlready
    return True


def must_be_current(match: Head, version: int) -> None:
    if match.version != version:
        raise MovedOn


def must_count(session: Session, match_id: str, n: int) -> Record:
    found = log.record(session, match_id, n) if 0 <= n <= LARGEST else None
    if found is None or found.state != State.LIVE:
        raise NotThere(f"There is no entry {n} that counts.")
    return found


def live_from(session: Session, match_id: str, n: int) -> Sequence[Record]:
    """Return the entries that count from the nth on, in the order of play."""
    return log.live_from(session, match_id, must_count(session, match_id, n).place)


def steps_from(session: Session, match: Head, n: int) -> list[Step]:
    """Return the steps from the nth entry on."""
    title, setup = title_and_setup(match)
    place = must_count(session, match.id, n).place
    must_be_few_after(session, match.id, place)
    earlier = log.since_position(session, match.id, place)
    later = log.live_from(session, match.id, place)
    return replayed(title, setup, [*earlier, *later])[-len(later) :]


def players_of(match: Head | Match) -> tuple[str, ...]:
    """Return the players' names, by seat."""
    return TITLES[match.title].seats(unpack_setup(match.title, match.setup))


def must_be_few_after(session: Session, match_id: str, place: int) -> None:
    """Raise `Invalid` where an amendment would decide so much again that other tables wait."""
    if log.number_from(session, match_id, place) > MOST_DECIDED_AGAIN:
        raise Invalid(
            "entry",
            "more than {most} entries follow this one; write a correction instead",
            most=MOST_DECIDED_AGAIN,
        )


def written_by(session: Session, match: Head, write_id: str) -> list[Written]:
    """The entries that this write has already made; none where it was not sent yet."""
    title, setup = title_and_setup(match)
    made = log.written_by(session, match.id, write_id)
    return [written(title, setup, position_of(match), one) for one in made]


def must_be_what_was_written(
    session: Session, match: Head, write_id: str, entries: Sequence[Any]
) -> None:
    """What is silently taken as sent twice must be the same: else something would be lost."""
    title = TITLES[match.title]
    made = log.written_by(session, match.id, write_id)
    if made and [unpack_entry(title, one.entry) for one in made][: len(entries)] != list(entries):
        raise AlreadyWritten(written_by(session, match, write_id))
    request = None if made else devices.request_of(session, match.id, write_id)
    if request is not None and requests.entries_of(title, request) != list(entries):
        raise AlreadyAsked


def title_and_setup(match: Head) -> tuple[AnyTitle, Any]:
    return TITLES[match.title], unpack_setup(match.title, match.setup)


def position_of(match: Head) -> Any:
    return unpack_position(match.title, match.setup, match.position)


def later(match: Head) -> str:
    """Now; or when the match was last written on, if the clock was put back since."""
    return max(moment(), match.changed)
