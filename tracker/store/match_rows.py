"""The row of a match, read and written without the weight of a mapped object."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.orm import Session

from tracker.store.models import DeviceRow, MatchRow
from tracker.store.statements import Statement

_matches: Final[Table] = MatchRow.metadata.tables["match"]


@dataclass(slots=True)
class MatchState:
    """A match without its entries; `MatchRow` says what each field means."""

    id: str
    title: str
    name: str
    made_by: str
    created: str
    changed: str
    setup: bytes
    setup_notes: str
    version: int
    written: int
    position: bytes
    is_over: bool
    uncovered: bytes | None
    trouble: str | None
    short: str
    undo: str
    asks: bool
    put_away: str | None


SAVED: Final = ("changed", "version", "written", "position", "is_over", "uncovered")
"""The columns that a write may change."""

_columns: Final = [_matches.c[name] for name in MatchState.__slots__]
_one = select(*_columns).where(_matches.c.id == bindparam("match_id"))
_reading = Statement(_one)
_writing = Statement(_one.with_for_update())
_saving = Statement(
    update(_matches)
    .where(_matches.c.id == bindparam("match_id"))
    .values({name: bindparam(f"new_{name}") for name in SAVED})
)
_troubling = Statement(
    update(_matches)
    .where(_matches.c.id == bindparam("match_id"))
    .values(trouble=bindparam("new_trouble"))
)


def state_of(session: Session, match_id: str) -> MatchState | None:
    found = _reading.row(session, match_id=match_id)
    return None if found is None else MatchState(*found)


def state_to_write(session: Session, match_id: str) -> MatchState | None:
    """The row, and the right to be the only one who writes on the match until the commit."""
    found = _writing.row(session, match_id=match_id)
    return None if found is None else MatchState(*found)


def save(session: Session, match: MatchState) -> None:
    new = {f"new_{name}": getattr(match, name) for name in SAVED}
    _saving.run(session, match_id=match.id, **new)


def set_trouble(session: Session, match_id: str, trouble: str | None) -> None:
    _troubling.run(session, match_id=match_id, new_trouble=trouble)


def ids_newest_first(session: Session, *, running_only: bool = False) -> Sequence[str]:
    chosen = select(_matches.c.id).order_by(_matches.c.is_over, _matches.c.changed.desc())
    if running_only:
        chosen = chosen.where(_matches.c.is_over.is_(False))
    return session.scalars(chosen).all()


def ids_of(session: Session, device: str | None) -> Sequence[str]:
    """Return the matches that a device can see, the newest first; all without one."""
    chosen = select(_matches.c.id).order_by(_matches.c.changed.desc(), _matches.c.id)
    if device is not None:
        chosen = chosen.join(DeviceRow, DeviceRow.match_id == _matches.c.id).where(
            DeviceRow.id == device, DeviceRow.right != "removed", _matches.c.put_away.is_(None)
        )
    return session.scalars(chosen).all()


def id_from(session: Session, source: str, device: str) -> str | None:
    """Return the device's match that was imported from this source; of anybody's without one."""
    chosen = select(_matches.c.id).where(_matches.c.source == source, _matches.c.put_away.is_(None))
    if device:
        chosen = chosen.join(DeviceRow, DeviceRow.match_id == _matches.c.id).where(
            DeviceRow.id == device
        )
    return session.scalars(chosen.limit(1)).first()
