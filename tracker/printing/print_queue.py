"""The printing queue: makes PDFs in a process of its own, one after another, and caches them.

A render takes a second of processor time. In a process of its own, with less priority, it slows
no entry down; the threads that serve the table only ask for it and wait. Clients take turns. A PDF
that takes too much time or memory is given up, and the process with it; the others are made by the
next one.
"""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Condition, Thread
from typing import Final

from tracker.engine.message import Message
from tracker.printing.pdf_cache import PdfCache
from tracker.worker import JobLimits, TooMuchWork, Worker, WorkerEnded

KEPT: Final = 64
WAITING: Final = 2
"""So many requests may wait for paper at once; the other threads are left to the table."""
MOST_QUEUED: Final = 8
"""So many PDFs may be queued or being made, for all clients together."""
MOST_OF_CLIENT: Final = 3
"""And so many of them for one client."""
WANTED_SECONDS: Final = 15.0
"""A page that waits for its PDF asks every other second; after this time nobody waits for it."""
PATIENCE: Final = 30.0
LIMITS: Final = JobLimits(processor_seconds=30, megabytes=700)
"""A report of 500 entries takes 2 s and 200 MB."""
MOST_REMEMBERED: Final = 100
"""So many clients are remembered, to know whose turn is next."""

Job = Callable[[], bytes]


class Busy(Exception):
    """The PDF is being made, or too many are: ask again."""


class TooLarge(Exception):
    """The PDF takes more time or memory than any may; it is not tried again."""

    says = Message("This sheet takes too much time or memory to print.")


@dataclass(eq=False)
class Task:
    """A PDF that is to be made, or was."""

    key: str
    job: Job
    client: str
    future: Future[bytes] = field(default_factory=Future)
    asked: float = field(default_factory=time.monotonic)
    waiters: int = 0

    @property
    def is_wanted(self) -> bool:
        """Return whether somebody waits for it, or asked for it a moment ago."""
        return self.waiters > 0 or time.monotonic() < self.asked + WANTED_SECONDS


class Press:
    """PDFs by key: each is made once, and found again until newer ones push it out."""

    def __init__(self, cache: PdfCache | None = None) -> None:
        self._cache = cache
        self._changed = Condition()
        self._tasks: OrderedDict[str, Task] = OrderedDict()
        self._queue: list[Task] = []
        self._current: Task | None = None
        self._waiters = 0
        self._is_closed = False
        self._thread: Thread | None = None
        self._worker: Worker | None = None
        self._latest_turns: OrderedDict[str, int] = OrderedDict()
        self.renders = 0

    def printed(self, key: str, job: Job, client: str = "", patience: float = PATIENCE) -> bytes:
        """Return the PDF of this key, made by the job in the other process if need be.

        Raises `Busy` where the queue, or the client's part of it, is full, or the PDF takes long;
        `TooLarge` where it takes too much.
        """
        with self._changed:
            task = self._found(key) or self._queued(key, job, client)
            task.asked = time.monotonic()
            is_done = task.future.done()
            if not is_done and self._waiters >= WAITING:
                raise Busy
            task.waiters += 1
            self._waiters += 1
        try:
            return task.future.result(timeout=patience)
        except TimeoutError:
            raise Busy from None
        except TooLarge:
            raise
        except Exception:
            self._forget(task)
            raise
        finally:
            with self._changed:
                task.waiters -= 1
                self._waiters -= 1

    def close(self) -> None:
        """Stop at once: what is being made is given up, and whoever waits is told."""
        with self._changed:
            self._is_closed = True
            left, self._queue = self._queue, []
            self._tasks.clear()
            thread, worker = self._thread, self._worker
            self._changed.notify_all()
        for task in left:
            task.future.set_exception(Busy())
        if worker is not None:
            worker.kill()
        if thread is not None:
            thread.join()

    def _found(self, key: str) -> Task | None:
        """Return what was made or queued before, or printed before this program was started."""
        task = self._tasks.get(key)
        if task is None and self._cache and (data := self._cache.find(key)) is not None:
            task = self._tasks[key] = Task(key, bytes, "")
            task.future.set_result(data)
        if task is not None:
            self._tasks.move_to_end(key)
        return task

    def _queued(self, key: str, job: Job, client: str) -> Task:
        self._drop_unwanted()
        pending = [*self._queue, *([self._current] if self._current else [])]
        of_client = sum(task.client == client for task in pending)
        if self._is_closed or of_client >= MOST_OF_CLIENT:
            raise Busy
        if len(pending) >= MOST_QUEUED:
            self._make_room(of_client)
        task = self._tasks[key] = Task(key, job, client)
        self._queue.append(task)
        self._forget_oldest()
        if self._thread is None:
            self._thread = Thread(target=self._run, name="printing", daemon=True)
            self._thread.start()
        self._changed.notify_all()
        return task

    def _drop_unwanted(self) -> None:
        for task in [task for task in self._queue if not task.is_wanted]:
            self._drop(task)

    def _make_room(self, of_client: int) -> None:
        """Drop the last PDF of the client that has most in the queue, if this one has fewer."""
        queued = Counter(task.client for task in self._queue)
        greediest = max(queued, key=queued.__getitem__)
        if queued[greediest] <= of_client + 1:
            raise Busy
        self._drop(next(task for task in reversed(self._queue) if task.client == greediest))

    def _drop(self, task: Task) -> None:
        self._queue.remove(task)
        self._tasks.pop(task.key, None)
        task.future.set_exception(Busy())

    def _forget_oldest(self) -> None:
        made = [key for key, task in self._tasks.items() if task.future.done()]
        for key in made[: max(0, len(self._tasks) - KEPT)]:
            del self._tasks[key]

    def _forget(self, task: Task) -> None:
        """Forget an order that failed, so that it is tried again when it is asked for again."""
        with self._changed:
            if self._tasks.get(task.key) is task:
                del self._tasks[task.key]

    def _run(self) -> None:
        while (task := self._next()) is not None:
            try:
                data = self._started_worker().do(task.job)
            except TooMuchWork:
                task.future.set_exception(TooLarge())
            except WorkerEnded:
                task.future.set_exception(Busy())
            except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits hears of it
                task.future.set_exception(error)
            else:
                task.future.set_result(data)
                if self._cache:
                    self._cache.keep(task.key, data)

    def _next(self) -> Task | None:
        """Return the next task that somebody still wants; None when the queue was closed."""
        with self._changed:
            self._current = None
            while not self._is_closed:
                self._drop_unwanted()
                if self._queue:
                    self._current = self._take_in_turn()
                    self.renders += 1
                    return self._current
                self._changed.wait()
        return None

    def _take_in_turn(self) -> Task:
        """Take the task of the client whose last turn is longest ago; of those the oldest task."""
        task = min(self._queue, key=lambda task: self._latest_turns.get(task.client, 0))
        self._queue.remove(task)
        self._latest_turns[task.client] = self.renders + 1
        self._latest_turns.move_to_end(task.client)
        if len(self._latest_turns) > MOST_REMEMBERED:
            self._latest_turns.popitem(last=False)
        return task

    def _started_worker(self) -> Worker:
        with self._changed:
            if self._is_closed:
                raise Busy
            if self._worker is None or not self._worker.is_alive():
                self._worker = Worker(LIMITS)
            return self._worker
