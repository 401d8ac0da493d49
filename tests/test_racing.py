"""Sixteen writers on one match, in two processes, on either database."""

import multiprocessing
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from tests.toy.arrange import TOY, entry, in_registries, setup
from tracker.engine import match_file
from tracker.engine.history import NotThere
from tracker.engine.refusal import Refused
from tracker.games.titles import TITLES
from tracker.service import match_checks
from tracker.service.matches import Matches
from tracker.service.writing import MovedOn
from tracker.store.database import Database
from tracker.store.database_errors import LOCKED, Unreachable

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("toy")]

PROCESSES: Final = 2
WRITERS: Final = 8
TAPS: Final = 40

_context: Final = multiprocessing.get_context("forkserver")


def write_with_all(where: Path | str, match_id: str, process: int, told: Any) -> None:
    """Tap away with all writers of one process, and pass on how many writes each has made."""
    database = Database(where)
    with in_registries(), ThreadPoolExecutor(WRITERS) as pool:
        names = [f"p{process}w{writer}" for writer in range(WRITERS)]
        made = list(pool.map(lambda name: write_one(Matches(database), match_id, name), names))
    database.close()
    told.put(made)


def write_one(matches: Matches, match_id: str, name: str) -> Counter[str]:
    """Mostly entries; sometimes the last one is taken back, or brought back."""
    chance = random.Random(name)
    made: Counter[str] = Counter()
    for tap in range(TAPS):
        do = chance.choice(["walk"] * 6 + ["deal", "draw", "end_turn", "undo", "redo"])
        while True:
            try:
                send(matches, match_id, do, f"{name}-{tap}", chance)
            except (Refused, MovedOn, NotThere):
                break
            except Unreachable as failure:
                # Sent again, as a device would: it is one write all the same.
                if failure.says is not LOCKED:
                    raise
            else:
                made[do] += 1
                break
    return made


def send(matches: Matches, match_id: str, do: str, write_id: str, chance: random.Random) -> None:
    if do in ("undo", "redo"):
        take_back = matches.undo if do == "undo" else matches.redo
        take_back(match_id, matches.sheet(match_id).version, write_id, "tablet")
        return
    seat = {"seat": chance.randrange(2)}
    fields: dict[str, dict[str, Any]] = {
        "walk": {**seat, "steps": chance.randint(1, 9)},
        "deal": {"cards": ["a" * chance.randint(1, 9)]},
        "draw": seat,
        "end_turn": seat,
    }
    matches.write(match_id, [entry(do, **fields[do])], write_id, "tablet")


def test_sixteen_writers_in_two_processes_make_one_legal_match(where: Path | str) -> None:
    database = Database(where)
    matches = Matches(database)
    match_id = matches.make(TOY.NAME, setup(goal=10_000, keep_order=False), "Race", "tablet")
    told = _context.Queue()
    processes = [
        _context.Process(target=write_with_all, args=(where, match_id, number, told))
        for number in range(PROCESSES)
    ]
    for process in processes:
        process.start()
    made = sum((said for _ in processes for said in told.get(timeout=120)), Counter[str]())
    for process in processes:
        process.join()

    if matches.sheet(match_id).position.pile:
        # A file of the match does not tell the card that still lies face down.
        matches.write(match_id, [entry("draw", seat=0)], "last", "tablet")
        made["draw"] += 1

    sheet, entries = matches.sheet(match_id), matches.entries(match_id)
    assert sheet.version == made.total() > 250
    written = made.total() - made["undo"] - made["redo"]
    assert [written.n for written in entries] == list(range(written))
    assert match_checks.check_match(database, match_id) is None
    document = msgspec.json.encode(matches.export(match_id))
    played = match_file.play(*match_file.read(document, TITLES))
    assert played.refused is None
    assert played.position == sheet.position
    database.close()
