"""Offers: the entries that a seat may write now, and the reason for each that it may not.

Every possible entry is asked of the rules that also judge what is then written: so a page can
neither offer what the rules refuse nor hide what they allow.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, get_args

import msgspec

from tracker.engine import hand_seat
from tracker.engine.refusal import Refused
from tracker.engine.title import Offer, offer
from tracker.games.paths_of_glory import entries, forts
from tracker.games.paths_of_glory.box import CARDS, FORTS, SPACES, VP_SPACES
from tracker.games.paths_of_glory.checking import NORMAL_ARMIES, SIXTUS_AFFAIR, WAR_IN_AFRICA
from tracker.games.paths_of_glory.columns import AP, CP, POINTS
from tracker.games.paths_of_glory.entries import Use, Written
from tracker.games.paths_of_glory.position import Position, Table
from tracker.games.paths_of_glory.redeployment import LIMITS

Candidates = Callable[[Table, int], Iterator[Written]]
WhyNot = Callable[[Position, Written], Refused | None]
USES: Final[tuple[Use, ...]] = ("event", "ops", "sr", "rp")


def offers(position: Position, seat: int, why_not: WhyNot) -> tuple[Offer[Written], ...]:
    table, judge = Table(position), partial(why_not, position)
    return tuple(offer(do, candidates(table, seat), judge) for do, candidates in CANDIDATES.items())


def plays(seat: int, n: int) -> Iterator[entries.Play]:
    """Every way to play a card."""
    card = (seat, n)
    for use in USES:
        if use == "event" and card == WAR_IN_AFRICA:
            yield entries.Play(seat, n, use, africa="vp")
            yield entries.Play(seat, n, use, africa="corps")
        elif use == "event" and card == SIXTUS_AFFAIR:
            yield entries.Play(seat, n, use, die=1)
        else:
            yield entries.Play(seat, n, use)
        if use == "event" and seat == AP and n in NORMAL_ARMIES:
            yield entries.Play(seat, n, use, normal=True)


def _plays(table: Table, seat: int) -> Iterator[Written]:
    for card in CARDS[seat]:
        yield from plays(seat, card.n)


def _peaces(table: Table, seat: int) -> Iterator[Written]:
    yield entries.Peace(seat, accepted=True)
    yield entries.Peace(seat, accepted=False, die=1)


def _battles(table: Table, seat: int) -> Iterator[Written]:
    """A battle that is almost always possible while an operation runs."""
    at, attacker, defender = ("Cambrai", "GE", "FR") if seat == CP else ("Aachen", "FR", "GE")
    document = {"do": "battle", "seat": seat, "at": at, "attackers": [attacker]}
    document |= {"defenders": [defender], "loss_numbers": {"attacker": 0, "defender": 0}}
    yield msgspec.convert(document, entries.Battle)


def _takes(table: Table, seat: int) -> Iterator[Written]:
    spaces = VP_SPACES[table.game.historical]
    return (entries.Take(seat, (space,)) for space in spaces if table.holder(space) != seat)


def _besieges(table: Table, seat: int) -> Iterator[Written]:
    return (entries.Besiege(seat, space) for space in FORTS if SPACES[space].owner != seat)


def _near_east(table: Table, seat: int) -> Iterator[Written]:
    for what in get_args(entries.Limit):
        if LIMITS[what][0] == seat:
            yield entries.NearEast(seat, what)


def _replaces(table: Table, seat: int) -> Iterator[Written]:
    nations = {column.name for column in POINTS[seat]}
    for nation in get_args(entries.RpNation):
        if nation in nations:
            yield entries.Replace(seat, nation, corps_steps=1)


def _sieges(table: Table, seat: int) -> Iterator[Written]:
    yield entries.Sieges(dict.fromkeys(forts.besieged_forts(table), 1))


def _correct(table: Table, seat: int) -> Iterator[Written]:
    yield entries.Correct(entries.Numbers(vp=table.vp), "as counted at the table")


def _just(entry: Written) -> Candidates:
    return lambda table, seat: iter((entry,))


CANDIDATES: Final[dict[str, Candidates]] = {
    "mandates": _just(entries.Mandates(1, 1)),
    "play": _plays,
    "one_op": lambda table, seat: iter((entries.OneOp(seat),)),
    "peace": _peaces,
    "battle": _battles,
    "take": _takes,
    "besiege": _besieges,
    "lift": lambda table, seat: (entries.Lift(space) for space in FORTS),
    "near_east": _near_east,
    "attrition": _just(entries.Attrition()),
    "sieges": _sieges,
    "war_status": _just(entries.WarStatus()),
    "replace": _replaces,
    "end_replacements": _just(entries.EndReplacements()),
    "draw": _just(entries.Draw()),
    "correct": _correct,
    "hand_seat": lambda table, seat: hand_seat.examples(table.game.setup, seat),
}
