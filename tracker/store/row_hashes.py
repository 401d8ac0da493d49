"""The hash of every row, by which damage is found; entries and changes are chained.

A hash covers every column but those that follow from other rows: seats, results, and where a match
is listed are reckoned again instead. The hash of an entry or a change also covers the one before
it, so that a missing row is found too.

A row that is written as a mapped object gets its hash when the session flushes it; what
`statements.py` writes gets it where it is written. A row without a hash was written by a release
that knew of none; `sealing.py` adds it.
"""

from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, event, inspect
from sqlalchemy.orm import Mapper, object_session

from tracker.store.models import Base, MatchRow

LINK_BYTES: Final = 16
DERIVED_TABLES: Final = frozenset({"seat"})
DERIVED_COLUMNS: Final[Mapping[str, set[str]]] = {
    "match": {"trouble"},
    "device": {"state", "listed"},
}
FIXED: Final[Mapping[str, tuple[str, ...]]] = {
    "entry": ("match_id", "n", "place", "at", "by", "entry"),
    "device": ("match_id", "id", "right", "seat", "name", "joined", "network"),
}
"""Columns with a hash of their own, the link, which stands first: the next entry is chained to it;
and of a device it tells whether more than the time of its last visit is wrong."""


def _hashed(table: str) -> tuple[str, ...]:
    ignored = {"hash"} | DERIVED_COLUMNS.get(table, set())
    names = (column.name for column in Base.metadata.tables[table].columns)
    return tuple(name for name in names if name not in ignored)


HASHED: Final[Mapping[str, tuple[str, ...]]] = {
    table: _hashed(table) for table in Base.metadata.tables if table not in DERIVED_TABLES
}
"""The columns that a hash covers, by table."""

_encode: Final = msgspec.msgpack.Encoder().encode


class DamagedRow(Exception):
    """A row is not as it was written, so nothing is written over it."""


def hash_of(table: str, row: Mapping[str, Any], before: bytes | None = None) -> bytes:
    """Return the hash of a row; `before` is the hash of the row that it is chained to."""
    if table not in FIXED:
        return digest(before, (row[name] for name in HASHED[table]))
    link = digest(link_of(before), (row[name] for name in FIXED[table]))
    return _hash_with(link, table, row)


def link_of(row_hash: bytes | None) -> bytes | None:
    """Return the part of a hash that the next row is chained to."""
    return row_hash and row_hash[:LINK_BYTES]


def hash_again(table: str, row: Mapping[str, Any]) -> bytes:
    """Return the hash of a row that was changed, but for its fixed columns."""
    if table == "entry":
        return _hash_with(row["hash"][:LINK_BYTES], table, row)
    return hash_of(table, row)


def changed(table: str, row: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """Return the row with these changes and its new hash; raise `DamagedRow` for a damaged one."""
    must_be_whole(table, row)
    new = {**row, **changes}
    return {**new, "hash": hash_again(table, new)}


def must_be_whole(table: str, row: Mapping[str, Any]) -> None:
    """Raise `DamagedRow` for a row that may not be written over."""
    if table == "device":
        # Another release may have noted the last visit.
        is_whole = link_of(row["hash"]) == link_of(hash_of(table, row))
    else:
        is_whole = has_its_hash(table, row)
    if not is_whole:
        raise DamagedRow(f"a row of the table {table} is not as it was written")


def has_its_hash(table: str, row: Mapping[str, Any]) -> bool:
    """Return whether a row is as it was written, as far as it tells without the row before."""
    if table not in FIXED:
        return bool(row["hash"] == hash_of(table, row))
    return bool(row["hash"] == _hash_with(row["hash"][:LINK_BYTES], table, row))


def digest(before: bytes | None, values: Iterable[Any]) -> bytes:
    """Return the hash of these values. True and false count as numbers, as SQLite writes them."""
    plain = [value + 0 if value is True or value is False else value for value in values]
    return sha256(_encode((before, plain))).digest()[:LINK_BYTES]


def _hash_with(link: bytes, table: str, row: Mapping[str, Any]) -> bytes:
    return link + digest(link, (row[name] for name in HASHED[table]))


# --- Mapped objects ------------------------------------------------------------------------------


def _hash_new(mapper: Mapper[Any], _: Connection, row: Any) -> None:
    """Add the hash to a row that is inserted, with the values that its columns have by default."""
    table = row.__tablename__
    if table in DERIVED_TABLES or row.hash is not None:
        return
    for column in mapper.columns:
        if column.key not in vars(row):
            default: Any = column.default
            setattr(row, column.key, default.arg if default else None)
    if isinstance(row, MatchRow):
        row.sealed = row.version
    row.hash = hash_of(table, vars(row))


def _hash_changed(mapper: Mapper[Any], _: Connection, row: Any) -> None:
    """Renew the hash of a row that was whole; raise `DamagedRow` for one that was not."""
    table, session = row.__tablename__, object_session(row)
    if table in DERIVED_TABLES or row.hash is None or session is None:
        return
    if not session.is_modified(row):
        return
    now: dict[str, Any] = vars(row)
    must_be_whole(table, now | inspect(row).committed_state)
    if isinstance(row, MatchRow):
        row.sealed = row.version
    row.hash = hash_again(table, now)


event.listen(Base, "before_insert", _hash_new, propagate=True)
event.listen(Base, "before_update", _hash_changed, propagate=True)
