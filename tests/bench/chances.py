"""The calibration of the chances of a match: predictions at month ends beside the results.

Each game is played to its end by plain players. From one of its months' ends it is played on again
and again, as for the result page. Games are put together by the chance that this gives the South;
in each fifth of the scale the South should have won that share of them.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Final

from tests.bench.figure import Aim, Figure
from tracker.engine.title import Decision
from tracker.games.civil_war import deck, title
from tracker.games.civil_war.entries import AnyEntry, NextMonth
from tracker.games.civil_war.game_record import cast
from tracker.games.civil_war.players import PLAIN
from tracker.games.civil_war.position import Position
from tracker.games.civil_war.setup import Setup
from tracker.games.civil_war.whole_game import WholeGame
from tracker.games.civil_war.winning_chances import played_on, south_share
from tracker.service.civil_war.simulation_worker import generator
from tracker.service.civil_war.simulations import processors

GAMES, FEW_GAMES = 2_000, 60
CONTINUATIONS, FEW_CONTINUATIONS = 30, 3
"""Fewer than the 500 of the result page: the check is over in a minute, and is stricter."""
SEATS: Final = 2
FIFTHS: Final = 5
POINTS_OFF: Final = 5.0

Prediction = tuple[float, float]
"""The chance of the South, and its part of the win."""


def measure(rounds: int = 5) -> Iterator[Figure]:
    games, continuations = (GAMES, CONTINUATIONS) if rounds > 1 else (FEW_GAMES, FEW_CONTINUATIONS)
    predictions = predicted(games, continuations)
    for fifth in range(FIFTHS):
        rows = [row for row in predictions if min(FIFTHS - 1, int(row[0] * FIFTHS)) == fifth]
        if rows:
            yield from figures(fifth, rows)


def figures(fifth: int, rows: list[Prediction]) -> Iterator[Figure]:
    chance, won = (100 * sum(part) / len(rows) for part in zip(*rows, strict=True))
    name = f"{20 * fifth} to {20 * fifth + 20} %, {len(rows)} games"
    yield Figure(f"predicted, {name}", chance)
    yield Figure(f"won, {name}", won)
    yield Figure(f"points apart, {name}", abs(chance - won), Aim(POINTS_OFF))


def predicted(games: int, continuations: int) -> list[Prediction]:
    with ProcessPoolExecutor(processors()) as pool:
        play = partial(prediction, continuations=continuations)
        return list(pool.map(play, range(games), chunksize=5))


def prediction(number: int, continuations: int) -> Prediction:
    """Play a game, and play it on from the end of one of its months."""
    chance = generator("chances", number)
    seats = cast(SEATS, chance)
    start = title.start(Setup((5, 6)[number % 2], 4, seats, deck=deck.SAMPLE)).position
    ends: list[Position] = []

    def watch(_: Position, entry: AnyEntry, decision: Decision[Position]) -> None:
        if isinstance(entry, NextMonth):
            ends.append(decision.position)

    end = WholeGame(start, PLAIN, chance, watch).play()
    open_ends = [position for position in (start, *ends) if position != end]
    position = chance.choice(open_ends)
    won = sum(played_on(position, chance) for _ in range(continuations))
    return won / continuations, south_share(end)
