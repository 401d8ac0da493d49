"""Answers to requests: approved or declined, and what is written then."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.orm import Session

from tracker.engine.history import NotThere
from tracker.engine.refusal import Refused
from tracker.service import access, requests, undoing
from tracker.service.access import HOSTS, Forbidden
from tracker.service.match_writer import MatchWriter, Publish, publish_to_nobody
from tracker.service.serialization import unpack_entry
from tracker.service.write_errors import AlreadyAnswered, NoSuchRequest, UsedAlready
from tracker.service.writing import Receipt, Write
from tracker.store import devices, match_log
from tracker.store.database import Database
from tracker.store.devices import RequestState
from tracker.store.match_log import ChangeKind, StoredEntry
from tracker.store.models import EntryRow, RequestRow


class RequestAnswers:
    """Approves and declines the requests of the devices at a table."""

    def __init__(self, database: Database, publish: Publish = publish_to_nobody) -> None:
        self._writer = MatchWriter(database, publish)

    def approve(self, match_id: str, request_id: str, write_id: str, by: str) -> Receipt:
        """Agree; with the last yes that is needed it is done, unless it is no longer possible."""

        def carry_out(write: Write) -> Receipt:
            request = _must_be_asked(write.session, match_id, request_id)
            if write.was_sent(ChangeKind.ANSWER):
                _must_be_sent_before(write, request)
                return write.receipt
            if request.state != RequestState.WAITING:
                raise AlreadyAnswered
            is_agreed = requests.note_yes(write.standing, request)
            write.add_change(ChangeKind.ANSWER, write.match.written)
            if is_agreed:
                # What was asked for is done as whoever asked.
                request.state = _do(write.as_device(request.by), request)
            return write.receipt

        return self._writer.write(match_id, write_id, by, carry_out)

    def decline(self, match_id: str, request_id: str, write_id: str, by: str) -> Receipt:
        """Refuse; whoever asked takes the request back in the same way, or has read the answer."""

        def carry_out(write: Write) -> Receipt:
            request = _must_be_asked(write.session, match_id, request_id)
            if write.was_sent(ChangeKind.ANSWER):
                _must_be_sent_before(write, request)
                return write.receipt
            if request.state in (RequestState.AGREED, RequestState.CLOSED):
                raise AlreadyAnswered
            is_own = by == request.by
            if not is_own and not requests.may_answer(write.standing, requests.asked_of(request)):
                raise Forbidden(HOSTS)
            request.state = RequestState.CLOSED if is_own else RequestState.REFUSED
            write.add_change(ChangeKind.ANSWER, write.match.written)
            return write.receipt

        return self._writer.write(match_id, write_id, by, carry_out)


def _must_be_asked(session: Session, match_id: str, request_id: str) -> RequestRow:
    request = devices.request_of(session, match_id, request_id)
    if request is None:
        raise NoSuchRequest
    return request


def _must_be_sent_before(write: Write, request: RequestRow) -> None:
    """Raise an error where another request was answered with this id: this answer would be lost."""
    is_own = write.by == request.by
    may_answer = is_own or requests.may_answer(write.standing, requests.asked_of(request))
    is_unread = is_own and request.state == RequestState.REFUSED
    if is_unread or (may_answer and request.state == RequestState.WAITING):
        raise UsedAlready


def _do(write: Write, request: RequestRow) -> RequestState:
    """Do what was asked for; nothing, where the rules or the table are against it by now."""
    if requests.has_moved_on(write.session, request):
        return RequestState.VOID
    try:
        access.must_be_scorer(write.standing)
        CHANGES[ChangeKind(request.kind)](write, request)
    except (Refused, Forbidden, NotThere):
        return RequestState.VOID
    return RequestState.AGREED


def _write(write: Write, request: RequestRow) -> None:
    """Write the entries as whoever asked, if that device may still write them."""
    entries = requests.entries_of(write.title, request)
    access.must_write(write.standing, write.match, write.title, write.position, entries)
    write.must_be_allowed(entries)
    write.append(entries, requests.then_of(write.title, request))


def _undo(write: Write, request: RequestRow) -> None:
    taken = undoing.to_take_back(write.session, write.match.id, request.down_to)
    _must_be_as_asked(write, request, taken[::-1])
    write.take_back(taken)


def _redo(write: Write, request: RequestRow) -> None:
    undone = match_log.first_undone(write.session, write.match.id)
    if undone is not None:
        _must_be_as_asked(write, request, [undone])
        write.bring_back(undone)


def _must_be_as_asked(
    write: Write, request: RequestRow, records: Sequence[EntryRow | StoredEntry]
) -> None:
    """These are the entries that were agreed on, and whoever asked may still take them back."""
    entries = [unpack_entry(write.title, record.entry) for record in records]
    if entries != requests.entries_of(write.title, request):
        raise NotThere("What was asked for is no longer there.")
    access.must_take_back(write.standing, write.match, write.title, write.position, records)


CHANGES: Final = {ChangeKind.WRITE: _write, ChangeKind.UNDO: _undo, ChangeKind.REDO: _redo}
