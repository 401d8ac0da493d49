"""Adding results up, one match after the other: what is added once is not read again."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

import msgspec

from tracker.service.statistics_types import Band, Pair, Statistics, Streak, Tally, UsageCount
from tracker.store.statistics_rows import PlayedMatch, PlayedSeat

MOST_SHOWN: Final = 30
"""So many lines a table has; the rest is left out."""
RIVALS: Final = 8
"""So many people are compared with each other."""
NOTHING: Final = "{}"
POINTS: Final = -1
"""The track that stands for the points of all seats together."""

Place = tuple[str, int, int]
"""Title, track and round."""
Name = tuple[str, str]
"""Title and name."""
_rounds = msgspec.json.Decoder(list[tuple[int, list[int]]])


class _Group:
    """Plays, wins and points of somebody or something, and the wins in a row."""

    __slots__ = ("best", "longest", "plays", "points", "streak", "total", "wins")

    def __init__(self) -> None:
        self.plays = self.wins = self.points = self.total = 0
        self.longest = self.streak = 0
        self.best: int | None = None

    def add(self, seat: PlayedSeat) -> None:
        self.plays += 1
        if seat.won:
            self.wins += 1
            self.streak = max(0, self.streak) + 1
            self.longest = max(self.longest, self.streak)
        else:
            self.streak = min(0, self.streak) - 1
        if seat.points is not None:
            self.points += 1
            self.total += seat.points
            self.best = seat.points if self.best is None else max(self.best, seat.points)

    def tally(self, name: Name) -> Tally:
        return Tally(
            *name,
            self.plays,
            self.wins,
            round(100 * self.wins / self.plays, 1),
            round(self.total / self.points, 1) if self.points else None,
            self.best,
        )


class _Curve:
    """The numbers of a track at the end of a round: each with how often it came."""

    __slots__ = ("matches", "numbers")

    def __init__(self) -> None:
        self.matches = 0
        self.numbers: Counter[int] = Counter()


Groups = defaultdict[Name, _Group]


class Sums:
    """The sums of the matches that were added, the earliest first; of some people, or of all."""

    def __init__(self, people: frozenset[str]) -> None:
        self._people = people
        self._matches = self._seconds = 0
        self._names: dict[str, str] = {}
        self._persons, self._titles, self._roles, self._sides, self._sizes = (
            Groups(_Group) for _ in range(5)
        )
        self._pairs: defaultdict[Name, list[int]] = defaultdict(lambda: [0, 0, 0])
        self._curves: defaultdict[Place, _Curve] = defaultdict(_Curve)
        self._used: Counter[Name] = Counter()
        self._endings: Counter[Name] = Counter()

    def add(self, match: PlayedMatch, seats: Sequence[PlayedSeat]) -> None:
        """Add a match that ended after all that were added before."""
        self._matches += 1
        self._seconds += match.seconds
        self._endings[match.title, match.reason] += 1
        self._names.update((seat.key, seat.name) for seat in seats)
        self._add_pairs(seats)
        chosen = [seat for seat in seats if not self._people or seat.key in self._people]
        for seat in chosen:
            self._add_seat(match, seat)
        self._add_curves(match, chosen)
        self._add_counts(match.title, match.counts)

    def _add_seat(self, match: PlayedMatch, seat: PlayedSeat) -> None:
        title = match.title
        self._persons["", seat.key].add(seat)
        self._titles[title, ""].add(seat)
        self._sizes[title, str(match.size)].add(seat)
        if seat.role:
            self._roles[title, seat.role].add(seat)
        if seat.side:
            self._sides[title, seat.side].add(seat)
        self._add_counts(title, seat.counts or NOTHING)

    def _add_pairs(self, seats: Sequence[PlayedSeat]) -> None:
        here = sorted((seat.key, bool(seat.won)) for seat in seats)
        for (first, first_won), (second, second_won) in combinations(here, 2):
            if first != second:
                sums = self._pairs[first, second]
                sums[0] += 1
                sums[1] += first_won and not second_won
                sums[2] += second_won and not first_won

    def _add_curves(self, match: PlayedMatch, seats: Sequence[PlayedSeat]) -> None:
        has_points = any(seat.points is not None for seat in seats)
        for number, row in _rounds.decode(match.rounds):
            if has_points:
                numbers = [row[seat.seat] for seat in seats if seat.seat < len(row)]
                self._add_numbers((match.title, POINTS, number), numbers)
                continue
            for track, value in enumerate(row):
                self._add_numbers((match.title, track, number), (value,))

    def _add_numbers(self, place: Place, numbers: Iterable[int]) -> None:
        curve = self._curves[place]
        curve.matches += 1
        curve.numbers.update(numbers)

    def _add_counts(self, title: str, text: str) -> None:
        for name, number in _counts(text).items():
            self._used[title, name] += number

    def statistics(self) -> Statistics:
        """Return the statistics of everything that was added."""
        persons, names = self._persons, self._names
        ranked = sorted(persons, key=lambda name: (-persons[name].plays, names[name[1]]))
        return Statistics(
            self._matches,
            self._seconds,
            dict(names),
            _tallies(persons),
            _tallies(self._titles),
            _tallies(self._roles),
            _tallies(self._sides),
            _tallies(self._sizes),
            tuple(
                Streak(name[1], persons[name].longest, persons[name].streak)
                for name in ranked[:MOST_SHOWN]
            ),
            tuple(self._rivals([key for _, key in ranked[:RIVALS]])),
            tuple(self._bands()),
            _ordered(self._used),
            _ordered(self._endings),
        )

    def _rivals(self, people: Sequence[str]) -> Iterable[Pair]:
        """Return how those who play most did against each other."""
        for person, other in combinations(people, 2):
            if (person, other) in self._pairs:
                yield Pair(person, other, *self._pairs[person, other])
            elif (other, person) in self._pairs:
                plays, other_wins, one_wins = self._pairs[other, person]
                yield Pair(person, other, plays, one_wins, other_wins)

    def _bands(self) -> Iterable[Band]:
        """Return the median and the quartiles of each track by round."""
        for place, curve in sorted(self._curves.items()):
            if curve.numbers:
                yield Band(*place, curve.matches, *quartiles(curve.numbers))


@lru_cache(4096)
def _counts(text: str) -> dict[str, int]:
    return msgspec.json.decode(text, type=dict[str, int])


def _tallies(groups: Groups) -> tuple[Tally, ...]:
    """Return plays, wins and points by title and name, the most played first."""
    largest = sorted(groups, key=lambda name: (-groups[name].plays, name))[:MOST_SHOWN]
    return tuple(groups[name].tally(name) for name in largest)


def quartiles(numbers: Counter[int]) -> tuple[float, float, float]:
    """Return the lower quartile, the median and the upper one of numbers, by how often each came.

    Between two numbers the one in proportion, as `statistics.quantiles` has it for all there are.
    """
    last = numbers.total() - 1
    places = [divmod(quarter * last, 4) for quarter in (1, 2, 3)]
    low, median, high = (
        _at(numbers, place) + (_at(numbers, place + bool(rest)) - _at(numbers, place)) * rest / 4
        for place, rest in places
    )
    return round(low, 1), round(median, 1), round(high, 1)


def _at(numbers: Counter[int], place: int) -> int:
    """Return the number at this place, counted from 0, when all are sorted."""
    passed = 0
    for number in sorted(numbers):
        passed += numbers[number]
        if place < passed:
            return number
    raise IndexError(place)


def _ordered(sums: Counter[Name]) -> tuple[UsageCount, ...]:
    ordered = sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(UsageCount(*name, number) for name, number in ordered[:MOST_SHOWN])
