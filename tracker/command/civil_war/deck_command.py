"""`quartermaster deck check`: play whole games with a deck and print how it plays."""

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec

from tracker.command.civil_war import deck_report
from tracker.command.replay import print_document
from tracker.engine.codec import MOST_DOCUMENT_BYTES, decode
from tracker.engine.refusal import Invalid
from tracker.games.civil_war import bands, deck, deck_check, game_figures
from tracker.games.civil_war.bands import Judged
from tracker.games.civil_war.game_record import GameRecord
from tracker.games.civil_war.house_rules import Switches
from tracker.games.civil_war.players import PLAYERS
from tracker.games.civil_war.whole_game import MOST_ENTRIES_OF_A_GAME, EndlessGame
from tracker.service.civil_war.simulation_worker import Plan
from tracker.service.civil_war.simulations import Simulation, games_jobs, processors, records

SOUND, UNBALANCED, INVALID = 0, 1, 2
MOST_GAMES: Final = 1_000_000
FEWEST_SEATS, MOST_SEATS = 2, 9
BAR_WIDTH: Final = 40
ASKED: Final = ("games", "seats", "months", "tiles", "player", "seed", "deals")
"""The options that the JSON document repeats."""

T = TypeVar("T")

_switches = msgspec.json.Decoder(Switches)


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("deck", help="look at a deck of tiles")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    check = verbs.add_parser("check", help="play whole games and print how the deck plays")
    check.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default=deck.SAMPLE,
        help="a deck file, or the name of a shipped deck; our sample deck without it",
    )
    check.add_argument("--games", type=_within(1, MOST_GAMES), default=1000, help="games to play")
    check.add_argument(
        "--seats", type=_within(FEWEST_SEATS, MOST_SEATS), default=bands.SEATS, help="players"
    )
    check.add_argument("--months", type=_within(5, 6), default=6, help="months of a game: 5 or 6")
    check.add_argument("--tiles", type=_within(3, 4), default=4, help="tiles per player: 3 or 4")
    check.add_argument("--player", choices=tuple(PLAYERS), default=bands.PLAYER)
    check.add_argument("--house-rules", metavar="FILE", help="switches, as in a match file")
    check.add_argument(
        "--deals", type=_within(1, MOST_GAMES), default=3000, help="months dealt besides"
    )
    check.add_argument("--seed", type=int, default=1, help="the same seed plays the same games")
    check.add_argument("--json", action="store_true", help="print one JSON document")
    check.set_defaults(run=run)


def _within(least: int, most: int) -> Callable[[str], int]:
    def number(text: str) -> int:
        if not text.isascii() or not text.isdigit() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"must be {least} to {most}, not {text}")
        return int(text)

    return number


def run(options: argparse.Namespace) -> int:
    try:
        return _check(options)
    except BadFile as error:
        print(error)
    except EndlessGame as endless:
        print(f"{options.file}: by these house rules {endless}")
    return INVALID


def _check(options: argparse.Namespace) -> int:
    chosen = _deck(options.file)
    _must_be_enough(chosen, options)
    plan = Plan(
        deck=chosen,
        seats=options.seats,
        months=options.months,
        tiles_per_player=options.tiles,
        player=options.player,
        seed=options.seed,
        switches=_house_rules(options.house_rules),
        most_entries=MOST_ENTRIES_OF_A_GAME,
    )
    chance = random.Random(options.seed)  # noqa: S311 - the same seed must deal the same months
    months = deck_check.check(chosen, chance, options.deals, options.seats, options.tiles)
    figures = game_figures.figures(_played(plan, options.games))
    judged = bands.judged(figures) if bands.hold_for(plan.seats, plan.player) else ()
    if options.json:
        asked = {name: getattr(options, name) for name in ASKED}
        print_document(deck_report.document(chosen.name, asked, months, figures, judged))
    else:
        print("\n".join(_lines(chosen.name, options, months, figures, judged)))
    is_sound = not months.problems and all(row.is_inside for row in judged)
    return SOUND if is_sound else UNBALANCED


class BadFile(Exception):
    """A file that cannot be read, or has something else in it than it should have."""


def _deck(name: str) -> deck.Deck:
    return deck.shipped(name) if name in deck.shipped_names() else _read(name, deck.read)


def _read(name: str, read: Callable[[bytes], T]) -> T:
    """Return the contents of a file, which is named where anything is wrong with it."""
    try:
        with Path(name).open("rb") as file:
            return read(file.read(MOST_DOCUMENT_BYTES + 1))
    except OSError as error:
        raise BadFile(f"{name}: {error.strerror or error}") from None
    except Invalid as invalid:
        raise BadFile(f"{name}: {invalid}") from None


def _must_be_enough(chosen: deck.Deck, options: argparse.Namespace) -> None:
    """CW-3.2: a deck that is too small cannot be laid."""
    needed = options.seats * options.tiles
    if needed > len(chosen.tiles):
        raise BadFile(
            f"{options.file}: the deck has {len(chosen.tiles)} tiles; "
            f"{options.seats} players with {options.tiles} tiles each need {needed}"
        )


def _house_rules(file: str | None) -> Switches:
    return Switches() if file is None else _read(file, lambda data: decode(data, _switches))


def _played(plan: Plan, games: int) -> list[GameRecord]:
    """Play the games on all processors; they come back in the order of their numbers."""
    played: dict[int, GameRecord] = {}
    with Simulation(games_jobs(plan, games, processors())) as simulation:
        for number, record in records(simulation):
            played[number] = record
            _show_progress(len(played), games)
    return [played[number] for number in range(games)]


def _show_progress(done: int, games: int) -> None:
    """Draw the bar, on a terminal only; the last game wipes it out."""
    if not sys.stderr.isatty():
        return
    filled = BAR_WIDTH * done // games
    bar = f"\r[{'#' * filled}{'.' * (BAR_WIDTH - filled)}] {done}/{games} games"
    print(bar if done < games else f"\r{' ' * len(bar)}\r", end="", file=sys.stderr, flush=True)


def _lines(
    name: str,
    options: argparse.Namespace,
    months: deck_check.Report,
    figures: game_figures.GameFigures,
    judged: tuple[Judged, ...],
) -> Iterator[str]:
    if name == deck.FIRST:
        yield f"{name} is our first sample deck, for earlier matches; today's is {deck.SAMPLE}"
    yield f"{name}: {options.seats} players, {options.tiles} tiles each, seed {options.seed}"
    yield ""
    yield f"{options.deals} months dealt"
    yield from deck_report.months_lines(months)
    yield ""
    yield f"{figures.games} games of {options.months} months, {options.player} players"
    yield from deck_report.games_lines(figures)
    yield ""
    if judged:
        yield from deck_report.bands_lines(judged)
        yield ""
    yield from (f"problem: {problem}" for problem in months.problems)
    if not months.problems:
        yield "nothing is missing, nothing is unobtainable"
