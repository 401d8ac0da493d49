"""The bytecode of the test modules: each worker compiles a part of it, and finds the rest.

pytest compiles them itself, to tell what a failed assertion compared, and takes 10 s for all. The
workers read the modules in the same order at the same time, so in a new checkout each would
compile everything.
"""

from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parent


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let a worker that runs all tests begin to read at a place of its own."""
    worker: dict[str, object] | None = getattr(session.config, "workerinput", None)
    if worker is None or [Path(path).resolve() for path in session.config.args] != [TESTS]:
        return
    names = module_names()
    number = int(str(worker["workerid"]).removeprefix("gw"))
    first = len(names) * number // int(str(worker["workercount"]))
    for name in names[first:] + names[:first]:
        import_module(name)


def module_names() -> list[str]:
    """Return the names of all modules with tests."""
    files = sorted(TESTS.rglob("test_*.py"))
    return [".".join(file.relative_to(TESTS.parent).with_suffix("").parts) for file in files]
