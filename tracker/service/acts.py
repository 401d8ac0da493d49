"""What is done to a match inside one transaction: entries written, taken back, brought back."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from tracker.engine.history import NotThere, Step
from tracker.engine.title import Decision, Title
from tracker.games import TITLES
from tracker.service.clock import moment
from tracker.service.keeping import record_of, replayed, unpack_entry, unpack_lines
from tracker.store import devices, log
from tracker.store.log import Kind, State
from tracker.store.models import Match, Record, Request


class NoSuchMatch(Exception):
    """There is no match at that address."""


class MovedOn(Exception):
    """Somebody wrote on the sheet since the page was made; what was asked for may mislead now."""


def append_all(
    session: Session,
    match: Match,
    title: Title[Any, Any, Any],
    position: Any,
    entries: Sequence[Any],
    then: Any,
    write_id: str,
    by: str,
    first: int = 0,
) -> None:
    """Decide the entries and write them down, in the acts of this write from the first on."""
    step = first
    for entry in entries:
        position = _append(session, match, title, position, entry, f"{write_id}.{step}", by)
        step += 1
    if then is not None and title.why_not(position, then) is None:
        position = _append(session, match, title, position, then, f"{write_id}.{step}", by)
    keep(match, title, position)


def take_back(
    session: Session,
    match: Match,
    live: Sequence[Record],
    start: int,
    write_id: str,
    by: str,
    first: int = 0,
) -> None:
    """Undo the entries from this one on, the last one first."""
    title, setup = title_and_setup(match)
    match.changed = moment()
    for step, one in enumerate(reversed(live[start:]), first):
        one.state = State.UNDONE
        log.note(session, match, Kind.UNDO, one.n, f"{write_id}.{step}", by)
    keep(match, title, replayed(title, setup, live[:start]).position)


def bring_back(session: Session, match: Match, undone: Record, write_id: str, by: str) -> None:
    """Let an undone entry count again, by the lines that it had."""
    title, setup = title_and_setup(match)
    undone.state = State.LIVE
    match.changed = moment()
    log.note(session, match, Kind.REDO, undone.n, write_id, by)
    before = title.unpack(setup, match.position)
    entry = unpack_entry(title, undone.entry)
    keep(match, title, title.apply(before, entry, unpack_lines(title, undone.lines)))


def wait(session: Session, match: Match, new: Request) -> int:
    """Nothing is written until those who are asked have agreed."""
    match.changed = new.at = moment()
    devices.ask(session, new)
    log.note(session, match, Kind.ASK, match.written, f"{new.id}.0", new.by)
    return match.version


def must_be_allowed(
    title: Title[Any, Any, Any], match: Match, position: Any, entries: Sequence[Any]
) -> None:
    """What the rules refuse is refused before anything of it is written."""
    must_not_tell(title, match, position, entries)
    for entry in entries:
        position = title.decide(position, entry).position


def _append(
    session: Session,
    match: Match,
    title: Title[Any, Any, Any],
    position: Any,
    entry: Any,
    write_id: str,
    by: str,
) -> Any:
    decision: Decision[Any] = title.decide(position, entry)
    match.changed = moment()
    step = Step(match.written, entry, decision.lines, decision.position, None)
    log.append(session, record_of(match, title, position, step, by, place=match.written))
    log.note(session, match, Kind.WRITE, match.written, write_id, by)
    match.written += 1
    return decision.position


def keep(match: Match, title: Title[Any, Any, Any], position: Any) -> None:
    match.position = title.pack(position)
    match.is_over = title.is_over(position)
    turned = turned_entry(title, match)
    if turned is not None and not title.uncovers(position, turned):
        match.turned = None


def turned_entry(title: Title[Any, Any, Any], match: Match) -> Any:
    return unpack_entry(title, match.turned) if match.turned else None


def must_not_tell(
    title: Title[Any, Any, Any], match: Match, position: Any, entries: Sequence[Any]
) -> None:
    """Judging an entry must tell nothing of what is hidden, not even by a refusal."""
    refused = title.why_not_yet(position, entries, turned_entry(title, match))
    if refused is not None:
        raise refused


def must_find(session: Session, match_id: str) -> Match:
    match = log.match_of(session, match_id)
    if match is None or match.put_away is not None:
        raise NoSuchMatch(match_id)
    return match


def must_be_current(match: Match, version: int) -> None:
    if match.version != version:
        raise MovedOn


def index_of(live: Sequence[Record], n: int) -> int:
    for index, one in enumerate(live):
        if one.n == n:
            return index
    raise NotThere(f"There is no entry {n} that counts.")


def title_and_setup(match: Match) -> tuple[Title[Any, Any, Any], Any]:
    title = TITLES[match.title]
    return title, msgspec.json.decode(match.setup, type=title.SETUP)
