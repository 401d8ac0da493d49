"""Doing things at the same moment: a lock is held until everybody has come as far as it lets them.

What then goes on at once goes on so every time, and a mistake in the order of locks always shows.
"""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Final

import psycopg

from tests.processes import PATIENCE_SECONDS

A_MATCH: Final = "SELECT 1 FROM match FOR UPDATE"
A_DECK: Final = "SELECT 1 FROM document FOR UPDATE"
NEW_MATCHES: Final = "LOCK TABLE match IN SHARE MODE"
NEW_DECKS: Final = "LOCK TABLE document IN SHARE MODE"

WAITING: Final = (
    "SELECT count(*) FROM pg_stat_activity "
    "WHERE datname = current_database() AND wait_event_type = 'Lock' "
    "AND clock_timestamp() - query_start >= make_interval(secs => %s)"
)


def at_once(url: str, lock: str, writes: Sequence[Callable[[], Any]]) -> list[Any]:
    """Return the results of all; they stand in this order before the lock when it is let go."""
    with (
        ThreadPoolExecutor(len(writes)) as pool,
        psycopg.connect(url) as holder,
    ):
        holder.execute(lock.encode())
        begun: list[Future[Any]] = []
        for write in writes:
            begun.append(pool.submit(write))
            wait_for(url, begun)
        holder.rollback()
        return [thread.result(timeout=PATIENCE_SECONDS) for thread in begun]


def wait_for(url: str, begun: Sequence[Future[Any]], seconds: float = 0) -> None:
    """Until all of them have stood before a lock for so long, but for those that are done."""
    end = time.monotonic() + PATIENCE_SECONDS
    with psycopg.connect(url, autocommit=True) as watcher:
        while time.monotonic() < end:
            waiting = watcher.execute(WAITING, [seconds]).fetchone()
            if waiting == (sum(not thread.done() for thread in begun),):
                return
            time.sleep(0.005)
    raise TimeoutError
