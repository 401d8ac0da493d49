"""Requests that need approval: an entry that takes from another seat, an undo that touches it."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

import msgspec
from msgspec import Struct
from sqlalchemy.orm import Session

from tracker.engine.message import Message
from tracker.engine.title import AnyTitle, Reader
from tracker.service.match import LoadedMatch, unpack_entry
from tracker.service.rights import HOSTS, Forbidden, Standing
from tracker.store import devices, match_log
from tracker.store.devices import RequestState, Right
from tracker.store.match_log import ChangeKind, StoredEntry
from tracker.store.models import EntryRow, RequestRow


class ShownRequest(Struct, frozen=True):
    """A request as the page shows it."""

    id: str
    by: str
    name: str
    """The name of the device that asks."""
    kind: ChangeKind
    says: tuple[Message, ...]
    asked: tuple[int, ...]
    """The seats whose yes is missing."""
    state: RequestState

    def is_for(self, standing: Standing) -> bool:
        """Return whether this device is to answer."""
        return self.state is RequestState.WAITING and may_answer(standing, self.asked)


def may_answer(standing: Standing, asked: Sequence[int]) -> bool:
    return standing.is_host or (standing.right is Right.SEAT and standing.seat in asked)


class WriteToApprove(Protocol):
    """The write that somebody has to agree to first."""

    id: str
    by: str
    match: LoadedMatch


def ask_to_write(
    write: WriteToApprove, entries: Sequence[Any], then: Any, asked: Iterable[int]
) -> RequestRow:
    """Return a request to write the entries once those who are asked agree."""
    new = _request(write, ChangeKind.WRITE, asked)
    new.entries = msgspec.json.encode(entries)
    new.then = None if then is None else msgspec.json.encode(then)
    return new


def ask_to_take_back(
    write: WriteToApprove,
    kind: ChangeKind,
    records: Sequence[EntryRow | StoredEntry],
    down_to: int | None,
    asked: Iterable[int],
) -> RequestRow:
    """Return a request to undo or redo these entries, the one that it begins with first."""
    new = _request(write, kind, asked)
    new.entries = b"[" + b",".join(record.entry for record in records) + b"]"
    new.last, new.down_to = records[0].n, down_to
    return new


def _request(write: WriteToApprove, kind: ChangeKind, asked: Iterable[int]) -> RequestRow:
    new = RequestRow(match_id=write.match.id, id=write.id, by=write.by, kind=kind)
    new.state, new.at = RequestState.WAITING, write.match.row.changed
    new.asked = msgspec.json.encode(sorted(asked)).decode()
    return new


def entries_of(title: AnyTitle, request: RequestRow) -> list[Any]:
    texts = msgspec.json.decode(request.entries, type=list[msgspec.Raw])
    return [unpack_entry(title, bytes(text)) for text in texts]


def then_of(title: AnyTitle, request: RequestRow) -> Any:
    return unpack_entry(title, request.then) if request.then else None


def asked_of(request: RequestRow) -> list[int]:
    return msgspec.json.decode(request.asked, type=list[int])


def has_moved_on(session: Session, request: RequestRow) -> bool:
    """Return whether undo or redo would take another entry by now."""
    if request.kind == ChangeKind.WRITE:
        return False
    is_undo = request.kind == ChangeKind.UNDO
    found = match_log.last_live if is_undo else match_log.first_undone
    now = found(session, request.match_id)
    return now is None or now.n != request.last


def note_yes(standing: Standing, request: RequestRow) -> bool:
    """Write down whose yes it is; whether everybody has agreed now. The host agrees for all."""
    asked = asked_of(request)
    if not may_answer(standing, asked):
        raise Forbidden(HOSTS)
    left = [] if standing.is_host else [seat for seat in asked if seat != standing.seat]
    request.asked = msgspec.json.encode(left).decode()
    return not left


def shown(session: Session, match: LoadedMatch) -> list[ShownRequest]:
    """Everything that waits at this match, and the answers that were not read yet."""
    return [_shown(session, match, request) for request in devices.requests(session, match.id)]


def _shown(session: Session, match: LoadedMatch, request: RequestRow) -> ShownRequest:
    title = match.title
    asker = devices.device_of(session, request.match_id, request.by)
    counts = request.kind == ChangeKind.UNDO
    seen = [
        title.see(match.position, entry, Reader.TABLE, counts=counts).entry
        for entry in entries_of(title, request)
    ]
    state = RequestState(request.state)
    if state is RequestState.WAITING and has_moved_on(session, request):
        state = RequestState.VOID
    says = tuple(title.entry_text(title.setup_of(match.position), entry) for entry in seen)
    name = asker.name if asker else ""
    return ShownRequest(
        request.id,
        request.by,
        name,
        ChangeKind(request.kind),
        says,
        tuple(asked_of(request)),
        state,
    )
