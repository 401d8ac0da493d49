"""The owner of each entry: the seat that writes it, the table, or the host; and who must agree."""

from typing import Final, get_args

from tracker.engine.hand_seat import HandSeat
from tracker.engine.title import Claim, Whose
from tracker.games.paths_of_glory import entries
from tracker.games.paths_of_glory.columns import AP, CP
from tracker.games.paths_of_glory.entries import Written
from tracker.games.paths_of_glory.position import Position

WAR_IN_AFRICA = 32


OF_A_SEAT: Final = (entries.Play, entries.Peace, entries.OneOp, entries.Battle)
OF_EITHER: Final = (entries.Take, entries.Besiege, entries.NearEast, entries.Lift)
"""Either seat writes these for either side: both players see on the map what they state."""
KINDS: Final = {str(kind.__struct_config__.tag): kind for kind in get_args(Written)}


def claim_of_kind(do: str, seat: int) -> Claim:
    """Return whose an entry of this kind is while it is still being filled in.

    A page may stand for several entries of a phase; that is the table's.
    """
    kind = KINDS.get(do)
    if kind in OF_A_SEAT:
        return Claim(Whose.SEAT, (seat,))
    if kind in OF_EITHER:
        return Claim(Whose.SEAT, (seat, 1 - seat))
    is_hosts = kind in (entries.Correct, HandSeat)
    return Claim(Whose.HOST if is_hosts else Whose.TABLE)


def claim(position: Position, entry: Written) -> Claim:
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
        case _:
            seat = getattr(entry, "seat", CP)
            return claim_of_kind(str(entry.__struct_config__.tag), seat)
