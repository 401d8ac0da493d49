"""Whose each entry is: the seat that writes it, the table, or the host; and who must agree."""

from tracker.engine.title import Claim, Whose
from tracker.games.paths_of_glory import entries
from tracker.games.paths_of_glory.columns import AP, CP
from tracker.games.paths_of_glory.entries import AnyEntry
from tracker.games.paths_of_glory.position import Position

WAR_IN_AFRICA = 32


def claim(position: Position, entry: AnyEntry) -> Claim:
    """PG-8, PG-0.2: return whose the entry is.

    The other seat is asked for an accepted peace, and for its choice of CP 32.
    """
    match entry:
        case entries.Play():
            is_africa = (entry.seat, entry.card, entry.use) == (CP, WAR_IN_AFRICA, "event")
            return Claim(Whose.SEAT, (entry.seat,), (AP,) if is_africa else ())
        case entries.Peace():
            asks = (1 - entry.seat,) if entry.accepted else ()
            return Claim(Whose.SEAT, (entry.seat,), asks)
        case entries.OneOp() | entries.Battle():
            return Claim(Whose.SEAT, (entry.seat,))
        case entries.Take() | entries.Besiege() | entries.NearEast():
            return Claim(Whose.SEAT, (entry.seat, 1 - entry.seat))
        case entries.Lift():
            return Claim(Whose.SEAT, (CP, AP))
        case entries.Correct():
            return Claim(Whose.HOST)
        case _:
            return Claim(Whose.TABLE)
