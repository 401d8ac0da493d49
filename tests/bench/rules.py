"""How fast the rules are: entries checked a second, and whether a long sheet slows them down.

A checked entry is read from its JSON text, judged, given its lines and its position, and added to
the history. It is held against what python-chess does for a move: read, judged, made and kept.
"""

import random
from collections.abc import Iterator, Sequence
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

import chess
import msgspec
from msgspec import Raw, Struct

from tests.bench.figure import Aim, Figure
from tests.recorded import FILES
from tracker.engine import history, match_file
from tracker.engine.history import Step
from tracker.engine.title import AnyTitle
from tracker.games.civil_war import title as civil_war
from tracker.games.civil_war.columns import RESOURCES
from tracker.games.civil_war.setup import Setup
from tracker.games.titles import TITLES

SEED: Final = 1861
# As long as games between people are; random moves would go on far into empty boards.
MOVES_A_GAME: Final = 80

EARLY, LATE = 50, 5_000
TIMES_AROUND: Final = 10

_entry = msgspec.json.Decoder[Any](civil_war.ENTRY)


class Sheet:
    """A match as it is played: where it stands, and the steps so far."""

    def __init__(self, title: AnyTitle, setup: Any) -> None:
        self.title = title
        self.position = title.start(setup).position
        self.steps: list[Step] = []

    def again(self) -> "Sheet":
        """The same match before its first entry."""
        new = Sheet.__new__(Sheet)
        new.title, new.steps = self.title, []
        new.position = self.steps[0].before if self.steps else self.position
        return new


class Match(NamedTuple):
    """A match before its first entry, and the text of each entry."""

    start: Sheet
    entries: Sequence[bytes]


def measure(rounds: int = 40) -> Iterator[Figure]:
    yield from measure_against_chess(rounds)
    yield from measure_long_sheet(rounds)


def measure_against_chess(rounds: int) -> Iterator[Figure]:
    """The two take turns, so that a slow moment of the machine is one for both."""
    matches = recorded_matches()
    number = sum(len(match.entries) for match in matches)
    games = random_games(number)
    times = [(write_all(matches), push_all(games)) for _ in range(rounds)]
    yield Figure("entries checked", number / median(ours for ours, _ in times), unit="/s")
    yield Figure(
        "moves checked by python-chess", number / median(its for _, its in times), unit="/s"
    )
    ratio = median(its / ours for ours, its in times)
    yield Figure("entries for each of its moves", ratio, Aim(1.0, more_is_better=True))


def measure_long_sheet(rounds: int) -> Iterator[Figure]:
    """The same entries early and late in one match, timed each time that it is played."""
    start, around = endless_match()
    window = len(around) * TIMES_AROUND
    times = []
    for _ in range(rounds):
        sheet = start.again()
        spent = {}
        for first in (EARLY, LATE):
            # Both windows begin with the same seat's turn.
            ahead = (first - len(sheet.steps)) // len(around) + 1
            write(sheet, around * ahead)
            spent[first] = write(sheet, around * TIMES_AROUND)
        times.append(spent)
    late = median(spent[LATE] for spent in times)
    yield Figure(f"entries checked from number {LATE:,} on", window / late, unit="/s")
    ratio = median(spent[LATE] / spent[EARLY] for spent in times)
    yield Figure(f"time of entry {LATE:,} for that of entry {EARLY}", ratio, Aim(1.2))


def write(sheet: Sheet, entries: Sequence[bytes]) -> float:
    """Write these entries on the sheet; the seconds that it took."""
    title, position, read, decide = sheet.title, sheet.position, _entry.decode, history.decide
    note = sheet.steps.append
    start = process_time()
    for n, text in enumerate(entries, len(sheet.steps)):
        step = decide(title, position, n, read(text))
        note(step)
        position = step.after
    spent = process_time() - start
    sheet.position = position
    return spent


def write_all(matches: Sequence[Match]) -> float:
    return sum(write(match.start.again(), match.entries) for match in matches)


def push_all(games: Sequence[Sequence[str]]) -> float:
    """The seconds that python-chess takes for the moves alone."""
    spent = 0.0
    for moves in games:
        push = chess.Board().push_uci
        start = process_time()
        for move in moves:
            push(move)
        spent += process_time() - start
    return spent


class _Texts(Struct):
    entries: tuple[Raw, ...]


def recorded_matches() -> list[Match]:
    matches = []
    for file in FILES:
        title, document = match_file.read(file.read_bytes(), TITLES)
        texts = msgspec.json.decode(file.read_bytes(), type=_Texts).entries
        both = zip(texts, document.entries, strict=True)
        counting = [bytes(text) for text, entry in both if entry.counts]
        matches.append(Match(Sheet(title, document.setup), counting))
    return matches


def random_games(number: int) -> list[list[str]]:
    """Games of so many legal moves in all, the same ones every time."""
    chance = random.Random(SEED)
    games: list[list[str]] = []
    while number > 0:
        board = chess.Board()
        while len(board.move_stack) < min(number, MOVES_A_GAME) and not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
        games.append([move.uci() for move in board.move_stack])
        number -= len(board.move_stack)
    return games


def endless_match() -> tuple[Sheet, list[bytes]]:
    """A table of six that finds and loses the same again and again and never ends its month."""
    roles = (
        "southern_officer",
        "northern_officer",
        "southern_soldier",
        "northern_soldier",
        "cherokee",
        "volunteer",
    )
    document = {
        "months": 6,
        "tiles_per_player": 4,
        "seats": [{"name": f"Seat {seat}", "role": role} for seat, role in enumerate(roles)],
        "switches": {"fifty_points": "month_end"},
    }
    around: list[dict[str, Any]] = []
    for seat, resource in enumerate(RESOURCES):
        some = {"seat": seat, "resource": resource.value, "amount": 3}
        around += [{"do": "find", **some}, {"do": "lose", **some}, {"do": "end_turn", "seat": seat}]
    start = Sheet(civil_war, msgspec.convert(document, Setup))
    return start, [msgspec.json.encode(entry) for entry in around]
