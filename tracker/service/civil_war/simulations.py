"""Simulated games in processes of their own, and their results as they come."""

import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import IO, Any, Final, Self

import msgspec

from tracker.games.civil_war.game_record import GameRecord
from tracker.games.civil_war.whole_game import EndlessGame
from tracker.service.civil_war.simulation_worker import (
    Endless,
    GamesJob,
    Job,
    Plan,
    PlayedGame,
    PlayedOn,
    Result,
)

WORKER: Final = "tracker.service.civil_war.simulation_worker"
ENDED: Final = None


class WorkerFailed(Exception):
    """A process ended before its games were played."""


class Simulation:
    """The processes of some jobs. They are ended with the block."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs = jobs
        self._processes: list[subprocess.Popen[bytes]] = []
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def __enter__(self) -> Self:
        for job in self._jobs:
            process = subprocess.Popen(  # noqa: S603 - our own program, with no argument of anybody's
                [sys.executable, "-c", f"from {WORKER} import run; run()"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            self._processes.append(process)
            threading.Thread(target=self._work, args=(process, job), daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End the processes; whoever waits for a result is told that there is none."""
        for process in self._processes:
            process.kill()
            process.wait()

    def __iter__(self) -> Iterator[Result]:
        """Yield the results in the order in which the processes write them."""
        running = len(self._processes)
        while running:
            line = self._lines.get()
            if line is ENDED:
                running -= 1
            else:
                yield _result(line)
        if any(process.wait() for process in self._processes):
            raise WorkerFailed

    def _work(self, process: subprocess.Popen[bytes], job: Job) -> None:
        """Send the job and pass the lines on."""
        sent, read = _open(process.stdin), _open(process.stdout)
        with suppress(BrokenPipeError), sent:
            sent.write(msgspec.json.encode(job) + b"\n")
        with read:
            for line in read:
                if line.endswith(b"\n"):  # the last line of a process that was ended may be a part
                    self._lines.put(line)
        self._lines.put(ENDED)


_results: Final = msgspec.json.Decoder[Any](Result)


def _result(line: bytes) -> Result:
    result: Result = _results.decode(line)
    return result


def _open(stream: IO[bytes] | None) -> IO[bytes]:
    if stream is None:
        raise TypeError("the stream was not asked for")
    return stream


def games_jobs(plan: Plan, games: int, processes: int) -> list[Job]:
    """Return the games of a plan, dealt out to so many processes."""
    return [GamesJob(plan, first, processes, games) for first in range(min(processes, games))]


def processors() -> int:
    """Return the number of processors that this program may use."""
    with suppress(AttributeError):  # macOS and Windows do not say it of one program
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def records(simulation: Simulation) -> Iterator[tuple[int, GameRecord]]:
    """Yield the games of a simulation with their numbers; raises `EndlessGame`."""
    for result in simulation:
        if isinstance(result, PlayedGame):
            yield result.number, result.record
        elif isinstance(result, Endless):
            raise EndlessGame(result.entries)


def played_on(simulation: Simulation) -> Iterator[PlayedOn]:
    """Yield the games that are played on from given positions; raises `EndlessGame`."""
    for result in simulation:
        if isinstance(result, PlayedOn):
            yield result
        elif isinstance(result, Endless):
            raise EndlessGame(result.entries)
