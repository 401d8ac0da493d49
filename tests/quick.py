"""`./dev test --quick`: the tests for the inner loop, without browser, PostgreSQL and paper."""

from pathlib import Path
from typing import Final

import pytest

FOLDERS: Final = tuple(Path(__file__).parent / name for name in ("browser", "printing"))
"""Every test in them starts a browser or prints."""
LONGEST: Final = (
    "test_walk.py",
    "test_killing.py",
    "test_whole_match.py",
    "test_several_devices.py",
    "test_wheel.py",
)
"""The modules with the longest tests."""
POSTGRES: Final = "postgres"
"""The fixture that starts the server; a test with two databases names the other `postgresql`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick",
        action="store_true",
        help="no browser, no PostgreSQL, no paper, nothing marked as slow",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--quick") and getattr(config.option, "dist", "no") != "no":
        # The tests of a file share what they begin with, which is most of the work here.
        config.option.dist = "loadfile"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    is_quick = config.getoption("--quick")
    return True if is_quick and collection_path in FOLDERS else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        slow = [item for item in items if is_slow(item)]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not is_slow(item)]
    # The longest come first, so that no worker is left alone with one at the end.
    items.sort(key=is_short)


def is_short(item: pytest.Item) -> tuple[bool, bool]:
    """Return the place of a test: those of the longest modules, the slow ones, the others."""
    return item.path.name not in LONGEST, item.get_closest_marker("slow") is None


def is_slow(item: pytest.Item) -> bool:
    """Return whether a test needs a browser or PostgreSQL, prints, or is marked as slow."""
    fixtures: list[str] = getattr(item, "fixturenames", [])
    callspec = getattr(item, "callspec", None)
    databases = callspec.params.values() if callspec else ()
    return (
        any(item.path.is_relative_to(folder) for folder in FOLDERS)
        or POSTGRES in fixtures
        or "postgresql" in [value for value in databases if isinstance(value, str)]
        or item.get_closest_marker("slow") is not None
    )
