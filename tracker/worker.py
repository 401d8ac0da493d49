"""A process for slow work: it gives way to the tables, and ends when a job takes too much."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from math import ceil
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from threading import Thread
from time import process_time
from typing import Any, Final, TypeVar

from msgspec import Struct

try:
    import resource
except ModuleNotFoundError:  # Windows has no such limits
    resource = None  # type: ignore[assignment]

GIVE_WAY: Final = 10
LONGEST_SECONDS: Final = 600.0
"""A process that does not answer for so long is ended, whatever it does."""

T = TypeVar("T")


class JobLimits(Struct, frozen=True):
    """The most that one job may take."""

    processor_seconds: int
    """Not the time that passes: that depends on what else the machine does."""
    megabytes: int
    """The memory of the whole process, with Python and its libraries."""


class TooMuchWork(Exception):
    """The job took more than its limits allow, or broke the process."""


class WorkerEnded(Exception):
    """The process was ended from outside, with its job."""


class Worker:
    """A process that does one job after another."""

    def __init__(self, limits: JobLimits) -> None:
        # Spawned, not forked: the server has threads, and a fork would copy their locks.
        context = get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process: SpawnProcess = context.Process(
            target=_work, args=(theirs, limits), daemon=True
        )
        self._is_killed = False
        self._process.start()
        theirs.close()

    def is_alive(self) -> bool:
        return self._process.is_alive()

    def do(self, job: Callable[[], T]) -> T:
        """Return what the job returns there; raise what it raises.

        After `TooMuchWork` and `WorkerEnded` the process is gone; the next job needs another.
        """
        try:
            self._connection.send(job)
            if not self._connection.poll(LONGEST_SECONDS):
                self.kill()
                raise TooMuchWork
            is_done, result = self._connection.recv()
        except (EOFError, OSError):
            raise self._why_it_ended() from None
        if is_done:
            return result  # type: ignore[no-any-return]
        if isinstance(result, TooMuchWork):
            self.kill()
        try:
            raise result
        finally:
            # Its traceback holds this frame, and with it what the job was given.
            del result

    def kill(self) -> None:
        self._is_killed = True
        self._process.kill()
        self._process.join()

    def _why_it_ended(self) -> Exception:
        """Return the error for a process that answers no more.

        A signal that did not come from here is a limit: SIGXCPU, the library that found no memory,
        the system that took it back.
        """
        self._process.join()
        code = self._process.exitcode
        if self._is_killed or code is None or code >= 0:
            return WorkerEnded()
        return TooMuchWork()


def _work(connection: Connection, limits: JobLimits) -> None:
    """Do the jobs that are sent, until the other end is closed or the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_server, name="server watch", daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(GIVE_WAY)
    _limit_memory(limits)
    with suppress(EOFError, OSError):
        while True:
            job: Callable[[], Any] = connection.recv()
            _limit_time(limits)
            connection.send(_outcome(job))


def _outcome(job: Callable[[], Any]) -> tuple[bool, object]:
    try:
        return True, job()
    except MemoryError:
        return False, TooMuchWork()
    except Exception as error:  # noqa: BLE001 - it is raised where the job came from
        return False, error


def _limit_memory(limits: JobLimits) -> None:
    if resource is not None:
        _lower(resource.RLIMIT_DATA, limits.megabytes * 1_000_000)
        _lower(resource.RLIMIT_CORE, 0)


def _limit_time(limits: JobLimits) -> None:
    """Let the job have its time, beside what the process has used until now."""
    if resource is not None:
        _lower(resource.RLIMIT_CPU, ceil(process_time()) + limits.processor_seconds)


def _lower(kind: int, most: int) -> None:
    """Set a limit, unless the system's own is lower."""
    _, hard = resource.getrlimit(kind)
    if hard in (resource.RLIM_INFINITY, -1) or most < hard:
        resource.setrlimit(kind, (most, hard))


def _end_with_server() -> None:
    """End this process when the server has ended, also in the middle of a job: nobody waits."""
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(1)
