"""The owner of each entry: the soldier who acts, the leader, the table, or the host."""

from tracker.engine.hand_seat import HandSeat
from tracker.engine.title import Claim, Whose
from tracker.games.grizzled.entries import Action, Correct, Mission, Speech, Written
from tracker.games.grizzled.position import Position, Table


def claim(position: Position, entry: Written) -> Claim:
    """GR-1.3, GR-3.1, GR-13.5: return whose the entry is; the leader plays the recruit.

    Who discards a card for a speech does so of their own free will, and is asked.
    """
    table = Table(position)
    if isinstance(entry, Correct | HandSeat):
        return Claim(Whose.HOST)
    if isinstance(entry, Mission):
        return Claim(Whose.SEAT, _players(table, table.leader))
    if isinstance(entry, Action):
        asks = tuple(sorted(map(int, entry.discards))) if isinstance(entry, Speech) else ()
        return Claim(Whose.SEAT, _players(table, entry.seat), asks)
    return Claim(Whose.TABLE)


def _players(table: Table, seat: int) -> tuple[int, ...]:
    """GR-1.3, GR-13.5: the seats that may act for a soldier; in solo one person plays all."""
    if table.game.is_solo:
        return (seat, *(other for other in table.seats if other != seat))
    return (table.leader,) if seat == table.game.recruit else (seat,)
