"""The weight of the match page, the speed of entries over real sockets, and the time of a start.

The limit is measured in the same run: how many empty answers a second the same server gives.
"""

import tempfile
from collections.abc import Iterator
from typing import Final

from tests.bench.device import (
    DEVICES,
    ROOT,
    Device,
    field,
    processor_seconds,
    served,
    started,
    write,
)
from tests.bench.figure import Aim, Figure
from tests.bench.writers import (
    Rate,
    empty_requests,
    form_entries,
    json_entries,
    measured,
    version_requests,
)
from tests.processes import HOST, free_port

# So many requests for each round.
A_ROUND: Final = 5


def measure(rounds: int = 60) -> Iterator[Figure]:
    yield from measure_start(rounds)
    with served() as port:
        yield from measure_weight(port)
        yield from measure_entries(port, rounds * A_ROUND)


def measure_start(rounds: int) -> Iterator[Figure]:
    """The processor's time from the start to the first page, once everything is set up."""
    with tempfile.TemporaryDirectory() as folder:
        spent = [first_page(folder) for _ in range(min(rounds, 2))][-1]
    yield Figure("s of processor until the first page", spent, Aim(2))


def first_page(folder: str) -> float:
    port = free_port()
    app = (str(ROOT / "app.py"), "--host", HOST, "--port", str(port))
    with started(app, folder, port) as process:
        device = Device(port)
        device.ask("GET", "/")
        device.close()
        return processor_seconds(process)


def measure_weight(port: int) -> Iterator[Figure]:
    """Measure what travels for the match page after an entry; `glass` weighs the first visit."""
    device = Device(port)
    match = device.make_demo()
    _, page = device.ask("GET", match)
    token = field(page, "csrf_token")
    device.received = 0
    write(device, match, token, "weight")
    device.ask("GET", match)
    device.close()
    yield Figure("kB after an entry", device.received / 1000, Aim(20))


def measure_entries(port: int, number: int) -> Iterator[Figure]:
    """Entries by one writer and by eight on different matches, beside empty answers."""
    empty = measured_empty(number)
    yield Figure("empty answers, eight clients (the limit)", empty.a_second, unit="a second")
    version = measured(port, version_requests, 1, number)
    yield Figure("ms for a version, one client, median", version.middle_ms)
    for path, prepare in (("JSON", json_entries), ("form", form_entries)):
        alone = measured(port, prepare, 1, number)
        yield Figure(f"ms for an entry, {path}, one writer, median", alone.middle_ms, Aim(3))
        together = measured(port, prepare, DEVICES, number)
        yield from figures_of(path, together, empty)


def figures_of(path: str, together: Rate, empty: Rate) -> Iterator[Figure]:
    share = together.a_second / empty.a_second
    yield Figure(f"entries, {path}, eight writers", together.a_second, Aim(600, True), "a second")
    yield Figure(f"ms for one, {path}, eight writers, median", together.middle_ms)
    yield Figure(f"ms for one, {path}, eight writers, 99 of 100", together.slowest_ms, Aim(40))
    yield Figure(f"entries for each empty answer, {path}", share, Aim(0.5, True))


def measured_empty(number: int) -> Rate:
    """The bare view on the same server, which runs only as long as it is measured."""
    port = free_port()
    with (
        tempfile.TemporaryDirectory() as folder,
        started(("-m", "tests.bench.empty", str(port)), folder, port),
    ):
        return measured(port, empty_requests, DEVICES, number)
