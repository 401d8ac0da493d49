"""The entries that handed a seat over, and the set-up in which a name was corrected."""

from typing import Final, NamedTuple

from sqlalchemy import LargeBinary, bindparam, func, select, update
from sqlalchemy.orm import Session

from tracker.store.match_log import MatchState, State
from tracker.store.models import Base
from tracker.store.statements import Statement

_matches, _entries = Base.metadata.tables["match"], Base.metadata.tables["entry"]
_saving_setup = Statement(
    update(_matches)
    .where(_matches.c.id == bindparam("match_id"))
    .values(setup=bindparam("new_setup"))
)
HANDS_SEAT: Final = b'{"do":"hand_seat",'
"""The beginning of an entry that hands a seat over."""
_handed = Statement(
    select(*(_entries.c[name] for name in ("n", "place", "round", "state", "facts")))
    .where(
        _entries.c.match_id == bindparam("of"),
        func.substr(_entries.c.entry, 1, len(HANDS_SEAT)) == bindparam("begins", type_=LargeBinary),
    )
    .order_by(_entries.c.place)
)


class HandedSeat(NamedTuple):
    """An entry that handed a seat over; see `EntryRow`."""

    n: int
    place: int
    round: int
    state: str
    facts: bytes


def live(session: Session, match_id: str) -> list[HandedSeat]:
    """Return the entries that count and handed a seat over, in the order of play."""
    return [row for row in _ever_handed(session, match_id) if row.state == State.LIVE]


def was_ever_handed(session: Session, match_id: str) -> bool:
    """Return whether a seat was handed over, by an entry that counts or was crossed out."""
    return bool(_ever_handed(session, match_id))


def _ever_handed(session: Session, match_id: str) -> list[HandedSeat]:
    rows = _handed.rows(session, of=match_id, begins=HANDS_SEAT)
    return [HandedSeat(*row) for row in rows]


def save_setup(session: Session, match: MatchState) -> None:
    """Store a set-up in which a name was corrected."""
    _saving_setup.run(session, match_id=match.id, new_setup=match.setup)
