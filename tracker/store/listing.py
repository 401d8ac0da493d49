"""The place of a match in the lists of its devices, kept beside each device.

A match is long and changes with every entry; a list is to be read from an index. So each device has
the state of its match, and when that was last changed: to the minute while the match runs, so that
few entries have to write it.
"""

from enum import StrEnum
from typing import Final, NamedTuple

from sqlalchemy import Table, bindparam, update
from sqlalchemy.orm import Session

from tracker.store.match_rows import MatchState
from tracker.store.models import DeviceRow, MatchRow
from tracker.store.statements import Statement

MINUTE: Final = len("2026-01-31T20:15")

_devices: Final[Table] = DeviceRow.metadata.tables["device"]
_relisting = Statement(
    update(_devices)
    .where(_devices.c.match_id == bindparam("of"))
    .values(state=bindparam("new_state"), listed=bindparam("new_listed"))
)


class ListState(StrEnum):
    """The state of a match, as lists are divided."""

    RUNNING = "running"
    OVER = "over"
    AWAY = "away"
    """Put away by its host."""


class Listing(NamedTuple):
    """The place of a match in a list. What is listed is how its time of change begins."""

    state: ListState
    listed: str


def listing_of(match: MatchRow | MatchState) -> Listing:
    if match.put_away is not None:
        return Listing(ListState.AWAY, match.changed)
    if match.is_over:
        return Listing(ListState.OVER, match.changed)
    return Listing(ListState.RUNNING, match.changed[:MINUTE])


def list_for(device: DeviceRow, match: MatchRow) -> None:
    """Put a match into the list of a device that is new to it."""
    device.state, device.listed = listing_of(match)


def relist(session: Session, match_id: str, listing: Listing) -> None:
    """Move a match to its new place in the lists of all its devices."""
    _relisting.run(session, of=match_id, new_state=listing.state, new_listed=listing.listed)
