"""Adding results up: people, roles, sides, head to head, streaks, curves, bonuses, endings."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import quantiles
from typing import Final

import msgspec
from msgspec import Struct

from tracker.store.statistics_rows import PlayedMatch, PlayedSeat

MOST: Final = 30
"""So many lines a table has; the rest is left out."""
RIVALS: Final = 8
"""So many people are compared with each other."""
NOTHING: Final = "{}"
Matches = Sequence[tuple[PlayedMatch, list[PlayedSeat]]]
_rounds = msgspec.json.Decoder(list[tuple[int, list[int]]])
_counts = msgspec.json.Decoder(dict[str, int])


class Tally(Struct, frozen=True):
    """Plays and wins of a person, a role, a side, a title or a number of players."""

    title: str
    name: str
    plays: int
    wins: int
    rate: float
    """The wins in a hundred plays."""
    average: float | None
    """None where the title gives no points."""
    best: int | None


class Streak(Struct, frozen=True):
    """How often somebody has won in a row: at most, and now; below 0 now are losses."""

    name: str
    longest: int
    now: int


class Pair(Struct, frozen=True):
    """Two people who played against or with each other, and who won when only one did."""

    first: str
    second: str
    plays: int
    first_wins: int
    second_wins: int


class Band(Struct, frozen=True):
    """A track at the end of a round: the median and the quartiles of all matches."""

    title: str
    track: int
    """Which of the title's tracks; -1 for points, which are those of all seats together."""
    round: int
    matches: int
    low: float
    median: float
    high: float


class Count(Struct, frozen=True):
    """How often something was used, or a match ended so."""

    title: str
    name: str
    number: int


class Statistics(Struct, frozen=True):
    """Everything that the page, the paper and the interface show."""

    matches: int
    seconds: int
    names: dict[str, str]
    """The name of everybody who played in these matches, by their key."""
    people: tuple[Tally, ...]
    titles: tuple[Tally, ...]
    roles: tuple[Tally, ...]
    sides: tuple[Tally, ...]
    sizes: tuple[Tally, ...]
    streaks: tuple[Streak, ...]
    pairs: tuple[Pair, ...]
    bands: tuple[Band, ...]
    used: tuple[Count, ...]
    endings: tuple[Count, ...]


def add_up(matches: Matches, people: frozenset[str]) -> Statistics:
    """Return the statistics of these matches, the earliest first; of these people, or of all."""
    names = {seat.key: seat.name for _, seats in matches for seat in seats}
    chosen = [
        (match, [seat for seat in seats if seat.key in people] if people else seats)
        for match, seats in matches
    ]
    by_person, by_title, by_role, by_side, by_size = (_groups() for _ in range(5))
    for match, seats in chosen:
        title, size = match.title, str(match.size)
        for seat in seats:
            by_person["", seat.key].append(seat)
            by_title[title, ""].append(seat)
            by_size[title, size].append(seat)
            if seat.role:
                by_role[title, seat.role].append(seat)
            if seat.side:
                by_side[title, seat.side].append(seat)
    ranked = sorted(by_person, key=lambda name: (-len(by_person[name]), names[name[1]]))
    return Statistics(
        len(matches),
        sum(match.seconds for match, _ in matches),
        names,
        _tallies(by_person),
        _tallies(by_title),
        _tallies(by_role),
        _tallies(by_side),
        _tallies(by_size),
        tuple(_streak(name[1], by_person[name]) for name in ranked[:MOST]),
        _pairs(matches, [key for _, key in ranked[:RIVALS]]),
        tuple(_bands(chosen)),
        _used(chosen),
        _ordered(Counter((match.title, match.reason) for match, _ in matches)),
    )


Groups = defaultdict[tuple[str, str], list[PlayedSeat]]


def _groups() -> Groups:
    return defaultdict(list)


def _tallies(groups: Groups) -> tuple[Tally, ...]:
    """Return plays, wins and points by title and name, the most played first."""
    largest = sorted(groups, key=lambda name: (-len(groups[name]), name))[:MOST]
    return tuple(_tally(name, groups[name]) for name in largest)


def _tally(name: tuple[str, str], seats: list[PlayedSeat]) -> Tally:
    points = [seat.points for seat in seats if seat.points is not None]
    wins = sum(1 for seat in seats if seat.won)
    return Tally(
        *name,
        len(seats),
        wins,
        round(100 * wins / len(seats), 1),
        round(sum(points) / len(points), 1) if points else None,
        max(points, default=None),
    )


def _streak(key: str, seats: Iterable[PlayedSeat]) -> Streak:
    longest = now = 0
    for seat in seats:
        now = max(0, now) + 1 if seat.won else min(0, now) - 1
        longest = max(longest, now)
    return Streak(key, longest, now)


def _pairs(matches: Matches, people: Sequence[str]) -> tuple[Pair, ...]:
    """Return how those who play most did against each other."""
    order = {key: place for place, key in enumerate(people)}
    sums: defaultdict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0, 0])
    for _, seats in matches:
        here = sorted((order[seat.key], bool(seat.won)) for seat in seats if seat.key in order)
        for (first, first_won), (second, second_won) in combinations(here, 2):
            found = sums[first, second]
            found[0] += 1
            found[1] += first_won and not second_won
            found[2] += second_won and not first_won
    return tuple(
        Pair(people[first], people[second], *sums[first, second])
        for first, second in sorted(sums)
        if first != second
    )


def _bands(matches: Matches) -> Iterable[Band]:
    """Return the median and the quartiles of each track by round."""
    values: defaultdict[tuple[str, int, int], list[int]] = defaultdict(list)
    counted: Counter[tuple[str, int, int]] = Counter()
    for match, seats in matches:
        has_points = any(seat.points is not None for seat in seats)
        chosen = [seat.seat for seat in seats]
        for number, row in _rounds.decode(match.rounds):
            if has_points:
                place = (match.title, -1, number)
                values[place] += [row[seat] for seat in chosen if seat < len(row)]
                counted[place] += 1
                continue
            for track, value in enumerate(row):
                values[match.title, track, number].append(value)
                counted[match.title, track, number] += 1
    for place, numbers in sorted(values.items()):
        if numbers:
            yield Band(*place, counted[place], *_quartiles(numbers))


def _quartiles(numbers: list[int]) -> tuple[float, float, float]:
    if len(numbers) == 1:
        return (float(numbers[0]),) * 3
    low, median, high = quantiles(numbers, n=4, method="inclusive")
    return round(low, 1), round(median, 1), round(high, 1)


def _used(matches: Matches) -> tuple[Count, ...]:
    """Return what was used most: bonuses, charms, kinds of action."""
    texts: Counter[tuple[str, str]] = Counter()
    for match, seats in matches:
        texts[match.title, match.counts] += 1
        texts.update((match.title, seat.counts or NOTHING) for seat in seats)
    sums: Counter[tuple[str, str]] = Counter()
    for (title, text), times in texts.items():
        for name, number in _counts.decode(text).items():
            sums[title, name] += number * times
    return _ordered(sums)


def _ordered(sums: Counter[tuple[str, str]]) -> tuple[Count, ...]:
    ordered = sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(Count(*name, number) for name, number in ordered[:MOST])
