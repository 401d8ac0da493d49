"""The process that plays match files from pages and programs, one after another.

A file may be made to take seconds and hundreds of megabytes. In a process of its own it slows no
entry down, and is given up where it takes too much.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, TypeVar

from msgspec import Struct

from tracker.engine.codec import WHOLE_DOCUMENT
from tracker.engine.message import Message
from tracker.engine.refusal import Invalid
from tracker.service import incoming
from tracker.service.incoming import Incoming, OpenedFile
from tracker.worker import JobLimits, TooMuchWork, Worker, WorkerEnded

LIMITS: Final = JobLimits(processor_seconds=20, megabytes=700)
MOST_ENTRIES: Final = 3_000
"""Of one match: they are stored in one transaction, which others wait for."""
MOST_ENTRIES_AT_ONCE: Final = 200_000
"""Of all matches that are sent together."""
MOST_SECONDS: Final = 120.0
"""For all files that are sent together."""
IMPORT_TURN_SECONDS: Final = 5.0
"""A request waits so long for its turn."""
IDLE_SECONDS: Final = 60.0
"""A process that has nothing to do for so long is ended, to give back its memory."""
TOO_MUCH = Message("takes too much time or memory to import")
BUSY = Message("Other files are being imported. Try again in a moment.")
SPENT = Message("That was much at once. Send it again: the import goes on where it stopped.")

T = TypeVar("T")


class ImportBusy(Exception):
    """Others are importing, or the process was ended."""

    says = BUSY


class BudgetSpent(Exception):
    """The files that were sent together take too long."""

    says = SPENT


class Budget:
    """The entries and the time that are left for files that are sent together."""

    def __init__(self) -> None:
        self._until = time.monotonic() + MOST_SECONDS
        self._entries = MOST_ENTRIES_AT_ONCE

    def must_last(self) -> None:
        """Raise `BudgetSpent` where nothing is left for one more file."""
        if self._entries <= 0 or time.monotonic() > self._until:
            raise BudgetSpent

    def spend(self, entries: int) -> None:
        self._entries -= entries


class FileMark(Struct, frozen=True):
    """A match file that was opened: enough to know whether the match is here already."""

    name: str
    digest: str
    file_id: str
    entries: int


class ImportProcess:
    """The process: started when a file comes, ended when none comes any more."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._worker: Worker | None = None
        self._idle: threading.Timer | None = None
        self.open_file: Callable[[bytes], FileMark] = open_file

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Have the process for oneself; raise `ImportBusy` where others keep it for long."""
        if not self._turn.acquire(timeout=IMPORT_TURN_SECONDS):
            raise ImportBusy
        try:
            if self._idle is not None:
                self._idle.cancel()
            yield
        finally:
            self._idle = threading.Timer(IDLE_SECONDS, self._end_idle)
            self._idle.daemon = True
            self._idle.start()
            self._turn.release()

    def open(self, data: bytes) -> FileMark:
        """Read a match file, to be played next; raise `Invalid` where it is none."""
        return self._do(partial(self.open_file, data))

    def play(self) -> Incoming:
        """Play the match file that was opened last."""
        return self._do(play)

    def close(self) -> None:
        """End the process, also in the middle of a file."""
        if self._worker is not None:
            self._worker.kill()

    def _do(self, job: Callable[[], T]) -> T:
        if self._worker is None or not self._worker.is_alive():
            self._worker = Worker(LIMITS)
        try:
            return self._worker.do(job)
        except TooMuchWork:
            raise Invalid(WHOLE_DOCUMENT, TOO_MUCH.text) from None
        except WorkerEnded:
            raise ImportBusy from None

    def _end_idle(self) -> None:
        if self._turn.acquire(blocking=False):
            self.close()
            self._turn.release()


_opened: list[OpenedFile] = []
"""In the process: the file that was opened last."""


def open_file(data: bytes) -> FileMark:
    """In the process: read a match file and keep it to be played."""
    _opened[:] = [incoming.open_file(data, MOST_ENTRIES)]
    (file,) = _opened
    return FileMark(file.name, file.digest, file.file_id, len(file.entries))


def play() -> Incoming:
    """In the process: play the file that was opened last."""
    return incoming.play(_opened.pop())
