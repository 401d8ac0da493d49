"""PG-9.3 Strategic redeployment: no two in a row, and what may move to the Near East."""

from collections.abc import Mapping
from typing import Final

from tracker.engine.ledger import TABLE
from tracker.engine.refusal import Refused
from tracker.games.paths_of_glory.columns import AP, CP, NEAR_EAST, SIDE_TERMS
from tracker.games.paths_of_glory.entries import NearEast
from tracker.games.paths_of_glory.hands import card_name
from tracker.games.paths_of_glory.position import Table

SALONIKA: Final = ("event", 30)
FALL_OF_THE_TSAR: Final = 52
# The seat that each limit is for, and its rule (PG-11.3.2, PG-13.2).
LIMITS: Final[Mapping[str, tuple[int, str]]] = {
    "br_sr": (AP, "PG-13.2.1"),
    "ru_sr": (AP, "PG-13.2.2"),
    "cp_sr": (CP, "PG-13.2.3"),
    "ru_move": (AP, "PG-11.3.2"),
}


def must_not_follow_sr(table: Table, seat: int) -> None:
    """PG-9.3.3: no SR after SR or Salonika in the same turn, and no Salonika after SR."""
    last = table.last_action(seat)
    if last[0] == "sr" or (seat == AP and last == SALONIKA):
        raise Refused(
            "PG-9.3.3",
            "{side}'s last action was already SR: {card}.",
            side=SIDE_TERMS[seat],
            card=card_name(seat, last[1]),
        )


def near_east(table: Table, entry: NearEast) -> None:
    """PG-13.2, PG-11.3.2: each once a turn; the three by SR only while that side's SR runs."""
    seat, rule = LIMITS[entry.what]
    if entry.seat != seat:
        raise Refused(rule, "Only {side} can do this.", side=SIDE_TERMS[seat])
    if entry.what == "ru_move":
        _must_not_have_lost_the_tsar(table)
    elif not _is_redeploying(table, entry):
        raise Refused(rule, "{side} has no SR in progress.", side=SIDE_TERMS[seat])
    if table[TABLE, NEAR_EAST[entry.what]]:
        raise Refused(rule, "{side} has already done this once this turn.", side=SIDE_TERMS[seat])
    table.put(TABLE, NEAR_EAST[entry.what], 1, rule)


def _is_redeploying(table: Table, entry: NearEast) -> bool:
    """Return whether an SR of the seat runs; for a British corps by sea, Salonika does too."""
    if table.acting != entry.seat:
        return False
    action = table.last_action(entry.seat)
    return action[0] == "sr" or (entry.what == "br_sr" and action == SALONIKA)


def _must_not_have_lost_the_tsar(table: Table) -> None:
    if table.was_played(CP, FALL_OF_THE_TSAR):
        raise Refused(
            "PG-11.3.2",
            "No RU corps can move between the Caucasus and the Near East after {card}.",
            card=card_name(CP, FALL_OF_THE_TSAR),
        )


def clear(table: Table) -> None:
    """PG-6.0: a new turn has new limits."""
    for column in NEAR_EAST.values():
        table.put(TABLE, column, 0, "PG-6.0")
