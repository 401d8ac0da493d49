"""The press: once for each key, in another process, and never all threads at its door."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import pytest

from tests.postgres import is_alive
from tests.processes import PATIENCE_SECONDS
from tracker.printing import print_queue as press_module
from tracker.printing.print_queue import Busy, Press, TooLarge
from tracker.worker import JobLimits

ROOT: Final = Path(__file__).parents[2]
PATIENT: Final = 300.0
"""A job that gives way on a busy machine takes its time."""
SERVER: Final = """
import time
from functools import partial
from tracker.printing.print_queue import LIMITS
from tracker.worker import Worker

worker = Worker(LIMITS)
worker.do(partial(str.encode, "ready"))
worker._connection.send(partial(time.sleep, 60))
print(worker._process.pid, flush=True)
time.sleep(60)
"""


def process_number() -> bytes:
    return str(os.getpid()).encode()


def slowly() -> bytes:
    time.sleep(1.5)
    return b"done"


def very_slowly() -> bytes:
    time.sleep(2 * PATIENCE_SECONDS)
    return b"late"


def badly() -> bytes:
    raise ValueError("out of ink")


def fatally() -> bytes:
    os._exit(3)


@pytest.fixture(scope="module")
def press() -> Iterator[Press]:
    made = Press()
    yield made
    made.close()


def test_a_key_is_printed_once_and_in_another_process(press: Press) -> None:
    before = press.renders

    first, second = press.printed("a", process_number), press.printed("a", badly)

    assert first == second
    assert int(first) != os.getpid()
    assert press.renders == before + 1


def test_what_failed_is_tried_again(press: Press) -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="out of ink"):
            press.printed("b", badly)

    assert press.printed("b", process_number)


def test_only_a_few_wait_and_the_others_are_told_to_ask_again(press: Press) -> None:
    def ask(_: int) -> str:
        try:
            return press.printed("slow", slowly).decode()
        except Busy:
            return "busy"

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(ask, range(6)))

    assert answers.count("done") == press_module.WAITING
    assert answers.count("busy") == 6 - press_module.WAITING
    assert press.printed("slow", badly) == b"done"


def test_whoever_has_no_patience_is_told_to_ask_again(press: Press) -> None:
    with pytest.raises(Busy):
        press.printed("slower", slowly, patience=0.05)

    assert press.printed("slower", badly) == b"done"


def fill(press: Press, client: str) -> int:
    """Ask for one PDF after another without waiting; how many the queue has taken."""
    taken = 0
    for number in range(20):
        before = len(press._queue) + (press._current is not None)
        with suppress(Busy):
            press.printed(f"{client} {number}", slowly, client, patience=0.01)
        taken += len(press._queue) + (press._current is not None) > before
    return taken


def test_the_queue_is_bounded_for_one_client_and_for_all() -> None:
    press = Press()
    try:
        assert fill(press, "greedy") == press_module.MOST_OF_CLIENT
        left = press_module.MOST_QUEUED - press_module.MOST_OF_CLIENT
        assert sum(fill(press, f"client {number}") for number in range(5)) == left
    finally:
        press.close()


def endlessly() -> bytes:
    while True:
        pass


def in_much_memory() -> bytes:
    return bytes(10**12)


@pytest.mark.parametrize("job", [endlessly, in_much_memory])
def test_a_pdf_that_takes_too_much_is_refused_and_the_others_are_made(
    monkeypatch: pytest.MonkeyPatch, job: Callable[[], bytes]
) -> None:
    monkeypatch.setattr(press_module, "LIMITS", JobLimits(processor_seconds=1, megabytes=700))
    press = Press()
    try:
        first = press.printed("number", process_number)
        with ThreadPoolExecutor(1) as threads:
            stranger = threads.submit(press.printed, "too large", job, "stranger", PATIENT)
            until(lambda: "too large" in press._tasks)
            assert press.printed("honest", process_number, "honest", PATIENT) != first
            with pytest.raises(TooLarge):
                stranger.result()
        with pytest.raises(TooLarge):
            press.printed("too large", job, "stranger")
        assert press.renders == 3
    finally:
        press.close()


def number_made(marks: str) -> bytes:
    """Return the number of PDFs that were made so, with this one."""
    with Path(marks).open("a+") as file:
        file.write("x")
        file.seek(0)
        return str(len(file.read())).encode()


def wait_for(mark: str) -> bytes:
    while not Path(mark).exists():
        time.sleep(0.01)
    return b"there"


def enqueue(press: Press, key: str, job: Callable[[], bytes], client: str) -> None:
    with suppress(Busy):
        press.printed(key, job, client, patience=0)


def test_clients_take_turns_whoever_asked_first(tmp_path: Path) -> None:
    press = Press()
    marks, mark = str(tmp_path / "marks"), tmp_path / "mark"
    try:
        enqueue(press, "stranger 0", partial(wait_for, str(mark)), "stranger")
        until(lambda: press._current is not None)
        for number in (1, 2):
            enqueue(press, f"stranger {number}", partial(number_made, marks), "stranger")
        enqueue(press, "honest", partial(number_made, marks), "honest")
        mark.touch()

        assert press.printed("honest", badly) == b"1"
        assert press.printed("stranger 2", badly) == b"3"
    finally:
        press.close()


def test_in_a_full_queue_the_greediest_makes_room_for_a_client_that_has_nothing_there(
    tmp_path: Path,
) -> None:
    press = Press()
    mark = tmp_path / "mark"
    try:
        for number in range(press_module.MOST_QUEUED):
            enqueue(press, f"{number}", partial(wait_for, str(mark)), f"stranger {number % 3}")
            until(lambda: press._current is not None)
        enqueue(press, "honest", partial(wait_for, str(mark)), "honest")

        assert "honest" in press._tasks
        assert len(press._tasks) == press_module.MOST_QUEUED
        mark.touch()
        assert press.printed("honest", badly) == b"there"
    finally:
        press.close()


def until(is_so: Callable[[], bool]) -> None:
    last = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert time.monotonic() < last
        time.sleep(0.01)


def test_what_nobody_waits_for_any_more_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_module, "WANTED_SECONDS", 0.5)
    press = Press()
    try:
        for key in ("first", "forgotten", "wanted"):
            with pytest.raises(Busy):
                press.printed(key, slowly, patience=0.01)
        assert press.printed("wanted", slowly) == b"done"
        assert press.renders == 2
    finally:
        press.close()


def test_closing_ends_the_process_at_once_and_tells_whoever_waits() -> None:
    press = Press()
    number = int(press.printed("number", process_number))
    with ThreadPoolExecutor(1) as threads:
        waiting = threads.submit(press.printed, "long", very_slowly)
        while press._current is None:
            time.sleep(0.01)
        press.close()
        with pytest.raises(Busy):
            waiting.result(timeout=PATIENCE_SECONDS)
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    with pytest.raises(Busy):
        press.printed("more", process_number)


def test_the_oldest_are_forgotten(press: Press, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press_module, "KEPT", 2)
    for key in ("x", "y", "z"):
        press.printed(key, process_number)
    before = press.renders

    press.printed("z", process_number)
    press.printed("x", process_number)

    assert press.renders == before + 1


def test_a_press_that_was_ended_starts_again() -> None:
    press = Press()
    with pytest.raises(Busy):
        press.printed("a", fatally)

    assert press.printed("a", process_number)
    press.close()


def test_the_printing_process_ends_with_a_server_that_was_killed() -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER], cwd=ROOT, stdout=subprocess.PIPE)
    with server:
        assert server.stdout is not None
        printing = int(server.stdout.readline())
        server.kill()
    until = time.monotonic() + PATIENCE_SECONDS
    while is_alive(printing) and time.monotonic() < until:
        time.sleep(0.01)
    assert not is_alive(printing)
