"""The record of one simulated game: everything that the figures of a deck are made of."""

from collections import Counter
from typing import Final

from msgspec import Struct

from tracker.engine.ledger import TABLE, Line
from tracker.engine.title import Decision
from tracker.games.civil_war import title
from tracker.games.civil_war.box import BOX, SIDE_OF
from tracker.games.civil_war.chance import Chance
from tracker.games.civil_war.columns import KINDS, Bonus, Count, Course, Kind, Side
from tracker.games.civil_war.entries import AnyEntry, Attack, TurnOver, Upkeep
from tracker.games.civil_war.matching import Happening, Met, face_up_around, happenings
from tracker.games.civil_war.players import SimulatedPlayer
from tracker.games.civil_war.position import Position, Table
from tracker.games.civil_war.setup import Seat, Setup
from tracker.games.civil_war.whole_game import MOST_ENTRIES_OF_A_GAME, WholeGame
from tracker.games.civil_war.winning import Reason

MID_GAME_MONTH: Final = 3
STARVED: Final = "CW-8.2"


class SeatRecord(Struct, frozen=True):
    """A seat at the end of a game."""

    role: Kind
    side: Side
    """The side of the role."""
    points: int
    win: float
    """1 for a win alone, a part of it for a shared one, else 0."""


class GameRecord(Struct, frozen=True):
    """A game that is over."""

    reason: str
    month: int
    seats: tuple[SeatRecord, ...]
    gained: dict[str, int]
    """The number of times that a bonus, or full domination, was gained, by its name."""
    tiles: int
    making: int
    """The tiles that made a match or had an event."""
    friends: int
    enemies: int
    most_enemies: int
    """The largest number of enemies that was met at once."""
    camps: tuple[int, ...]
    """The people in each camp after the upkeep of the middle month; none if it ended before."""
    battles: int
    lost_turns: int
    starved: int

    @property
    def best(self) -> int:
        """Return the most points that anybody has."""
        return max(seat.points for seat in self.seats)


class _Watching:
    """Counts what happens in a game while it is played."""

    def __init__(self) -> None:
        self.gained: Counter[str] = Counter()
        self.tiles = self.making = self.friends = self.enemies = self.most_enemies = 0
        self.battles = self.lost_turns = self.starved = 0
        self.camps: tuple[int, ...] = ()

    def see(self, before: Position, entry: AnyEntry, decision: Decision[Position]) -> None:
        for fact in decision.facts:
            if type(fact) is Line:
                self._see_line(fact)
        if isinstance(entry, TurnOver):
            self._see_tile(before, entry, decision.position)
        elif isinstance(entry, Upkeep):
            self._see_upkeep(Table(decision.position))
        elif isinstance(entry, Attack):
            self.battles += 1

    def _see_line(self, line: Line) -> None:
        if line.by > 0 and (isinstance(line.what, Bonus) or line.what is Count.DOMINATED):
            self.gained[line.what.value] += 1
        elif line.by > 0 and line.what is Count.LOST_TURNS:
            self.lost_turns += 1
        elif isinstance(line.what, Kind) and line.rule == STARVED:
            self.starved -= line.by

    def _see_tile(self, before: Position, entry: TurnOver, after: Position) -> None:
        dealt = next(placed.tile for placed in after.figure or () if placed.at == entry.at)
        tiles = before.game.tiles
        made = happenings(tiles[dealt or ""], face_up_around(before.figure, entry.at, tiles))
        self.tiles += 1
        self.making += bool(made)
        side = Table(before).side(entry.seat)
        for happening in made:
            self._see_meeting(side, happening)

    def _see_meeting(self, side: Side, happening: Happening) -> None:
        met = happening.what
        if not isinstance(met, Met):
            return
        if SIDE_OF[met.kind] is side:
            self.friends += met.count
        else:
            self.enemies += met.count
            self.most_enemies = max(self.most_enemies, met.count)

    def _see_upkeep(self, table: Table) -> None:
        if table.month == MID_GAME_MONTH:
            self.camps = tuple(table.people(seat) for seat in table.seats_in_game())


def play_and_record(
    setup: Setup,
    player: SimulatedPlayer,
    chance: Chance,
    most_entries: int = MOST_ENTRIES_OF_A_GAME,
) -> GameRecord:
    """Play a game from its first tile to its end."""
    watching, start = _Watching(), title.start(setup).position
    end = WholeGame(start, player, chance, watching.see, most_entries).play()
    table = Table(end)
    return GameRecord(
        reason=Reason(table[TABLE, Course.REASON]).word,
        month=table.month,
        seats=seat_records(table),
        gained=dict(watching.gained),
        tiles=watching.tiles,
        making=watching.making,
        friends=watching.friends,
        enemies=watching.enemies,
        most_enemies=watching.most_enemies,
        camps=watching.camps,
        battles=watching.battles,
        lost_turns=watching.lost_turns,
        starved=watching.starved,
    )


def seat_records(table: Table) -> tuple[SeatRecord, ...]:
    """CW-12: the best place wins; equal totals share the win."""
    first = [seat for seat in table.seats if table[seat, Count.PLACE] == 1]
    return tuple(
        SeatRecord(
            table.role(seat),
            SIDE_OF[table.role(seat)],
            table[seat, Count.POINTS],
            1 / len(first) if seat in first else 0.0,
        )
        for seat in table.seats
    )


def cast(seats: int, chance: Chance) -> tuple[Seat, ...]:
    """CW-1.2, CW-1.3: roles drawn at random, as many of either side, in any order of play."""
    sides = chance.sample(list(Side), 2)
    roles = [
        role
        for side, number in zip(sides, ((seats + 1) // 2, seats // 2), strict=True)
        for role in _drawn(side, number, chance)
    ]
    shuffled = chance.sample(roles, seats)
    return tuple(Seat(f"Player {number}", role) for number, role in enumerate(shuffled, 1))


def _drawn(side: Side, number: int, chance: Chance) -> list[Kind]:
    """From the seventh player on, roles of a side are used again."""
    kinds = [kind for kind in KINDS if SIDE_OF[kind] is side]
    whole, rest = divmod(number, len(kinds))
    return kinds * whole + chance.sample(kinds, rest)


def has_fifty(record: GameRecord) -> bool:
    """CW-12.1: whether somebody has the points that win."""
    return record.best >= BOX.winning.points
