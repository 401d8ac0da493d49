"""A new match: its row, its host and its seats, however it came about."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from tracker.engine.title import AnyTitle
from tracker.service import codes
from tracker.store import devices, match_log, result_rows
from tracker.store.devices import Right
from tracker.store.models import DeviceRow, MatchRow


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


def add(session: Session, match: MatchRow, names: Sequence[str], now: str) -> None:
    """Store a new match with its seats; the device that made it is its host."""
    match_log.make(session, match)
    session.flush()
    if match.made_by:
        host = DeviceRow(match_id=match.id, id=match.made_by, right=Right.HOST, name="")
        host.joined = host.seen = now
        match_log.list_for(host, match)
        devices.put(session, host)
    result_rows.add_seats(session, match.id, names)
