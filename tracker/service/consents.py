"""Yes and no to what waits, and what happens then."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.orm import Session

from tracker.engine.history import NotThere
from tracker.engine.refusal import Refused
from tracker.service import access, requests, writing
from tracker.service.access import HOSTS, Forbidden
from tracker.service.requests import Waiting
from tracker.service.serialization import unpack_entry
from tracker.service.writing import Tell, nobody_to_tell
from tracker.store import devices, log
from tracker.store.database import Database
from tracker.store.devices import Answer
from tracker.store.log import Kind, Seen
from tracker.store.match_rows import Head
from tracker.store.models import Record, Request


class Consents:
    """What the devices at a table ask each other."""

    def __init__(self, database: Database, tell: Tell = nobody_to_tell) -> None:
        self._database = database
        self._tell = tell

    def waiting(self, match_id: str) -> list[Waiting]:
        """Everything that waits at a match, and the answers that were not read yet."""
        with self._database.reading() as session:
            match = writing.must_find(session, match_id)
            title, setup = writing.title_and_setup(match)
            return requests.shown(session, match, title, setup, writing.position_of(match))

    def is_waiting(self, match_id: str, write_id: str) -> bool:
        """Whether this write was not written but waits, or did."""
        with self._database.reading() as session:
            return devices.request_of(session, match_id, write_id) is not None

    def say_yes(self, match_id: str, request_id: str, write_id: str, by: str) -> int:
        """Agree; with the last yes that is needed it is done, unless it is no longer possible."""
        with writing.writing_on(self._database, self._tell, match_id) as (session, match):
            if writing.was_sent(session, match_id, write_id, by, Kind.ANSWER):
                return match.version
            request = _must_wait(session, match_id, request_id)
            is_agreed = requests.note_yes(access.standing(session, match_id, by), request)
            match.changed = writing.later(match)
            log.note(session, match, Kind.ANSWER, match.written, f"{write_id}.0", by)
            if is_agreed:
                request.state = _do(session, match, request, write_id)
            return match.version

    def say_no(self, match_id: str, request_id: str, write_id: str, by: str) -> int:
        """Refuse; whoever asked takes the request back in the same way, or has read the answer."""
        with writing.writing_on(self._database, self._tell, match_id) as (session, match):
            if writing.was_sent(session, match_id, write_id, by, Kind.ANSWER):
                return match.version
            request = devices.request_of(session, match_id, request_id)
            if request is None or request.state in (Answer.AGREED, Answer.CLOSED):
                raise NotThere("There is no such request that waits.")
            one = access.standing(session, match_id, by)
            if one.device != request.by and not requests.may_answer(
                one, requests.asked_of(request)
            ):
                raise Forbidden(HOSTS)
            request.state = Answer.CLOSED if one.device == request.by else Answer.REFUSED
            match.changed = writing.later(match)
            log.note(session, match, Kind.ANSWER, match.written, f"{write_id}.0", by)
            return match.version


def _must_wait(session: Session, match_id: str, request_id: str) -> Request:
    request = devices.request_of(session, match_id, request_id)
    if request is None or request.state != Answer.WAITING:
        raise NotThere("There is no such request that waits.")
    return request


def _do(session: Session, match: Head, request: Request, write_id: str) -> Answer:
    """Do what was asked for; nothing, where the rules or the table are against it by now."""
    if requests.has_moved_on(session, request):
        return Answer.VOID
    try:
        access.must_be_scorer(access.standing(session, match.id, request.by))
        ACTS[Kind(request.kind)](session, match, request, write_id)
    except (Refused, Forbidden, NotThere):
        return Answer.VOID
    return Answer.AGREED


def _write(session: Session, match: Head, request: Request, write_id: str) -> None:
    """Write the entries as whoever asked, if that device may still write them."""
    title, _setup = writing.title_and_setup(match)
    entries, then = requests.entries_of(title, request), requests.then_of(title, request)
    one = access.standing(session, match.id, request.by)
    access.must_write(one, match, title, writing.position_of(match), entries)
    writing.must_be_allowed(title, match, entries)
    writing.append_all(session, match, title, entries, then, write_id, request.by, first=1)


def _undo(session: Session, match: Head, request: Request, write_id: str) -> None:
    taken = writing.to_take_back(session, match.id, request.down_to)
    _must_be_as_asked(session, match, request, taken[::-1])
    writing.take_back(session, match, taken, write_id, request.by, first=1)


def _redo(session: Session, match: Head, request: Request, write_id: str) -> None:
    undone = log.first_undone(session, match.id)
    if undone is not None:
        _must_be_as_asked(session, match, request, [undone])
        writing.bring_back(session, match, undone, f"{write_id}.1", request.by)


def _must_be_as_asked(
    session: Session, match: Head, request: Request, records: Sequence[Record | Seen]
) -> None:
    """These are the entries that were agreed on, and whoever asked may still take them back."""
    title, _ = writing.title_and_setup(match)
    if [unpack_entry(title, one.entry) for one in records] != requests.entries_of(title, request):
        raise NotThere("What was asked for is no longer there.")
    one = access.standing(session, match.id, request.by)
    access.must_take_back(one, match, title, writing.position_of(match), records)


ACTS: Final = {Kind.WRITE: _write, Kind.UNDO: _undo, Kind.REDO: _redo}
