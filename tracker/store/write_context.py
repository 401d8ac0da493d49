"""The context of a write: everything that it has to know besides the match's row, in one query."""

from typing import Final, NamedTuple

from sqlalchemy import Exists, Table, bindparam, exists, select
from sqlalchemy.orm import Session

from tracker.store.devices import DeviceStanding
from tracker.store.log import ChangeKind, MatchChange, State, first_part
from tracker.store.models import Base
from tracker.store.statements import Statement

_tables: Final = Base.metadata.tables
_match, _changes, _devices = _tables["match"], _tables["act"], _tables["device"]
_entries, _amendments = _tables["entry"], _tables["amendment"]


class WriteContext(NamedTuple):
    """The context of a write as it was when it began; nobody else writes on the match meanwhile."""

    sent: MatchChange | None
    """The first change that this write made, when it was sent before."""
    standing: DeviceStanding | None
    """None for a device that was never at the match."""
    has_undone: bool
    """True where undone entries can still be brought back."""
    has_amendments: bool


def _any_of(table: Table) -> Exists:
    return exists().where(table.c.match_id == bindparam("of"))


_sent = (_changes.c.match_id == _match.c.id) & (_changes.c.write_id == bindparam("sent"))
_device = (_devices.c.match_id == _match.c.id) & (_devices.c.id == bindparam("device"))
_undone = _any_of(_entries).where(_entries.c.state == State.UNDONE.value)
_reading = Statement(
    select(
        *(_changes.c.version, _changes.c.kind, _changes.c.n, _changes.c.by),
        *(_devices.c.right, _devices.c.seat, _devices.c.name),
        *(_undone, _any_of(_amendments)),
    )
    .select_from(_match.outerjoin(_changes, _sent).outerjoin(_devices, _device))
    .where(_match.c.id == bindparam("of"))
)


def context_of(session: Session, match_id: str, write_id: str, device: str) -> WriteContext:
    """Return the context; the match's row is locked by now, so that none of it can change."""
    [found] = _reading.rows(session, of=match_id, sent=first_part(write_id), device=device)
    version, kind, n, by, right, seat, name, has_undone, has_amendments = found
    return WriteContext(
        None if version is None else MatchChange(version, ChangeKind(kind), n, by),
        None if right is None else DeviceStanding(right, seat, name),
        bool(has_undone),
        bool(has_amendments),
    )
