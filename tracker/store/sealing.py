"""Sealing a match: every row gets its hash, and is compared with it from then on.

A match of a release that knew of no hashes is sealed when it is checked or written on, in a
transaction of its own. That release may still run beside this one and write: the version that it
makes is not sealed, and its rows have no hash, so the match is sealed again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.orm import Session

from tracker.store import match_log
from tracker.store.match_log import MatchState
from tracker.store.models import Base
from tracker.store.row_hashes import DamagedRow, has_its_hash, hash_of, link_of
from tracker.store.statements import Statement

Row = dict[str, Any]

_tables: Final = Base.metadata.tables
OF_A_MATCH: Final = ("entry", "act", "amendment", "note", "request", "device")
"""The tables with rows of a match that have hashes; each is read in the order of its key."""
CHAINED: Final = {"entry": "last_entry", "act": "last_change"}
"""The tables whose rows are chained, with the column of the match that has the newest hash."""
NAMES: Final = {
    "entry": "entry {n}",
    "act": "change {version}",
    "amendment": "amendment {version}",
    "note": "a note",
    "request": "a request",
    "device": "a device",
}
LAST_VISIT: Final = "the last visit of a device is not as it was noted"


def _reading(table: Table, of: str) -> Statement:
    chosen = select(table).where(table.c[of] == bindparam("of"))
    return Statement(chosen.order_by(*table.primary_key.columns))


def _writing(table: Table) -> Statement:
    chosen = [column == bindparam(f"old_{column.name}") for column in table.primary_key.columns]
    return Statement(update(table).where(*chosen).values(hash=bindparam("new_hash")))


_reading_match: Final = _reading(_tables["match"], "id")
_readings: Final = {
    name: _reading(_tables[name], "match_id") for name in (*OF_A_MATCH, "seat", "result")
}
_troubling: Final = Statement(
    update(_tables["match"])
    .where(_tables["match"].c.id == bindparam("match_id"))
    .values(trouble=bindparam("new_trouble"))
)
_writings: Final = {name: _writing(_tables[name]) for name in (*OF_A_MATCH, "result")}


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """Every row of a match, as the driver reads it."""

    row: Row
    rows: dict[str, list[Row]]
    """The rows in other tables, by table."""

    @property
    def is_to_be_sealed(self) -> bool:
        """Return whether a release that knows of no hashes wrote the match, or a part of it."""
        sealed_version = self.row["sealed"]
        if self.row["hash"] is None or sealed_version is None:
            return self.row["hash"] is None and sealed_version is None
        newer = [row for row in self.rows["act"] if row["version"] > sealed_version]
        return bool(newer) and all(row["hash"] is None for row in newer)


def stored_match(session: Session, match_id: str) -> StoredMatch | None:
    rows = _named("match", _reading_match.rows(session, of=match_id))
    if not rows:
        return None
    return StoredMatch(rows[0], {table: _rows_of(session, table, match_id) for table in _readings})


def _rows_of(session: Session, table: str, match_id: str) -> list[Row]:
    return _named(table, _readings[table].rows(session, of=match_id))


def _named(table: str, rows: Sequence[tuple[Any, ...]]) -> list[Row]:
    names = tuple(_tables[table].c.keys())
    return [dict(zip(names, row, strict=True)) for row in rows]


def sealed(session: Session, match: MatchState) -> MatchState:
    """Return the match, sealed if it was not; raise `DamagedRow` where it is not as written."""
    if match.sealed == match.version:
        if not match_log.is_whole(match):
            raise DamagedRow("the row of a match is not as it was written")
        return match
    seal(session, match.id)
    return match_log.state_of(session, match.id) or match


def seal(session: Session, match_id: str) -> None:
    """Give every row of the match its hash. The caller has locked the match."""
    match = match_log.state_of(session, match_id)
    if match is None:
        return
    for table in _writings:
        last = None
        for row in _rows_of(session, table, match_id):
            last = hash_of(table, row, last if table in CHAINED else None)
            if last != row["hash"]:
                _set_hash(session, table, row, last)
        if table in CHAINED:
            setattr(match, CHAINED[table], link_of(last))
    match_log.save(session, match)


def _set_hash(session: Session, table: str, row: Row, new: bytes) -> None:
    keys = {f"old_{column.name}": row[column.name] for column in _tables[table].primary_key}
    _writings[table].run(session, **keys, new_hash=new)


def set_trouble(session: Session, match_id: str, trouble: str | None) -> None:
    """Put a match into quarantine, or let it out. What is damaged keeps its hash."""
    _troubling.run(session, match_id=match_id, new_trouble=trouble)


# --- Comparing -----------------------------------------------------------------------------------


def differences(match: StoredMatch) -> Iterator[str]:
    """Yield what is not as it was written in a match that is sealed."""
    if not has_its_hash("match", match.row):
        yield "its row is not as it was written"
    for table, newest in CHAINED.items():
        yield from _differences_in_chain(table, match.rows[table], match.row[newest])
    for table in OF_A_MATCH:
        if table not in CHAINED:
            for row in match.rows[table]:
                if not _is_as_written(table, row):
                    yield f"{NAMES[table].format(**row)} is not as it was written"


def _differences_in_chain(table: str, rows: Sequence[Row], newest: bytes | None) -> Iterator[str]:
    last = None
    for row in rows:
        found = hash_of(table, row, last)
        if found != row["hash"]:
            yield f"{NAMES[table].format(**row)} is not as it was written"
            return
        last = found
    if link_of(last) != newest:
        yield f"after the newest {NAMES[table].partition(' ')[0]} there is another"


def _is_as_written(table: str, row: Row) -> bool:
    if table != "device":
        return bool(row["hash"] == hash_of(table, row))
    # A release that knows of no hashes may have added it, or noted its last visit.
    return row["hash"] is None or link_of(row["hash"]) == link_of(hash_of(table, row))


def wrong_visits(match: StoredMatch) -> list[Row]:
    """Return the devices of which only the time of the last visit is not as it was noted."""
    return [
        row
        for row in match.rows["device"]
        if row["hash"] is not None
        and _is_as_written("device", row)
        and row["hash"] != hash_of("device", row)
    ]


def accept_visits(session: Session, match: StoredMatch) -> None:
    """Give the devices whose last visit is not as it was noted a hash of what there is."""
    for row in wrong_visits(match):
        _set_hash(session, "device", row, hash_of("device", row))
