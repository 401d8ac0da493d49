"""Matches: making one, reading it, writing on it, and taking back what was written."""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine import history
from tracker.engine.history import Amendment, NotThere, Step
from tracker.engine.match_file import FORMAT
from tracker.engine.message import Message
from tracker.engine.title import Decision, Title
from tracker.games import TITLES
from tracker.service.keeping import (
    Written,
    decide_again,
    exported,
    record_of,
    replayed,
    unpack_entry,
    unpack_lines,
    unpack_position,
    unpack_setup,
    written,
)
from tracker.service.quarantine import Quarantined, what_can_be_read
from tracker.store import heads, log
from tracker.store.database import Database
from tracker.store.heads import Head
from tracker.store.log import Kind, State
from tracker.store.models import Match, Record

NAME_LENGTH: Final = 80


class NoSuchMatch(Exception):
    """There is no match at that address."""


class MovedOn(Exception):
    """Somebody wrote on the sheet since the page was made; what was asked for may mislead now."""


class Sheet(Struct, frozen=True):
    """A match as it stands: what every page of it is drawn from."""

    id: str
    name: str
    title: Title[Any, Any, Any]
    setup: Any
    version: int
    position: Any
    drawn: tuple[int, ...]
    undo: "Written | None"
    redo: "Written | None"
    changed: str
    """When it was last written on."""
    turned: Any = None
    """An entry that has shown what was hidden and is still to be written, with its choices."""
    trouble: Message | None = None
    """Why nothing more can be written on it: a check found it wrong."""


class Listed(Struct, frozen=True):
    """A match in the list of matches."""

    id: str
    name: str
    changed: str
    is_over: bool
    players: tuple[str, ...]


class Matches:
    """The matches in one database."""

    def __init__(
        self, database: Database, tell: Callable[[str, int], None] = lambda match_id, version: None
    ) -> None:
        """`tell` hears of every change of a match once it is committed, with its new version."""
        self._database = database
        self._tell = tell

    def make(self, title: str, setup: Any, name: str, by: str, drawn: Sequence[int] = ()) -> str:
        """A new match; its address cannot be guessed. `drawn` are the seats whose role was."""
        rules = TITLES[title]
        rules.check(setup, ())
        position = rules.start(setup).position
        now = _now()
        match = Match(id=secrets.token_urlsafe(16), title=title, name=name, made_by=by)
        match.created = match.changed = now
        match.setup = msgspec.json.encode(setup)
        match.drawn = msgspec.json.encode(drawn).decode()
        match.version = match.written = 0
        match.position, match.is_over = rules.pack(position), False
        with self._database.writing() as session:
            log.make(session, match)
            return match.id

    def listed(self, *, over: bool) -> list[Listed]:
        with self._database.reading() as session:
            found = heads.newest_heads(session, over=over)
            return [
                Listed(one.id, one.name, one.changed, one.is_over, _players(one)) for one in found
            ]

    def sheet(self, match_id: str) -> Sheet:
        """The match as it stands, with what undo and redo would do."""
        with self._database.reading() as session:
            match = _must_find(session, match_id)
            title, setup = _title_and_setup(match)
            position = _position(match)
            last, undone = log.last_live(session, match_id), log.first_undone(session, match_id)
            return Sheet(
                match_id,
                match.name,
                title,
                setup,
                match.version,
                position,
                tuple(msgspec.json.decode(match.drawn)),
                written(title, setup, position, last) if last else None,
                written(title, setup, position, undone) if undone else None,
                match.changed,
                _turned(title, match),
                Quarantined.says if match.trouble is not None else None,
            )

    def entries(self, match_id: str) -> list[Written]:
        """Everything that was ever written, in the order of play, crossed out or not."""
        with self._database.reading() as session:
            match = _must_find(session, match_id)
            title, setup = _title_and_setup(match)
            now = _position(match)
            return [written(title, setup, now, one) for one in log.records(session, match_id)]

    def newest(self, match_id: str, number: int) -> list[Written]:
        """The last so many entries that count, the newest first."""
        with self._database.reading() as session:
            match = _must_find(session, match_id)
            title, setup = _title_and_setup(match)
            now = _position(match)
            found = log.newest(session, match_id, number)
            return [written(title, setup, now, one) for one in found]

    def scores_by_round(self, match_id: str) -> list[tuple[int, tuple[int, ...]]]:
        """Each round played so far, with everyone's scores at its end or by now."""
        with self._database.reading() as session:
            match = _must_find(session, match_id)
            title, setup = _title_and_setup(match)
            first = title.round_of(title.start(setup).position)
            rounds = range(first, title.round_of(_position(match)) + 1)
            ends = [(one, log.round_end(session, match_id, one)) for one in rounds]
        return [(one, tuple(msgspec.json.decode(scores))) for one, scores in ends if scores]

    def write(
        self, match_id: str, entries: Sequence[Any], write_id: str, by: str, then: Any = None
    ) -> int:
        """Decide the entries and write them down, all or none; the version after them.

        Sent again with the same id it changes nothing. `then` is written too if it is allowed:
        the end of a turn that the entries may have ended themselves.
        """
        with self._writing(match_id) as (session, match):
            if log.was_sent(session, match_id, f"{write_id}.0"):
                return match.version
            title, _ = _title_and_setup(match)
            position = _position(match)
            _must_not_tell(title, match, position, entries)
            log.forget_undone(session, match_id)
            for step, entry in enumerate(entries):
                position = _append(session, match, title, position, entry, f"{write_id}.{step}", by)
            if then is not None and title.why_not(position, then) is None:
                last = f"{write_id}.{len(entries)}"
                position = _append(session, match, title, position, then, last, by)
            _keep(match, title, position)
            return match.version

    def turn_up(self, match_id: str, entry: Any, write_id: str, by: str) -> int:
        """Show what the entry uncovers before it is written, so that its choices can be made.

        It stays shown until it is written: nobody looks at one thing and then takes another.
        """
        with self._writing(match_id) as (session, match):
            if log.was_sent(session, match_id, f"{write_id}.0"):
                return match.version
            title, _ = _title_and_setup(match)
            position = _position(match)
            _must_not_tell(title, match, position, [entry])
            title.decide(position, entry)
            match.changed = _later(match)
            match.turned = msgspec.json.encode(entry)
            log.note(session, match, Kind.TURN_UP, match.written, f"{write_id}.0", by)
            return match.version

    def export(self, match_id: str) -> dict[str, Any]:
        """The match file: everything that was written, and how it stands."""
        with self._database.reading() as session:
            match = _must_find(session, match_id)
            title, setup = _title_and_setup(match)
            now = _position(match)
            position = title.written(now)
            return {
                "format": FORMAT,
                "title": match.title,
                "id": match.id,
                "name": match.name,
                "created": match.created,
                "setup": setup,
                "entries": [exported(title, now, one) for one in log.records(session, match_id)],
                "position": position,
                "result": position["result"],
            }

    def undo(
        self, match_id: str, version: int, write_id: str, by: str, down_to: int | None = None
    ) -> int:
        """Take back the last entry; or, with `down_to`, it and all before it down to that one."""
        with self._writing(match_id) as (session, match):
            if log.was_sent(session, match_id, f"{write_id}.0"):
                return match.version
            _must_be_current(match, version)
            title, setup = _title_and_setup(match)
            last = log.last_live(session, match_id)
            if last is None:
                raise NotThere("There is no entry to undo.")
            first = last if down_to is None else _must_count(session, match_id, down_to)
            match.changed = _later(match)
            earlier = log.since_position(session, match_id, first.place)
            for step, one in enumerate(reversed(log.live_from(session, match_id, first.place))):
                one.state = State.UNDONE
                log.note(session, match, Kind.UNDO, one.n, f"{write_id}.{step}", by)
            _keep(match, title, replayed(title, setup, earlier).position)
            return match.version

    def redo(self, match_id: str, version: int, write_id: str, by: str) -> int:
        """Bring back the entry that was undone last."""
        with self._writing(match_id) as (session, match):
            if log.was_sent(session, match_id, f"{write_id}.0"):
                return match.version
            _must_be_current(match, version)
            undone = log.first_undone(session, match_id)
            if undone is None:
                raise NotThere("There is no undone entry to bring back.")
            title, _ = _title_and_setup(match)
            log.count_again(session, match_id, undone.n)
            match.changed = _later(match)
            log.note(session, match, Kind.REDO, undone.n, f"{write_id}.0", by)
            before = _position(match)
            entry = unpack_entry(title, undone.entry)
            _keep(match, title, title.apply(before, entry, unpack_lines(title, undone.lines)))
            return match.version

    def before(self, match_id: str, n: int) -> tuple[Any, Written]:
        """The position in which the nth entry was written, and the entry: to amend it."""
        with self._database.reading() as session:
            match = _must_find(session, match_id)
            title, setup = _title_and_setup(match)
            one = _must_count(session, match_id, n)
            earlier = log.since_position(session, match_id, one.place)
            position = replayed(title, setup, earlier).position
            return position, written(title, setup, _position(match), one)

    def try_amending(self, match_id: str, n: int, entry: Any | None) -> Amendment:
        """What it would do to write the entry in place of the nth, or to take that out."""
        with self._database.reading() as session:
            match = _must_find(session, match_id)
            title, setup = _title_and_setup(match)
            live = _live_around(session, match_id, n)
            return history.amend(replayed(title, setup, live, match.written), n, entry)

    def amend(
        self, match_id: str, n: int, entry: Any | None, version: int, write_id: str, by: str
    ) -> int:
        """Write the entry in place of the nth, or take that out; later ones are decided again."""
        with self._writing(match_id) as (session, match):
            if log.was_sent(session, match_id, f"{write_id}.0"):
                return match.version
            _must_be_current(match, version)
            title, setup = _title_and_setup(match)
            live = {one.n: one for one in _live_around(session, match_id, n)}
            if entry is not None:
                _must_not_tell(title, match, _position(match), [entry])
            old = replayed(title, setup, list(live.values()), match.written)
            amendment = history.amend(old, n, entry)
            log.cross_out(session, log.records(session, match_id, State.UNDONE))
            log.cross_out(session, [live[step.n] for step, _ in amendment.refused])
            log.cross_out(session, [live[n]], amended_by=None if entry is None else match.written)
            match.changed = _later(match)
            log.note(session, match, Kind.AMEND, n, f"{write_id}.0", by)
            for step in amendment.history.steps():
                before = step.before.position if step.before else amendment.history.start
                if step.n in live:
                    decide_again(title, live[step.n], before, step)
                else:
                    log.append(
                        session, record_of(match, title, before, step, by, place=live[n].place)
                    )
                    match.written += 1
            _keep(match, title, amendment.history.position)
            return match.version

    @contextmanager
    def _writing(self, match_id: str) -> Iterator[tuple[Session, Head]]:
        """The match, to be written on by nobody else until the block ends; then it is told of."""
        with self._database.writing() as session:
            match = heads.head_to_write(session, match_id)
            if match is None:
                raise NoSuchMatch(match_id)
            if match.trouble is not None:
                raise Quarantined(match_id)
            before = match.version
            yield session, match
            if match.version != before:
                heads.keep(session, match)
                self._database.notify(session, match_id, match.version)
        if match.version != before:
            self._tell(match_id, match.version)


def _append(
    session: Session,
    match: Head,
    title: Title[Any, Any, Any],
    position: Any,
    entry: Any,
    write_id: str,
    by: str,
) -> Any:
    decision: Decision[Any] = title.decide(position, entry)
    match.changed = _later(match)
    step = Step(match.written, entry, decision.lines, decision.position, None)
    log.append(session, record_of(match, title, position, step, by, place=match.written))
    log.note(session, match, Kind.WRITE, match.written, write_id, by)
    match.written += 1
    return decision.position


def _keep(match: Head, title: Title[Any, Any, Any], position: Any) -> None:
    match.position = title.pack(position)
    match.is_over = title.is_over(position)
    turned = _turned(title, match)
    if turned is not None and not title.uncovers(position, turned):
        match.turned = None


def _turned(title: Title[Any, Any, Any], match: Head) -> Any:
    return unpack_entry(title, match.turned) if match.turned else None


def _must_not_tell(
    title: Title[Any, Any, Any], match: Head, position: Any, entries: Sequence[Any]
) -> None:
    """Judging an entry must tell nothing of what is hidden, not even by a refusal."""
    refused = title.why_not_yet(position, entries, _turned(title, match))
    if refused is not None:
        raise refused


def _must_find(session: Session, match_id: str) -> Head:
    match = heads.head_of(session, match_id)
    if match is None:
        raise NoSuchMatch(match_id)
    if match.trouble is not None:
        match.position = what_can_be_read(session, match)
    return match


def _must_be_current(match: Head, version: int) -> None:
    if match.version != version:
        raise MovedOn


def _must_count(session: Session, match_id: str, n: int) -> Record:
    found = log.record(session, match_id, n)
    if found is None or found.state != State.LIVE:
        raise NotThere(f"There is no entry {n} that counts.")
    return found


def _live_around(session: Session, match_id: str, n: int) -> list[Record]:
    """The entries that count from the nth on, and before them as many as its position takes."""
    place = _must_count(session, match_id, n).place
    earlier = log.since_position(session, match_id, place)
    return [*earlier, *log.live_from(session, match_id, place)]


def _title_and_setup(match: Head) -> tuple[Title[Any, Any, Any], Any]:
    title = TITLES[match.title]
    return title, unpack_setup(match.title, match.setup)


def _position(match: Head) -> Any:
    return unpack_position(match.title, match.setup, match.position)


def _players(match: Head) -> tuple[str, ...]:
    setup = msgspec.json.decode(match.setup)
    return tuple(seat["name"] for seat in setup["seats"])


def _later(match: Head) -> str:
    """Now; or when the match was last written on, if the clock was put back since."""
    return max(_now(), match.changed)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
