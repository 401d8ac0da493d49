"""How soon a change is on the other devices, and whether open streams slow entries down.

The sixty devices are in a process of their own, so that listening does not take the server's time;
with two cores that process and the server have one each.
"""

import asyncio
import gzip
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from statistics import median
from typing import Final

from tests.bench.figure import Aim, Figure
from tests.bench.web import DEVICES, Device, at_most, entry_times, field, served, write

FOLLOWERS: Final = 60
STREAMS: Final = 200
VERSION: Final = re.compile(rb"event: version\ndata: (\d+)\n")
LENGTH: Final = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


def measure(rounds: int = 40) -> Iterator[Figure]:
    with served() as port:
        yield from measure_latency(port, rounds)
        yield from measure_entries(port, rounds)


def measure_latency(port: int, rounds: int) -> Iterator[Figure]:
    """From one device's tap until another has the new page, with sixty open on one match."""
    host = Device(port)
    match = host.make_demo()
    _, page = host.ask("GET", match)
    with following(port, match, FOLLOWERS, rounds) as wait:
        taps = []
        for number in range(rounds):
            taps.append(time.monotonic())
            write(host, match, field(page, "csrf_token"), f"tap-{number}")
            time.sleep(0.4)
        arrivals = wait()
    host.close()
    # A device that was told two versions at once has only the newer.
    late = [at - tap for found in arrivals for tap, at in zip(taps, found, strict=True)]
    yield Figure("ms until another device shows it, median", median(late) * 1000)
    yield Figure("ms until another shows it, 95 of 100", at_most(late, 0.95) * 1000, Aim(150))


def measure_entries(port: int, rounds: int) -> Iterator[Figure]:
    """Entries by eight devices, with no stream open and with two hundred."""
    alone = several(port, rounds)
    host = Device(port)
    match = host.make_demo()
    with following(port, match, STREAMS, 0) as wait:
        beside = several(port, rounds)
        wait()
    host.close()
    quiet, busy = at_most(alone, 0.99) * 1000, at_most(beside, 0.99) * 1000
    yield Figure("ms for an entry, no stream, 99 of 100", quiet)
    yield Figure("ms for an entry, 200 streams, 99 of 100", busy)
    yield Figure("times as long with 200 streams", busy / quiet, Aim(1.5))


def several(port: int, rounds: int) -> list[float]:
    with ThreadPoolExecutor(DEVICES) as pool:
        found = list(pool.map(lambda _: entry_times(Device(port), rounds), range(DEVICES)))
    return [spent for times in found for spent in times]
