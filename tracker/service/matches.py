"""Matches: one service makes them, writes on them, takes back and reads."""

import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from tracker.engine.title import AnyTitle
from tracker.games.titles import TITLES
from tracker.service import codes
from tracker.service.allowance import Allowance, Stored, kilobytes
from tracker.service.match import MATCH_NAME_LETTERS, clean_name, clean_setup, moment
from tracker.service.reading import MatchReader
from tracker.service.taking_back import TakingBack
from tracker.store import devices, match_log, result_rows
from tracker.store.devices import Right
from tracker.store.models import DeviceRow, MatchRow


class Matches(TakingBack, MatchReader):
    """The matches in one database."""

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
        match = new_match(match_id, rules, setup, name, by, now, drawn)
        try:
            with self._database.writing() as session:
                if match_log.state_of(session, match_id) is None:
                    add_match(session, match, rules.seats(setup), now)
                    if allowance is not None:
                        allowance.use(session, Stored.MATCHES)
                        allowance.use(session, Stored.KILOBYTES, kilobytes(match.setup))
        except IntegrityError:
            # Sent twice at once, another process may be the quicker one.
            if not self.is_there(match_id):
                raise
        return match_id


def new_match(
    match_id: str, title: AnyTitle, setup: Any, name: str, by: str, now: str, drawn: Sequence[int]
) -> MatchRow:
    """Return a match with nothing on its sheet yet."""
    match = MatchRow(id=match_id, title=title.NAME, name=name, made_by=by)
    match.key = result_rows.key_of(name)
    match.created = match.changed = now
    match.setup = msgspec.json.encode(setup)
    match.setup_notes = msgspec.json.encode(drawn).decode()
    match.version = match.written = 0
    match.position, match.is_over = title.pack(title.start(setup).position), False
    match.code, match.short = codes.new_code(), codes.new_short()
    return match


def add_match(session: Session, match: MatchRow, names: Sequence[str], now: str) -> None:
    """Store a new match with its seats; the device that made it is its host."""
    session.add(match)
    session.flush()
    if match.made_by:
        host = DeviceRow(match_id=match.id, id=match.made_by, right=Right.HOST, name="")
        host.joined = host.seen = now
        devices.list_for(host, match)
        devices.put(session, host)
    result_rows.add_seats(session, match.id, names)
