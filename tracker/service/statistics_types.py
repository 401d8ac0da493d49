"""Statistics as the page, the paper and the interface show them."""

from msgspec import Struct


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
    """The wins of somebody in a row: at most, and now; below 0 now are losses."""

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
    """The number of the title's track; -1 for the points of all seats together."""
    round: int
    matches: int
    low: float
    median: float
    high: float


class UsageCount(Struct, frozen=True):
    """The number of times that something was used, or that a match ended so."""

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
    used: tuple[UsageCount, ...]
    endings: tuple[UsageCount, ...]
