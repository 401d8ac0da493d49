"""Offers: the entries that a seat may write now, and the reason for each that it may not.

Every possible entry is asked of `why_not`, which also judges what is then written: so a page can
neither offer what the rules refuse nor hide what they allow. Amounts stand at 1, or at the most
that can be had where a page would show it.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from tracker.engine import hand_seat
from tracker.engine.refusal import Refused
from tracker.engine.title import Offer, offer
from tracker.games.civil_war import entries, luring, shapes, tiles, trade
from tracker.games.civil_war.box import BOX
from tracker.games.civil_war.columns import KINDS, RESOURCES, Count, Kind, Resource
from tracker.games.civil_war.entries import Written
from tracker.games.civil_war.goods import Goods, People
from tracker.games.civil_war.position import Position, Table

Candidates = Callable[[Table, int], Iterator[Written]]
WhyNot = Callable[[Position, Written], Refused | None]


def offers(position: Position, seat: int, why_not: WhyNot) -> tuple[Offer[Written], ...]:
    table, judge = Table(position), partial(why_not, position)
    return tuple(offer(do, candidates(table, seat), judge) for do, candidates in CANDIDATES.items())


def _others(table: Table, seat: int) -> list[int]:
    """Every other seat, the enemies first: they are whom most entries are about."""
    others = [other for other in table.seats if other != seat]
    return sorted(others, key=lambda other: table.side(other) is table.side(seat))


def _meetings(table: Table, seat: int) -> Iterator[Written]:
    return (entries.Meet(seat, kind, 1) for kind in KINDS)


def _lures(table: Table, seat: int) -> Iterator[Written]:
    for other, kind in _camps_to_lure_from(table, seat):
        most = min(table[other, kind], table[seat, Resource.GOLD] // BOX.lure.gold_each)
        for number in sorted({1, max(1, most)}):
            yield entries.Lure(seat, (entries.Lured(other, _people(kind, number)),))


def _reserve_spendings(table: Table, seat: int) -> Iterator[Written]:
    for other, kind in _camps_to_lure_from(table, seat):
        number = max(1, min(table[other, kind], BOX.gold_reserve.lures_at_most))
        yield entries.SpendReserve(seat, lure=entries.Lured(other, _people(kind, number)))
    for other in _others(table, seat):
        yield entries.SpendReserve(seat, turncoat=other)


def _camps_to_lure_from(table: Table, seat: int) -> Iterator[tuple[int, Kind]]:
    kinds = [kind for kind in KINDS if luring.can_be_lured(table, kind)]
    return ((other, kind) for other in _others(table, seat) for kind in kinds)


def _people(kind: Kind, number: int) -> People[int]:
    return People(**{kind.value: number})


def _one(resource: Resource) -> Goods[int]:
    return Goods(**{resource.value: 1})


def _hand_overs(table: Table, seat: int) -> Iterator[Written]:
    for other in _others(table, seat):
        yield entries.HandOver(seat, other, "wagon")
        yield entries.HandOver(seat, other, "dynamite")


def _figures(table: Table, seat: int) -> Iterator[Written]:
    number = tiles.number_to_lay(table)
    yield entries.LayTiles(tuple(entries.Laid(at) for at in shapes.block(number)))


def _turnings(table: Table, seat: int) -> Iterator[Written]:
    figure = table.figure or ()
    seen = {placed.tile for placed in figure}
    unseen = next((tile for tile in table.game.tiles if tile not in seen), "")
    for placed in figure:
        if placed.tile is None:
            yield entries.TurnOver(seat=seat, at=placed.at, tile=unseen)
        else:
            yield entries.TurnOver(seat=seat, at=placed.at)
    if not figure:
        yield entries.TurnOver(seat=seat, at=(0, 0))


def _trades(table: Table, seat: int) -> Iterator[Written]:
    for other in _others(table, seat):
        for resource in RESOURCES:
            yield entries.Trade(seat, other, give=_one(resource), get=Goods())
            yield entries.Trade(seat, other, give=Goods(), get=_one(resource))


def _hq_trades(table: Table, seat: int) -> Iterator[Written]:
    for give in RESOURCES:
        most = trade.tradable(table, seat, give) // BOX.headquarters.price
        for get in RESOURCES:
            if get is not give:
                yield from (
                    entries.HqTrade(seat, give, get, times) for times in sorted({1, max(1, most)})
                )


def _attacks(table: Table, seat: int) -> Iterator[Written]:
    for other in _others(table, seat):
        yield entries.Attack(seat, other, press=True)
        yield entries.Attack(seat, other)


def _buy_offs(table: Table, seat: int) -> Iterator[Written]:
    others = _others(table, seat)
    return (
        entries.BuyOff(seat, other, _one(resource)) for other in others for resource in RESOURCES
    )


def _corrections(table: Table, seat: int) -> Iterator[Written]:
    yield entries.Correct(
        seat, entries.Numbers(points=table[seat, Count.POINTS]), reason="as it is"
    )


CANDIDATES: Final[dict[str, Candidates]] = {
    "find": lambda _, seat: (entries.Find(seat, resource, 1) for resource in RESOURCES),
    "lose": lambda _, seat: (entries.Lose(seat, resource, 1) for resource in RESOURCES),
    "meet": _meetings,
    "gain": lambda _, seat: iter((entries.Gain(seat, "wagon"), entries.Gain(seat, "dynamite"))),
    "fire": lambda _, seat: iter((entries.Fire(seat, 1),)),
    "sickness": lambda _, seat: iter((entries.Sickness(seat, 1),)),
    "sabotage": lambda _, seat: iter((entries.Sabotage(seat),)),
    "raise_brigade": lambda _, seat: iter((entries.RaiseBrigade(seat),)),
    "lure": _lures,
    "spend_reserve": _reserve_spendings,
    "hand_over": _hand_overs,
    "lay_tiles": _figures,
    "turn_over": _turnings,
    "end_turn": lambda _, seat: iter((entries.EndTurn(seat),)),
    "hand_turn": lambda _, seat: iter((entries.HandTurn(seat),)),
    "end_month": lambda _, __: iter((entries.EndMonth(),)),
    "trade": _trades,
    "hq_trade": _hq_trades,
    "upkeep": lambda _, __: iter((entries.Upkeep(),)),
    "attack": _attacks,
    "buy_off": _buy_offs,
    "next_month": lambda _, __: iter((entries.NextMonth(),)),
    "correct": _corrections,
    "hand_seat": lambda table, seat: hand_seat.examples(table.game.setup, seat),
}
