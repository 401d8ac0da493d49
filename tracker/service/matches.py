"""Matches: making one, writing on it, and taking back what was written."""

import secrets
from collections.abc import Sequence
from typing import Any

from sqlalchemy.exc import IntegrityError

from tracker.engine import history
from tracker.engine.history import NotThere
from tracker.engine.refusal import Invalid
from tracker.engine.title import Reader
from tracker.games.titles import TITLES
from tracker.service import access, hidden, loading, making, requests, undoing
from tracker.service.allowance import Allowance, Stored, kilobytes
from tracker.service.cleaning import MATCH_NAME_LETTERS, clean_entry, clean_name, clean_setup
from tracker.service.clock import moment
from tracker.service.match_reader import MatchReader
from tracker.service.match_writer import MatchWriter, Publish, publish_to_nobody
from tracker.service.serialization import unpack_entry
from tracker.service.writing import Receipt, Write
from tracker.store import match_log
from tracker.store.amendments import Amended
from tracker.store.database import Database
from tracker.store.match_log import ChangeKind


class Matches(MatchReader):
    """The matches in one database."""

    def __init__(self, database: Database, publish: Publish = publish_to_nobody) -> None:
        """`publish` is called with the match and its new version, once a change is committed."""
        super().__init__(database)
        self._writer = MatchWriter(database, publish)

    def make(
        self,
        title: str,
        setup: Any,
        name: str,
        by: str,
        drawn: Sequence[int] = (),
        match_id: str = "",
        allowance: Allowance | None = None,
    ) -> str:
        """A new match, whose host is the device that made it; its address cannot be guessed.

        `drawn` are the seats whose role was. A set-up that is sent again has the same `match_id`:
        the match that it made stays.
        """
        rules = TITLES[title]
        setup = clean_setup(setup)
        rules.check_setup(setup)
        match_id, now = match_id or secrets.token_urlsafe(16), moment()
        name = clean_name(name, MATCH_NAME_LETTERS)
        match = making.new_match(match_id, rules, setup, name, by, now, drawn)
        try:
            with self._database.writing() as session:
                if match_log.state_of(session, match_id) is None:
                    making.add(session, match, rules.seats(setup), now)
                    if allowance is not None:
                        allowance.use(session, Stored.MATCHES)
                        allowance.use(session, Stored.KILOBYTES, kilobytes(match.setup))
        except IntegrityError:
            # Sent twice at once, another process may be the quicker one.
            if not self.is_there(match_id):
                raise
        return match_id

    def write(
        self, match_id: str, entries: Sequence[Any], write_id: str, by: str, then: Any = None
    ) -> Receipt:
        """Decide the entries and write them down, all or none.

        Sent again with the same id it changes nothing; with other entries it is `AlreadyWritten`.
        `then` is written too if it is allowed: the end of a turn that the entries may have ended
        themselves.
        """
        entries = [clean_entry(entry) for entry in entries]

        def carry_out(write: Write) -> Receipt:
            if write.was_sent(ChangeKind.WRITE):
                write.must_be_what_was_written(entries)
                return write.receipt
            wanted = [*entries] if then is None else [*entries, then]
            asked = access.must_write(
                write.standing, write.match, write.title, write.position, wanted
            )
            if asked:
                write.must_be_allowed(entries)
                write.wait(requests.ask_to_write(write, entries, then, asked))
                return write.receipt
            hidden.must_not_tell(write.title, write.match, entries)
            write.append(entries, then)
            return write.receipt

        return self._writer.write(match_id, write_id, by, carry_out)

    def deal(self, match_id: str, entry: Any, write_id: str, by: str) -> Receipt:
        """Write an entry whose hidden part the program itself has drawn.

        An entry that comes from outside goes to `write`, where it may hide nothing.
        """

        def carry_out(write: Write) -> Receipt:
            if write.was_sent(ChangeKind.WRITE):
                write.must_be_what_was_written([entry])
                return write.receipt
            access.must_write(write.standing, write.match, write.title, write.position, [entry])
            write.append([entry])
            return write.receipt

        return self._writer.write(match_id, write_id, by, carry_out)

    def turn_up(self, match_id: str, entry: Any, write_id: str, by: str) -> Receipt:
        """Show what the entry uncovers before it is written, so that its choices can be made.

        It stays shown until it is written: nobody looks at one thing and then takes another.
        """

        def carry_out(write: Write) -> Receipt:
            if write.was_sent(ChangeKind.TURN_UP):
                return write.receipt
            title, position = write.title, write.position
            access.must_write(write.standing, write.match, title, position, [entry])
            hidden.must_not_tell(title, write.match, [entry])
            title.decide(position, entry)
            if not title.see(position, entry, Reader.TABLE).uncovers:
                raise Invalid("entry", "shows nothing that is hidden")
            write.turn_up(entry)
            return write.receipt

        return self._writer.write(match_id, write_id, by, carry_out)

    def undo(
        self, match_id: str, version: int, write_id: str, by: str, down_to: int | None = None
    ) -> Receipt:
        """Take back what was done last, an entry or an amendment.

        With `down_to` the last entry and all before it down to that one are taken back.
        """

        def carry_out(write: Write) -> Receipt:
            if write.was_sent(ChangeKind.UNDO, ChangeKind.UNDO_AMEND):
                return write.receipt
            write.must_be_current(version)
            last = undoing.to_undo(write.session, match_id) if down_to is None else None
            if isinstance(last, Amended):
                self._must_take_back(write, last)
                write.take_back_amendment(last)
                return write.receipt
            taken = undoing.to_take_back(write.session, match_id, down_to)
            asked = access.must_take_back(
                write.standing, write.match, write.title, write.position, taken
            )
            if asked:
                new = requests.ask_to_take_back(write, ChangeKind.UNDO, taken[::-1], down_to, asked)
                write.wait(new)
            else:
                write.take_back(taken)
            return write.receipt

        return self._writer.write(match_id, write_id, by, carry_out)

    def redo(self, match_id: str, version: int, write_id: str, by: str) -> Receipt:
        """Bring back what was undone last, an entry or an amendment."""

        def carry_out(write: Write) -> Receipt:
            if write.was_sent(ChangeKind.REDO, ChangeKind.REDO_AMEND):
                return write.receipt
            write.must_be_current(version)
            undone = undoing.to_redo(write.session, match_id)
            if undone is None:
                raise NotThere("There is no undone entry to bring back.")
            if isinstance(undone, Amended):
                self._must_take_back(write, undone)
                write.bring_back_amendment(undone)
                return write.receipt
            asked = access.must_take_back(
                write.standing, write.match, write.title, write.position, [undone]
            )
            if asked:
                write.wait(requests.ask_to_take_back(write, ChangeKind.REDO, [undone], None, asked))
            else:
                write.bring_back(undone)
            return write.receipt

        return self._writer.write(match_id, write_id, by, carry_out)

    @staticmethod
    def _must_take_back(write: Write, amended: Amended) -> None:
        entry = undoing.entry_of(write.session, write.match.id, amended).entry
        claim = write.title.claim(write.position, unpack_entry(write.title, entry))
        access.must_take_back_amendment(write.standing, claim, amended.by)

    def amend(
        self, match_id: str, n: int, entry: Any | None, version: int, write_id: str, by: str
    ) -> Receipt:
        """Write the entry in place of the nth, or take that out; later ones are decided again."""
        entry = None if entry is None else clean_entry(entry)

        def carry_out(write: Write) -> Receipt:
            if write.was_sent(ChangeKind.AMEND, n=n):
                undoing.must_be_what_was_amended(
                    write.session, write.title, match_id, write_id, entry
                )
                return write.receipt
            write.must_be_current(version)
            match, title, standing = write.match, write.title, write.standing
            old, *later = loading.live_from(write.session, match_id, n)
            access.must_amend(standing, match, title, write.position, old, entry)
            if entry is not None:
                hidden.must_not_tell(title, match, [entry])
            steps = loading.steps_from(write.session, match, n)
            amendment = history.amend(title, steps, entry, match.written)
            dropped = {step.n for step, _ in amendment.refused}
            access.must_drop(standing, [record for record in later if record.n in dropped])
            write.amend(old, later, amendment)
            return write.receipt

        return self._writer.write(match_id, write_id, by, carry_out)
