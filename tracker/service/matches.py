"""Matches: making one, reading it, writing on it, and taking back what was written."""

import secrets
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Final

import msgspec
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tracker.engine import history
from tracker.engine.history import Amendment, NotThere
from tracker.engine.match_file import FORMAT
from tracker.engine.refusal import Invalid
from tracker.engine.title import Reader
from tracker.games.titles import TITLES
from tracker.service import access, codes, requests, writing
from tracker.service.cleaning import clean_entry, clean_name, clean_setup
from tracker.service.clock import moment
from tracker.service.quarantine import Quarantined
from tracker.service.serialization import (
    Written,
    decide_again,
    exported,
    position_after,
    record_of,
    written,
)
from tracker.service.sheets import Listed, Part, Sheet
from tracker.service.writing import Tell
from tracker.store import devices, log, match_rows, results
from tracker.store.database import Database
from tracker.store.devices import Right, Undo
from tracker.store.log import Kind, State
from tracker.store.match_rows import Head
from tracker.store.models import Device, Match

NAME_LENGTH: Final = 80


class Matches:
    """The matches in one database."""

    def __init__(self, database: Database, tell: Tell = writing.nobody_to_tell) -> None:
        """`tell` hears of every change of a match once it is committed, with its new version."""
        self._database = database
        self._tell = tell

    def make(
        self,
        title: str,
        setup: Any,
        name: str,
        by: str,
        drawn: Sequence[int] = (),
        match_id: str = "",
    ) -> str:
        """A new match, whose host is the device that made it; its address cannot be guessed.

        `drawn` are the seats whose role was. A set-up that is sent again has the same `match_id`:
        the match that it made stays.
        """
        rules = TITLES[title]
        setup = clean_setup(setup)
        rules.check(setup, ())
        position = rules.start(setup).position
        now = moment()
        match_id = match_id or secrets.token_urlsafe(16)
        name = clean_name(name, NAME_LENGTH)
        match = Match(id=match_id, title=title, name=name, made_by=by)
        match.created = match.changed = now
        match.setup = msgspec.json.encode(setup)
        match.setup_notes = msgspec.json.encode(drawn).decode()
        match.version = match.written = 0
        match.position, match.is_over = rules.pack(position), False
        match.code, match.short = codes.new_code(), codes.new_short()
        host = Device(match_id=match_id, id=by, right=Right.HOST, name="", joined=now, seen=now)
        try:
            with self._database.writing() as session:
                if match_rows.head_of(session, match_id) is None:
                    log.make(session, match)
                    session.flush()
                    devices.put(session, host)
                    results.add_seats(session, match_id, rules.seats(setup))
        except IntegrityError:
            # Sent twice at once, another process may be the quicker one.
            if not self.is_there(match_id):
                raise
        return match_id

    def is_there(self, match_id: str) -> bool:
        with self._database.reading() as session:
            return match_rows.head_of(session, match_id) is not None

    def listed(self, by: str, *, over: bool | None) -> list[Listed]:
        """The device's own matches: under way, finished, or (None) put away by it."""
        with self._database.reading() as session:
            found = devices.newest_matches(session, by, over=over)
            return [
                Listed(one.id, one.name, one.changed, one.is_over, writing.players_of(one))
                for one in found
            ]

    def sheet(self, match_id: str) -> Sheet:
        """The match as it stands, with what undo and redo would do."""
        with self._database.reading() as session:
            match = writing.must_find(session, match_id)
            title, setup = writing.title_and_setup(match)
            position = writing.position_of(match)
            last, undone = log.last_live(session, match_id), log.first_undone(session, match_id)
            return Sheet(
                match_id,
                match.name,
                title,
                setup,
                match.version,
                position,
                tuple(msgspec.json.decode(match.setup_notes)),
                written(title, setup, position, last) if last else None,
                written(title, setup, position, undone) if undone else None,
                match.changed,
                writing.turned_entry(title, match),
                Quarantined.says if match.trouble is not None else None,
                Undo(match.undo),
                tuple(requests.shown(session, match, title, setup, position)),
            )

    def version(self, match_id: str) -> int:
        """How many acts there were: what tells whether a page is still what the match is."""
        with self._database.reading() as session:
            return writing.must_find(session, match_id).version

    def entries(self, match_id: str) -> list[Written]:
        """Everything that was ever written, in the order of play, crossed out or not."""
        with self._database.reading() as session:
            match = writing.must_find(session, match_id)
            title, setup = writing.title_and_setup(match)
            now = writing.position_of(match)
            return [written(title, setup, now, one) for one in log.records(session, match_id)]

    def part(self, match_id: str, start: int, most: int) -> Part:
        """Of everything that was ever written, at most so many entries from a place on."""
        with self._database.reading() as session:
            match = writing.must_find(session, match_id)
            title, setup = writing.title_and_setup(match)
            now = writing.position_of(match)
            found = log.records_from(session, match_id, start, most)
            end = start + len(found)
            return Part(
                match.version,
                tuple(written(title, setup, now, one) for one in found),
                end if found and end < match.written else None,
                start,
                match.written,
            )

    def page(self, match_id: str, start: int | None, most: int) -> Part:
        """Return a page of the history: the one that begins there, or (None) the last one."""
        if start is None:
            with self._database.reading() as session:
                written = writing.must_find(session, match_id).written
            start = max(0, written - 1) // most * most
        return self.part(match_id, start, most)

    def later(self, match_id: str, n: int) -> list[Written]:
        """Return the nth entry and those that count after it; raises `Invalid` for too many."""
        with self._database.reading() as session:
            match = writing.must_find(session, match_id)
            title, setup = writing.title_and_setup(match)
            place = writing.must_count(session, match_id, n).place
            writing.must_be_few_after(session, match_id, place)
            now = writing.position_of(match)
            found = log.live_from(session, match_id, place)
            return [written(title, setup, now, one) for one in found]

    def newest(self, match_id: str, number: int) -> list[Written]:
        """The last so many entries that count, the newest first."""
        with self._database.reading() as session:
            match = writing.must_find(session, match_id)
            title, setup = writing.title_and_setup(match)
            now = writing.position_of(match)
            found = log.newest(session, match_id, number)
            return [written(title, setup, now, one) for one in found]

    def written_by(self, match_id: str, write_id: str) -> list[Written]:
        """The entries that this write has already made; none where it was not sent yet."""
        with self._database.reading() as session:
            return writing.written_by(session, writing.must_find(session, match_id), write_id)

    def scores_by_round(self, match_id: str) -> list[tuple[int, tuple[int, ...]]]:
        """Each round played so far, with everyone's scores at its end or by now."""
        with self._database.reading() as session:
            match = writing.must_find(session, match_id)
            title, setup = writing.title_and_setup(match)
            first = title.progress(title.start(setup).position).round
            rounds = range(first, title.progress(writing.position_of(match)).round + 1)
            ends = [(one, log.round_end(session, match_id, one)) for one in rounds]
        return [(one, tuple(msgspec.json.decode(scores))) for one, scores in ends if scores]

    def write(
        self, match_id: str, entries: Sequence[Any], write_id: str, by: str, then: Any = None
    ) -> int:
        """Decide the entries and write them down, all or none; the version after them.

        Sent again with the same id it changes nothing; with other entries it is `AlreadyWritten`.
        `then` is written too if it is allowed: the end of a turn that the entries may have ended
        themselves.
        """
        entries = [clean_entry(entry) for entry in entries]
        with self._writing(match_id) as (session, match):
            if writing.was_sent(session, match_id, write_id, by, Kind.WRITE):
                writing.must_be_what_was_written(session, match, write_id, entries)
                return match.version
            title, _setup = writing.title_and_setup(match)
            one = access.standing(session, match_id, by)
            wanted = [*entries] if then is None else [*entries, then]
            asked = access.must_write(one, match, title, writing.position_of(match), wanted)
            if asked:
                writing.must_be_allowed(title, match, entries)
                new = requests.ask_to_write(match, write_id, by, entries, then, asked)
                return writing.wait(session, match, new)
            writing.must_not_tell(title, match, entries)
            writing.append_all(session, match, title, entries, then, write_id, by)
            return match.version

    def deal(self, match_id: str, entry: Any, write_id: str, by: str) -> int:
        """Write an entry whose hidden part the program itself has drawn; the version after it.

        An entry that comes from outside goes to `write`, where it may hide nothing.
        """
        with self._writing(match_id) as (session, match):
            if writing.was_sent(session, match_id, write_id, by, Kind.WRITE):
                writing.must_be_what_was_written(session, match, write_id, [entry])
                return match.version
            title, _setup = writing.title_and_setup(match)
            one = access.standing(session, match_id, by)
            access.must_write(one, match, title, writing.position_of(match), [entry])
            writing.append_all(session, match, title, [entry], None, write_id, by)
            return match.version

    def turn_up(self, match_id: str, entry: Any, write_id: str, by: str) -> int:
        """Show what the entry uncovers before it is written, so that its choices can be made.

        It stays shown until it is written: nobody looks at one thing and then takes another.
        """
        with self._writing(match_id) as (session, match):
            if writing.was_sent(session, match_id, write_id, by, Kind.TURN_UP):
                return match.version
            title, _setup = writing.title_and_setup(match)
            one = access.standing(session, match_id, by)
            access.must_write(one, match, title, writing.position_of(match), [entry])
            writing.must_not_tell(title, match, [entry])
            title.decide(writing.position_of(match), entry)
            if not title.see(writing.position_of(match), entry, Reader.TABLE).uncovers:
                raise Invalid("entry", "shows nothing that is hidden")
            match.changed = writing.later(match)
            match.uncovered = msgspec.json.encode(entry)
            log.note(session, match, Kind.TURN_UP, match.written, f"{write_id}.0", by)
            return match.version

    def export(self, match_id: str) -> dict[str, Any]:
        """The match file: everything that was written, and how it stands."""
        with self._database.reading() as session:
            match = writing.must_find(session, match_id)
            title, setup = writing.title_and_setup(match)
            now = writing.position_of(match)
            position = title.export_position(now)
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
            if writing.was_sent(session, match_id, write_id, by, Kind.UNDO):
                return match.version
            writing.must_be_current(match, version)
            taken = writing.to_take_back(session, match_id, down_to)
            title, _ = writing.title_and_setup(match)
            one = access.standing(session, match_id, by)
            asked = access.must_take_back(one, match, title, writing.position_of(match), taken)
            if asked:
                new = requests.ask_to_take_back(
                    match, Kind.UNDO, write_id, by, taken[::-1], down_to, asked
                )
                return writing.wait(session, match, new)
            writing.take_back(session, match, taken, write_id, by)
            return match.version

    def redo(self, match_id: str, version: int, write_id: str, by: str) -> int:
        """Bring back the entry that was undone last."""
        with self._writing(match_id) as (session, match):
            if writing.was_sent(session, match_id, write_id, by, Kind.REDO):
                return match.version
            writing.must_be_current(match, version)
            undone = log.first_undone(session, match_id)
            if undone is None:
                raise NotThere("There is no undone entry to bring back.")
            title, _ = writing.title_and_setup(match)
            one = access.standing(session, match_id, by)
            asked = access.must_take_back(one, match, title, writing.position_of(match), [undone])
            if asked:
                new = requests.ask_to_take_back(
                    match, Kind.REDO, write_id, by, [undone], None, asked
                )
                return writing.wait(session, match, new)
            writing.bring_back(session, match, undone, f"{write_id}.0", by)
            return match.version

    def before(self, match_id: str, n: int) -> tuple[Any, Written]:
        """The position in which the nth entry was written, and the entry: to amend it."""
        with self._database.reading() as session:
            match = writing.must_find(session, match_id)
            title, setup = writing.title_and_setup(match)
            one = writing.must_count(session, match_id, n)
            earlier = log.since_position(session, match_id, one.place)
            position = position_after(title, setup, earlier)
            return position, written(title, setup, writing.position_of(match), one)

    def try_amending(self, match_id: str, n: int, entry: Any | None) -> Amendment:
        """What it would do to write the entry in place of the nth, or to take that out."""
        with self._database.reading() as session:
            match = writing.must_find(session, match_id)
            title, _setup = writing.title_and_setup(match)
            steps = writing.steps_from(session, match, n)
            return history.amend(title, steps, entry, match.written)

    def amend(
        self, match_id: str, n: int, entry: Any | None, version: int, write_id: str, by: str
    ) -> int:
        """Write the entry in place of the nth, or take that out; later ones are decided again."""
        entry = None if entry is None else clean_entry(entry)
        with self._writing(match_id) as (session, match):
            if writing.was_sent(session, match_id, write_id, by, Kind.AMEND, n):
                return match.version
            writing.must_be_current(match, version)
            title, _setup = writing.title_and_setup(match)
            live = {one.n: one for one in writing.live_from(session, match_id, n)}
            one = access.standing(session, match_id, by)
            access.must_amend(one, match, title, writing.position_of(match), live[n], entry)
            if entry is not None:
                writing.must_not_tell(title, match, [entry])
            steps = writing.steps_from(session, match, n)
            amendment = history.amend(title, steps, entry, match.written)
            access.must_drop(one, [live[step.n] for step, _ in amendment.refused])
            log.cross_out(log.records(session, match_id, State.UNDONE))
            log.cross_out([live[step.n] for step, _ in amendment.refused])
            log.cross_out([live[n]], amended_by=None if entry is None else match.written)
            match.changed = writing.later(match)
            log.note(session, match, Kind.AMEND, n, f"{write_id}.0", by)
            for step in amendment.steps:
                if step.n in live:
                    decide_again(title, live[step.n], step)
                else:
                    new = record_of(match, title, step, by, place=live[n].place)
                    log.append(session, new)
            match.written += entry is not None
            writing.keep(match, title, amendment.position)
            return match.version

    def _writing(self, match_id: str) -> AbstractContextManager[tuple[Session, Head]]:
        return writing.writing_on(self._database, self._tell, match_id)
