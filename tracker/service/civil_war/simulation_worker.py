"""A process that plays simulated games.

It reads one job from standard input and writes a line for every game. A process of its own keeps
the games away from the tables: it runs at a low priority, can be ended at any moment, and ends by
itself when nobody reads its lines any more.
"""

import gc
import os
import random
import sys
from collections.abc import Iterator
from typing import Any, BinaryIO, Literal

import msgspec
from msgspec import Struct

from tracker.games.civil_war.deck import Deck
from tracker.games.civil_war.game_record import GameRecord, cast, play_and_record
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.packing import unpack
from tracker.games.civil_war.players import PLAYERS
from tracker.games.civil_war.setup import Setup
from tracker.games.civil_war.whole_game import MOST_ENTRIES_OF_A_GAME, EndlessGame
from tracker.games.civil_war.winning_chances import played_on, with_deck_to_play

LOWEST_PRIORITY = 19
OBJECTS_BETWEEN_COLLECTIONS = 100_000
"""Games leave hardly any garbage that only the collector finds."""


class Plan(Struct, frozen=True):
    """The games to play: the table, and the generator's seed."""

    deck: Deck | str
    seats: int = 6
    months: Literal[5, 6] = 6
    tiles_per_player: Literal[3, 4] = 4
    player: str = "plain"
    seed: int = 1
    switches: Switches = Switches()
    most_entries: int = MOST_ENTRIES_OF_A_GAME


class GamesJob(Struct, frozen=True, tag="games"):
    """Every `step`-th game of a plan, from number `first` on, below number `games`."""

    plan: Plan
    first: int
    step: int
    games: int


class PlayedGame(Struct, frozen=True, tag="game"):
    """A game and its number: the same number is the same game on any number of processors."""

    number: int
    record: GameRecord


class ChancesJob(Struct, frozen=True, tag="chances"):
    """Games to be played on from each of these positions, packed as in the store."""

    setup: Setup
    positions: tuple[bytes, ...]
    continuations: int
    seed: str
    is_dealt: bool


class PlayedOn(Struct, frozen=True, tag="played_on"):
    """A game that was played on from a position, and the South's part of the win."""

    position: int
    south: float


class Endless(Struct, frozen=True, tag="endless"):
    """A game that was given up."""

    entries: int


Job = GamesJob | ChancesJob
Result = PlayedGame | PlayedOn | Endless


def generator(seed: int | str, number: int) -> random.Random:
    """Return the generator of one game, which depends on nothing else."""
    return random.Random(f"{seed}:{number}")  # noqa: S311 - the same seed must play the same games


def results(job: Job) -> Iterator[Result]:
    return _games(job) if isinstance(job, GamesJob) else _continuations(job)


def _games(job: GamesJob) -> Iterator[PlayedGame]:
    plan = job.plan
    for number in range(job.first, job.games, job.step):
        chance = generator(plan.seed, number)
        seats = cast(plan.seats, chance)
        setup = Setup(plan.months, plan.tiles_per_player, seats, plan.switches, plan.deck)
        player = PLAYERS[plan.player]
        yield PlayedGame(number, play_and_record(setup, player, chance, plan.most_entries))


def _continuations(job: ChancesJob) -> Iterator[PlayedOn]:
    for number, packed in enumerate(job.positions):
        position = with_deck_to_play(unpack(job.setup, packed), is_dealt=job.is_dealt)
        for game in range(job.continuations):
            chance = generator(f"{job.seed}:{number}", game)
            yield PlayedOn(number, played_on(position, chance))


def main(source: BinaryIO, target: BinaryIO) -> None:
    """Play the job that the source has on its first line, and write each result on a line."""
    job: Any = msgspec.json.decode(source.readline(), type=Job)
    try:
        for result in results(job):
            _write(target, result)
    except EndlessGame as endless:
        _write(target, Endless(endless.entries))


def _write(target: BinaryIO, result: Result) -> None:
    target.write(msgspec.json.encode(result) + b"\n")
    target.flush()


def run() -> None:
    """Be that process."""
    if hasattr(os, "nice"):  # Windows has no such priorities
        os.nice(LOWEST_PRIORITY)
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS)
    try:
        main(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
