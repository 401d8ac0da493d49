"""Devices that come to a match and get their rights there."""

from tracker.service.tables import Tables
from tracker.store.database import Database


def joined(
    database: Database, match_id: str, device: str, seat: int | None = None, host: str = "tablet"
) -> None:
    """Let a device join with the table's code, for a seat or for all."""
    tables = Tables(database)
    code = tables.table(match_id, host).code
    tables.join(match_id, device, code, seat, device, "127.0.0.1")
