"""The report of `quartermaster deck check`: its lines of text, and its JSON document."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from tracker.games.civil_war.bands import Judged
from tracker.games.civil_war.columns import BONUSES, RESOURCES, Side
from tracker.games.civil_war.deck_check import EVENTS, Figures, Report
from tracker.games.civil_war.game_figures import GameFigures, Quartiles


def months_lines(report: Report) -> Iterator[str]:
    """The figures of dealt months."""
    counted = report.figures
    yield f"tiles that make something      {counted.making:6.1%}"
    yield f"  that match on a side         {counted.matching:6.1%}"
    yield ""
    yield "a player, a month                South   North"
    yield f"  people of the side met       {_both(counted.people)}"
    for resource in RESOURCES:
        by_side = {side: counted.resources[side][resource] for side in Side}
        yield f"  {resource.value:28} {_both(by_side)}"
    yield ""
    yield "months in which a camp of so many can be fed, the stock carried through a game"
    yield _shares(counted.fed)
    yield "  from the month's tiles alone"
    yield _shares(counted.fed_by_tiles)
    yield ""
    yield "events: " + ", ".join(f"{event} {report.events[event]}" for event in EVENTS)
    printed = report.printed
    yield f"people printed: South {printed[Side.SOUTH]}, North {printed[Side.NORTH]}"


def _both(by_side: dict[Side, float]) -> str:
    return f"{by_side[Side.SOUTH]:7.2f} {by_side[Side.NORTH]:7.2f}"


def _shares(by_camp: dict[int, float]) -> str:
    return "  " + "  ".join(f"{camp}: {share:.0%}" for camp, share in by_camp.items())


def games_lines(figures: GameFigures) -> Iterator[str]:
    """The figures of whole games."""
    yield f"games end by                   {_named(figures.endings)}"
    yield f"  in month                     {_named(figures.months)}"
    yield ""
    yield "points                         first quarter  median  third quarter"
    yield _row("the best at the table", figures.best_points)
    for name, points in {**figures.points_by_side, **figures.points_by_role}.items():
        yield _row(name.replace("_", " "), points)
    yield ""
    yield f"games won by the side          {_named(figures.side_wins)}"
    yield f"games won by the role          {_named(figures.role_wins)}"
    yield ""
    gained = {bonus.value: figures.gained[bonus.value] for bonus in BONUSES}
    yield f"games in which somebody has    {_named(gained)}"
    yield f"  full domination              {figures.gained['dominated']:6.1%}"
    yield f"  50 points                    {figures.fifty:6.1%}"
    yield f"  starving people              {figures.starving:6.1%}"
    yield f"  6 enemies or more at once    {figures.six_enemies:6.1%}"
    yield ""
    friends, enemies = (figures.people_met[who] for who in ("friends", "enemies"))
    yield f"a player meets in a month      friends {friends:.2f}, enemies {enemies:.2f}"
    yield _row("people in a camp after month 3", figures.camps)
    yield _row("  in the largest camp", figures.largest_camp)
    yield f"battles in a game              {figures.battles:6.2f}"
    yield f"lost turns in a game           {figures.lost_turns:6.2f}"
    yield f"tiles that do something        {figures.making:6.1%}"


def _named(shares: Mapping[Any, float]) -> str:
    return ", ".join(f"{str(name).replace('_', ' ')} {share:.1%}" for name, share in shares.items())


def _row(name: str, numbers: Quartiles) -> str:
    return f"  {name:28} {numbers.low:13.1f} {numbers.median:7.1f} {numbers.high:14.1f}"


def bands_lines(judged: Sequence[Judged]) -> Iterator[str]:
    """Every figure with its band, and what to change where it falls outside."""
    yield "bands for six plain players"
    for row in judged:
        verdict = "" if row.is_inside else f"  outside: {row.advice}"
        yield f"  {row.band.what!s:50} {_number(row, row.measured):>6} {_range(row)}{verdict}"


def _range(row: Judged) -> str:
    return f"({_number(row, row.band.low)} to {_number(row, row.band.high)})"


def _number(row: Judged, number: float) -> str:
    return f"{number:.1%}".replace(".0%", "%") if row.band.is_share else f"{number:g}"


def document(
    name: str,
    asked: Mapping[str, Any],
    months: Report,
    figures: GameFigures,
    judged: Sequence[Judged],
) -> dict[str, Any]:
    """Return everything that the text says, for programs."""
    return {
        "deck": name,
        "asked": asked,
        "months": _months(months.figures),
        "games": msgspec.to_builtins(figures, str_keys=True),
        "bands": [
            {
                "name": row.band.name,
                "measured": row.measured,
                "low": row.band.low,
                "high": row.band.high,
                "inside": row.is_inside,
                "advice": str(row.advice) if row.advice else None,
            }
            for row in judged
        ],
        "events": dict(months.events),
        "problems": list(months.problems),
    }


def _months(figures: Figures) -> dict[str, Any]:
    by_side = {
        "people": {side.word: figures.people[side] for side in Side},
        "resources": {
            side.word: {resource.value: figures.resources[side][resource] for resource in RESOURCES}
            for side in Side
        },
    }
    return {**msgspec.to_builtins(figures, str_keys=True), **by_side}
