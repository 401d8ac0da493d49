"""Whose each entry is: the seat that writes it, the table, or the host; and who must agree."""

from collections.abc import Iterable

from tracker.engine.title import Claim, Whose
from tracker.games.civil_war.entries import (
    AnyEntry,
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
)
from tracker.games.civil_war.position import Position


def claim(position: Position, entry: AnyEntry) -> Claim:
    """Return whose the entry is; in this title the position does not matter for it.

    Those are asked who give of their own free will: a partner, an ally, who pays for peace.
    Whoever is lured from, attacked or turned has no say in it by the rules, and so none here.
    """
    match entry:
        case Correct() | EndMonth() | HandTurn() | NextMonth() | Upkeep():
            # Numbers set by hand, the turn out of order, the month's end for everybody.
            return Claim(Whose.HOST)
        case LayTiles():
            return Claim(Whose.TABLE)
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
            helped = [one for fight in fights for one in fight.help]
            return Claim(Whose.SEAT, (entry.seat,), _helpers(helped))
        case _:
            return Claim(Whose.SEAT, (entry.seat,))


def _helpers(given: Iterable[Help]) -> tuple[int, ...]:
    return tuple(sorted({one.seat for one in given}))
