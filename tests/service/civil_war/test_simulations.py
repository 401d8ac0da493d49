"""Simulated games in processes of their own."""

import io
import os
import subprocess
import threading
import time
from random import Random

import msgspec
import pytest

from tests.processes import PATIENCE_SECONDS
from tracker.games.civil_war.game_record import GameRecord
from tracker.games.civil_war.whole_game import EndlessGame
from tracker.service.civil_war import simulation_worker, simulations
from tracker.service.civil_war.simulation_worker import GamesJob, Plan, PlayedGame, generator
from tracker.service.civil_war.simulations import (
    Simulation,
    WorkerFailed,
    games_jobs,
    processors,
    records,
)

PLAN = Plan("standard", seats=2, months=5)


def played(plan: Plan, games: int, processes: int) -> dict[int, GameRecord]:
    with Simulation(games_jobs(plan, games, processes)) as simulation:
        return dict(records(simulation))


def test_the_same_seed_plays_the_same_games_on_any_number_of_processors() -> None:
    alone = played(PLAN, 5, 1)

    assert alone == played(PLAN, 5, 3)
    assert sorted(alone) == [0, 1, 2, 3, 4]
    assert alone != played(msgspec.structs.replace(PLAN, seed=2), 5, 1)


def test_games_of_one_simulation_differ() -> None:
    first, second = (generator(1, number).random() for number in (0, 1))

    assert first != second
    assert isinstance(generator(1, 0), Random)


def test_no_more_processes_are_started_than_there_are_games() -> None:
    assert len(games_jobs(PLAN, 2, 8)) == 2
    assert 1 <= processors() <= (os.cpu_count() or 1)


def test_a_game_that_does_not_end_ends_the_simulation_with_its_entries() -> None:
    with pytest.raises(EndlessGame, match="after 30 entries"):
        played(msgspec.structs.replace(PLAN, most_entries=30), 3, 1)


def test_a_worker_writes_a_line_for_every_game() -> None:
    job = msgspec.json.encode(GamesJob(PLAN, first=1, step=2, games=4))
    target = io.BytesIO()

    simulation_worker.main(io.BytesIO(job + b"\n"), target)

    lines = [msgspec.json.decode(line, type=PlayedGame) for line in target.getvalue().splitlines()]
    assert [line.number for line in lines] == [1, 3]


def test_a_simulation_can_be_stopped_from_another_thread() -> None:
    began = time.monotonic()
    with Simulation(games_jobs(PLAN, 1_000_000, 1)) as simulation:
        results = iter(simulation)
        next(results)
        threading.Timer(0.2, simulation.stop).start()

        with pytest.raises(WorkerFailed):
            list(results)

    assert time.monotonic() - began < 60


def test_the_processes_end_with_the_block() -> None:
    with Simulation(games_jobs(PLAN, 1_000_000, 2)) as simulation:
        processes = simulation._processes
        assert [process.poll() for process in processes] == [None, None]

    assert all(process.returncode for process in processes)


def test_a_worker_runs_at_the_lowest_priority() -> None:
    with Simulation(games_jobs(PLAN, 1_000_000, 1)) as simulation:
        next(iter(simulation))
        (process,) = simulation._processes

        assert os.getpriority(os.PRIO_PROCESS, process.pid) == simulation_worker.LOWEST_PRIORITY


def test_a_worker_ends_quietly_when_nobody_reads_its_lines() -> None:
    with Simulation(games_jobs(PLAN, 1, 1)) as simulation:
        command = simulation._processes[0].args
    worker = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert worker.stdin
    assert worker.stdout
    assert worker.stderr
    worker.stdin.write(msgspec.json.encode(games_jobs(PLAN, 1_000_000, 1)[0]) + b"\n")
    worker.stdin.close()
    worker.stdout.readline()

    worker.stdout.close()

    assert worker.wait(PATIENCE_SECONDS) == 0
    assert worker.stderr.read() == b""
    worker.stderr.close()


def test_a_worker_that_cannot_be_started_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulations, "WORKER", "tracker.no_such_module")

    with pytest.raises(WorkerFailed):
        played(PLAN, 1, 1)
