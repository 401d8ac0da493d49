"""The figures of simulated games as the laboratory shows them: bands, charts and tables."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from tracker.engine.message import Message
from tracker.games.civil_war import bands
from tracker.games.civil_war.columns import BONUSES, KINDS, Count, Side
from tracker.games.civil_war.game_figures import GameFigures, Quartiles
from tracker.games.civil_war.results import WORDS
from tracker.printing import statistics_charts
from tracker.printing.statistics_report import Section
from tracker.web.civil_war.drawing import column_name, role_name, side_name
from tracker.web.language import translate

SHARE_OF_GAMES = Message("Share of the games")
AXIS: Final = 300
"""The length of the line on which a figure and its band are drawn."""
MOST_PEOPLE: Final = 20
"""The right end of that line for a number of people."""


class ShownBand(Struct, frozen=True):
    """A figure beside its band, drawn and written."""

    what: str
    number: str
    range: str
    low: float
    """The beginning of the band on its line, from 0 to `AXIS`."""
    high: float
    at: float
    is_inside: bool
    advice: str


def judged(figures: GameFigures) -> list[ShownBand]:
    """Return every figure that has a band; those outside of theirs first."""
    rows = sorted(bands.judged(figures), key=lambda row: row.is_inside)
    return [_shown(row) for row in rows]


def _shown(row: bands.Judged) -> ShownBand:
    band = row.band
    end = 1.0 if band.is_share else MOST_PEOPLE
    low, high, at = (
        round(AXIS * min(number, end) / end, 1) for number in (band.low, band.high, row.measured)
    )
    number = percent if band.is_share else str_of
    return ShownBand(
        translate(band.what),
        number(row.measured),
        f"{number(band.low)} – {number(band.high)}",
        low,
        high,
        at,
        row.is_inside,
        translate(row.advice) if row.advice else "",
    )


def sections(figures: GameFigures) -> list[Section]:
    """Return the other figures of the games, a chart each."""
    endings = {translate(WORDS[name]): share for name, share in figures.endings.items()}
    months = {
        translate(Message("Month {month}", {"month": month})): share
        for month, share in figures.months.items()
    }
    gained = {column_name(bonus.value): figures.gained[bonus.value] for bonus in BONUSES}
    gained[column_name(Count.DOMINATED.value)] = figures.gained[Count.DOMINATED.value]
    sides = {side_name(side.word): figures.side_wins[side.word] for side in Side}
    roles = {role_name(kind.value): figures.role_wins[kind.value] for kind in KINDS}
    return [
        _shares(translate(Message("How games end")), endings),
        _shares(translate(Message("When games end")), months),
        _shares(translate(Message("Games in which somebody has a bonus")), gained),
        _shares(translate(Message("Games won by the side")), sides),
        _shares(translate(Message("Games won by the role, where it is at the table")), roles),
        _points(figures),
        _others(figures),
    ]


def _shares(heading: str, shares: Mapping[str, float]) -> Section:
    rows = [(name, share, percent(share)) for name, share in shares.items()]
    head = ("", translate(SHARE_OF_GAMES))
    table = tuple((name, says) for name, _, says in rows)
    return Section(heading, head, table, statistics_charts.bars(heading, rows, 1))


def _points(figures: GameFigures) -> Section:
    heading = translate(Message("Points that 25 %, 50 % and 75 % of them stay below"))
    of = {
        translate(Message("The best at the table")): figures.best_points,
        **{side_name(side.word): figures.points_by_side[side.word] for side in Side},
        **{role_name(kind.value): figures.points_by_role[kind.value] for kind in KINDS},
    }
    rows = [
        (name, max(0, points.median), str_of(round(points.median))) for name, points in of.items()
    ]
    return Section(
        heading,
        ("", "25 %", "50 %", "75 %"),
        tuple((name, *_quartiles(points)) for name, points in of.items()),
        statistics_charts.bars(translate(Message("Points that half of them stay below")), rows),
    )


def _quartiles(points: Quartiles) -> Iterator[str]:
    yield from (str_of(round(number)) for number in (points.low, points.median, points.high))


def _others(figures: GameFigures) -> Section:
    """Return the figures that have no chart: numbers of different kinds."""
    friends, enemies = (figures.people_met[who] for who in ("friends", "enemies"))
    rows = (
        (Message("Friends that a player meets in a month"), f"{friends:.1f}"),
        (Message("Enemies that a player meets in a month"), f"{enemies:.1f}"),
        (Message("People in a camp after month 3 (half have fewer)"), str_of(figures.camps.median)),
        (Message("Battles in a game"), f"{figures.battles:.1f}"),
        (Message("Lost turns in a game"), f"{figures.lost_turns:.1f}"),
        (Message("Tiles that do something"), percent(figures.making)),
        (Message("Games in which somebody starves"), percent(figures.starving)),
    )
    heading = translate(Message("In a month, in a game"))
    return Section(heading, ("", ""), tuple((translate(says), number) for says, number in rows))


def percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")


def str_of(number: float) -> str:
    return f"{number:g}"
