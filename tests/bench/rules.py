"""The speed of the rules: entries checked a second, on short sheets and on long ones.

A checked entry is read from its JSON text, judged, given its lines and its position, and added to
the history. It is held against what python-chess does for a move: read, judged, made and kept.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final, NamedTuple

import chess
import msgspec
from msgspec import Raw, Struct

from tests.bench.figure import Aim, Figure
from tests.recorded import FILES, GRIZZLED_FILES, PATHS_OF_GLORY_FILES
from tracker.engine import history, match_file
from tracker.engine.history import Step
from tracker.engine.title import AnyTitle
from tracker.games.civil_war import title as civil_war
from tracker.games.civil_war.columns import RESOURCES
from tracker.games.civil_war.setup import Setup
from tracker.games.grizzled import title as grizzled
from tracker.games.grizzled.setup import Setup as GrizzledSetup
from tracker.games.paths_of_glory import title as paths_of_glory
from tracker.games.paths_of_glory.setup import Setup as PathsOfGlorySetup
from tracker.games.titles import TITLES

SEED: Final = 1861
# As long as games between people are; random moves would go on far into empty boards.
MOVES_A_GAME: Final = 80

TIMES_AROUND: Final = 10

_entries = {
    title.NAME: msgspec.json.Decoder[Any](title.ENTRY)
    for title in (civil_war, grizzled, paths_of_glory)
}


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


class Course(NamedTuple):
    """A title to measure: its recorded matches, an endless one, and what it aims at."""

    name: str
    files: Sequence[Path]
    endless: Callable[[], tuple[Sheet, list[bytes]]]
    early: int
    late: int
    for_each_move: float


def measure(rounds: int = 40) -> Iterator[Figure]:
    for course in COURSES:
        yield from measure_against_chess(course, rounds)
        yield from measure_long_sheet(course, rounds)


def measure_against_chess(course: Course, rounds: int) -> Iterator[Figure]:
    """The two take turns, so that a slow moment of the machine is one for both."""
    matches = recorded_matches(course.files)
    number = sum(len(match.entries) for match in matches)
    games = random_games(number)
    times = [(write_all(matches), push_all(games)) for _ in range(rounds)]
    name = f"{course.name}entries checked"
    yield Figure(name, number / median(ours for ours, _ in times), unit="/s")
    yield Figure(
        "moves checked by python-chess", number / median(its for _, its in times), unit="/s"
    )
    ratio = median(its / ours for ours, its in times)
    aim = Aim(course.for_each_move, more_is_better=True)
    yield Figure(f"{course.name}entries for each of its moves", ratio, aim)


def measure_long_sheet(course: Course, rounds: int) -> Iterator[Figure]:
    """The same entries early and late in one match, timed each time that it is played."""
    start, around = course.endless()
    window = len(around) * TIMES_AROUND
    times = []
    # All of them are kept until the end: in the memory of an earlier sheet the first entries would
    # be written faster than the late ones in new memory.
    sheets = [start.again() for _ in range(rounds)]
    for sheet in sheets:
        spent = {}
        for first in (course.early, course.late):
            # Both windows begin with the same seat's turn.
            ahead = (first - len(sheet.steps)) // len(around) + 1
            write(sheet, around * ahead)
            spent[first] = write(sheet, around * TIMES_AROUND)
        times.append(spent)
    early, late = course.early, course.late
    name = f"{course.name}entries checked from number {late:,} on"
    yield Figure(name, window / median(spent[late] for spent in times), unit="/s")
    ratio = median(spent[late] / spent[early] for spent in times)
    name = f"{course.name}time of entry {late:,} for that of entry {early}"
    yield Figure(name, ratio, Aim(1.2))


def write(sheet: Sheet, entries: Sequence[bytes]) -> float:
    """Write these entries on the sheet; the seconds that it took."""
    title, position, read, decide = (
        sheet.title,
        sheet.position,
        _entries[sheet.title.NAME].decode,
        history.decide,
    )
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


def recorded_matches(files: Sequence[Path]) -> list[Match]:
    matches = []
    for file in files:
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


def endless_war() -> tuple[Sheet, list[bytes]]:
    """Three soldiers who play one small mission again and again, and then set the piles back."""
    soldiers = ("felix", "gaston", "lazare")
    seats = [{"name": f"Seat {seat}", "soldier": soldier} for seat, soldier in enumerate(soldiers)]
    piles = {"trials": 25, "morale": 34, "pool": 5, "mission": 2, "leader": 0, "out": []}
    played = ("night+gas", "snow+shell", "rain+whistle")
    around: list[dict[str, Any]] = [
        {"do": "correct", "set": {**piles, "seats": {"0": {"speeches": 0}}}, "reason": "again"},
        {"do": "mission", "danger": 1},
        *({"do": "play", "seat": seat, "card": card} for seat, card in enumerate(played)),
        *({"do": "withdraw", "seat": seat} for seat in range(3)),
        {"do": "support", "tokens": {"0": "left", "1": "left", "2": "left"}},
        {"do": "next_mission"},
    ]
    start = Sheet(grizzled, msgspec.convert({"mode": "standard", "seats": seats}, GrizzledSetup))
    return start, [msgspec.json.encode(entry) for entry in around]


def endless_action() -> tuple[Sheet, list[bytes]]:
    """An operation that runs on: the same spaces and forts change hands again and again."""
    document = {"scenario": "campaign", "seats": [{"name": "Anna"}, {"name": "Boris"}]}
    even = {"attacker": 3, "defender": 3}
    attack = {"do": "battle", "seat": 0, "attackers": ["GE"], "defenders": ["FR"]}
    side = {"strength": 6, "army": True, "die": 3}
    figures = {"attacker": side, "defender": side, "trench": 1}
    around: list[dict[str, Any]] = [
        {**attack, "at": "Calais", "loss_numbers": even, "advance": True},
        {**attack, "at": "Sedan", "calculation": figures},
        {"do": "take", "seat": 1, "spaces": ["Calais"]},
        {"do": "besiege", "seat": 0, "space": "Verdun"},
        {"do": "lift", "space": "Verdun"},
        {"do": "correct", "set": {"vp": 10, "rp": {"GE": 2}}, "reason": "again"},
    ]
    first = ({"do": "mandates", "cp": 5, "ap": 4}, {"do": "one_op", "seat": 0})
    start = Sheet(paths_of_glory, msgspec.convert(document, PathsOfGlorySetup))
    write(start, [msgspec.json.encode(entry) for entry in first])
    start.steps = []
    return start, [msgspec.json.encode(entry) for entry in around]


COURSES: Final = (
    Course("", FILES, endless_match, early=50, late=5_000, for_each_move=1.0),
    Course("grizzled: ", GRIZZLED_FILES, endless_war, early=20, late=2_000, for_each_move=0.5),
    Course(
        "paths of glory: ",
        PATHS_OF_GLORY_FILES,
        endless_action,
        early=20,
        late=2_000,
        for_each_move=0.3,
    ),
)
