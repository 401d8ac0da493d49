"""Rows that follow from a match: seats, results, its place in lists. Compared, and made anew."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from tracker.service import results
from tracker.service.match import LoadedMatch, loaded
from tracker.store import devices, match_log, result_rows, sealing
from tracker.store.devices import Listing
from tracker.store.match_log import MatchState, State, StoredEntry
from tracker.store.models import MatchRow, SeatRow
from tracker.store.result_rows import OF_A_RESULT, key_of
from tracker.store.row_hashes import hash_of
from tracker.store.sealing import Row, StoredMatch

NOTHING: Final = dict.fromkeys(OF_A_RESULT)


@dataclass(frozen=True, slots=True)
class Derived:
    """The rows as they follow from the match."""

    key: str
    listing: Listing
    seats: list[Row]
    result: Row | None


def derived(session: Session, match: StoredMatch) -> Derived:
    """Reckon the rows from the match, which a check has found to be right."""
    state = MatchState(*(match.row[name] for name in MatchState.__slots__))
    found = loaded(session, state)
    names, (result, rated) = found.players, _result(match, found)
    seats = [
        {"match_id": state.id, "seat": seat, "name": name, "key": key_of(name), **rating}
        for (seat, name), rating in zip(
            enumerate(names), rated or [NOTHING] * len(names), strict=True
        )
    ]
    return Derived(key_of(state.name), devices.listing_of(state), seats, result)


def _result(match: StoredMatch, found: LoadedMatch) -> tuple[Row | None, list[Row]]:
    if not found.row.is_over:
        return None, []
    live = [row for row in match.rows["entry"] if row["state"] == State.LIVE]
    played = [
        StoredEntry(*(row[name] for name in StoredEntry.__slots__))
        for row in sorted(live, key=lambda row: row["place"])
    ]
    return results.result_of(found, played) or (None, [])


def differences(session: Session, match: StoredMatch) -> Iterator[str]:
    """Yield which rows do not follow from the match."""
    right = derived(session, match)
    if match.row["key"] != right.key:
        yield "the name that it is searched by is wrong"
    if any((row["state"], row["listed"]) != right.listing for row in match.rows["device"]):
        yield "its place in the list of a device is wrong"
    if match.rows["seat"] != right.seats:
        yield "its seats are not as the set-up and the result say"
    if _results(match.rows["result"]) != ([right.result] if right.result else []):
        yield "its result is not what was played"
    for row in match.rows["result"]:
        if row["hash"] is not None and row["hash"] != hash_of("result", row):
            yield "its result or the analysis of it is not as it was written"
    if sealing.wrong_visits(match):
        yield sealing.LAST_VISIT


def _results(rows: Sequence[Row]) -> list[Row]:
    """Return the results without the analysis, which is made when somebody asks for it."""
    kept_aside = {"analysis", "hash"}
    return [{name: row[name] for name in row if name not in kept_aside} for row in rows]


def repair(session: Session, match: StoredMatch) -> None:
    """Make the rows anew. The caller has locked the match."""
    match_id, right = match.row["id"], derived(session, match)
    session.execute(delete(SeatRow).where(SeatRow.match_id == match_id))
    result_rows.add_seats(session, match_id, [seat["name"] for seat in right.seats])
    result_rows.remove(session, match_id)
    if right.result is not None:
        result_rows.put(session, right.result, right.seats)
    devices.relist(session, match_id, right.listing)
    sealing.accept_visits(session, match)
    if match.row["key"] != right.key:
        session.execute(update(MatchRow).where(MatchRow.id == match_id).values(key=right.key))
        state = match_log.state_of(session, match_id)
        if state is not None:
            match_log.save(session, state)
