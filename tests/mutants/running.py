"""Run the tests that reach a line, once for each mutant, in forked copies of this process."""

import functools
import gc
import importlib
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import CodeType, FunctionType
from typing import Final

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tests.mutants.mutations import Mutant

SECONDS_FOR_ONE_MUTANT: Final = 120
BYTES_FOR_ONE_MUTANT: Final = 4 << 30
KILLED, SURVIVED = 0, 1


class CollectedTests:
    """The tests of some folders, and the lines that each of them runs: a plug-in for pytest."""

    def __init__(self, modules: list[Path], measure: Callable[["CollectedTests"], object]) -> None:
        self._measure = measure
        self._is_measuring = False
        self._items: dict[str, pytest.Item] = {}
        self._lines_of_test: Counter[str] = Counter()
        self._tests_of_line: dict[tuple[str, int], list[str]] = {}
        # Imported before coverage begins, so that a line counts for the tests that call it alone.
        for module in modules:
            importlib.import_module(".".join(module.with_suffix("").parts))
        self._paths = [str(module.resolve()) for module in modules]
        self._coverage = coverage.Coverage(data_file=None, include=self._paths, config_file=False)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self._items = {item.nodeid: item for item in session.items}
        self._coverage.start()
        self._is_measuring = True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        if self._is_measuring:
            self._coverage.switch_context(item.nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtestloop(self, session: pytest.Session) -> Iterator[None]:
        """Measure while the session lasts: afterwards no test can be run any more."""
        try:
            return (yield)
        finally:
            self._note_lines()
            if session.testsfailed:
                print("Not measured: the tests fail without a fault.")
            else:
                self._measure(self)

    def _note_lines(self) -> None:
        self._is_measuring = False
        self._coverage.stop()
        data = self._coverage.get_data()
        for path in self._paths:
            for line, tests in data.contexts_by_lineno(path).items():
                self._tests_of_line[path, line] = [test for test in tests if test]
                self._lines_of_test.update(self._tests_of_line[path, line])

    def that_run(self, mutant: Mutant) -> list[pytest.Item]:
        """Return the tests that run the line, those that run the fewest other lines first."""
        tests = self._tests_of_line.get((str(mutant.path.resolve()), mutant.line), [])
        return [self._items[test] for test in sorted(tests, key=self._lines_of_test.__getitem__)]


def run_each(mutants: Iterable[Mutant], tests: CollectedTests) -> Iterator[tuple[Mutant, bool]]:
    """Yield each mutant with whether a test noticed it; one process a core works at a time."""
    cores = len(os.sched_getaffinity(0))
    running: dict[int, Mutant] = {}
    waiting = iter(mutants)
    gc.collect()
    gc.freeze()
    while True:
        while len(running) < cores and (mutant := next(waiting, None)):
            running[_fork(mutant, tests)] = mutant
        if not running:
            return
        pid, status = os.wait()
        yield running.pop(pid), os.waitstatus_to_exitcode(status) != SURVIVED


def _fork(mutant: Mutant, tests: CollectedTests) -> int:
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        return pid
    # A mutant that loops for ever or eats all memory is noticed, too.
    signal.alarm(SECONDS_FOR_ONE_MUTANT)
    resource.setrlimit(resource.RLIMIT_AS, (BYTES_FOR_ONE_MUTANT, BYTES_FOR_ONE_MUTANT))
    status = KILLED
    try:
        put_in(mutant)
        with (
            Path(os.devnull).open("w") as nowhere,
            redirect_stdout(nowhere),
            redirect_stderr(nowhere),
        ):
            status = KILLED if _one_fails(tests.that_run(mutant)) else SURVIVED
    finally:
        os._exit(status)


def put_in(mutant: Mutant) -> None:
    """Give the running function the mutant's code, and forget what was cached before."""
    path = str(mutant.path.resolve())
    new = _code_of(mutant.code, mutant.function.split("."))
    gc.unfreeze()  # frozen objects are not listed
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper):
            thing.cache_clear()
        elif isinstance(thing, FunctionType):
            code = thing.__code__
            if code.co_filename == path and code.co_qualname == mutant.function:
                thing.__code__ = new


def _code_of(code: CodeType, names: list[str]) -> CodeType:
    for name in names:
        code = next(
            inner
            for inner in code.co_consts
            if isinstance(inner, CodeType) and inner.co_name == name
        )
    return code


def _one_fails(items: list[pytest.Item]) -> bool:
    for item in items:
        reports = runtestprotocol(item, nextitem=None, log=False)
        if any(report.failed for report in reports):
            return True
    return False
