"""`quartermaster` without a command: the sheet in the browser; `health`: how the server is."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.processes import HOST, free_port, wait_until_answered
from tracker.command import with_command
from tracker.serving.browser import has_a_screen

PROGRAM: Final = (sys.executable, "-m", "tracker.command")
ROOT: Final = Path(__file__).parents[2]
PATIENCE_SECONDS: Final = 120


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ([], ["run", "--browser"]),
        (["--no-browser"], ["run", "--browser", "--no-browser"]),
        (["--port", "80"], ["run", "--browser", "--port", "80"]),
        (["run"], ["run"]),
        (["--version"], ["--version"]),
        (["-h"], ["-h"]),
    ],
)
def test_without_a_command_the_sheet_is_run_and_shown(given: list[str], meant: list[str]) -> None:
    assert with_command(given) == meant


@pytest.mark.parametrize(
    ("platform", "environment", "is_shown"),
    [
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", {}, False),
        ("linux", {"DISPLAY": ":10", "SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"}, False),
        ("win32", {}, True),
        ("darwin", {"SSH_TTY": "/dev/ttys001"}, False),
    ],
)
def test_a_browser_is_opened_only_where_somebody_sits(
    platform: str, environment: dict[str, str], is_shown: bool
) -> None:
    assert has_a_screen(platform, environment) is is_shown


@pytest.fixture
def screen(tmp_path: Path) -> dict[str, str]:
    """An environment with a screen, whose browser writes down what it is to open."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >>{tmp_path}/opened\n')
    browser.chmod(0o755)
    environment = {**os.environ, "DISPLAY": ":0", "BROWSER": f"{browser} %s"}
    return {**environment, "QUARTERMASTER_DATA": str(tmp_path / "data")}


@pytest.fixture
def port(screen: dict[str, str]) -> Iterator[int]:
    """The port of a server that was started without a command."""
    chosen = free_port()
    started = [*PROGRAM, "--host", HOST, "--port", str(chosen), "--no-name"]
    with subprocess.Popen(started, cwd=ROOT, env=screen, stdout=subprocess.DEVNULL) as process:
        wait_until_answered(chosen, lambda: process.poll() is None)
        yield chosen
        process.terminate()


def opened(folder: Path, times: int) -> list[str]:
    """Return what the browser has opened, as soon as it is so much."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        lines = (folder / "opened").read_text().split() if (folder / "opened").exists() else []
        if len(lines) >= times:
            return lines
        time.sleep(0.05)
    raise AssertionError("the browser was not opened")


def ended(environment: dict[str, str], *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [*PROGRAM, *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_the_browser_opens_and_a_second_start_opens_the_running_sheet(
    port: int, screen: dict[str, str], tmp_path: Path
) -> None:
    sheet = f"http://{HOST}:{port}/"
    assert opened(tmp_path, 1) == [sheet]

    again = ended(screen, "--host", HOST, "--port", str(port))

    assert (again.returncode, again.stdout) == (0, f"Quartermaster is running already: {sheet}\n")
    assert opened(tmp_path, 2) == [sheet, sheet]
    refused = ended(screen, "run", "--host", HOST, "--port", str(port))
    assert (refused.returncode, opened(tmp_path, 2)) == (2, [sheet, sheet])


@pytest.mark.slow
def test_health_says_whether_the_server_takes_entries(port: int, screen: dict[str, str]) -> None:
    well = ended(screen, "health", "--port", str(port))
    away = ended(screen, "health", "--port", str(free_port()))

    assert (well.returncode, well.stdout) == (0, "ready\n")
    assert (away.returncode, away.stdout) == (1, "")
    assert away.stderr.startswith("Nobody answers at http://localhost:")
