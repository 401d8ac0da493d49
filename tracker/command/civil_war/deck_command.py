"""`quartermaster deck check`: deal thousands of months of a deck and print how it plays."""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tracker.engine.codec import MOST_BYTES
from tracker.engine.refusal import Invalid
from tracker.games.civil_war import deck, deck_check
from tracker.games.civil_war.columns import RESOURCES, Side
from tracker.games.civil_war.deck_check import EVENTS, Report

SOUND, UNBALANCED, INVALID = 0, 1, 2
MOST_MONTHS: Final = 1_000_000


def add_to(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("deck", help="look at a deck of tiles")
    verbs = parser.add_subparsers(required=True, metavar="VERB")
    check = verbs.add_parser("check", help="deal thousands of months and print how it plays")
    check.add_argument("file", metavar="FILE", help="a deck file, or the name of a shipped deck")
    check.add_argument("--months", type=_some(MOST_MONTHS), default=3000, help="months to deal")
    check.add_argument("--players", type=_some(9), default=6, help="players at the table")
    check.add_argument("--tiles", type=int, choices=(3, 4), default=4, help="tiles per player")
    check.add_argument("--seed", type=int, default=1, help="the same seed deals the same months")
    check.set_defaults(run=run)


def _some(most: int) -> Any:
    def number(text: str) -> int:
        if not 1 <= int(text) <= most:
            raise ValueError
        return int(text)

    return number


def run(options: argparse.Namespace) -> int:
    try:
        chosen = _deck(options.file)
    except (Invalid, OSError) as error:
        print(f"{options.file}: {error}")
        return INVALID
    chance = random.Random(options.seed)  # noqa: S311 - the same seed must deal the same months
    report = deck_check.check(chosen, chance, options.months, options.players, options.tiles)
    print(f"{chosen.name}: {len(chosen.tiles)} tiles, {options.players} players", end=", ")
    print(f"{options.tiles} tiles each, {options.months} months, seed {options.seed}\n")
    print("\n".join(lines(report)))
    return UNBALANCED if report.problems else SOUND


def _deck(name: str) -> deck.Deck:
    if name in deck.shipped_names():
        return deck.shipped(name)
    with Path(name).open("rb") as file:
        return deck.read(file.read(MOST_BYTES + 1))


def lines(report: Report) -> Iterator[str]:
    """The report as it is printed."""
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
    yield ""
    yield from (f"problem: {problem}" for problem in report.problems)
    if not report.problems:
        yield "nothing is missing, nothing is unobtainable"


def _both(by_side: dict[Side, float]) -> str:
    return f"{by_side[Side.SOUTH]:7.2f} {by_side[Side.NORTH]:7.2f}"


def _shares(by_camp: dict[int, float]) -> str:
    return "  " + "  ".join(f"{camp}: {share:.0%}" for camp, share in by_camp.items())
