"""The press: once for each key, in another process, and never all threads at its door."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tracker.printing import press as press_module
from tracker.printing.press import Busy, Press


def process_number() -> bytes:
    return str(os.getpid()).encode()


def slowly() -> bytes:
    time.sleep(1.5)
    return b"done"


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
