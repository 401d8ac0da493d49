"""The chances of both sides at each month's end, if everybody had played plainly from there.

A month's end leaves nothing hidden: the next deal is drawn from the whole deck again. So a game
that is played on from its position, with tiles drawn anew, is as likely as any other.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec
from msgspec import Struct

from tracker.engine.message import Message, to_translate
from tracker.games.civil_war import resources, tiles
from tracker.games.civil_war.chance import Chance
from tracker.games.civil_war.columns import Count, Side
from tracker.games.civil_war.deck import SAMPLE
from tracker.games.civil_war.players import PLAIN
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.setup import Setup
from tracker.games.civil_war.whole_game import WholeGame

CONTINUATIONS: Final = 500


class MonthChance(Struct, frozen=True):
    """The chance of the South at the end of a month; the rest of 1 is the North's."""

    month: int
    """0 is the start of the game."""
    south: float

    def of(self, side: Side) -> float:
        return self.south if side is Side.SOUTH else 1 - self.south


_decoder: Final = msgspec.json.Decoder(tuple[MonthChance, ...])


class TurningPoint(Struct, frozen=True):
    """The month that brought the winning side most, and its chance before and after it."""

    month: int
    side: Side
    before: float
    after: float


def read(analysis: str) -> tuple[MonthChance, ...]:
    """Return the chances as they are stored, with a match that is over."""
    return _decoder.decode(analysis)


def has_two_sides(setup: Setup, position: Position) -> bool:
    """CW-12.5: where everyone is on one side, there is no other that could have won."""
    table = Table(position)
    return len({table.side(seat) for seat in range(len(setup.seats))}) == len(Side)


def south_share(position: Position) -> float:
    """CW-12: return the South's part of a win: 0 or 1, and between them where it is shared."""
    table = Table(position)
    first = [seat for seat in table.seats if table[seat, Count.PLACE] == 1]
    return sum(table.side(seat) is Side.SOUTH for seat in first) / len(first)


def played_on(position: Position, chance: Chance) -> float:
    """Return the South's part of a game that plain players play on from the position."""
    return south_share(WholeGame(position, PLAIN, chance).play())


def with_deck_to_play(position: Position, *, is_dealt: bool) -> Position:
    """CW-3.2: return the position with a deck from which its months can be dealt.

    Where the match was played with the tiles of a box, nobody knows them: our sample deck stands
    in for them, as it does for a deck that is too small.
    """
    if is_dealt and tiles.number_to_lay(Table(position)) <= len(position.game.tiles):
        return position
    setup = msgspec.structs.replace(position.game.setup, deck=SAMPLE)
    return msgspec.structs.replace(position, game=resources.game(setup))


def turning_point(chances: Sequence[MonthChance]) -> TurningPoint | None:
    """Return the month in which the chance of the winning side grew most, the first of several.

    A shared win has none.
    """
    if len(chances) < 2 or chances[-1].south not in (0, 1):
        return None
    side = Side.SOUTH if chances[-1].south else Side.NORTH
    pairs = list(pairwise(chances))
    before, after = max(pairs, key=lambda pair: pair[1].of(side) - pair[0].of(side))
    return TurningPoint(after.month, side, before.of(side), after.of(side))


TURNED: Final = {
    Side.SOUTH: to_translate(
        "The turning point was month {month}: "
        "the South had a chance of {before} % before it, and of {after} % after it."
    ),
    Side.NORTH: to_translate(
        "The turning point was month {month}: "
        "the North had a chance of {before} % before it, and of {after} % after it."
    ),
}
DECIDED: Final = {
    Side.SOUTH: to_translate(
        "It was decided in month {month}: before it the South had a chance of {before} %."
    ),
    Side.NORTH: to_translate(
        "It was decided in month {month}: before it the North had a chance of {before} %."
    ),
}


def turning_point_told(chances: Sequence[MonthChance]) -> Message | None:
    """Return the turning point as a sentence."""
    point = turning_point(chances)
    if point is None:
        return None
    figures = {"month": point.month, "before": percent(point.before), "after": percent(point.after)}
    is_last = point.month == chances[-1].month
    return Message((DECIDED if is_last else TURNED)[point.side], figures)


def percent(share: float) -> int:
    return round(100 * share)


def by_month(chances: Sequence[MonthChance]) -> list[tuple[int, tuple[int, int]]]:
    """Return each month with the percentages of the North and of the South: 100 together."""
    rows = [(row.month, percent(row.south)) for row in chances]
    return [(month, (100 - south, south)) for month, south in rows]
