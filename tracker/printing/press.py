"""The press: makes PDFs in a process of its own, one after another, and keeps what it made.

A render takes a second of processor time. In a process of its own, with less priority, it slows
no entry down; the threads that serve the table only ask for it and wait.
"""

import os
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from threading import BoundedSemaphore, Lock
from typing import Final

from tracker.printing.drawer import Drawer

KEPT: Final = 64
WAITING: Final = 2
"""So many requests may wait for paper at once; the other threads are left to the table."""
PATIENCE: Final = 30.0
GIVE_WAY: Final = 10

Job = Callable[[], bytes]


class Busy(Exception):
    """The PDF is being made, and is not there yet: ask again."""


class Press:
    """PDFs by key: each is made once, and found again until newer ones push it out."""

    def __init__(self, drawer: Drawer | None = None) -> None:
        self._lock = Lock()
        self._drawer = drawer
        self._made: OrderedDict[str, Future[bytes]] = OrderedDict()
        self._waiting = BoundedSemaphore(WAITING)
        self._pool: ProcessPoolExecutor | None = None
        self.renders = 0

    def printed(self, key: str, job: Job, patience: float = PATIENCE) -> bytes:
        """The PDF of this key; made by the job, in the other process, if it was not made yet."""
        future = self._asked_for(key, job)
        if not future.done() and not self._waiting.acquire(blocking=False):
            raise Busy
        if future.done():
            return self._result(key, future, 0)
        try:
            return self._result(key, future, patience)
        finally:
            self._waiting.release()

    def close(self) -> None:
        with self._lock:
            pool, self._pool = self._pool, None
            self._made.clear()
        if pool is not None:
            pool.shutdown(cancel_futures=True)

    def _asked_for(self, key: str, job: Job) -> Future[bytes]:
        with self._lock:
            if key not in self._made:
                self._made[key] = self._kept(key) or self._submit(key, job)
            self._made.move_to_end(key)
            while len(self._made) > KEPT:
                self._made.popitem(last=False)
            return self._made[key]

    def _kept(self, key: str) -> Future[bytes] | None:
        """What was printed before this program was started."""
        data = self._drawer.find(key) if self._drawer else None
        if data is None:
            return None
        future: Future[bytes] = Future()
        future.set_result(data)
        return future

    def _submit(self, key: str, job: Job) -> Future[bytes]:
        if self._pool is None:
            # Spawned, not forked: the server has threads, and a fork would copy their locks.
            self._pool = ProcessPoolExecutor(
                1, mp_context=get_context("spawn"), initializer=os.nice, initargs=(GIVE_WAY,)
            )
        self.renders += 1
        future = self._pool.submit(job)
        future.add_done_callback(lambda made: self._keep(key, made))
        return future

    def _keep(self, key: str, made: Future[bytes]) -> None:
        if self._drawer and not made.cancelled() and made.exception() is None:
            self._drawer.keep(key, made.result())

    def _result(self, key: str, future: Future[bytes], patience: float) -> bytes:
        try:
            return future.result(timeout=patience)
        except TimeoutError:
            raise Busy from None
        except BrokenProcessPool:
            self._begin_anew(key, future)
            raise Busy from None
        except Exception:
            self._forget(key, future)
            raise

    def _forget(self, key: str, future: Future[bytes]) -> None:
        """What failed is tried again when it is asked for again."""
        with self._lock:
            if self._made.get(key) is future:
                del self._made[key]

    def _begin_anew(self, key: str, future: Future[bytes]) -> None:
        """Somebody ended the other process: the next one who asks starts it again."""
        self._forget(key, future)
        with self._lock:
            self._pool = None
