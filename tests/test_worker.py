"""A process for slow work: it does its job, gives way, and ends when the job takes too much."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

import pytest

from tracker.worker import GIVE_WAY, JobLimits, TooMuchWork, Worker

LIMITS: Final = JobLimits(processor_seconds=1, megabytes=300)


@pytest.fixture
def worker() -> Iterator[Worker]:
    started = Worker(LIMITS)
    yield started
    started.kill()


def endlessly() -> None:
    while True:
        pass


def end_like_the_system() -> None:
    """End the process as a system does that has no memory left."""
    os.kill(os.getpid(), signal.SIGKILL)


def a_while() -> float:
    """Work for half of the time that a job may take; return the processor's time until now."""
    until = time.process_time() + LIMITS.processor_seconds / 2
    while time.process_time() < until:
        pass
    return time.process_time()


def test_a_job_is_done_in_another_process_that_gives_way(worker: Worker) -> None:
    assert worker.do(os.getpid) != os.getpid()
    assert worker.do(partial(os.nice, 0)) >= GIVE_WAY


def test_what_a_job_raises_is_raised_here_and_the_process_goes_on(worker: Worker) -> None:
    number = worker.do(os.getpid)

    with pytest.raises(ValueError, match="invalid literal"):
        worker.do(partial(int, "x"))

    assert worker.do(os.getpid) == number


@pytest.mark.parametrize("job", [endlessly, partial(bytes, 10**9), end_like_the_system])
def test_a_job_that_takes_too_much_ends_with_its_process(
    worker: Worker, job: Callable[[], object]
) -> None:
    with pytest.raises(TooMuchWork):
        worker.do(job)

    assert not worker.is_alive()


def test_every_job_has_the_whole_time_however_many_there_were(worker: Worker) -> None:
    used = [worker.do(a_while) for _ in range(4)]

    assert used[-1] > LIMITS.processor_seconds
