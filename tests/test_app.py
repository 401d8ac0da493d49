"""The front door: a server that is stopped at any moment."""

import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

import pytest

from tests.processes import PATIENCE_SECONDS

pytestmark = pytest.mark.slow


ROOT: Final = Path(__file__).parents[1]
PAUSE: Final = 0.05
"""Seconds between two looks at what is waited for: looking takes time from it."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(folder: Path) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A server that was started as `./dev run` does; killed, not asked, if it still runs."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "app.py", "--host", "127.0.0.1", "--port", str(port)],
        cwd=ROOT,
        env={**os.environ, "QUARTERMASTER_DATA": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(3)]
        assert f"http://127.0.0.1:{port}/" in said[1]
        assert str(folder) in said[2]
        wait_for(port)
        yield f"http://127.0.0.1:{port}", process
    finally:
        # With the printing process, which would keep the end of its output open.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def wait_for(port: int) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(PAUSE)
    raise AssertionError("the server does not answer")


def open_to_others(folder: Path) -> list[str]:
    """Return the files that somebody else on this machine could read, or look into."""
    there = [folder, *folder.rglob("*")]
    return [str(path) for path in there if stat.S_IMODE(path.stat().st_mode) & 0o077]


def test_the_first_start_prints_where_the_sheet_is_and_nothing_else(tmp_path: Path) -> None:
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "app.py", "--port", str(port), "--no-name"],
        cwd=ROOT,
        env={**os.environ, "QUARTERMASTER_DATA": str(tmp_path / "data")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    until = time.monotonic() + PATIENCE_SECONDS
    while not any(tmp_path.glob("data/backups/*.sqlite")):
        assert time.monotonic() < until
        time.sleep(0.02)
    assert urllib.request.urlopen(f"http://127.0.0.1:{port}/").read()
    process.terminate()
    said, _ = process.communicate(timeout=PATIENCE_SECONDS)

    first, *addresses, last = said.splitlines()
    assert first == "Quartermaster is at the table:"
    assert addresses[0] == f"  http://localhost:{port}/"
    assert [line for line in addresses if not re.fullmatch(rf"  http://\S+:{port}/", line)] == []
    assert last == f"Matches are saved in {tmp_path / 'data'}. Stop with Ctrl-C."


def test_nobody_else_on_the_machine_reads_what_a_server_keeps(tmp_path: Path) -> None:
    folder = tmp_path / "games" / "data"
    with server(folder) as (address, process):
        assert urllib.request.urlopen(f"{address}/readyz").read()
        # On a busy machine a page says that it is being printed, and is asked again.
        until = time.monotonic() + PATIENCE_SECONDS
        while urllib.request.urlopen(f"{address}/paper/blank.pdf").read(4) != b"%PDF":
            assert time.monotonic() < until
            time.sleep(PAUSE)
        while not (any(folder.glob("printed/*.pdf")) and any(folder.glob("backups/*.sqlite"))):
            assert time.monotonic() < until
            time.sleep(PAUSE)

        assert (folder / "quartermaster.sqlite-wal").exists()
        assert open_to_others(folder) == []
        process.terminate()
        process.wait()


def test_a_server_that_is_killed_and_started_again_has_the_match_where_it_was(
    tmp_path: Path,
) -> None:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with server(tmp_path) as (address, process):
        page = browser.open(f"{address}/").read().decode()
        token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
        made = browser.open(f"{address}/demo", urlencode({"csrf_token": token}).encode())
        match = made.geturl().removeprefix(address)
        before = browser.open(f"{address}{match}/match.json").read()
        process.send_signal(signal.SIGKILL)
        process.wait()

    with server(tmp_path) as (address, _):
        assert browser.open(f"{address}{match}/match.json").read() == before


def test_a_server_that_listens_only_to_this_machine_shows_no_other_address(tmp_path: Path) -> None:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with server(tmp_path) as (address, _):
        page = browser.open(f"{address}/").read().decode()
        token = re.findall(r'name="csrf_token" value="([^"]+)"', page)[0]
        made = browser.open(f"{address}/demo", urlencode({"csrf_token": token}).encode())
        table = browser.open(f"{made.geturl()}/table").read().decode()

    assert re.findall(r"https?://[0-9.]+:[0-9]+", table) == [address]


def test_a_server_that_is_stopped_finishes_the_copy_that_it_is_making(tmp_path: Path) -> None:
    copies = tmp_path / "backups"
    copies.mkdir()
    unfinished = copies / "backup-000001.sqlite.part"
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as held:
        held.execute("BEGIN EXCLUSIVE")
        with server(tmp_path) as (address, process):
            assert urllib.request.urlopen(f"{address}/healthz").read() == b"alive\n"
            wait_until_open(process.pid, unfinished)
            process.send_signal(signal.SIGTERM)
            wait_until_nobody_is_served(process.args)
            held.execute("ROLLBACK")
            assert process.wait(PATIENCE_SECONDS) == 0

    assert [path.name for path in copies.iterdir()] == ["backup-000001.sqlite"]


def test_a_server_stops_although_a_sheet_is_printed_that_takes_for_ever(tmp_path: Path) -> None:
    with server(tmp_path) as (address, process):
        waiting = threading.Thread(target=print_much, args=(address,))
        waiting.start()
        printing = wait_for_child(process.pid)
        os.kill(printing, signal.SIGSTOP)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_SECONDS) == 0
        waiting.join()

    assert not Path(f"/proc/{printing}").exists()


def print_much(address: str) -> None:
    """Ask for a sheet; whoever stops the server cuts this off."""
    with suppress(OSError, HTTPException):
        urllib.request.urlopen(f"{address}/paper/rules.pdf", timeout=PATIENCE_SECONDS).read()


def wait_for_child(pid: int) -> int:
    """The process that the server has started for printing."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text("ascii").split():
                if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                    return int(child)
        time.sleep(PAUSE)
    raise AssertionError("nothing is printed")


def wait_until_open(pid: int, file: Path) -> None:
    """Until the process has the file open; the system tells."""
    until = time.monotonic() + PATIENCE_SECONDS
    while str(file) not in {os.path.realpath(path) for path in Path(f"/proc/{pid}/fd").iterdir()}:
        assert time.monotonic() < until
        time.sleep(PAUSE)


def wait_until_nobody_is_served(arguments: object) -> None:
    assert isinstance(arguments, list)
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", int(arguments[-1]))) != 0:
                return
        time.sleep(PAUSE)
    raise AssertionError("the server still listens")
