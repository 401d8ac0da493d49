"""A server in a process of its own, started as `./dev run` starts it, and judged when it ends."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.processes import MANY_DEVICES, free_port, wait_until_answered
from tracker.settings import DATA, ROOT

STOPPING_SECONDS: Final = 120


@contextmanager
def started(folder: Path, more: Mapping[str, str]) -> Iterator[int]:
    """A server and its port; it must end well, with no error in its log."""
    port, log = free_port(), folder / "log"
    with log.open("wb") as file:
        server = subprocess.Popen(
            [sys.executable, "app.py", "--port", str(port), "--no-name"],
            cwd=ROOT,
            env={**os.environ, DATA: str(folder / "data"), **MANY_DEVICES, **more},
            stdout=file,
            stderr=file,
        )
    try:
        wait_until_answered(port, lambda: server.poll() is None)
        yield port
    finally:
        server.send_signal(signal.SIGTERM)
        status = server.wait(STOPPING_SECONDS)
    said = log.read_text("utf-8")
    assert "Traceback" not in said, said
    assert status == 0, said
