"""The amendments of a match: what each changed, so that undo takes it back and redo repeats it."""

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct
from sqlalchemy import Table, bindparam, insert, select
from sqlalchemy.orm import Session

from tracker.store.match_log import State
from tracker.store.models import AmendmentRow, EntryRow
from tracker.store.row_hashes import hash_of
from tracker.store.statements import Statement

_amendments: Final[Table] = AmendmentRow.metadata.tables["amendment"]


CHANGEABLE: Final = ("state", "amended_by", "facts", "round", "track_values", "position")
"""The columns of an entry's row that an amendment may change; `EntryRow` says what each means."""
RowValues = tuple[str, int | None, bytes, int, str, bytes | None]
values_of: Final[Callable[[EntryRow], RowValues]] = attrgetter(*CHANGEABLE)


class RowChange(NamedTuple):
    """The changeable columns of an entry's row before an amendment and after it."""

    n: int
    before: RowValues
    after: RowValues


class Amended(Struct, frozen=True):
    """An amendment without the rows; see `AmendmentRow` for what each field means."""

    version: int
    n: int
    place: int
    kept_below: int | None
    replaced_by: int | None
    by: str
    state: str
    latest: int


_changes = msgspec.json.Decoder(list[RowChange])
_columns: Final = [_amendments.c[name] for name in Amended.__struct_fields__]
_newest = Statement(
    select(*_columns)
    .where(_amendments.c.match_id == bindparam("of"), _amendments.c.state == bindparam("wanted"))
    .order_by(_amendments.c.latest.desc())
    .limit(1)
)
_adding = Statement(insert(_amendments))


def newest(session: Session, match_id: str, state: State) -> Amended | None:
    """Return the amendment of this state that was made, undone or redone last."""
    found = _newest.row(session, of=match_id, wanted=state.value)
    return None if found is None else Amended(*found)


def add(session: Session, match_id: str, new: Amended, changes: Sequence[RowChange]) -> None:
    values = msgspec.to_builtins(new) | {"changes": msgspec.json.encode(changes)}
    values["match_id"] = match_id
    _adding.run(session, **values, hash=hash_of("amendment", values))


def made_in(session: Session, match_id: str, version: int) -> AmendmentRow | None:
    """Return the amendment of this version; the oldest ones were not stored."""
    return session.get(AmendmentRow, (match_id, version))


def changes_of(session: Session, match_id: str, version: int) -> list[RowChange]:
    """Return the rows that an amendment changed."""
    return _changes.decode(session.get_one(AmendmentRow, (match_id, version)).changes)


def set_state(session: Session, match_id: str, version: int, state: State, latest: int) -> None:
    row = session.get_one(AmendmentRow, (match_id, version))
    row.state, row.latest = state, latest


def forget_undone(session: Session, match_id: str, undone_from: int | None) -> None:
    """Something new is written: what was undone, from this place on, cannot be brought back.

    An amendment of such an entry is over; one of an earlier entry keeps what it changed before.
    """
    for row in session.scalars(select(AmendmentRow).where(AmendmentRow.match_id == match_id)):
        if row.state == State.UNDONE or (undone_from is not None and row.place >= undone_from):
            row.state = State.CROSSED
        elif undone_from is not None:
            row.kept_below = min(undone_from, row.kept_below or undone_from)
