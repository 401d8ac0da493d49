"""The sample deck as it plays: its figures beside their bands, at tables of several sizes.

The bands are those of six plain players. The other tables are measured without an aim: the same
tiles give two players fewer finds, and nine of them more.
"""

from collections.abc import Iterator
from typing import Final

from tests.bench.figure import Figure, Range
from tracker.games.civil_war import bands, deck, game_figures
from tracker.games.civil_war.bands import Judged
from tracker.games.civil_war.game_figures import GameFigures
from tracker.service.civil_war.simulation_worker import Plan
from tracker.service.civil_war.simulations import Simulation, games_jobs, processors, records

GAMES, FEW_GAMES = 1_000, 60
TABLES: Final = (
    *((6, months, "plain") for months in (6, 5)),
    *((seats, months, "plain") for seats in (2, 4, 9) for months in (6, 5)),
    *((seats, 6, "careless") for seats in (2, 4, 6, 9)),
)
"""Seats, months and player: those that have bands first."""


def measure(rounds: int = 5) -> Iterator[Figure]:
    games = GAMES if rounds > 1 else FEW_GAMES
    for seats, months, player in TABLES if rounds > 1 else TABLES[:1]:
        plan = Plan(deck.SAMPLE, seats=seats, months=months, player=player)  # type: ignore[arg-type]
        has_bands = bands.hold_for(seats, player)
        for row in bands.judged(played(plan, games)):
            yield figure(row, f"{seats} {player}, {months} months", has_bands=has_bands)


def played(plan: Plan, games: int) -> GameFigures:
    with Simulation(games_jobs(plan, games, processors())) as simulation:
        of_number = dict(records(simulation))
    return game_figures.figures([of_number[number] for number in sorted(of_number)])


def figure(row: Judged, table: str, *, has_bands: bool) -> Figure:
    aim = Range(row.band.low, row.band.high) if has_bands else None
    return Figure(f"{row.band.name}, {table}", row.measured, aim)
