"""Answers to requests: approved or declined, and what is written then."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.orm import Session

from tracker.engine.history import NotThere
from tracker.engine.refusal import Refused
from tracker.service import requests, rights, taking_back
from tracker.service.match import unpack_entry
from tracker.service.rights import HOSTS, Forbidden
from tracker.service.writing import (
    AlreadyAnswered,
    MatchWriter,
    NoSuchRequest,
    Receipt,
    UsedAlready,
    Write,
)
from tracker.store import devices
from tracker.store.devices import RequestState
from tracker.store.match_log import ChangeKind, StoredEntry
from tracker.store.models import EntryRow, RequestRow


class RequestAnswers(MatchWriter):
    """Approves and declines the requests of the devices at a table."""

    def approve(self, match_id: str, request_id: str, write_id: str, by: str) -> Receipt:
        """Agree; with the last yes that is needed it is done, unless it is no longer possible."""
        with self.writing(match_id, write_id, by) as write:
            request = _must_be_asked(write.session, match_id, request_id)
            if write.is_repeated(ChangeKind.ANSWER):
                _must_be_sent_before(write, request)
                return write.receipt
            if request.state != RequestState.WAITING:
                raise AlreadyAnswered
            is_agreed = requests.note_yes(write.standing, request)
            write.add_change(ChangeKind.ANSWER, write.match.row.written)
            if is_agreed:
                # The request is carried out in the name of the device that asked.
                request.state = _do(write.as_device(request.by), request)
        return write.receipt

    def decline(self, match_id: str, request_id: str, write_id: str, by: str) -> Receipt:
        """Refuse; whoever asked takes the request back in the same way, or has read the answer."""
        with self.writing(match_id, write_id, by) as write:
            request = _must_be_asked(write.session, match_id, request_id)
            if write.is_repeated(ChangeKind.ANSWER):
                _must_be_sent_before(write, request)
                return write.receipt
            if request.state in (RequestState.AGREED, RequestState.CLOSED):
                raise AlreadyAnswered
            is_own = by == request.by
            if not is_own and not requests.may_answer(write.standing, requests.asked_of(request)):
                raise Forbidden(HOSTS)
            request.state = RequestState.CLOSED if is_own else RequestState.REFUSED
            write.add_change(ChangeKind.ANSWER, write.match.row.written)
        return write.receipt


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
        rights.must_be_scorer(write.standing)
        CHANGES[ChangeKind(request.kind)](write, request)
    except (Refused, Forbidden, NotThere):
        return RequestState.VOID
    return RequestState.AGREED


def _write(write: Write, request: RequestRow) -> None:
    """Write the entries as the device that asked, if it may still write them."""
    entries = requests.entries_of(write.match.title, request)
    write.must_be_allowed(entries)
    write.append(entries, requests.then_of(write.match.title, request))


def _undo(write: Write, request: RequestRow) -> None:
    taken = taking_back.to_take_back(write.session, write.match.id, request.down_to)
    _must_be_as_asked(write, request, taken[::-1])
    taking_back.take_back(write, taken)


def _redo(write: Write, request: RequestRow) -> None:
    undone = taking_back.undone_by_tap(write.session, write.match.id)
    if undone:
        _must_be_as_asked(write, request, undone)
        taking_back.bring_back(write, undone)


def _must_be_as_asked(
    write: Write, request: RequestRow, records: Sequence[EntryRow | StoredEntry]
) -> None:
    """These are the entries that were agreed on, and whoever asked may still take them back."""
    title = write.match.title
    if [unpack_entry(title, record.entry) for record in records] != requests.entries_of(
        title, request
    ):
        raise NotThere("What was asked for is no longer there.")
    rights.must_take_back(write.standing, write.match, records)


CHANGES: Final = {ChangeKind.WRITE: _write, ChangeKind.UNDO: _undo, ChangeKind.REDO: _redo}
