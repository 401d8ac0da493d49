"""The owner of each entry: the seat that writes it, the table, or the host; and who must agree."""

from collections.abc import Iterable
from typing import Final, get_args

from tracker.engine.hand_seat import HandSeat
from tracker.engine.title import Claim, Whose
from tracker.games.civil_war.entries import (
    BuyOff,
    Correct,
    EndMonth,
    HandTurn,
    Help,
    LayTiles,
    Meet,
    NextMonth,
    Trade,
    TurnOver,
    Upkeep,
    Written,
)
from tracker.games.civil_war.position import Position

HOSTS: Final = (Correct, EndMonth, HandSeat, HandTurn, NextMonth, Upkeep)
"""Numbers set by hand, new players, the turn out of order, the month's end for everybody."""
KINDS: Final = {str(kind.__struct_config__.tag): kind for kind in get_args(Written)}


def claim_of_kind(do: str, seat: int, other: int | None = None) -> Claim:
    """Return whose an entry of this kind is while it is still being filled in."""
    kind = KINDS[do]
    if issubclass(kind, HOSTS):
        return Claim(Whose.HOST)
    if kind is LayTiles:
        return Claim(Whose.TABLE)
    if kind is BuyOff and other is not None:
        return Claim(Whose.SEAT, (seat, other))
    return Claim(Whose.SEAT, (seat,))


def claim(position: Position, entry: Written) -> Claim:
    """Return whose the entry is; in this title the position does not matter for it.

    Those are asked who give of their own free will: a partner, an ally, who pays for peace.
    Whoever is lured from, attacked or turned has no say in it by the rules, and so none here.
    """
    match entry:
        case Trade():
            return Claim(Whose.SEAT, (entry.seat,), (entry.partner,) if tuple(entry.get) else ())
        case BuyOff():
            # CW-13.3: "any resources that both agree to", whichever of them writes it.
            both = (entry.seat, entry.target)
            return Claim(Whose.SEAT, both, both)
        case Meet():
            return Claim(Whose.SEAT, (entry.seat,), _helpers(entry.help))
        case TurnOver(choices=choices):
            fights = (choices.left, choices.middle, choices.right)
            helped = [gift for fight in fights for gift in fight.help]
            return Claim(Whose.SEAT, (entry.seat,), _helpers(helped))
        case _:
            seat = getattr(entry, "seat", 0)
            return claim_of_kind(str(entry.__struct_config__.tag), seat)


def _helpers(given: Iterable[Help]) -> tuple[int, ...]:
    return tuple(sorted({gift.seat for gift in given}))
