"""The figures of many simulated games, as somebody who designs a deck asks for them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from tracker.games.civil_war.columns import BONUSES, KINDS, Count, Side
from tracker.games.civil_war.game_record import GameRecord, SeatRecord, has_fifty
from tracker.games.civil_war.winning import Reason

MANY_ENEMIES: Final = 6


class Quartiles(Struct, frozen=True):
    """A quarter of the numbers are below the first, half below the second."""

    low: float
    median: float
    high: float


class GameFigures(Struct, frozen=True):
    """Shares are of all the games, from 0 to 1."""

    games: int
    endings: dict[str, float]
    months: dict[int, float]
    """The share of games that ended in each month."""
    points_by_role: dict[str, Quartiles]
    points_by_side: dict[str, Quartiles]
    best_points: Quartiles
    """The most points at the table."""
    gained: dict[str, float]
    """The share of games in which somebody gained a bonus, or full domination."""
    fifty: float
    people_met: dict[str, float]
    """Friends and enemies that a player meets in a month."""
    camps: Quartiles
    """The people in a camp after the upkeep of the third month."""
    largest_camp: Quartiles
    """The same of the largest camp at each table."""
    battles: float
    """Battles in a game."""
    lost_turns: float
    """Lost turns in a game."""
    making: float
    """The share of tiles that do something."""
    six_enemies: float
    """The share of games in which six enemies or more were met at once."""
    starving: float
    """The share of games in which somebody starved."""
    side_wins: dict[str, float]
    role_wins: dict[str, float]
    """The share of the games with the role at the table that it won."""


def figures(records: Sequence[GameRecord]) -> GameFigures:
    """Add up the games. A shared win counts in parts."""
    seats = [seat for record in records for seat in record.seats]
    months = sum(record.month * len(record.seats) for record in records)
    return GameFigures(
        games=len(records),
        endings={
            reason.word: share(record.reason == reason.word for record in records)
            for reason in Reason
        },
        months={
            month: share(record.month == month for record in records)
            for month in sorted({record.month for record in records})
        },
        points_by_role={
            kind.value: quartiles(seat.points for seat in seats if seat.role is kind)
            for kind in KINDS
        },
        points_by_side={
            side.word: quartiles(seat.points for seat in seats if seat.side is side)
            for side in Side
        },
        best_points=quartiles(record.best for record in records),
        gained={
            what.value: share(what.value in record.gained for record in records)
            for what in (*BONUSES, Count.DOMINATED)
        },
        fifty=share(map(has_fifty, records)),
        people_met={
            "friends": sum(record.friends for record in records) / months,
            "enemies": sum(record.enemies for record in records) / months,
        },
        camps=quartiles(camp for record in records for camp in record.camps),
        largest_camp=quartiles(max(record.camps) for record in records if record.camps),
        battles=mean(record.battles for record in records),
        lost_turns=mean(record.lost_turns for record in records),
        making=sum(record.making for record in records) / sum(record.tiles for record in records),
        six_enemies=share(record.most_enemies >= MANY_ENEMIES for record in records),
        starving=share(record.starved > 0 for record in records),
        side_wins={
            side.word: sum(seat.win for seat in seats if seat.side is side) / len(records)
            for side in Side
        },
        role_wins=_role_wins(seats, records),
    )


def _role_wins(seats: Sequence[SeatRecord], records: Sequence[GameRecord]) -> dict[str, float]:
    wins = dict.fromkeys(KINDS, 0.0)
    for seat in seats:
        wins[seat.role] += seat.win
    played = Counter(role for record in records for role in {seat.role for seat in record.seats})
    return {kind.value: wins[kind] / played[kind] if played[kind] else 0.0 for kind in KINDS}


def share(answers: Iterable[bool]) -> float:
    """Return the share of the answers that are yes."""
    return mean(map(int, answers))


def mean(numbers: Iterable[int]) -> float:
    every = list(numbers)
    return sum(every) / len(every)


def quartiles(numbers: Iterable[int]) -> Quartiles:
    """Return the quartiles; all zero where there are no numbers."""
    ordered = sorted(numbers) or [0]
    low, median, high = (_at(ordered, part / 4) for part in (1, 2, 3))
    return Quartiles(low, median, high)


def _at(ordered: Sequence[int], part: float) -> float:
    """Return the number at this part of the way, between two where it falls between them."""
    place = part * (len(ordered) - 1)
    before = int(place)
    after = min(before + 1, len(ordered) - 1)
    return ordered[before] + (place - before) * (ordered[after] - ordered[before])
