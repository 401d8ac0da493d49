"""Results: stored when a match ends, removed when it goes on again, made of what was played."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, Final

import msgspec
from sqlalchemy.orm import Session

from tracker.engine.ledger import TABLE
from tracker.engine.title import AnyTitle
from tracker.service.match import UNREADABLE, LoadedMatch, loaded, unpack_entry, unpack_facts
from tracker.store import match_log, result_rows
from tracker.store.match_log import StoredEntry

BREAK_SECONDS: Final = 2 * 3600
"""Between two entries so far apart nobody was at the table."""
Counts = dict[int, Counter[str]]


def settle(session: Session, match: LoadedMatch) -> None:
    """Store the result of a match that is over; remove that of one that goes on again."""
    if match.row.is_over:
        store_result(session, match)
    else:
        result_rows.remove(session, match.id)


def fill(session: Session, match_ids: Sequence[str]) -> None:
    """Store the results of matches that ended before results were stored.

    What cannot be read is left: a check has put it into quarantine, or will.
    """
    for match_id in match_ids:
        row = match_log.state_of(session, match_id)
        if row is not None:
            try:
                store_result(session, loaded(session, row))
            except UNREADABLE:
                continue


def store_result(session: Session, match: LoadedMatch) -> None:
    found = result_of(match, result_rows.played(session, match.id))
    if found is not None:
        result_rows.put(session, *found)


def result_of(
    match: LoadedMatch, played: Sequence[StoredEntry]
) -> tuple[dict[str, Any], list[dict[str, Any]]] | None:
    """Return the result of a match and what it says of each seat; None while it goes on."""
    title = match.title
    outcome = title.outcome(match.position)
    if outcome is None or not played:
        return None
    counts = _counts(title, played)
    result = {
        "match_id": match.id,
        "title": title.NAME,
        "seats": len(match.players),
        **_times([entry.at for entry in played]),
        "won": outcome.won.value,
        "reason": outcome.reason,
        "rule": outcome.rule,
        "side": outcome.side,
        "rounds": _rounds(played),
        "counts": _json(counts.get(TABLE, {})),
    }
    seats = [
        {
            **msgspec.structs.asdict(seat),
            "won": number in outcome.winners,
            "counts": _json(counts.get(number, {})),
        }
        for number, seat in enumerate(title.seat_results(match.position))
    ]
    return result, seats


def _times(written: Sequence[str]) -> dict[str, Any]:
    """Return the start, the end, and the seconds at the table without long breaks."""
    moments = sorted(map(datetime.fromisoformat, written))
    gaps = [(later - earlier).total_seconds() for earlier, later in pairwise(moments)]
    seconds = round(sum(gap for gap in gaps if gap < BREAK_SECONDS))
    return {"began": min(written), "ended": max(written), "seconds": seconds}


def _rounds(played: Sequence[StoredEntry]) -> str:
    """The numbers of the tracks at the end of each round."""
    ends = {entry.round: entry.track_values for entry in played}
    return "[" + ",".join(f"[{number},{values}]" for number, values in sorted(ends.items())) + "]"


def _counts(title: AnyTitle, played: Sequence[StoredEntry]) -> Counts:
    counts: Counts = {}
    for row in played:
        facts = unpack_facts(title, row.facts)
        for seat, word in title.tally(unpack_entry(title, row.entry), facts):
            counts.setdefault(seat, Counter())[word] += 1
    return counts


def _json(counts: dict[str, int]) -> str:
    return msgspec.json.encode(counts).decode()
