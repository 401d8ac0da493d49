"""Real server processes for tests: started like `./dev run` starts one, killed like nobody should.

They are forked from a process that has imported everything and cut the fonts, so that fifty starts
are cheap.
"""

import multiprocessing
import os
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

from tracker.settings import CONNECTIONS, HOURLY_LOOKERS, HOURLY_MATCHES

_context: Final = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(
    ["tracker.program", "tracker.command.run", "alembic.command", "tests.cut_fonts"]
)

HOST: Final = "127.0.0.1"
PATIENCE_SECONDS: Final = 300
"""The time for anything that must come: a busy machine takes it."""
ON: Final = ("--host", HOST, "--port")
MANY_DEVICES: Final = {CONNECTIONS: "9999", HOURLY_MATCHES: "999999", HOURLY_LOOKERS: "999999"}
"""The setting for many devices: in tests all come from one address, with two connections each."""


class Server:
    """A server process on a port of its own, with this environment beside the usual one.

    `first` is called in that process before anything else.
    """

    def __init__(
        self,
        environment: dict[str, str],
        log: Path,
        first: Callable[[], None] | None = None,
        port: int = 0,
        options: Sequence[str] = (),
    ) -> None:
        self.port = port or free_port()
        self._process: ForkServerProcess = _context.Process(
            target=_serve,
            args=(environment, [*ON, str(self.port), *options], log, first),
            daemon=True,
        )
        self._process.start()

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    def wait(self) -> None:
        """Until it answers."""
        wait_until_answered(self.port, self._process.is_alive)

    def kill(self) -> None:
        self._process.kill()
        self._process.join()

    def stop(self) -> None:
        """As its keeper would: it ends what it has under way."""
        self._process.terminate()
        self._process.join()

    def get(self, path: str) -> tuple[int, str]:
        """The status of an answer, and its text."""
        connection = HTTPConnection(HOST, self.port, timeout=PATIENCE_SECONDS)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace")
        finally:
            connection.close()


def _serve(
    environment: dict[str, str], options: list[str], log: Path, first: Callable[[], None] | None
) -> None:
    from tracker.command.run import main

    # It ends with whoever started it, but has a process for printing all the same.
    vars(multiprocessing.current_process())["_config"]["daemon"] = False
    os.environ.update(environment)
    with log.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    if first is not None:
        first()
    main(options)


@contextmanager
def served(
    environment: dict[str, str],
    log: Path,
    first: Callable[[], None] | None = None,
    options: Sequence[str] = (),
) -> Iterator[Server]:
    server = Server(environment, log, first, options=options)
    try:
        server.wait()
        yield server
    finally:
        server.kill()


def wait_until_answered(port: int, is_alive: Callable[[], bool]) -> None:
    """Until a server listens on this port, or has ended before that."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return
        assert is_alive(), "the server has ended by itself"
        time.sleep(0.005)
    raise TimeoutError("the server does not answer")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
